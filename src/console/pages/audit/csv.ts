import { type Cell, csvFile } from '../../../exports/csv.ts';
import { type Columns, cellsOf } from '../../../exports/csvFiles.ts';
import { batchLength, type Read } from '../../../exports/reads.ts';
import type { Route } from '../../../http/handler.ts';
import { changeTexts } from '../../parts/auditChanges.ts';
import { channelOf, sentence, typeOf } from '../../parts/auditWords.ts';
import { type AuditEntry, type AuditFilters, type AuditPage, entries } from '../../records/auditLog.ts';
import type { ConsoleResources } from '../../requests/console.ts';
import { fileRoute } from '../../requests/fileRoute.ts';
import { csvDownload } from '../../requests/streamFile.ts';
import { filtersOf } from '../audit.ts';

/** The columns of the file. */
const columnsIn = (locale: string): Columns<AuditEntry> => ({
  Time: ({ recordedAt }) => recordedAt,
  'Person or API key': ({ actor }) => actor,
  'Key prefix': ({ keyPrefix }) => keyPrefix,
  Channel: channelOf,
  Change: sentence,
  'Record type': typeOf,
  Record: ({ record }) => record?.name ?? null,
  'Record ID': ({ recordId }) => recordId,
  Values: ({ changes }) =>
    changeTexts(changes, locale)
      .map(({ label, before, after }) =>
        before === null ? `${label} changed` : `${label}: ${before === '' ? '' : `${before} → `}${after}`,
      )
      .join('\n'),
});

/** The audit log as a CSV file, with the filters and in the order of its page. It is read in batches. */
export const auditCsv = (resources: ConsoleResources): Route =>
  fileRoute(resources, {
    pattern: '/settings/audit.csv',
    page: '/settings/audit',
    role: 'member',
    file: async ({ read, person }, search) => {
      const columns = columnsIn(person.locale);
      const lines = batches(read, filtersOf(search), columns);
      return csvDownload('audit-log', csvFile(Object.keys(columns), lines));
    },
  });

async function* batches(
  read: Read,
  filters: AuditFilters,
  columns: Columns<AuditEntry>,
): AsyncGenerator<Cell[][]> {
  for (let after: string | null = null; ; ) {
    const { rows: found, searchedTo }: AuditPage = await read<AuditPage>(
      entries(filters, after, batchLength),
    );
    yield found.map(entry => cellsOf(columns, entry));
    const last: { id: string } | null = found.length < batchLength ? searchedTo : found.at(-1)!;
    if (last === null) return;
    after = last.id;
  }
}
