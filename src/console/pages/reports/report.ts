import type { Period } from '../../../vocabulary/fields.ts';
import { dayAt } from '../../components/calendar.ts';
import { type Choice, chosenOf } from '../../components/filterForm.ts';
import { pagination } from '../../components/pagination.ts';
import { periodForm } from '../../components/periodForm.ts';
import { tabs } from '../../components/tabs.ts';
import { type Html, html, type Value } from '../../html/html.ts';
import { type Page, page } from '../../page/page.ts';
import { pageLength } from '../../queries/pageLimit.ts';
import { type ReportRange, reportRange, type Unit } from '../../queries/reportRange.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import { addressKeeping, withQuery } from '../../requests/paths.ts';
import { type AskedPeriod, askedPeriod } from '../../requests/period.ts';
import { pageNumber } from '../../requests/query.ts';
import type { PageQueries } from '../../sessions/batchReads.ts';

// How to add a report.
//
// 1. Add its name and path to the tabs below, and its page, made with `report`, to routing/pages.ts.
// 2. Define the fields of its rows (fields.ts). Its queries begin with `with ${rangeOf(period)}` (queries/reportRange.ts), which
//    has the range of days as a row, and select the fields with `selectOf`.
// 3. Each figure is a link (`figure`) to the list of the records behind it, a page made with `recordList` (recordList.ts),
//    which shows their sum.
// 4. Its CSV files are made of the fields with files.ts; `csvLink` links to one.
//
// `currencyReport` makes a report of sums of amounts, which are also shown by client.

interface ReportTab {
  name: string;
  path: string;
  /** The event in the chosen days: `Sent`. Such a report covers everything without them, others the last 12 months. */
  event?: string;
  /** What the form chooses besides the days. */
  choices?: readonly Choice[];
  /** Whether the address chooses one of its parts (`reportPart`). */
  hasParts?: boolean;
}

/** By which days the report of taxes sums, and over which periods. */
export const basisChoice: Choice = [
  'basis',
  'Dated by',
  [
    ['invoice', 'Invoice date'],
    ['payment', 'Payment date'],
  ],
];
const unitChoice: Choice = [
  'by',
  'Summed by',
  [
    ['quarter', 'Quarter'],
    ['month', 'Month'],
    ['year', 'Year'],
  ],
];

/** The reports, in the order of their tabs. */
const reports: readonly ReportTab[] = [
  { name: 'Money', path: '/reports', hasParts: true },
  { name: 'Receivables', path: '/reports/receivables', event: 'Sent' },
  { name: 'Tax', path: '/reports/taxes', choices: [basisChoice, unitChoice] },
  { name: 'Hours', path: '/reports/hours', hasParts: true },
  { name: 'Rounds', path: '/reports/rounds' },
];

/** The parameters of the address that reports share. */
const shared = ['from', 'until', 'currency'];

const choicesOf = (path: string): readonly Choice[] => reports.find(one => one.path === path)?.choices ?? [];

/** The parameters that a report's links to itself, and a list's link to its report, keep. */
export const keptBy = (path: string): readonly string[] => [
  ...shared,
  ...(reports.find(one => one.path === path)?.hasParts ? ['by'] : []),
  ...choicesOf(path).map(([name]) => name),
];

/** The periods by which a report sums. */
export const unitIn = (path: string, search: URLSearchParams): Unit =>
  choicesOf(path).includes(unitChoice) ? (chosenOf(unitChoice, search) as Unit) : 'month';

/** A report. `Rows`: the rows of its reads, by name. */
interface Report<Rows> {
  path: string;
  alias?: string;
  reads: (period: Period, search: URLSearchParams) => PageQueries;
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
      return { range: reportRange(period, unitIn(path, search)), ...reads(period, search) };
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
  { path, event, choices = [], hasParts }: ReportTab,
  asked: AskedPeriod,
  { since, until, today }: ReportRange,
  search: URLSearchParams,
): Html {
  const kept = keptBy(path).filter(name => name !== 'from' && name !== 'until');
  const address = addressKeeping(path, search, kept);
  return periodForm({
    ...{ here: path, search, asked },
    ...(event === undefined
      ? { since, until }
      : { event, since: asked.since ?? '', until: asked.until ?? '' }),
    links: [
      [event !== undefined ? 'All' : choices.length > 0 ? 'Latest' : 'Last 12 months', address({})],
      ...usualRanges(today).map(([name, days]) => [name, address(days)] as const),
    ],
    ...{ choices, kept: hasParts ? ['currency', 'by'] : ['currency'] },
  });
}

/** The usual ranges of days, by name. */
function usualRanges(today: string): [name: string, days: { from: string; until: string }][] {
  const [year, month] = today.split('-').map(Number) as [number, number];
  const quarter = month - ((month - 1) % 3);
  const first = (monthOfYear: number) => dayAt(year, monthOfYear, 1);
  return [
    ['This month', { from: first(month), until: today }],
    ['Last month', { from: first(month - 1), until: dayAt(year, month, 0) }],
    ['This quarter', { from: first(quarter), until: today }],
    ['Last quarter', { from: first(quarter - 3), until: dayAt(year, quarter, 0) }],
    ['This year', { from: first(1), until: today }],
  ];
}

/** The days from the first to the last one, as far as they are within the range of the report. */
export const daysWithin = ({ since, until }: ReportRange, first: string, last: string) => ({
  from: first < since ? since : first,
  until: last > until ? until : last,
});

/**
 * The part of a report that an address asks for with `by`, by default the first one, below the tabs of all parts: a report whose
 * tables are long shows one at a time. `parts`: the name and the content of each.
 */
export function reportPart(
  parts: Record<string, [name: string, view: () => Html]>,
  context: PageContext,
): Html {
  const { search, here } = context;
  const [first] = Object.keys(parts) as [string];
  const asked = search.get('by') ?? '';
  const by = Object.hasOwn(parts, asked) ? asked : first;
  const address = addressKeeping(here.split('?')[0]!, search, shared);
  const addressOf = (key: string) => address(key === first ? {} : { by: key });
  return html`${tabs(
    'Parts',
    Object.entries(parts).map(([key, [name]]) => [name, addressOf(key)]),
    addressOf(by),
  )}${parts[by]![1]()}`;
}

/** The parameters of a list's address. Those without a value are left out of it. */
export type Query = Record<string, string | null | undefined>;

/** A figure that links to the list of the records behind it. */
export const figure = (text: Value, path: string, query: Query): Html =>
  html`<a href="${recordsAddress(path, query)}">${text}</a>`;

/** The address of the list of the records behind a figure. */
export const recordsAddress = (path: string, query: Query): string =>
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

/** The page of the longest table that an address asks for: how many rows are before it and up to its end. Throws validation. */
export function rowsOfPage(search: URLSearchParams, perPage = pageLength) {
  const page = pageNumber(search);
  return { page, before: (page - 1) * perPage, upTo: page * perPage };
}

/** The links between the pages of a table with so many rows. */
export const pageLinks = (
  total: number,
  { search, here }: PageContext,
  perPage = pageLength,
): Html | null => {
  const { page } = rowsOfPage(search);
  return pagination({ page, pageCount: Math.ceil(total / perPage) }, here);
};
