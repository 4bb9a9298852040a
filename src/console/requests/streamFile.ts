import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { prepared, sql } from '../../database/pool.ts';
import type { FragmentSqlToken } from '../../database/sql.ts';
import { tenantOf, writerOf } from '../../database/tenantCache.ts';
import type { ReadRow } from '../../exports/reads.ts';
import type { Request } from '../../http/handler.ts';
import { batchReads } from '../sessions/batchReads.ts';
import { mayDo, type Person, type Role } from '../sessions/person.ts';
import { authenticate, type ConsoleResources } from './console.ts';
import { ownerOnly } from './pageError.ts';
import { pageHeaders } from './reply.ts';

/** A person who gets a file that is sent while it is read. */
export interface FileReader {
  person: Person;
  /** Reads in the person's workspace. The person is authenticated again each time: a file may take longer than a session lasts. */
  read: ReadRow;
  /** Calls a function that writes in the person's workspace, and returns its result. */
  write: (call: FragmentSqlToken) => Promise<unknown>;
}

/** A file of records. */
export interface FileOfRecords {
  /** Its name, with its ending. */
  name: string;
  headers: Record<string, string>;
  chunks: AsyncGenerator<string | Buffer>;
}

const Written = z.object({ result: z.unknown() });

/** The person of a request for a file; null if they are not signed in. Throws a PageError with 403 if they lack the role. */
export async function readerOf(
  resources: ConsoleResources,
  req: Request,
  role: Role = 'member',
): Promise<FileReader | null> {
  const admitted = await authenticate(resources, req);
  if (admitted === null) return null;
  if (!mayDo(admitted.person, role)) throw ownerOnly();
  // Each read has its own deadline, because a large file takes longer than a request may.
  const deadline = () => resources.database.deadline(() => req.socket.destroyed);
  const read: ReadRow = async <Row>(query: Parameters<ReadRow>[0]) => {
    req.deadline = deadline();
    const again = await authenticate(resources, req, batchReads({ row: query }));
    // The file ends in an error, so that half of it isn't taken for the whole.
    if (again === null || !mayDo(again.person, role)) throw new Error('The person may not read on.');
    return again.rows.row as Row;
  };
  const { person } = admitted;
  const write = async (call: FragmentSqlToken) => {
    req.deadline = deadline();
    const { result } = await resources.database
      .for(req.deadline, writerOf(tenantOf(person.workspace_id)))
      .one(prepared(sql.type(Written)`select ${call} as result`));
    return result;
  };
  return { person, read, write };
}

/** A file that the browser saves. */
export const download = (
  mediaType: string,
  name: string,
  chunks: FileOfRecords['chunks'],
  headers: Record<string, string> = {},
): FileOfRecords => ({
  name,
  headers: {
    ...pageHeaders,
    'Content-Type': mediaType,
    'Content-Disposition': `attachment; filename="${name}"`,
    ...headers,
  },
  chunks,
});

/** A CSV file with this name, without its ending. */
export const csvDownload = (name: string, chunks: FileOfRecords['chunks']): FileOfRecords =>
  download('text/csv; charset=utf-8', `${name}.csv`, chunks);

/**
 * Sends a file while it is read, no faster than the browser takes it. If the browser is gone, nothing more is read. The first
 * chunk is read before the headers are sent, so that an error gets its page, and `record` is awaited in between, unless only the
 * headers are asked for.
 */
export async function streamFile(
  req: Request,
  res: ServerResponse,
  { headers, chunks }: Pick<FileOfRecords, 'headers' | 'chunks'>,
  record: () => Promise<unknown> = async () => {},
): Promise<void> {
  const first = await chunks.next();
  if (req.method === 'HEAD') {
    await chunks.return(undefined);
    res.writeHead(200, headers);
    res.end();
    return;
  }
  await record();
  res.writeHead(200, headers);
  const all = async function* () {
    if (!first.done) yield first.value;
    yield* chunks;
  };
  await pipeline(Readable.from(all(), { objectMode: false }), res);
}
