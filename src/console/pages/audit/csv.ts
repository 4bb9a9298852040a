import { type CsvColumns, csvOf } from '../../../exports/csv.ts';
import { batches, batchLength } from '../../../exports/reads.ts';
import { changeTexts } from '../../components/auditChanges.ts';
import { channelOf, sentence, typeOf } from '../../components/auditWords.ts';
import { filtersIn } from '../../components/filterForm.ts';
import { type AuditEntry, type AuditPage, auditFilters, entries } from '../../queries/auditLog.ts';
import type { PageFile } from '../../requests/fileRoute.ts';
import { csvDownload } from '../../requests/streamFile.ts';

/** The columns of the file. */
const columnsIn = (locale: string): CsvColumns<AuditEntry> => ({
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
export const auditCsv: PageFile = {
  path: '/settings/audit.csv',
  file: async ({ read, person }, search) => {
    const filters = filtersIn(auditFilters, search);
    const found = batches(
      read,
      (after: string | null) => entries(filters, after, batchLength),
      ({ rows, searchedTo }: AuditPage) =>
        (rows.length < batchLength ? searchedTo : rows.at(-1)!)?.id ?? null,
    );
    return csvDownload('audit-log', csvOf(columnsIn(person.locale), found));
  },
};
