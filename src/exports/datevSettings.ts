import { z } from 'zod';
import { parseDecimal } from '../money/decimal.ts';
import { day, integer } from '../vocabulary/fields.ts';
import { storableText } from '../vocabulary/text.ts';

type Chart = '03' | '04';
type AccountName = 'bank' | 'revenue19' | 'revenue7' | 'revenueOther' | 'revenueUntaxed' | 'lateFees';

/** The usual accounts of the two charts of accounts, with four digits. */
export const usualAccounts: Record<Chart, Record<AccountName, number>> = {
  '03': {
    ...{ bank: 1200, revenue19: 8400, revenue7: 8300, revenueOther: 8200 },
    ...{ revenueUntaxed: 8100, lateFees: 2650 },
  },
  '04': {
    ...{ bank: 1800, revenue19: 4400, revenue7: 4300, revenueOther: 4200 },
    ...{ revenueUntaxed: 4100, lateFees: 7100 },
  },
};
const accountNames = Object.keys(usualAccounts['03']) as AccountName[];

/** How many digits an exchange rate has after the point. */
export const rateDigits = 6;

/** `USD 1.0834` on each line: how much of the currency a euro is worth, which becomes millionths. */
const rates = z
  .array(storableText())
  .max(100)
  .transform((lines, context) => {
    const found = new Map<string, bigint>();
    for (const line of lines.map(one => one.trim()).filter(one => one !== '')) {
      const [, currency = '', number = ''] = /^([A-Z]{3})\s+(\d{1,4}[.,]\d{1,6}|\d{1,4})$/.exec(line) ?? [];
      const millionths = parseDecimal(number.replace(',', '.'), rateDigits);
      if (!millionths)
        context.addIssue({
          code: 'custom',
          message: 'must have a currency and a rate on each line, such as USD 1.0834',
        });
      else found.set(currency, BigInt(millionths));
    }
    return found;
  });

const account = integer(1_000, 999_999_999).optional();

/** What the form for DATEV asks for. */
export const DatevInput = z
  .strictObject({
    from: day,
    to: day,
    consultant: integer(1_001, 9_999_999),
    client: integer(1, 99_999),
    chart: z.enum(['03', '04']),
    fiscalYearMonth: integer(1, 12),
    accountLength: integer(4, 8),
    firstDebtor: account,
    ...(Object.fromEntries(accountNames.map(name => [name, account])) as Record<AccountName, typeof account>),
    /** Whether the keys of tax rates are given, because the accounts don't calculate the tax themselves. */
    usesTaxKeys: z.boolean(),
    rates: rates.optional(),
  })
  .superRefine((input, { addIssue }) => {
    const { from, to, fiscalYearMonth, accountLength, firstDebtor } = input;
    const reject = (field: string, message: string) => addIssue({ code: 'custom', path: [field], message });
    if (to < from) reject('to', 'must not be before the first day');
    else if (fiscalYearStart(from, fiscalYearMonth) !== fiscalYearStart(to, fiscalYearMonth))
      reject('to', 'must be in the same fiscal year as the first day');
    for (const name of accountNames)
      if (input[name] !== undefined && String(input[name]).length !== accountLength)
        reject(name, `must have ${accountLength} digits`);
    if (firstDebtor !== undefined && !isDebtor(firstDebtor, accountLength))
      reject('firstDebtor', `must have ${accountLength + 1} digits and begin with 1 to 6`);
  });

const isDebtor = (number: number, accountLength: number) =>
  number >= 10 ** accountLength && number < 7 * 10 ** accountLength;

/** What a booking batch for DATEV needs to know, besides what is booked. */
export type DatevSettings = ReturnType<typeof datevSettings>;

/** The settings for an input. Accounts that it leaves out are the usual ones of its chart. */
export function datevSettings({
  firstDebtor,
  rates = new Map<string, bigint>(),
  ...input
}: z.output<typeof DatevInput>) {
  const { chart, accountLength } = input;
  // Longer account numbers are the usual ones with zeros after them.
  const usual = (name: AccountName) => usualAccounts[chart][name] * 10 ** (accountLength - 4);
  const accounts = accountNames.map(name => [name, String(input[name] ?? usual(name))]);
  return {
    ...input,
    firstDebtor: firstDebtor ?? 10 ** accountLength,
    accounts: Object.fromEntries(accounts) as Record<AccountName, string>,
    rates,
  };
}

/** The first day of the fiscal year that a day is in. */
export function fiscalYearStart(day: string, month: number): string {
  const year = Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) < month ? 1 : 0);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`;
}
