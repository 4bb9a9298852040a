import { Readable } from 'node:stream';
import pg from 'pg';
import { unencrypted } from './folder.ts';

/** What the messages of a backup begin with (https://www.postgresql.org/docs/current/protocol-replication.html). Others tell of progress. */
const content = 'd'.charCodeAt(0);

/**
 * PostgreSQL's own copy of a running server's files, as a tar archive: with the log that makes them consistent, so that
 * a server started on them is as this one was at the end of the copy. `url`: of a role that may replicate.
 */
export async function baseBackup(url: string): Promise<Readable> {
  const client = new pg.Client({ ...unencrypted(url), replication: 'true' } as pg.ClientConfig);
  await client.connect();
  const backup = new BaseBackup();
  client.on('error', error => backup.destroy(error));
  client.query(backup as unknown as pg.Submittable);
  return backup.once('close', () => void client.end().catch(() => {}));
}

/** A query, whose methods pg calls as the answer comes, and the stream of what comes. */
class BaseBackup extends Readable {
  #socket: { pause(): void; resume(): void } | undefined;

  submit(connection: pg.Connection): void {
    this.#socket = connection.stream;
    connection.query(`BASE_BACKUP (LABEL 'corkboard', CHECKPOINT 'fast', WAL)`);
  }

  /** Copies the bytes, because pg uses their memory again. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (chunk[0] === content && !this.push(Buffer.from(chunk.subarray(1)))) this.#socket?.pause();
  }

  override _read(): void {
    this.#socket?.resume();
  }

  handleError(error: Error): void {
    this.destroy(error);
  }

  handleReadyForQuery(): void {
    this.push(null);
  }

  // These messages tell where the backup begins and ends, and which tablespaces there are: none of it is needed.
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
}
