import { currencyNames } from '../../formatting/index.ts';
import type { Kind } from './fields.ts';

// People type units beside numbers: a percent sign, or the sign or code of a currency. parseDecimal ignores them, so a unit
// that doesn't belong to the field must be found first: otherwise a discount of "10 %" would become 10.00.

/**
 * The rule for a number of this kind, if the text has a unit that doesn't belong to the field; else null. `currency` is the
 * currency of the form's amounts as it was sent: if it is blank or malformed, every currency is foreign.
 */
export function unitRule(
  kind: Kind,
  text: string,
  { currency, locale }: { currency: string; locale: string },
): string | null {
  if (kind === 'money') {
    const code = codeOf(currency);
    const amount = code === null ? 'an amount' : `an amount in ${code}`;
    if (hasPercentSign(text)) return `${amount}, not a percentage`;
    const foreign = foreignUnit(text, code, locale);
    return foreign === undefined ? null : `${amount}, not in ${foreign}`;
  }
  if (unitsIn(text).length > 0) return 'a number, not an amount of money';
  return kind !== 'percent' && hasPercentSign(text) ? 'a number, not a percentage' : null;
}

/** Whether the text contains a percent sign of any script. */
export const hasPercentSign = (text: string): boolean => /[%\u066a\uff05]/.test(text);

/**
 * The currency signs before and after the number, and anything that looks like a currency code. A sign between digits isn't
 * a unit: in Cape Verde, 12$50 uses it as the decimal separator.
 */
const unitsIn = (text: string): readonly string[] =>
  text.replace(/\p{Nd}.*\p{Nd}/su, '0').match(/\p{Sc}|(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/gu) ?? [];

const codeOf = (currency: string): string | null =>
  /^[a-z]{3}$/i.test(currency) ? currency.toUpperCase() : null;

/** The first sign or code that does not stand for the currency; undefined if there is none. */
function foreignUnit(text: string, code: string | null, locale: string): string | undefined {
  const names = code === null ? [] : currencyNames({ currency: code, locale }).map(plain);
  return unitsIn(text).find(mark => !names.some(name => name.includes(plain(mark))));
}

/** Full-width signs count as the ordinary ones. */
const plain = (mark: string) => mark.normalize('NFKC');
