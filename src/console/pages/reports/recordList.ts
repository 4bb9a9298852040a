import type { z } from 'zod';
import type { FragmentSqlToken } from '../../../database/sql.ts';
import type { Period } from '../../../documents/statementDocument.ts';
import type { Columns } from '../../../exports/csv.ts';
import { count } from '../../../formatting/index.ts';
import { type Html, html, type Value } from '../../html/html.ts';
import { type Page, page } from '../../page/page.ts';
import { facts } from '../../parts/facts.ts';
import { filtersIn } from '../../parts/filterForm.ts';
import { cursorOf, keysetPagination, pageRows } from '../../parts/keysetPagination.ts';
import { periodForm } from '../../parts/periodForm.ts';
import { type Column, table } from '../../parts/table.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import { addressKeeping } from '../../requests/paths.ts';
import { askedPeriod } from '../../requests/period.ts';
import { batchedFile } from './files.ts';
import { csvLink } from './report.ts';

/** The name and path of a report, which may depend on what is chosen. */
type ReportLink = readonly [name: string, path: string];
type Report = ReportLink | ((search: URLSearchParams) => ReportLink);

/** A list of the records behind a figure of a report. `List`: the row of its read. */
interface RecordList<
  Row extends { id: string },
  List extends { rows: readonly Row[] },
  Filters extends z.ZodObject,
> {
  path: `/reports/${string}`;
  title: string;
  /** The report that it belongs to. */
  report: Report;
  /** What happened to the records in the chosen days, for the labels of the fields: `Sent`. */
  event?: string;
  /** What one record is called: `invoice`. */
  noun: string;
  /** What several are called, if not with an s at the end. */
  nouns?: string;
  /** The parameters that choose the records, besides from and until. */
  filters: Filters;
  /** The query of a page of them, after the row of an id. */
  read: (period: Period, chosen: z.output<Filters>, after: string | null) => FragmentSqlToken;
  /** The query of a batch of them for the file, as `rows`. */
  batch: (period: Period, chosen: z.output<Filters>, after: string | null, limit: number) => FragmentSqlToken;
  /** How many there are in all. */
  count: (list: List) => number;
  /** What is chosen, by name, and the sums of all records, which equal the figure. */
  facts: (list: List, context: PageContext) => readonly (readonly [name: string, value: Value])[];
  columns: (list: List) => readonly Column[];
  cells: (row: Row, context: PageContext) => readonly Value[];
  /** The columns of the file. */
  inFile: Columns<Row>;
}

/** A page with the list, the sums of all its records above it, and its CSV file. */
export function recordList<
  Row extends { id: string },
  List extends { rows: readonly Row[] },
  Filters extends z.ZodObject,
>(list: RecordList<Row, List, Filters>): Page {
  const kept = Object.keys(list.filters.shape);
  const file = batchedFile(`${list.path}.csv`, list.inFile, (period, search) => {
    const chosen = filtersIn(list.filters, search);
    return (last, limit) => list.batch(period, chosen, last?.id ?? null, limit);
  });
  return page<{ list: List }>({
    ...{ path: list.path, files: [file] },
    reads: ({ search }) => ({
      list: list.read(askedPeriod(search), filtersIn(list.filters, search), cursorOf(search)),
    }),
    view: (rows, context) => {
      const asked = askedPeriod(context.search);
      const [name, path] = reportOf(list, context);
      return {
        title: list.title,
        crumbs: [[name, addressKeeping(path, context.search, ['from', 'until', 'currency'])({})]],
        body: html`${periodForm({
          ...{ here: list.path, search: context.search, asked, kept },
          ...(list.event === undefined ? {} : { event: list.event }),
          ...{ since: asked.since ?? '', until: asked.until ?? '' },
          links: [['All', addressKeeping(list.path, context.search, kept)({})]],
        })}${Object.keys(asked.faults).length === 0 ? shownList(list, rows.list, context) : null}`,
      };
    },
  });
}

const reportOf = ({ report }: { report: Report }, { search }: PageContext): ReportLink =>
  typeof report === 'function' ? report(search) : report;

function shownList<Row extends { id: string }, List extends { rows: readonly Row[] }>(
  list: Omit<RecordList<Row, List, z.ZodObject>, 'read' | 'batch' | 'filters'>,
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
