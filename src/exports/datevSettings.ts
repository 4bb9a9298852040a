import { z } from 'zod';
import type { ZeroTaxReason } from '../documents/partySnapshot.ts';
import { parseDecimal } from '../money/decimal.ts';
import { day, integer, type Period } from '../vocabulary/fields.ts';
import { storableText } from '../vocabulary/text.ts';

type Chart = '03' | '04';

/** The usual accounts in SKR03 and SKR04, with four digits. */
export const usualAccounts = {
  bank: [1200, 1800],
  revenue19: [8400, 4400],
  revenue7: [8300, 4300],
  /** At the rate of another country of the European Union. */
  revenueUnion: [8320, 4320],
  revenueReverseCharge: [8336, 4336],
  /** In Germany (§ 13b UStG). */
  revenueReverseChargeInland: [8337, 4337],
  revenueServicesOutside: [8338, 4338],
  revenueExport: [8120, 4120],
  revenueSmallBusiness: [8195, 4185],
  revenueExempt: [8100, 4100],
  revenueZeroRated: [8290, 4290],
  /** At any other rate, without its tax, and at 0 for no reason. */
  revenueOther: [8200, 4200],
  taxOther: [1770, 3800],
  lateFees: [2650, 7100],
} as const satisfies Record<string, readonly [number, number]>;
export type AccountName = keyof typeof usualAccounts;
const accountNames = Object.keys(usualAccounts) as AccountName[];

/** The account of revenue that isn't taxed for a reason. Reverse charge in Germany has one of its own. */
export const untaxedAccounts: Record<ZeroTaxReason, AccountName> = {
  small_business: 'revenueSmallBusiness',
  reverse_charge: 'revenueReverseCharge',
  services_outside_eu: 'revenueServicesOutside',
  export: 'revenueExport',
  exempt: 'revenueExempt',
  zero_rated: 'revenueZeroRated',
};

/** How many digits an exchange rate has after the point. */
export const rateDigits = 6;

/** `USD 1.0834` on each line: how much of the currency a euro is worth, which becomes millionths. */
const rates = z
  .array(storableText())
  .max(100)
  .transform((lines, context) => {
    const found = new Map<string, bigint>();
    for (const line of lines.map(one => one.trim()).filter(one => one !== '')) {
      const [, currency = '', number = ''] = /^([A-Z]{3})\s+(\d{1,7}(?:[.,]\d{1,6})?)$/.exec(line) ?? [];
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

/** The fields of the form for DATEV. */
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
    if (fiscalYearStart(from, fiscalYearMonth) < '2000')
      reject('from', 'must be in a fiscal year from 2000 on');
    if (to > '2099-12-31') reject('to', 'must be before the year 2100');
    if (to < from) reject('to', 'must not be before the first day');
    else if (fiscalYearStart(from, fiscalYearMonth) !== fiscalYearStart(to, fiscalYearMonth))
      reject('to', 'must be in the same fiscal year as the first day');
    for (const name of accountNames)
      if (input[name] !== undefined && String(input[name]).length !== accountLength)
        reject(name, `must have ${accountLength} digits`);
    if (firstDebtor !== undefined && !isDebtor(firstDebtor, accountLength))
      reject('firstDebtor', `must have ${accountLength + 1} digits and begin with 1 to 6`);
  });
export type DatevInput = z.output<typeof DatevInput>;

/** The period of a file. */
export const daysOf = ({ from, to }: Pick<DatevInput, 'from' | 'to'>): Period => ({ since: from, until: to });

const isDebtor = (number: number, accountLength: number) =>
  number >= 10 ** accountLength && number < 7 * 10 ** accountLength;

/** The settings of a booking batch for DATEV. */
export type DatevSettings = ReturnType<typeof datevSettings>;

/** The settings for an input. Accounts that it leaves out are the usual ones of its chart. */
export function datevSettings({ firstDebtor, rates = new Map<string, bigint>(), ...input }: DatevInput) {
  const { chart, accountLength } = input;
  // Longer account numbers are the usual ones with zeros after them.
  const usual = (name: AccountName) => usualIn(name, chart) * 10 ** (accountLength - 4);
  const accounts = accountNames.map(name => [name, String(input[name] ?? usual(name))]);
  return {
    ...input,
    firstDebtor: firstDebtor ?? 10 ** accountLength,
    accounts: Object.fromEntries(accounts) as Record<AccountName, string>,
    rates,
  };
}

/** The usual account in a chart, with four digits. */
export const usualIn = (name: AccountName, chart: Chart): number =>
  usualAccounts[name][chart === '03' ? 0 : 1];

/** The account of the client with this ordinal. Accounts that are longer than in the first file have zeros after them. */
export const debtorAccount = (firstDebtor: number, ordinal: number, accountLength: number): string =>
  String(firstDebtor + ordinal - 1).padEnd(accountLength + 1, '0');

/** The first day of the fiscal year that a day is in. */
export function fiscalYearStart(day: string, month: number): string {
  const year = Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) < month ? 1 : 0);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`;
}
