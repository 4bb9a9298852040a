import { z } from 'zod';
import { type Issue, type Validated, validate } from '../../../admission/check.ts';
import { sql } from '../../../database/sql.ts';
import { type AccountName, DatevInput, usualAccounts, usualIn } from '../../../exports/datevSettings.ts';
import { listed } from '../../../formatting/index.ts';
import { workspaceId } from '../../../records/fragments.ts';
import { day, type Period } from '../../../vocabulary/fields.ts';
import { filled } from '../../components/filterForm.ts';
import { type Field, type FieldOptions, fieldsOf } from '../../forms/fields.ts';
import { fieldView } from '../../forms/fieldView.ts';
import { parseForm } from '../../forms/parseForm.ts';
import { messageOf } from '../../forms/rejectedForm.ts';
import { type Html, html } from '../../html/html.ts';
import type { Message, PageContext } from '../../requests/pageContext.ts';
import { idIn } from '../../requests/paths.ts';
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
}).transform(({ from = null, to = null }): Period => ({ since: from, until: to }));

const from: FieldOptions = { label: 'First day' };
const to: FieldOptions = { label: 'Last day' };
const periodFields = fieldsOf(Days, { from, to });

const usual = (name: AccountName) =>
  `${usualIn(name, '03')} in SKR03 and ${usualIn(name, '04')} in SKR04, if you leave it blank`;
const accounts = 'Accounts';
const accountLabels: Record<AccountName, string> = {
  bank: 'Bank',
  revenue19: 'Revenue at 19%',
  revenue7: 'Revenue at 7%',
  revenueUnion: 'Revenue at rates of other EU countries',
  revenueReverseCharge: 'Reverse charge, services in other EU countries',
  revenueReverseChargeInland: 'Reverse charge in Germany',
  revenueServicesOutside: 'Services outside the EU',
  revenueExport: 'Export of goods',
  revenueSmallBusiness: 'Revenue as a small business',
  revenueExempt: 'Exempt revenue',
  revenueZeroRated: 'Zero-rated revenue',
  revenueOther: 'Revenue at other rates, and at 0% without a reason',
  taxOther: 'Tax at other rates',
  lateFees: 'Late fees',
};
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
    hint: 'Clients get the numbers from here on, in the order in which they were added, and keep them. 10000 if you leave it blank',
  },
  ...Object.fromEntries(
    (Object.keys(usualAccounts) as AccountName[]).map(name => [
      name,
      { label: accountLabels[name], section: accounts, hint: usual(name) },
    ]),
  ),
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

/** The settings of the last file for DATEV (corkboard.datev_settings). */
export interface DatevState {
  accountLength: number;
  firstDebtor: number;
  settings: Record<string, string | number | boolean>;
}

/** One row with them; no row before the first file. */
export const datevStateQuery = sql.fragment`
  select s.account_length as "accountLength", s.first_debtor as "firstDebtor", s.settings
    from corkboard.datev_settings s where s.workspace_id = ${workspaceId}`;

/** The settings that the database keeps for the next file, besides the columns of its table. */
export const settingsToKeep = ({ from, to, accountLength, firstDebtor, rates, ...kept }: DatevInput) => kept;

/** The settings for DATEV in an address. */
export function checkDatev(
  search: URLSearchParams,
  { locale, currency }: Person,
  state: DatevState | null,
): Validated<DatevInput> {
  const { values, issues } = parseForm(datevFields, search, { locale, currency });
  const { fiscalYearMonth: month, ...others } = values;
  const checked = validate(DatevInput, {
    ...others,
    ...(month !== undefined && { fiscalYearMonth: Number(month) }),
  });
  const found = [...issues, ...(checked.issues ?? kept(checked.value!, state))];
  if (found.length === 0) return checked;
  return { issues: found.filter((one, at) => found.findIndex(({ path }) => path === one.path) === at) };
}

/** The changes of an input that clients' accounts follow from. */
function kept({ firstDebtor, accountLength }: DatevInput, state: DatevState | null): Issue[] {
  if (state === null) return [];
  const least = String(state.firstDebtor).length - 1;
  return [
    ...(firstDebtor === undefined || firstDebtor === state.firstDebtor
      ? []
      : [
          {
            path: 'firstDebtor',
            rule: `is ${state.firstDebtor} since the first file, and clients keep their numbers`,
          },
        ]),
    ...(accountLength >= least
      ? []
      : [{ path: 'accountLength', rule: `must be at least ${least}, because clients keep their numbers` }]),
  ];
}

/** The parameter of the page's address with the currencies that lack a rate. */
export const missingRates = 'missing';

/** The form for the CSV file of a period, and what is wrong in it. */
export function accountingForm({ search }: PageContext, lastMonth: Record<string, string>): FilledForm {
  const isMine = search.has('from') && !search.has('consultant');
  const messages = isMine ? messagesOf(checkPeriod(search), periodFields) : [];
  const texts = isMine ? search : new URLSearchParams(lastMonth);
  const shown = { id: 'accounting', action: accountingPath, button: 'Download as CSV', fields: periodFields };
  return filledForm(shown, { texts, messages });
}

/** The form for DATEV's file of a period, with the settings of the last one, and what is wrong in it. */
export function datevForm(
  { search, person }: PageContext,
  lastMonth: Record<string, string>,
  state: DatevState | null,
  addition: Html | null,
): FilledForm {
  const isMine = search.has('consultant');
  const checked = isMine ? checkDatev(search, person, state) : null;
  const wanted = (search.get(missingRates) ?? '').split(' ').filter(code => /^[A-Z]{3}$/.test(code));
  const missing = wanted.filter(code => checked?.value !== undefined && !checked.value.rates?.has(code));
  const rule = `must have a line for ${listed(missing)}, because the period has amounts in ${missing.length === 1 ? 'it' : 'them'}`;
  const issues = missing.length === 0 ? (checked?.issues ?? []) : [{ path: 'rates', rule }];
  const messages = messagesOf({ issues }, datevFields);
  const texts = isMine ? search : new URLSearchParams({ ...lastMonth, ...textsOf(state) });
  const shown = {
    ...{ id: 'datev', action: datevPath, button: 'Download for DATEV', addition },
    fields:
      state === null
        ? datevFields
        : datevFields.filter(({ name }) => name !== 'firstDebtor' || hasMessage(messages, name)),
    ...(state !== null && {
      note: html`<p class="hint">Clients’ accounts begin at ${state.firstDebtor}. Each client keeps its number.</p>`,
    }),
  };
  return filledForm(shown, { texts, messages });
}

/** A form with the texts of an address or usual ones. */
interface FilledForm {
  html: Html;
  /** Its errors, with links to the fields. */
  errors: Html[];
}

const hasMessage = (messages: readonly Message[], name: string) =>
  messages.some(({ field }) => field === name);

/** The initial values of the form: the settings of the last file, or the usual ones. */
function textsOf(state: DatevState | null): Record<string, string> {
  if (state === null) return { chart: '03', fiscalYearMonth: '1', accountLength: '4' };
  const texts = Object.entries<DatevState['settings'][string]>({
    ...state.settings,
    accountLength: state.accountLength,
  })
    .filter(([, value]) => value !== false)
    .map(([name, value]) => [name, value === true ? 'on' : String(value)]);
  return Object.fromEntries(texts);
}

const messagesOf = ({ issues = [] }: Validated<unknown>, fields: readonly Field[]): Message[] =>
  issues.map(issue => messageOf(issue, fields));

interface ShownForm {
  id: string;
  action: string;
  button: string;
  fields: readonly Field[];
  /** Above its folded fields. */
  note?: Html | null;
  /** Another button. */
  addition?: Html | null;
}

interface FormTexts {
  texts: URLSearchParams;
  messages: readonly Message[];
}

const filledForm = (shown: ShownForm, state: FormTexts): FilledForm => ({
  html: formOf(shown, state),
  errors: state.messages.map(({ text, field }) =>
    field === undefined
      ? html`<li>${text}</li>`
      : html`<li><a href="#${idIn(shown.id, field)}">${text}</a></li>`,
  ),
});

function formOf(
  { id, action, button, fields, note = null, addition = null }: ShownForm,
  state: FormTexts,
): Html {
  const view = (field: Field) => fieldView(field, { form: id, ...state });
  const folded = fields.filter(({ section }) => section !== undefined);
  const isOpen = folded.some(({ name }) => hasMessage(state.messages, name));
  return html`<form method="get" action="${action}" id="${id}">${fields.filter(({ section }) => section === undefined).map(view)}${
    folded.length === 0
      ? null
      : html`<details${isOpen ? html` open` : null}><summary>Accounts and exchange rates</summary>${note}<div class="section">${folded.map(view)}</div></details>`
  }<p class="actions"><button class="quiet">${button}</button>${addition}</p></form>`;
}
