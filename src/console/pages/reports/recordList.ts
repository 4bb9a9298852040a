import type { z } from 'zod';
import { type FragmentSqlToken, sql } from '../../../database/sql.ts';
import { count } from '../../../formatting/index.ts';
import { object, objects, selectList } from '../../../records/fragments.ts';
import type { Period } from '../../../vocabulary/fields.ts';
import { facts } from '../../components/facts.ts';
import { filtersIn } from '../../components/filterForm.ts';
import { cursorOf, keysetPagination, pageRows } from '../../components/keysetPagination.ts';
import { periodForm } from '../../components/periodForm.ts';
import { type Html, html, type Value } from '../../html/html.ts';
import { personName } from '../../html/personName.ts';
import { type Page, page } from '../../page/page.ts';
import { rowsPlusOne } from '../../queries/pageLimit.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import { addressKeeping } from '../../requests/paths.ts';
import { askedPeriod } from '../../requests/period.ts';
import type { Person } from '../../sessions/person.ts';
import {
  columnsOf,
  type Field,
  type Fields,
  type RowOf,
  selectOf,
  type TableColumns,
  tableOf,
} from './fields.ts';
import { batchedFile } from './files.ts';
import { csvLink, keptBy } from './report.ts';

/** The name and path of a report, which may depend on what is chosen. */
type ReportLink = readonly [name: string, path: string];

/** Which records are listed: those of a period that some filters choose. */
export interface Asked<Filters> {
  period: Period;
  chosen: Filters;
}

/** A list of the records behind a figure of a report. */
interface RecordList<F extends Fields, Filters extends z.ZodObject> {
  path: `/reports/${string}`;
  title: string;
  /** The report that it belongs to. */
  report: ReportLink | ((search: URLSearchParams) => ReportLink);
  /** The event of the records in the chosen days, for the labels of the fields: `Sent`. */
  event?: string;
  /** The name of one record: `invoice`. */
  noun: string;
  /** The plural, if it doesn't end with an s. */
  nouns?: string;
  /** The parameters that choose the records, besides from and until. */
  filters: Filters;
  /** The table expressions of the query. `found` has this many of the records, those after the one with an id. */
  tables: (asked: Asked<z.output<Filters>>, after: string | null, limit: number) => FragmentSqlToken;
  /** The fields of a record, one of which is its id, and what they are selected from: `found` with its joins and the order. */
  fields: F;
  from: FragmentSqlToken;
  columns: TableColumns<RowOf<F>>;
  /** The fields of the sums of all records, which equal the figure, and what they are selected from: a row, or one by currency. */
  sums: Fields & { records: Field<number> };
  sumsFrom: (asked: Asked<z.output<Filters>>) => FragmentSqlToken;
  /** The queries of the names of chosen records, by what they are. */
  names?: (chosen: z.output<Filters>) => Record<string, FragmentSqlToken>;
  /** What else is chosen, by name. */
  words?: (chosen: z.output<Filters>, person: Person) => Record<string, string | null>;
}

/** A row with the sums of the records in a currency. */
type Sums = { records: number; currency: string } & Record<string, unknown>;

/** What the query of a page finds. */
interface Found<Row> {
  /** One more than is shown, if there are more. */
  rows: Row[];
  sums: Sums[];
  names: Record<string, string | null>;
}

/** A page with the list, the sums of all its records above it, and its CSV file. */
export function recordList<F extends Fields, Filters extends z.ZodObject>(
  list: RecordList<F, Filters>,
): Page {
  type Row = RowOf<F> & { id: string };
  const { path, filters } = list;
  const kept = Object.keys(filters.shape);
  const rows = objects(sql.fragment`select ${selectOf(list.fields)} from ${list.from}`);
  const asked = (period: Period, search: URLSearchParams) => ({
    period,
    chosen: filtersIn(filters, search),
  });

  const found = (records: Asked<z.output<Filters>>, after: string | null) => sql.fragment`
    with ${list.tables(records, after, rowsPlusOne)}
    select ${rows} as rows,
      ${objects(sql.fragment`select ${selectOf(list.sums)} from ${list.sumsFrom(records)}`)} as sums,
      ${list.names ? object(selectList(list.names(records.chosen))) : sql.fragment`'{}'::json`} as names`;

  const file = batchedFile<Row>(`${path}.csv`, columnsOf(list.fields), (period, search) => {
    const records = asked(period, search);
    return (last, limit) => sql.fragment`
      with ${list.tables(records, last?.id ?? null, limit)} select ${rows} as rows`;
  });

  return page<{ list: Found<Row> }>({
    ...{ path, files: [file] },
    reads: ({ search }) => ({ list: found(asked(askedPeriod(search), search), cursorOf(search)) }),
    view: (found, context) => {
      const { search } = context;
      const period = askedPeriod(search);
      const [name, report] = typeof list.report === 'function' ? list.report(search) : list.report;
      return {
        title: list.title,
        crumbs: [[name, addressKeeping(report, search, keptBy(report))({})]],
        body: html`${periodForm({
          ...{ here: path, search, asked: period, kept },
          ...(list.event === undefined ? {} : { event: list.event }),
          ...{ since: period.since ?? '', until: period.until ?? '' },
          links: [['All', addressKeeping(path, search, kept)({})]],
        })}${Object.keys(period.faults).length === 0 ? shown(found.list, report, context) : null}`,
      };
    },
  });

  function shown({ rows, sums, names }: Found<Row>, report: string, context: PageContext): Html {
    const total = sums.reduce((sum, { records }) => sum + records, 0);
    const nouns = list.nouns ?? `${list.noun}s`;
    return html`
      ${facts([
        ['Found', `${count(total, context.person.locale)} ${total === 1 ? list.noun : nouns}`],
        ...Object.entries(names).map(([name, value]): [string, Value] => [
          name,
          name === 'Person' && value !== null ? personName(value, context.person) : value,
        ]),
        ...Object.entries(list.words?.(filtersIn(filters, context.search), context.person) ?? {}),
        ...sumFacts(list.sums, sums, context.person),
      ])}
      ${
        rows.length === 0
          ? html`<p class="empty">No ${nouns} match. <a href="${report}">Back to the report</a></p>`
          : tableOf(list.title, list.fields, list.columns, pageRows(rows), context)
      }
      ${keysetPagination(context.here, rows)}
      ${rows.length === 0 ? null : csvLink(`${path}.csv`, context)}`;
  }
}

/** The sums by their headings. Amounts in several currencies are never added up. */
const sumFacts = (fields: Fields, sums: readonly Sums[], person: Person): [name: string, value: Value][] =>
  Object.entries(fields).flatMap(([key, { heading, onPage }]) =>
    heading === null || sums.length === 0
      ? []
      : [[heading, sums.map((row, at) => [at > 0 ? ' · ' : null, onPage(row[key], row, person)])]],
  );
