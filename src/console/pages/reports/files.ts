import type { FragmentSqlToken } from '../../../database/sql.ts';
import { type Cell, csvFile } from '../../../exports/csv.ts';
import { type Columns, cellsOf } from '../../../exports/csvFiles.ts';
import { batchesAfter, type Read } from '../../../exports/reads.ts';
import type { Route } from '../../../http/handler.ts';
import type { ConsoleResources } from '../../requests/console.ts';
import { queryOf, signInAddress } from '../../requests/paths.ts';
import { redirect } from '../../requests/reply.ts';
import { csvHeaders, readerOf, streamFile } from '../../requests/streamFile.ts';

/** A CSV file of what a page of reports shows. */
export interface ReportFile {
  /** The page, whose query it takes. */
  page: string;
  path: `/reports/${string}.csv`;
  columns: readonly string[];
  /** Its lines, some at a time. Throws an error that is shown as a page if the query isn't valid. */
  lines: (read: Read, search: URLSearchParams) => AsyncIterable<Cell[][]>;
}

/**
 * The file of a list that is read batch by batch. `query`: checks an address, and makes the query of the rows after one (null: of
 * the first ones).
 */
export const batchedFile = <Row>(
  given: Pick<ReportFile, 'page' | 'path'>,
  columns: Columns<Row>,
  query: (search: URLSearchParams) => (last: Row | null, limit: number) => FragmentSqlToken,
): ReportFile => ({
  ...given,
  columns: Object.keys(columns),
  lines: async function* (read, search) {
    for await (const rows of batchesAfter<Row>(read, query(search)))
      yield rows.map(row => cellsOf(columns, row));
  },
});

/** The file of some rows of a report, which is read as a whole. */
export const wholeFile = <Report, Row>(
  given: Pick<ReportFile, 'page' | 'path'>,
  columns: Columns<Row>,
  query: (search: URLSearchParams) => FragmentSqlToken,
  rowsOf: (report: Report) => readonly Row[],
): ReportFile => ({
  ...given,
  columns: Object.keys(columns),
  lines: async function* (read, search) {
    yield rowsOf(await read<Report>(query(search))).map(row => cellsOf(columns, row));
  },
});

/** The routes of the files of reports. */
export const reportFileRoutes = (resources: ConsoleResources, files: readonly ReportFile[]): Route[] =>
  files.map(({ page, path, columns, lines }) => ({
    method: 'GET',
    pattern: path,
    handler: async (req, res) => {
      const search = new URLSearchParams(req.search ?? '');
      const reader = await readerOf(resources, req);
      if (reader === null) return redirect(req, res, signInAddress(page + queryOf(search)));
      const name = path.slice(1, -'.csv'.length).replaceAll('/', '-');
      await streamFile(req, res, csvHeaders(name), csvFile(columns, lines(reader.read, search)));
    },
  }));
