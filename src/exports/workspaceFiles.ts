import { sql } from '../database/sql.ts';
import { workspaceId } from '../records/fragments.ts';
import { numberInPath } from '../vocabulary/documents.ts';
import { accountingCsv } from './accounting.ts';
import { csvFiles } from './csvFiles.ts';
import { batchesOf, batchOf, type ReadRow } from './reads.ts';
import { columnsOf, columnsQuery, countQuery, recordsQuery, tableNames } from './tables.ts';
import type { ZippedFile } from './zip.ts';

/** Where an export reads the workspace from. */
export interface ExportSource {
  read: ReadRow;
  /** The bytes of a row of a table; null if it is gone. */
  bytesOf: (table: 'issued_documents' | 'workspace_logos', id: string) => Promise<Buffer | null>;
}

/** How many records and documents are in an export so far, and how many there will be. */
export interface Progress {
  done: number;
  total: number;
}

/** The files of an export of a workspace. docs/exports.md describes them. `progress` is kept up to date. */
export async function* workspaceFiles(
  source: ExportSource,
  progress: Progress,
  now = new Date(),
): AsyncGenerator<ZippedFile> {
  const { read } = source;
  progress.total = await countOf(read);
  const file = (name: string, input: AsyncIterable<string | Buffer>, lastModified = now): ZippedFile => ({
    name,
    input,
    lastModified,
  });
  for (const { name, chunks } of [...csvFiles, accountingCsv({ since: null, until: null })])
    yield file(`csv/${name}.csv`, chunks(read));
  const columns = columnsOf((await read<{ rows: Parameters<typeof columnsOf>[0] }>(columnsQuery)).rows);
  for (const table of tableNames)
    yield file(
      `json/${table}.json`,
      jsonArray(
        batchesOf<{ record: string }>(read, after => recordsQuery(table, columns, after)),
        progress,
      ),
    );
  for await (const found of batchesOf<Logo>(read, logos))
    for (const { id, sha256 } of found)
      yield file(`logos/${sha256}.png`, bytesOf(source, 'workspace_logos', id, progress));
  for await (const found of batchesOf<Document>(read, documents))
    for (const document of found)
      yield file(
        documentPath(document),
        bytesOf(source, 'issued_documents', document.id, progress),
        new Date(document.madeAt),
      );
}

/** How many records there are, and how many files of documents and logos. */
async function countOf(read: ReadRow): Promise<number> {
  let total = 0;
  for (const table of [...tableNames, 'issued_documents', 'workspace_logos'])
    total += (await read<{ count: number }>(countQuery(table))).count;
  return total;
}

/** A JSON array with a record on each line. */
async function* jsonArray(
  batches: AsyncIterable<{ record: string }[]>,
  progress: Progress,
): AsyncGenerator<string> {
  let before = '[\n';
  for await (const rows of batches) {
    if (rows.length === 0) continue;
    yield before + rows.map(({ record }) => record).join(',\n');
    before = ',\n';
    progress.done += rows.length;
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

async function* bytesOf(
  source: ExportSource,
  table: Parameters<ExportSource['bytesOf']>[0],
  id: string,
  progress: Progress,
): AsyncGenerator<Buffer> {
  const bytes = await source.bytesOf(table, id);
  if (bytes !== null) yield bytes;
  progress.done++;
}

interface Logo {
  id: string;
  sha256: string;
}

const logos = (after: string) =>
  batchOf(
    'workspace_logos',
    after,
    sql.fragment`select t.id, encode(t.sha256, 'hex') as sha256 from scanned t`,
  );

interface Document {
  id: string;
  kind: string;
  version: number;
  format: string;
  madeAt: string;
  /** The number of an invoice, estimate or credit note; null for other kinds. */
  number: string | null;
  /** The name of the project. */
  project: string | null;
}

/** The documents whose file is made. Those that have no number are of a project, or of a change order that was proposed for it. */
const documents = (after: string) =>
  batchOf(
    'issued_documents',
    after,
    sql.fragment`
      select t.id, t.kind, t.version, t.format, corkboard.iso(t.made_at) as "madeAt",
             coalesce(i.number, n.number) as number, p.name as project
        from scanned t
        left join corkboard.invoices i on i.workspace_id = ${workspaceId} and i.id = t.record_id
        left join corkboard.credit_notes n on n.workspace_id = ${workspaceId} and n.id = t.record_id
        left join corkboard.change_order_proposals o on o.workspace_id = ${workspaceId} and o.id = t.record_id
        left join corkboard.projects p on p.workspace_id = ${workspaceId} and p.id = coalesce(o.project_id, t.record_id)
       where t.made_at is not null`,
  );

/** A unique path that says what is in the file: `documents/invoices/INV-0001.pdf`. */
function documentPath({ id, kind, version, format, number, project }: Document): string {
  const suffix = version === 1 ? '' : `-v${version}`;
  // Two projects may have the same name.
  const name = (number && numberInPath(number)) ?? `${safeName(project ?? kind)}-${id.slice(-8)}`;
  return `documents/${kind}s/${name}${suffix}.${format}`;
}

/** A name that every file system takes. */
const safeName = (name: string) =>
  [...name.normalize('NFC').replaceAll(/[^\p{L}\p{N} _-]+/gu, '_')].slice(0, 60).join('').trim() || 'project';
