// The public description of DATEV's format, header 700 and booking batch 13, as the expressions that it gives for each field:
// https://developer.datev.de/datev/platform/de/dtvf/formate/header and …/buchungsstapel, read on 2026-11-29. A field may be blank.

const text = (max: number, chars = '.') => new RegExp(`^"${chars}{0,${max}}"$`);
const digits = (least: number, most = least) => new RegExp(`^\\d{${least},${most}}$`);
const oneOf = (...values: (string | number)[]) => new RegExp(`^(${values.join('|')})$`);
const code = (letters: number) => new RegExp(`^"[A-Z]{${letters}}"$`);
const times = (count: number, ...patterns: RegExp[]) => Array.from({ length: count }, () => patterns).flat();

const none = /^$/;
const nothing = /^(?:"")?$/;
const amount = /^(?!0{1,10},00)\d{1,10},\d{2}$/;
const account = /^(?!0{1,9}$)\d{1,9}$/;
const yearFirst = /^20\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;
const dayFirst = /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])20\d{2}$/;
const isSet = oneOf(0, 1);
const rate = /^\d{1,2},\d{2}$/;
const country = [text(15), /^\d{2},\d{2}$/] as const;
const pair = [text(20), text(210)] as const;

const header: readonly RegExp[] = [
  ...[oneOf('"EXTF"'), oneOf(700), oneOf(21), oneOf('"Buchungsstapel"'), oneOf(13)],
  /^20\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(2[0-3]|[01]\d)([0-5]\d){2}\d{3}$/,
  ...[none, text(2, '\\w'), text(25, '\\w'), text(25, '\\w'), digits(4, 7), digits(1, 5), yearFirst],
  ...[/^[4-8]$/, yearFirst, yearFirst, text(30, '[\\w./ -]'), /^"([A-Z]{2})?"$/, oneOf(1, 2)],
  ...[oneOf(0, 30, 40, 50, 64), isSet, code(3), none, nothing, none, none, /^"(\d{2}){0,2}"$/, digits(0, 4)],
  ...[none, nothing, text(16)],
];

const booking: readonly RegExp[] = [
  ...[amount, /^"[SH]"$/, code(3), /^[1-9]\d{0,3},\d{2,6}$/, amount, code(3), account, account, /^"\d{4}"$/],
  ...[digits(4), text(36, '[\\w$&%*+/-]'), text(12, '[\\w$&%*+/-]'), /^[1-9]\d{0,7},\d{2}$/, text(60), isSet],
  ...[text(9, '\\w'), digits(3), digits(2), isSet, text(210), ...times(8, ...pair)],
  ...[text(36, '[\\w ]'), text(36, '[\\w ]'), /^\d{12},\d{4}$/, ...country, /^"[IKPS]"$/, digits(1, 3)],
  ...[digits(0, 3), digits(1), digits(0, 2), digits(0, 3), ...times(20, ...pair)],
  ...[digits(0, 8), /^\d{1,8},\d{2}$/, digits(0, 2), text(10, '\\w'), /^20\d{2}$/, dayFirst, digits(1)],
  ...[
    text(30),
    code(2),
    digits(0, 4),
    code(2),
    digits(0, 3),
    rate,
    digits(4, 8),
    code(2),
    text(36),
    dayFirst,
  ],
  ...[text(35), isSet, text(76), digits(4), text(11), text(20), dayFirst, text(30), digits(1, 2), isSet],
  ...[dayFirst, dayFirst, dayFirst, /^"[01]"$/, rate, code(2), text(50), /^[1-5]$/, ...country, digits(1, 9)],
];

/** The fields of a line, with their quotes. */
const fieldsOf = (line: string): string[] =>
  [...line.matchAll(/(?<=^|;)(?:"(?:[^"]|"")*"|[^;"]*)(?=;|$)/g)].map(([field]) => field);

/** What is wrong in a file by the description, a line for each problem. */
export function datevProblems(file: string): string[] {
  const [first, names, ...rest] = file.split('\r\n');
  const problems = rest.pop() === '' ? [] : ['the last line has no end'];
  if (fieldsOf(names!).length !== booking.length) problems.push(`${names} names other fields`);
  const check = (line: string, patterns: readonly RegExp[]) => {
    const fields = fieldsOf(line);
    if (fields.length !== patterns.length) problems.push(`${line} has ${fields.length} fields`);
    for (const [n, pattern] of patterns.entries())
      if (fields[n] !== '' && !pattern.test(fields[n]!)) problems.push(`field ${n + 1} is ${fields[n]}`);
    return fields;
  };
  check(first!, header);
  for (const line of rest) {
    const fields = check(line, booking);
    // Amount, side, accounts, day and reversal are required, and a currency with its rate and the amount in euros.
    for (const n of [1, 2, 7, 8, 10, 11, 114]) if (fields[n - 1] === '') problems.push(`field ${n} is blank`);
    const ofCurrency = fields.slice(2, 6).filter(field => field !== '').length;
    if (ofCurrency % 4 !== 0) problems.push(`${fields.slice(2, 6)} is not all of a currency`);
  }
  return problems;
}
