import { digitsOf } from '../../formatting/index.ts';
import { decimal, type Notation, parseDecimal } from '../../money/decimal.ts';
import { durationExamples, durationText, parseDuration } from './durationField.ts';
import type { Field, Kind } from './fields.ts';
import { unitRule } from './units.ts';

/** The notation of a form's numbers, and the currency of its amounts. */
export type NumberNotation = Required<Notation>;

/** Whether fields of this kind take a number. */
export const isNumeric = (kind: Kind): boolean =>
  ['number', 'money', 'percent', 'hundredths', 'duration'].includes(kind);

/** The number of decimal places that people type for an integer of this kind. */
function digits(kind: Kind, currency: string): number {
  if (kind === 'money') return digitsOf(currency);
  return kind === 'number' || kind === 'duration' ? 0 : 2;
}

/** Only amounts use the currency's notation. */
const notationOf = ({ kind }: Field, { locale, currency }: NumberNotation): Notation =>
  kind === 'money' ? { locale, currency } : { locale };

/** Parses a text into an integer, or returns the rule that the text breaks. */
export function parseNumber(
  field: Field,
  text: string,
  given: NumberNotation,
): { value: number } | { rule: string } {
  const { kind, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = field;
  const places = digits(kind, given.currency);
  const notation = notationOf(field, given);
  const shown = (integer: number) =>
    kind === 'duration' ? durationText(integer) : decimal(integer, places, notation);
  const unitFault = unitRule(kind, text, given);
  if (unitFault !== null) return { rule: `must be ${unitFault}` };
  const value = kind === 'duration' ? parseDuration(text, notation) : parseDecimal(text, places, notation);
  if (value === null) {
    if (kind === 'duration') return { rule: `must be a duration, like ${durationExamples(notation)}` };
    const example = places > 0 ? `a number like ${shown(12_345 * 10 ** (places - 1))}` : null;
    return { rule: `must be ${example ?? 'a whole number, like 1234'}` };
  }
  if (value < min) return { rule: `must be at least ${shown(min)}` };
  if (value > max) return { rule: `must be at most ${shown(max)}` };
  return { value };
}

/** Formats an integer in a way that `parseNumber` parses back. */
export function numberText(field: Field, integer: number, given: NumberNotation): string {
  if (field.kind === 'duration') return durationText(integer);
  const places = digits(field.kind, given.currency);
  const text = decimal(integer, places, notationOf(field, given));
  return field.kind === 'money' || places === 0 ? text : text.replace(/\D?0+$/, '');
}
