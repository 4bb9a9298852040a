import { currencyNames } from '../../formatting/index.ts';
import type { Kind } from './fields.ts';

// People type units beside numbers: a percent sign, or the sign or code of a currency. parseDecimal reads past them, so a
// unit that does not belong to the field has to be found before: otherwise a discount of "10 %" becomes 10.00.

/**
 * What a number of this kind must be, if the text has a unit that does not belong to it; null if it has none. `currency`
 * is what the form's amounts are in, as it was sent: blank or malformed too, and then every currency is foreign.
 */
export function faultOfUnit(
  kind: Kind,
  text: string,
  { currency, locale }: { currency: string; locale: string },
): string | null {
  if (kind === 'money') {
    const code = codeOf(currency);
    const amount = code === null ? 'an amount' : `an amount in ${code}`;
    if (hasPercentSign(text)) return `${amount}, not a percentage`;
    const foreign = foreignMark(text, code, locale);
    return foreign === undefined ? null : `${amount}, not in ${foreign}`;
  }
  if (marksOf(text).length > 0) return 'a number, not an amount of money';
  return kind !== 'percent' && hasPercentSign(text) ? 'a number, not a percentage' : null;
}

/** Whether a percent sign of any script is in the text. */
const hasPercentSign = (text: string): boolean => /[%\u066a\uff05]/.test(text);

/**
 * The signs of currencies before and after the number, and what looks like a currency's code. Between its digits they are
 * no units: in Cape Verde the point of 12$50 is such a sign.
 */
const marksOf = (text: string): readonly string[] =>
  text.replace(/\p{Nd}.*\p{Nd}/su, '0').match(/\p{Sc}|(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/gu) ?? [];

const codeOf = (currency: string): string | null =>
  /^[a-z]{3}$/i.test(currency) ? currency.toUpperCase() : null;

/** The first sign or code that does not stand for the currency; undefined if there is none. */
function foreignMark(text: string, code: string | null, locale: string): string | undefined {
  const names = code === null ? [] : currencyNames({ currency: code, locale }).map(plain);
  return marksOf(text).find(mark => !names.some(name => name.includes(plain(mark))));
}

/** Full-width signs count as the ordinary ones. */
const plain = (mark: string) => mark.normalize('NFKC');
