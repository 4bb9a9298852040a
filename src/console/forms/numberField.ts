import { digitsOf } from '../../formatting/index.ts';
import { decimal, type Notation, parseDecimal } from '../../money/decimal.ts';
import { durationExamples, durationText, looksLikeMinutes, parseDuration } from './durationField.ts';
import type { Field, Kind } from './fields.ts';
import { unitRule } from './units.ts';

/** The notation of a form's numbers, and the currency of its amounts. */
export type NumberNotation = Required<Notation>;

/** Whether fields of this kind take a number. */
export const isNumeric = (kind: Kind): boolean =>
  ['number', 'money', 'percent', 'hundredths', 'millionths', 'duration'].includes(kind);

/** The number of decimal places that people type for an integer of this kind. */
function digits(kind: Kind, currency: string): number {
  if (kind === 'money') return digitsOf(currency);
  if (kind === 'millionths') return 6;
  return kind === 'number' || kind === 'duration' ? 0 : 2;
}

/** A field that takes no more minutes than a day has is the time of an entry, and not a budget. */
const minutesOfDay = 24 * 60;

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
  if (kind === 'duration' && max <= minutesOfDay && looksLikeMinutes(text, notation))
    return { rule: 'is read as hours, and a day has 24. Write 0:45 or 45 min' };
  const value = kind === 'duration' ? parseDuration(text, notation) : parseDecimal(text, places, notation);
  if (value === null) {
    if (kind === 'duration') return { rule: `must be a duration, like ${durationExamples(notation)}` };
    const example = places > 0 ? `a number like ${shown(12_345 * 10 ** (places - 1))}` : null;
    return { rule: `must be ${example ?? wholeNumber(field)}` };
  }
  if (value < min) return { rule: `must be at least ${shown(min)}` };
  if (value > max) return { rule: `must be at most ${shown(max)}` };
  return { value };
}

/** The rule for a number without decimal places, with its bounds if the field has both. */
const wholeNumber = ({ min, max = Number.MAX_SAFE_INTEGER }: Field): string =>
  min === undefined || max === Number.MAX_SAFE_INTEGER
    ? 'a whole number, like 1234'
    : `a whole number from ${min} to ${max}`;

/** Formats an integer in a way that `parseNumber` parses back. */
export function numberText(field: Field, integer: number, given: NumberNotation): string {
  if (field.kind === 'duration') return durationText(integer);
  const places = digits(field.kind, given.currency);
  const text = decimal(integer, places, notationOf(field, given));
  return field.kind === 'money' || places === 0 ? text : text.replace(/(?<!0)0+$/, '').replace(/\D$/, '');
}
