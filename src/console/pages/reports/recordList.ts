import type { z } from 'zod';
import { check } from '../../../admission/check.ts';
import { count } from '../../../formatting/index.ts';
import { type Html, html, type Value } from '../../html/html.ts';
import { type Page, page } from '../../page/page.ts';
import { facts } from '../../parts/facts.ts';
import { cursorOf, keysetPagination, pageRows } from '../../parts/keysetPagination.ts';
import { periodForm } from '../../parts/periodForm.ts';
import { type Column, table } from '../../parts/table.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import { addressKeeping } from '../../requests/paths.ts';
import { askedPeriod } from '../../requests/period.ts';
import type { Reads } from '../../sessions/batchReads.ts';
import { csvLink } from './report.ts';

/** The name and path of a report. */
type ReportLink = readonly [name: string, path: string];

/** A list of the records behind a figure of a report. `List`: the row of its read. */
interface RecordListPage<Row extends { id: string }, List extends { rows: readonly Row[] }> {
  path: string;
  title: string;
  /** The name and path of the report that it belongs to, which may depend on what is chosen. */
  report: ReportLink | ((search: URLSearchParams) => ReportLink);
  /** What happened to the records in the chosen days, for the labels of the fields: `Sent`. */
  event?: string;
  /** What one record is called: `invoice`. */
  noun: string;
  /** What several are called, if not with an s at the end. */
  nouns?: string;
  /** The names of the parameters that choose the records, besides from and until. */
  filters: readonly string[];
  /** The query of a page of them, after the row of an id. Throws validation. */
  read: (search: URLSearchParams, after: string | null) => Reads[string];
  /** How many there are in all. */
  count: (list: List) => number;
  /** What is chosen, by name, and the sums of all records, which equal the figure. */
  facts: (list: List, context: PageContext) => readonly (readonly [name: string, value: Value])[];
  columns: (list: List) => readonly Column[];
  cells: (row: Row, context: PageContext) => readonly Value[];
}

/** A page with the list, the sums of all its records above it, and the link to its CSV file. */
export const recordList = <Row extends { id: string }, List extends { rows: readonly Row[] }>(
  list: RecordListPage<Row, List>,
): Page =>
  page<{ list: List }>({
    path: list.path,
    reads: ({ search }) => ({ list: list.read(search, cursorOf(search)) }),
    view: (rows, context) => {
      const asked = askedPeriod(context.search);
      const [name, path] = reportOf(list, context);
      const kept = ['from', 'until', 'currency'];
      return {
        title: list.title,
        crumbs: [[name, addressKeeping(path, context.search, kept)({})]],
        body: html`${periodForm({
          ...{ here: list.path, search: context.search, asked, kept: list.filters },
          ...(list.event === undefined ? {} : { event: list.event }),
          ...{ since: asked.since ?? '', until: asked.until ?? '' },
          links: [['All', addressKeeping(list.path, context.search, list.filters)({})]],
        })}${Object.keys(asked.faults).length === 0 ? shownList(list, rows.list, context) : null}`,
      };
    },
  });

const reportOf = (
  { report }: Pick<RecordListPage<never, never>, 'report'>,
  { search }: PageContext,
): ReportLink => (typeof report === 'function' ? report(search) : report);

function shownList<Row extends { id: string }, List extends { rows: readonly Row[] }>(
  list: RecordListPage<Row, List>,
  found: List,
  context: PageContext,
): Html {
  const { locale } = context.person;
  const [total, nouns] = [list.count(found), list.nouns ?? `${list.noun}s`];
  const number = `${count(total, locale)} ${total === 1 ? list.noun : nouns}`;
  return html`
    ${facts([['Found', number], ...list.facts(found, context)])}
    ${
      found.rows.length === 0
        ? html`<p class="empty">No ${nouns} match. <a href="${reportOf(list, context)[1]}">Back to the report</a></p>`
        : table(
            list.title,
            list.columns(found),
            pageRows(found.rows).map(row => list.cells(row, context)),
          )
    }
    ${keysetPagination(context.here, found.rows)}
    ${found.rows.length === 0 ? null : csvLink(`${list.path}.csv`, context)}`;
}

/** The filters in an address; blank ones are ignored. Throws validation. */
export function filtersIn<Filters extends z.ZodObject>(
  filters: Filters,
  search: URLSearchParams,
): z.output<Filters> {
  const names = Object.keys(filters.shape);
  const given = [...search].filter(([name, text]) => names.includes(name) && text.trim() !== '');
  return check(filters, Object.fromEntries(given)) as z.output<Filters>;
}
