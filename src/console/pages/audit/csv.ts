import { type Cell, csvFile } from '../../../exports/csv.ts';
import { batchLength, type Read } from '../../../exports/reads.ts';
import type { Route } from '../../../http/handler.ts';
import { changeTexts } from '../../parts/auditChanges.ts';
import { channelOf, sentence, typeOf } from '../../parts/auditWords.ts';
import { type AuditEntry, type AuditFilters, type AuditPage, entries } from '../../records/auditLog.ts';
import type { ConsoleResources } from '../../requests/console.ts';
import { signInAddress } from '../../requests/paths.ts';
import { redirect } from '../../requests/reply.ts';
import { csvHeaders, readerOf, streamFile } from '../../requests/streamFile.ts';
import { filtersOf } from './filters.ts';

/** The columns of the file. */
const columns = [
  'Time',
  'Person or API key',
  'Key prefix',
  'Channel',
  'Change',
  'Record type',
  'Record',
  'Record ID',
  'Values',
];

/** The audit log as a CSV file, with the filters and in the order of its page. It is read in batches. */
export const auditCsv = (resources: ConsoleResources): Route => ({
  method: 'GET',
  pattern: '/settings/audit.csv',
  handler: async (req, res) => {
    const filters = filtersOf(new URLSearchParams(req.search ?? ''));
    const reader = await readerOf(resources, req);
    if (reader === null) return redirect(req, res, signInAddress('/settings/audit'));
    const rows = batches(reader.read, filters, reader.person.locale);
    await streamFile(req, res, csvHeaders('audit-log'), csvFile(columns, rows));
  },
});

async function* batches(read: Read, filters: AuditFilters, locale: string): AsyncGenerator<Cell[][]> {
  for (let after: string | null = null; ; ) {
    const { rows: found, searchedTo }: AuditPage = await read<AuditPage>(
      entries(filters, after, batchLength),
    );
    yield found.map(entry => rowOf(entry, locale));
    const last: { id: string } | null = found.length < batchLength ? searchedTo : found.at(-1)!;
    if (last === null) return;
    after = last.id;
  }
}

const rowOf = (entry: AuditEntry, locale: string): string[] => [
  entry.recordedAt,
  entry.actor,
  entry.keyPrefix ?? '',
  channelOf(entry),
  sentence(entry),
  typeOf(entry),
  entry.record?.name ?? '',
  entry.recordId,
  changeTexts(entry.changes, locale)
    .map(({ label, before, after }) =>
      before === null ? `${label} changed` : `${label}: ${before === '' ? '' : `${before} → `}${after}`,
    )
    .join('\n'),
];
