/**
 * The label of a value from a closed list: `in_scope` is `In scope`, `DRAFT` is `Draft`. Names with other signs, like
 * `invoice.sent`, stay as they are.
 */
export function word(value: string): string {
  if (/[.:]/.test(value)) return value;
  const words = value.toLowerCase().replaceAll('_', ' ');
  return words[0]!.toUpperCase() + words.slice(1);
}

/** The options of a closed list: each value with its label. */
export const choices = (values: readonly string[]) => values.map(value => [value, word(value)] as const);

/** A field's name as a label: `hourlyRateCents` is `Hourly rate`. */
export function labelOf(name: string): string {
  const words = name
    .replace(/(?<=.)(Cents|Bps|Hundredths|Millionths|Id)$/, '')
    .replace(/(?<=[a-z])[A-Z]/g, letter => ` ${letter.toLowerCase()}`);
  return words[0]!.toUpperCase() + words.slice(1);
}

/** What a row is called, counted from 1: `Line 2` of the field Lines. */
export const rowName = ({ label }: { label: string }, row: number): string =>
  `${label.replace(/s$/, '')} ${row + 1}`;
