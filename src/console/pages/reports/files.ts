import type { FragmentSqlToken } from '../../../database/sql.ts';
import type { Period } from '../../../documents/statementDocument.ts';
import { type Cell, csvFile } from '../../../exports/csv.ts';
import { type Columns, cellsOf } from '../../../exports/csvFiles.ts';
import { batchesAfter, type Read } from '../../../exports/reads.ts';
import type { Route } from '../../../http/handler.ts';
import type { Page } from '../../page/page.ts';
import type { ConsoleResources } from '../../requests/console.ts';
import { fileRoute } from '../../requests/fileRoute.ts';
import { validPeriod } from '../../requests/period.ts';
import { csvDownload } from '../../requests/streamFile.ts';

/** A page of reports, and its CSV files, which take the same query. */
export interface PageWithFiles {
  page: Page;
  files: readonly ReportFile[];
}

/** A CSV file of what a page of reports shows. */
export interface ReportFile {
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
  path: ReportFile['path'],
  columns: Columns<Row>,
  query: (period: Period, search: URLSearchParams) => (last: Row | null, limit: number) => FragmentSqlToken,
): ReportFile => ({
  path,
  columns: Object.keys(columns),
  lines: async function* (read, search) {
    for await (const rows of batchesAfter<Row>(read, query(validPeriod(search), search)))
      yield rows.map(row => cellsOf(columns, row));
  },
});

/** The file of some rows of a report, which is read as a whole. */
export const wholeFile = <Report, Row>(
  path: ReportFile['path'],
  columns: Columns<Row>,
  query: (period: Period) => FragmentSqlToken,
  rowsOf: (report: Report) => readonly Row[],
): ReportFile => ({
  path,
  columns: Object.keys(columns),
  lines: async function* (read, search) {
    yield rowsOf(await read<Report>(query(validPeriod(search)))).map(row => cellsOf(columns, row));
  },
});

/** The routes of the files of reports. */
export const reportFileRoutes = (resources: ConsoleResources, { page, files }: PageWithFiles): Route[] =>
  files.map(({ path, columns, lines }) =>
    fileRoute(resources, {
      pattern: path,
      page: page.path,
      role: 'member',
      file: async ({ read }, search) =>
        csvDownload(
          path.slice(1, -'.csv'.length).replaceAll('/', '-'),
          csvFile(columns, lines(read, search)),
        ),
    }),
  );
