import { parseDecimal } from './decimal.ts';

/** The most digits that an amount of any currency has after the point. */
const maxDigits = 4;

/** Neither negative, nor a percentage, nor a number with zeros before it, as invoices have. */
const isPlain = /^(?!.*%)\D{0,4}(?:[1-9]|0(?!\d))(?<!-\d)/;

/** The two ways in which people write a number: with a point before its fraction, or with a comma. */
const notations = [{ locale: 'en-US' }, { locale: 'de-DE' }];

/**
 * The patterns (of LIKE) of the amounts that a search may mean, as corkboard.amount_for_search writes them. `5.486,50`,
 * `5,486.50`, `$5486.5` and `5486,50 EUR` are 5486.5; `5486` is each amount from 5486.00 to 5486.99; and `5.486` may be both
 * 5486 and 5.486. Empty: the search is no amount.
 */
export function amountPatterns(search: string): string[] {
  const typed = inLatinDigits(search).toUpperCase();
  if (!isPlain.test(typed)) return [];
  const patterns = notations.flatMap(notation => {
    const whole = parseDecimal(typed, 0, notation);
    if (whole !== null) return [`%|${whole}.%`];
    const exact = parseDecimal(typed, maxDigits, notation);
    if (exact === null) return [];
    const digits = String(exact).padStart(maxDigits + 1, '0');
    return [`%|${digits.slice(0, -maxDigits)}.${digits.slice(-maxDigits).replace(/(?<!0)0+$/, '')}|%`];
  });
  return [...new Set(patterns)];
}

const isDigit = (codePoint: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(codePoint));

/** A text with the digits of all scripts as 0 to 9. Each script has ten of them in a row. */
const inLatinDigits = (text: string): string =>
  text.normalize('NFKC').replace(/[^\P{Nd}0-9]/gu, sign => {
    const codePoint = sign.codePointAt(0)!;
    let value = 0;
    while (value < 9 && isDigit(codePoint - value - 1)) value++;
    return String(value);
  });
