import type { Period } from '../../../documents/statementDocument.ts';
import { amount } from '../../../formatting/index.ts';
import { currency as currencyCode } from '../../../vocabulary/fields.ts';
import { type Html, html, type Value } from '../../html/html.ts';
import { type Page, page } from '../../page/page.ts';
import { periodForm } from '../../parts/periodForm.ts';
import { tabs } from '../../parts/tabs.ts';
import { pageLength } from '../../records/pageLimit.ts';
import { type ReportRange, reportRange } from '../../records/reportRange.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import { addressKeeping, withQuery } from '../../requests/paths.ts';
import { type AskedPeriod, askedPeriod } from '../../requests/period.ts';
import { pageNumber } from '../../requests/query.ts';
import type { Reads } from '../../sessions/batchReads.ts';
import type { Person } from '../../sessions/person.ts';

// How to add a report.
//
// 1. Add its name and path to the tabs below, and its page, made with `report`, to routing/pages.ts.
// 2. Its queries begin with `with ${rangeOf(period)}` (records/reportRange.ts), which has the range of days as a row.
// 3. Each figure is a link (`figure`) to the list of the records behind it, a page made with `recordList` (recordList.ts),
//    which shows their sum.
// 4. Its CSV files are made with files.ts; `csvLink` links to one.

interface ReportTab {
  name: string;
  path: string;
  /** What happens in the chosen days: `Sent`. Such a report covers everything without them, others the last 12 months. */
  event?: string;
}

/** The reports, in the order of their tabs. */
const reports: readonly ReportTab[] = [
  { name: 'Money', path: '/reports' },
  { name: 'Receivables', path: '/reports/receivables', event: 'Sent' },
  { name: 'Hours', path: '/reports/hours' },
  { name: 'Rounds', path: '/reports/rounds' },
];

/** The parameters of the address that reports share. */
const shared = ['from', 'until', 'currency'];

/** What a report is. `Rows`: the rows of its reads, by name. */
interface Report<Rows> {
  path: string;
  alias?: string;
  reads: (period: Period, search: URLSearchParams) => Reads;
  /** The report, for a valid range of days. */
  view: (rows: Rows & { range: ReportRange }, context: PageContext) => Html;
  files: Page['files'];
}

/** A report: a page with the tabs of all reports and the form that chooses the range of days. */
export function report<Rows>({ path, alias, reads, view, files }: Report<Rows>): Page {
  const tab = reports.find(one => one.path === path)!;
  return page<Rows & { range: ReportRange }>({
    ...{ path, files, ...(alias && { alias }) },
    reads: ({ search }) => {
      const period = askedPeriod(search);
      return { range: reportRange(period), ...reads(period, search) };
    },
    view: (rows, context) => {
      const asked = askedPeriod(context.search);
      return {
        title: tab.name,
        body: html`
          ${reportTabs(tab, asked, context.search)}
          ${chooseRange(tab, asked, rows.range, context.search)}
          ${isValid(asked) ? view(rows, context) : null}`,
      };
    },
  });
}

/** The currency that the address asks for; blank: none, or no code of a currency. */
export const askedCurrency = (search: URLSearchParams): string =>
  currencyCode.safeParse(search.get('currency')).data ?? '';

const isValid = ({ faults }: AskedPeriod) => Object.keys(faults).length === 0;

/** The tabs of the reports, which keep the chosen days, except for those of everything. */
function reportTabs(current: ReportTab, asked: AskedPeriod, search: URLSearchParams): Html {
  const addressOf = ({ path, event }: ReportTab) =>
    addressKeeping(path, search, event !== undefined || !isValid(asked) ? ['currency'] : shared)({});
  return tabs(
    'Reports',
    reports.map(one => [one.name, addressOf(one)]),
    addressOf(current),
  );
}

/** The form for the range of days, and links to usual ones, which end today. */
function chooseRange(
  { path, event }: ReportTab,
  asked: AskedPeriod,
  { since, until, today }: ReportRange,
  search: URLSearchParams,
): Html {
  const address = addressKeeping(path, search, ['currency']);
  return periodForm({
    ...{ here: path, search, asked },
    ...(event === undefined
      ? { since, until }
      : { event, since: asked.since ?? '', until: asked.until ?? '' }),
    links: [
      [event === undefined ? 'Last 12 months' : 'All', address({})],
      ...usualRanges(today).map(([name, days]) => [name, address(days)] as const),
    ],
    kept: ['currency'],
  });
}

/** The usual ranges of days, by name. */
function usualRanges(today: string): [name: string, days: { from: string; until: string }][] {
  const [year, month] = today.split('-').map(Number) as [number, number];
  const first = (monthOfYear: number) => dayAt(year, monthOfYear, 1);
  return [
    ['This month', { from: first(month), until: today }],
    ['Last month', { from: first(month - 1), until: dayAt(year, month, 0) }],
    ['This quarter', { from: first(month - ((month - 1) % 3)), until: today }],
    ['This year', { from: first(1), until: today }],
  ];
}

/** A date. The month and the day may lie outside of the year and the month. */
function dayAt(year: number, month: number, day: number): string {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.toISOString().slice(0, 10);
}

/** The tabs of the currencies of a report; null if there is only one. */
export function currencyTabs(
  currencies: readonly string[],
  current: string,
  { here, search, person }: PageContext,
): Html | null {
  const all = [...new Set(currencies)].sort();
  if (all.length < 2) return null;
  const own = all.filter(one => one === person.currency);
  const address = addressKeeping(here.split('?')[0]!, search, ['from', 'until']);
  return tabs(
    'Currency',
    [...own, ...all.filter(one => one !== person.currency)].map(one => [one, address({ currency: one })]),
    address({ currency: current }),
  );
}

/** A figure that links to the list of the records behind it. Undefined parameters are left out of the address. */
export const figure = (text: string, path: string, query: Record<string, string | null | undefined>): Html =>
  html`<a href="${recordsAddress(path, query)}">${text}</a>`;

/** An amount that links to the list of the records behind it; zero, which has none, is only text. */
export function moneyFigure(
  cents: number,
  currency: string,
  { locale }: Person,
  path: string,
  query: Record<string, string | null | undefined>,
): Html {
  const text = amount(cents, currency, locale);
  return cents === 0 ? html`<span class="none">${text}</span>` : figure(text, path, { ...query, currency });
}

/** The address of the list of the records behind a figure. */
export const recordsAddress = (path: string, query: Record<string, string | null | undefined>): string =>
  withQuery(
    path,
    Object.fromEntries(
      Object.entries(query).flatMap(([name, value]) =>
        value == null || value === '' ? [] : [[name, value]],
      ),
    ),
  );

/** The name of a project, which leads to a tab of its page unless it is in the trash. */
export const projectLink = (
  { projectId, project, isTrashed }: { projectId: string; project: string; isTrashed: boolean },
  tab: string,
): Value =>
  isTrashed ? `${project} (in the trash)` : html`<a href="/projects/${projectId}?tab=${tab}">${project}</a>`;

/** The link to a CSV file at a path, with the query of the page but for its position in a list. */
export function csvLink(path: string, { search }: PageContext): Html {
  const names = [...search.keys()].filter(name => !['after', 'page', 'done'].includes(name));
  return html`<p class="quiet-text"><a href="${addressKeeping(path, search, names)({})}">Download as CSV</a></p>`;
}

/** The page of a report's clients that an address asks for. Throws validation. */
export const clientPage = (search: URLSearchParams): number =>
  pageNumber(new URLSearchParams({ page: search.get('page') ?? '' }));

/** The pages of a number of clients, for the links between them. */
export const pagesOf = (total: number, page: number) => ({
  page,
  perPage: pageLength,
  total,
  pageCount: Math.ceil(total / pageLength),
});
