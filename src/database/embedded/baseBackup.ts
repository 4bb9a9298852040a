import { Readable } from 'node:stream';
import pg from 'pg';
import { unencrypted } from './folder.ts';

/**
 * The type byte of messages with a backup's content
 * (https://www.postgresql.org/docs/current/protocol-replication.html). Other messages report progress.
 */
const content = 'd'.charCodeAt(0);

/**
 * Starts PostgreSQL's own backup of a running server and returns it as a tar archive. It includes the write-ahead log,
 * so that a restored server is in the state at the end of the backup. The role in `url` must be allowed to replicate.
 */
export async function baseBackup(url: string): Promise<Readable> {
  const client = new pg.Client({ ...unencrypted(url), replication: 'true' } as pg.ClientConfig);
  await client.connect();
  const backup = new BaseBackup();
  client.on('error', error => backup.destroy(error));
  client.query(backup as unknown as pg.Submittable);
  return backup.once('close', () => void client.end().catch(() => {}));
}

/** A query whose methods pg calls as the response arrives, and a stream of the content. */
class BaseBackup extends Readable {
  #socket: { pause(): void; resume(): void } | undefined;

  submit(connection: pg.Connection): void {
    this.#socket = connection.stream;
    connection.query(`BASE_BACKUP (LABEL 'corkboard', CHECKPOINT 'fast', WAL)`);
  }

  /** Copies the bytes, because pg reuses their memory. */
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

  // These messages contain the start and end of the backup and the list of tablespaces, which are not needed.
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
}
