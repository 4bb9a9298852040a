import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { prepared, sql } from '../database/pool.ts';
import type { Queries } from '../database/queries.ts';
import type { DocumentFile } from './documentFile.ts';
import type { DocumentKind } from './documentKinds.ts';

/** How soon a waiting request looks for the file, in ms, and how much later each time, up to a second. */
const [lookMs, slowdown, maxMs] = [150, 1.2, 1_000];
/** How long a request waits for a file, in ms. Making one takes a fraction of a second once a worker has its job. */
const usualLimitMs = 10_000;

/** The document that a reader asks for. */
export interface WantedDocument {
  kind: DocumentKind;
  /** As in corkboard.issued_documents. */
  recordId: string;
  /** The SHA-256, in hex, of what it says; null: it was issued. */
  fingerprint: string | null;
  /** The first and the last day of a statement. */
  period?: { since: string; until: string };
}

interface StoredFile {
  mediaType: string;
  bytes: Buffer;
  /** In hex. */
  sha256: string;
}

const FoundFile = z.object({
  isMade: z.boolean(),
  mediaType: z.string().nullable(),
  bytes: z.instanceof(Buffer).nullable(),
  sha256: z.string().nullable(),
});

const FileRequest = z.object({ asked: z.unknown(), isWorking: z.boolean() });

/** How long to wait for a file. */
interface Patience {
  limitMs?: number;
  /** Whether not to wait at all if no worker is alive. */
  needsWorker?: boolean;
}

/**
 * The file of a document in a format, which a worker makes. Asks for a preview if nobody has yet, and waits some seconds without
 * holding a connection. `none`: the document has no such file. `late`: it isn't made yet. `queries` and `writes` give the
 * queries of one look, or of one write, in the workspace.
 */
export async function awaitFile(
  workspaceId: string,
  { kind, recordId, fingerprint, period }: WantedDocument,
  format: DocumentFile['format'],
  { queries, writes }: { queries: () => Queries; writes: () => Queries },
  { limitMs = usualLimitMs, needsWorker = false }: Patience = {},
): Promise<StoredFile | 'none' | 'late'> {
  if (fingerprint !== null && format === 'xml') return 'none';
  const found =
    fingerprint === null
      ? sql.fragment`corkboard.find_document(${workspaceId}, ${kind}, ${recordId}, ${format})`
      : sql.fragment`corkboard.find_preview(${workspaceId}, ${kind}, ${recordId}, decode(${fingerprint}, 'hex'))`;
  const look = () =>
    queries().maybeOne(
      prepared(sql.type(FoundFile)`
        select f.is_made as "isMade", f.media_type as "mediaType", f.bytes, encode(f.sha256, 'hex') as sha256
          from ${found} f`),
    );
  const end = performance.now() + limitMs;
  let seen = await look();
  if (seen === null) {
    if (fingerprint === null) return 'none';
    const { isWorking } = await writes().one(
      prepared(sql.type(FileRequest)`
        select corkboard.ask_for_preview(
                 ${workspaceId}, ${kind}, ${recordId}, decode(${fingerprint}, 'hex'),
                 ${period?.since ?? null}, ${period?.until ?? null}) as asked,
               corkboard.live_workers() > 0 as "isWorking"`),
    );
    if (needsWorker && !isWorking) return 'late';
  }
  for (let waitMs = lookMs; !seen?.isMade; waitMs = Math.min(waitMs * slowdown, maxMs)) {
    if (performance.now() >= end) return 'late';
    await pause(waitMs);
    seen = await look();
    // The document says something else meanwhile, and someone asked for that.
    if (seen === null) return 'late';
  }
  const { mediaType, bytes, sha256 } = seen;
  return bytes === null ? 'none' : { mediaType: mediaType!, bytes, sha256: sha256! };
}
