import type { ServerResponse } from 'node:http';
import { type Tenant, writerOf } from '../../database/tenantCache.ts';
import { awaitFile, type WantedDocument } from '../../documents/awaitFile.ts';
import type { DocumentFile } from '../../documents/documentFile.ts';
import { send } from '../../http/answer.ts';
import type { Request } from '../../http/handler.ts';
import { numberInPath } from '../../vocabulary/documents.ts';
import type { ConsoleResources } from './console.ts';
import { PageError } from './pageError.ts';
import { pageHeaders } from './reply.ts';

/** The queries of awaitFile. Each has its own deadline, because a file may take longer than a request may wait for the database. */
export function fileQueries(
  { database }: ConsoleResources,
  req: Request,
  { tenant, reader }: { tenant: Tenant; reader: 'member' | 'client' },
): Parameters<typeof awaitFile>[3] {
  const queriesFor = (of: Tenant) => {
    const deadline = database.deadline(() => req.socket.destroyed);
    return reader === 'client' ? database.forClient(deadline, of) : database.for(deadline, of);
  };
  return { queries: () => queriesFor(tenant), writes: () => queriesFor(writerOf(tenant)) };
}

/** A document with files. */
export interface DocumentWithFiles extends WantedDocument {
  /** The name of its files, without the ending: `INV-0001`. */
  name: string;
}

/** When to try again if a file is not made in time, in seconds. */
const retryAfterSeconds = 5;

/**
 * Sends a file of a document, which may have to be made first. `reader`: whether a member or a client asks, who have
 * connections of their own (src/database/database.ts). Throws a PageError with 503 if no worker makes it in time.
 */
export async function sendDocument(
  resources: ConsoleResources,
  req: Request,
  res: ServerResponse,
  asked: { tenant: Tenant & { workspaceId: string }; reader: 'member' | 'client' },
  document: DocumentWithFiles,
  format: DocumentFile['format'],
): Promise<void> {
  const { workspaceId } = asked.tenant;
  const file = await awaitFile(workspaceId, document, format, fileQueries(resources, req, asked));
  if (file === 'none') throw new PageError(404, 'noFile');
  if (file === 'late') {
    res.setHeader('Retry-After', retryAfterSeconds);
    throw new PageError(503, 'fileLate');
  }
  const isIssued = document.fingerprint === null;
  const etag = `"${file.sha256}"`;
  const headers = { ...pageHeaders, ...(isIssued && { 'Cache-Control': 'private, no-cache', ETag: etag }) };
  if (isIssued && isKnown(req.headers['if-none-match'], etag)) {
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    res.writeHead(304).end();
    return;
  }
  // A statement is made anew each time, but it is no draft.
  const isDraft = !isIssued && document.kind !== 'statement';
  const name = `${numberInPath(document.name)}${isDraft ? '-draft' : ''}.${format}`;
  const saved = { ...headers, 'Content-Disposition': asAttachment(name) };
  send(req, res, 200, file.bytes, file.mediaType, saved);
}

const isKnown = (known: string | undefined, etag: string): boolean =>
  (known ?? '').split(',').some(one => one.trim().replace(/^W\//, '') === etag);

/** Content-Disposition with a file name (RFC 6266). Programs that don't know the second form get the name in ASCII. */
function asAttachment(name: string): string {
  const plain = name.replaceAll(/[^\w .-]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    char => `%${char.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${encoded}`}`;
}
