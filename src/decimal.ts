// Numbers with a fixed count of digits after the point are integers here: cents, basis points, hundredths. This is how
// people write them.

/** The integer as decimal text, to be changed by a person: 840050 with two digits is `8400.50`. */
export function decimal(integer: number, digits: number): string {
  if (digits === 0) return String(integer);
  const sign = integer < 0 ? '-' : '';
  const text = String(Math.abs(integer)).padStart(digits + 1, '0');
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/**
 * Digits in groups of thousands, with one separator throughout; the first group may be short, and in Indian notation
 * all but the last have two digits.
 */
const grouped = /^[1-9]\d{0,2}(?:([ .,'\u2019])\d{2,3}(?:\1\d{2,3})*)?$/;

/**
 * The integer that a person means, exactly: `8,400.50`, `8.400,50`, `8 400,5` and `$8400.50` are 840050 with two digits.
 * Null: it is no number, has more digits after the point than there are, or could mean two things.
 */
export function parseDecimal(text: string, digits: number): number | null {
  const plain = text
    .trim()
    .replace(/^(?:[A-Z]{3}|\p{Sc})\s*|\s*(?:[A-Z]{3}|\p{Sc}|%)$/gu, '')
    .replace(/[\u00a0\u202f\u2009]/g, ' ');
  const [, sign = '', number = ''] = /^(-?)(\d[\d .,'\u2019]*)$/.exec(plain) ?? [];
  const point = pointOf(number, digits);
  if (point === null) return null;
  const whole = number.slice(0, point);
  const part = number.slice(point + 1);
  if (!(/^\d+$/.test(whole) || isGrouped(whole)) || !/^\d*$/.test(part) || part.length > digits) return null;
  const integer = Number(sign + whole.replace(/\D/g, '') + part.padEnd(digits, '0'));
  return Number.isSafeInteger(integer) ? integer : null;
}

const isGrouped = (whole: string) => grouped.test(whole) && /\D\d{3}$/.test(whole);

/** The index of the decimal point; the length of the number where it has none, null where that cannot be told. */
function pointOf(number: string, digits: number): number | null {
  if (number === '') return null;
  const last = Math.max(number.lastIndexOf('.'), number.lastIndexOf(','));
  if (last === -1) return number.length;
  const sign = number[last]!;
  const isOnly = number.indexOf(sign) === last;
  if (!isOnly) return number.length;
  const hasOther = /[ .,'\u2019]/.test(number.slice(0, last));
  const after = number.length - last - 1;
  if (hasOther || after !== 3) return last;
  // Three digits after the only sign are a group of thousands, unless the currency has three digits after its point.
  if (digits < 3) return number.length;
  return sign === '.' ? last : null;
}
