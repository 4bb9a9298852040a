import { z } from 'zod';
import { type Validated, validate } from '../../../admission/check.ts';
import type { Period } from '../../../exports/accounting.ts';
import { DatevInput, usualAccounts } from '../../../exports/datevSettings.ts';
import { day } from '../../../vocabulary/fields.ts';
import { type Field, fieldsOf, type Look } from '../../forms/fields.ts';
import { fieldView } from '../../forms/fieldView.ts';
import { parseForm } from '../../forms/parseForm.ts';
import { messageOf } from '../../forms/rejectedForm.ts';
import { type Html, html } from '../../html/html.ts';
import { filled } from '../../parts/filterForm.ts';
import type { Message, PageContext } from '../../requests/pageContext.ts';
import type { Person } from '../../sessions/person.ts';

// The forms for accountants only ask, so they are in the address. If something in it is wrong, the file's address leads to the
// page, which shows the form as it was filled in.

export const exportPath = '/settings/export';
export const accountingPath = `${exportPath}/accounting.csv`;
export const datevPath = `${exportPath}/datev.csv`;

const Days = z.strictObject({ from: day.optional(), to: day.optional() });
const PeriodInput = Days.refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
  path: ['to'],
  error: 'must not be before the first day',
}).transform(({ from = null, to = null }): Period => ({ from, to }));

const from: Look = { label: 'First day' };
const to: Look = { label: 'Last day' };
const periodFields = fieldsOf(Days, { from, to });

const usual = (name: keyof (typeof usualAccounts)['03']) =>
  `${usualAccounts['03'][name]} in SKR03 and ${usualAccounts['04'][name]} in SKR04, if you leave it blank`;
const accounts = 'Accounts';
const months = 'January February March April May June July August September October November December'
  .split(' ')
  .map((name, n) => [`${n + 1}`, name] as const);

const datevFields = fieldsOf(DatevInput, {
  from,
  to,
  consultant: { label: 'Consultant number', hint: 'Your tax consultant’s number at DATEV (Beraternummer)' },
  client: { label: 'Client number', hint: 'Your number with your tax consultant (Mandantennummer)' },
  chart: {
    label: 'Chart of accounts',
    kind: 'select',
    options: [
      ['03', 'SKR03'],
      ['04', 'SKR04'],
    ],
  },
  fiscalYearMonth: { label: 'Fiscal year begins in', kind: 'select', options: months },
  accountLength: { label: 'Digits of an account', hint: 'Clients’ accounts have one more' },
  firstDebtor: {
    label: 'First client’s account',
    section: accounts,
    hint: 'Clients get the numbers from here on, in the order in which they were added. 10000 if you leave it blank',
  },
  bank: { label: 'Bank', section: accounts, hint: usual('bank') },
  revenue19: { label: 'Revenue at 19%', section: accounts, hint: usual('revenue19') },
  revenue7: { label: 'Revenue at 7%', section: accounts, hint: usual('revenue7') },
  revenueOther: { label: 'Revenue at other rates', section: accounts, hint: usual('revenueOther') },
  revenueUntaxed: { label: 'Untaxed revenue', section: accounts, hint: usual('revenueUntaxed') },
  lateFees: { label: 'Late fees', section: accounts, hint: usual('lateFees') },
  usesTaxKeys: {
    label: 'Give tax keys for 19% and 7%',
    section: accounts,
    hint: 'Only if these accounts don’t calculate the tax themselves (no Automatikkonten)',
  },
  rates: {
    label: 'Exchange rates',
    section: accounts,
    hint: 'For invoices that aren’t in euros: how much a euro is worth, one currency per line, for example USD 1.0834',
    rows: 3,
  },
});

/** The period in an address. */
export const checkPeriod = (search: URLSearchParams): Validated<Period> =>
  validate(PeriodInput, filled(Days, search));

/** The settings for DATEV in an address. */
export function checkDatev(
  search: URLSearchParams,
  { locale, currency }: Person,
): Validated<z.output<typeof DatevInput>> {
  const { values, issues } = parseForm(datevFields, search, { locale, currency });
  const { fiscalYearMonth: month, ...others } = values;
  const checked = validate(DatevInput, {
    ...others,
    ...(month !== undefined && { fiscalYearMonth: Number(month) }),
  });
  if (issues.length === 0) return checked;
  const isNew = ({ path }: { path: string }) => !issues.some(issue => issue.path === path);
  return { issues: [...issues, ...(checked.issues ?? []).filter(isNew)] };
}

/** The form for the CSV file of a period. */
export const periodForm = ({ search }: PageContext, lastMonth: Record<string, string>): Html => {
  const isMine = search.has('from') && !search.has('consultant');
  const messages = isMine ? messagesOf(checkPeriod(search), periodFields) : [];
  const texts = isMine ? search : new URLSearchParams(lastMonth);
  return formOf('accounting', accountingPath, 'Download as CSV', periodFields, { texts, messages });
};

/** The form for DATEV's file of a period. */
export const datevForm = (
  { search, person }: PageContext,
  lastMonth: Record<string, string>,
  addition: Html | null,
): Html => {
  const isMine = search.has('consultant');
  const messages = isMine ? messagesOf(checkDatev(search, person), datevFields) : [];
  const usualTexts = { ...lastMonth, chart: '03', fiscalYearMonth: '1', accountLength: '4' };
  const texts = isMine ? search : new URLSearchParams(usualTexts);
  return formOf('datev', datevPath, 'Download for DATEV', datevFields, { texts, messages }, addition);
};

const messagesOf = ({ issues = [] }: Validated<unknown>, fields: readonly Field[]): Message[] =>
  issues.map(issue => messageOf(issue, fields));

function formOf(
  id: string,
  action: string,
  button: string,
  fields: readonly Field[],
  state: { texts: URLSearchParams; messages: readonly Message[] },
  /** Another button. */
  addition: Html | null = null,
): Html {
  const view = (field: Field) => fieldView(field, { form: id, ...state });
  const folded = fields.filter(({ section }) => section !== undefined);
  const isOpen = state.messages.some(({ field }) => folded.some(({ name }) => name === field));
  return html`<form method="get" action="${action}" id="${id}">${fields.filter(({ section }) => section === undefined).map(view)}${
    folded.length === 0
      ? null
      : html`<details${isOpen ? html` open` : null}><summary>Accounts and exchange rates</summary><div class="section">${folded.map(view)}</div></details>`
  }<p class="actions"><button class="quiet">${button}</button>${addition}</p></form>`;
}
