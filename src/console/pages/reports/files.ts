import type { FragmentSqlToken } from '../../../database/sql.ts';
import { type CsvColumns, csvOf } from '../../../exports/csv.ts';
import { batchesAfter, type ReadRow } from '../../../exports/reads.ts';
import type { Period } from '../../../vocabulary/fields.ts';
import type { PageFile } from '../../requests/fileRoute.ts';
import { validPeriod } from '../../requests/period.ts';
import { csvDownload } from '../../requests/streamFile.ts';

/** A CSV file of what a page of reports shows. `batches`: its rows, for a valid query. */
const fileOf = <Row>(
  path: string,
  columns: CsvColumns<Row>,
  batches: (read: ReadRow, period: Period, search: URLSearchParams) => AsyncIterable<readonly Row[]>,
): PageFile => ({
  path,
  file: async ({ read }, search) =>
    csvDownload(
      path.slice(1, -'.csv'.length).replaceAll('/', '-'),
      csvOf(columns, batches(read, validPeriod(search), search)),
    ),
});

/**
 * The file of a list that is read batch by batch. `query`: checks an address, and makes the query of the rows after one (null: of
 * the first ones).
 */
export const batchedFile = <Row>(
  path: string,
  columns: CsvColumns<Row>,
  query: (period: Period, search: URLSearchParams) => (last: Row | null, limit: number) => FragmentSqlToken,
): PageFile => fileOf(path, columns, (read, period, search) => batchesAfter(read, query(period, search)));

/** The file of some rows of a report, which is read as a whole. */
export const wholeFile = <Report, Row>(
  path: string,
  columns: CsvColumns<Row>,
  query: (period: Period, search: URLSearchParams) => FragmentSqlToken,
  rowsOf: (report: Report) => readonly Row[],
): PageFile =>
  fileOf(path, columns, async function* (read, period, search) {
    yield rowsOf(await read<Report>(query(period, search)));
  });
