import { type Notation, numberSymbols } from '../formatting/signs.ts';

export type { Notation };

// Numbers with a fixed count of digits after the point are integers here: cents, basis points, hundredths. This is how
// people write them: as their locale does, and as others do where that can mean one thing only.

const usual: Notation = { locale: 'en-US' };

/** No number that people write is longer, with its signs and its currency. */
const maxTextLength = 60;

/** The integer as decimal text, to be changed by a person: 840050 with two digits is `8400.50`, in Germany `8400,50`. */
export function decimal(integer: number | bigint, digits: number, notation = usual): string {
  if (digits === 0) return String(integer);
  const sign = integer < 0 ? '-' : '';
  const text = String(integer)
    .replace('-', '')
    .padStart(digits + 1, '0');
  return `${sign}${text.slice(0, -digits)}${numberSymbols(notation).point}${text.slice(-digits)}`;
}

/**
 * Digits in groups of thousands, with one separator throughout; the first group may be short, and in Indian notation
 * all but the last have two digits.
 */
const grouped = /^[1-9]\d{0,2}([ .,'\u2019\u066c])(?:\d{2,3}\1)*\d{3}$/;

/**
 * The integer that a person means, exactly: `8,400.50`, `8.400,50`, `8 400,5` and `$8400.50` are 840050 with two digits.
 * Whether the only sign of `1.125` is the point or separates thousands, the notation says. Null: it is no number, has
 * more digits after the point than there are, could mean two things, or is far too long.
 */
export function parseDecimal(text: string, digits: number, notation = usual): number | null {
  const typed = text.trim();
  if (typed.length > maxTextLength) return null;
  const own = numberSymbols(notation).digits;
  const plain = [...typed]
    .map(sign => (own.includes(sign) ? own.indexOf(sign) : sign))
    .join('')
    .replace(/^(?:[A-Z]{3}|\p{Sc})/u, '')
    .replace(/(?:[A-Z]{3}|\p{Sc}|%)$/u, '')
    .trim()
    .replace(/[\u00a0\u202f\u2009]/g, ' ');
  const [, sign = '', number = ''] = /^(-?)(\d.*)$/.exec(plain) ?? [];
  const point = pointOf(number, notation);
  if (point === null) return null;
  const whole = number.slice(0, point);
  const part = number.slice(point + 1);
  if (!(/^\d+$/.test(whole) || grouped.test(whole)) || !/^\d*$/.test(part) || part.length > digits)
    return null;
  const integer = Number(sign + whole.replace(/\D/g, '') + part.padEnd(digits, '0'));
  return Number.isSafeInteger(integer) ? integer : null;
}

/** Where the point is; the number's end where it has none, null where that cannot be told. */
function pointOf(number: string, notation: Notation): number | null {
  if (number === '') return null;
  const { point, group } = numberSymbols(notation);
  const signs = number.replace(/\d/g, '');
  const last = number.lastIndexOf(signs.at(-1) ?? '');
  const sign = number[last];
  if (sign === undefined || !(sign === point || '.,\u066b'.includes(sign))) return number.length;
  if (signs.indexOf(sign) < signs.length - 1) return number.length;
  // Of two kinds of signs the last is the point, and so is one that cannot separate thousands.
  if (signs.length > 1 || !/^[1-9]\d{0,2}[.,]\d{3}$/.test(number) || sign === point) return last;
  return sign === group ? number.length : null;
}
