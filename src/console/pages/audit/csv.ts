import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import type { Request, Route } from '../../../http/handler.ts';
import { changeTexts } from '../../parts/auditChanges.ts';
import { channelOf, sentence, typeOf } from '../../parts/auditWords.ts';
import { type AuditEntry, type AuditFilters, type AuditPage, entries } from '../../records/auditLog.ts';
import { authenticate, type ConsoleResources } from '../../requests/console.ts';
import { signInAddress } from '../../requests/paths.ts';
import { pageHeaders, redirect } from '../../requests/reply.ts';
import { batchReads } from '../../sessions/batchReads.ts';
import { filtersOf } from './filters.ts';

/** How many entries are read and held in memory at a time, because the file may have any number of them. */
const batchLength = 500;

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

/**
 * The audit log as a CSV file, with the filters and in the order of its page. Text that a spreadsheet would take
 * for a formula is escaped. It is read in batches, and the person is authenticated for each of them.
 */
export const auditCsv = (resources: ConsoleResources): Route => ({
  method: 'GET',
  pattern: '/settings/audit.csv',
  handler: async (req, res) => {
    const filters = filtersOf(new URLSearchParams(req.search ?? ''));
    const first = await batch(resources, req, filters, null);
    if (first === null) return redirect(req, res, signInAddress('/settings/audit'));
    res.writeHead(200, {
      ...pageHeaders,
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="audit-log.csv"',
    });
    const file = stringify({
      header: true,
      columns,
      bom: true,
      escape_formulas: true,
      record_delimiter: 'windows',
    });
    await pipeline(Readable.from(rows(resources, req, filters, first)), file, res);
  },
});

interface Batch {
  found: AuditEntry[];
  /** The entry after which the next batch begins; null: there are no more. */
  next: string | null;
  locale: string;
}

/** A batch of entries after a given one; null if the person is not signed in any more. */
async function batch(
  resources: ConsoleResources,
  req: Request,
  filters: AuditFilters,
  after: string | null,
): Promise<Batch | null> {
  // Each batch has its own deadline, because a large file takes longer than a request may.
  req.deadline = resources.database.deadline(() => req.socket.destroyed);
  const admitted = await authenticate(
    resources,
    req,
    batchReads({ log: entries(filters, after, batchLength) }),
  );
  if (admitted === null) return null;
  const { rows: found, searchedTo } = (admitted.rows as unknown as { log: AuditPage }).log;
  const last = found.length < batchLength ? searchedTo : found.at(-1)!;
  return { found, next: last?.id ?? null, locale: admitted.person.locale };
}

async function* rows(resources: ConsoleResources, req: Request, filters: AuditFilters, first: Batch) {
  for (let current: Batch | null = first; ; ) {
    // The file ends in an error, so that half of it isn't taken for the whole.
    if (current === null) throw new Error('signed out');
    const { found, next, locale } = current;
    for (const entry of found) yield rowOf(entry, locale);
    if (next === null) return;
    current = await batch(resources, req, filters, next);
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
