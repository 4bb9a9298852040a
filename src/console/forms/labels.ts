/**
 * A word out of a closed list as people read it: `in_scope` is `In scope`, `DRAFT` is `Draft`. What programs spell with
 * signs in it, like `invoice.sent`, stays as it is.
 */
export function word(value: string): string {
  if (/[.:]/.test(value)) return value;
  const words = value.toLowerCase().replaceAll('_', ' ');
  return words[0]!.toUpperCase() + words.slice(1);
}

/** The words of a closed list to choose from: each with how people read it. */
export const choices = (values: readonly string[]) => values.map(value => [value, word(value)] as const);

/** A field's name as a label: `hourlyRateCents` is `Hourly rate`. */
export function labelOf(name: string): string {
  const words = name
    .replace(/(?<=.)(Cents|Bps|Hundredths|Id)$/, '')
    .replace(/(?<=[a-z])[A-Z]/g, letter => ` ${letter.toLowerCase()}`);
  return words[0]!.toUpperCase() + words.slice(1);
}
