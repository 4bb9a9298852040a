import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type EmbeddedDatabase, startEmbedded } from '../src/database/embedded/embedded.ts';
import { readPostmaster } from '../src/database/embedded/folder.ts';
import type { Endings } from './endings.ts';

const manyConnections = ['-c', 'max_connections=200'];
/** As in the service: a statement that takes longer waits for something that is stuck. */
const statementTimeoutMs = 15_000;
/** The pause before another try to start the server, in ms, because its old processes may still be ending. */
const restartMs = 200;
/** How long it may take until PostgreSQL runs again, in ms. */
const startMs = 120_000;

export type CrashSignal = 'SIGKILL' | 'SIGQUIT';

/** What the checks read when nothing changes any more. */
export interface Rows {
  /** The times of the database's crashes, in ms since the epoch. */
  readonly crashedAt: readonly number[];
  /** Runs a query on a direct connection, once the server is up. Throws if the server goes down meanwhile. */
  rows<Row extends pg.QueryResultRow>(text: string, ...values: unknown[]): Promise<Row[]>;
}

/** The database of a run. */
export interface RunDatabase extends Rows {
  readonly url: string;
  readonly port: number;
  /** Ends the server with a signal and restarts it after `downMs`. */
  crash(signal: CrashSignal, downMs: number): Promise<void>;
  /** Locks a row for a while: the one whose key `find` selects, with the statement `lock` on that key. */
  hold(find: string, lock: string, ms: number): Promise<void>;
  /** The same rows in one PostgreSQL, until `endings`. */
  settled(endings: Endings): Promise<Rows>;
  stop(): Promise<void>;
}

/** A PostgreSQL that can be crashed and restarts with its data. It is as durable as in production. */
export class Database implements RunDatabase {
  readonly crashedAt: number[] = [];
  readonly #folder: string;
  readonly #flags: string[];
  #server: EmbeddedDatabase;
  #pool: pg.Pool;
  /** Settles when the server is up. */
  #up = Promise.resolve();
  #isUp = true;

  private constructor(folder: string, flags: string[], server: EmbeddedDatabase) {
    this.#folder = folder;
    this.#flags = flags;
    this.#server = server;
    this.#pool = openPool(server.url);
  }

  static async start(folder: string, flags = manyConnections): Promise<Database> {
    return new Database(folder, flags, await startEmbedded(folder, flags));
  }

  get url(): string {
    return this.#server.url;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  async rows<Row extends pg.QueryResultRow>(text: string, ...values: unknown[]): Promise<Row[]> {
    await this.#up;
    return (await this.#pool.query<Row>(text, values)).rows;
  }

  /** Does nothing if it is already down. */
  async crash(signal: CrashSignal, downMs: number): Promise<void> {
    if (!this.#isUp) return;
    this.#isUp = false;
    this.crashedAt.push(Date.now());
    this.#up = this.#comeBack(signal, downMs);
    await this.#up;
  }

  async hold(find: string, lock: string, ms: number): Promise<void> {
    await this.#up;
    await holdRow(this.url, find, lock, ms);
  }

  async settled(): Promise<Rows> {
    return this;
  }

  async stop(): Promise<void> {
    await this.#up;
    await this.#pool.end();
    await this.#server.stop();
  }

  async #comeBack(signal: NodeJS.Signals, downMs: number): Promise<void> {
    const postmaster = await readPostmaster(join(this.#folder, 'postgres'));
    process.kill(postmaster!.pid, signal);
    await this.#server.ended;
    await this.#pool.end();
    await pause(downMs);
    this.#server = await this.#startAgain();
    this.#pool = openPool(this.url);
    this.#isUp = true;
  }

  async #startAgain(): Promise<EmbeddedDatabase> {
    const end = performance.now() + startMs;
    while (performance.now() < end) {
      const server = await startEmbedded(this.#folder, this.#flags).catch(() => null);
      if (server !== null) return server;
      await pause(restartMs);
    }
    throw new Error(`PostgreSQL doesn't start again within ${startMs} ms.`);
  }
}

/** Makes a folder for what a run stores. It is deleted at the end, or named if it is to be kept. */
export async function temporaryFolder(endings: Endings, name: string, keep = false): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `corkboard-${name}-`));
  // PostgreSQL's user must be able to enter the folder.
  await chmod(folder, 0o755);
  endings.add(() => (keep ? console.log(`Kept: ${folder}`) : rm(folder, { recursive: true, force: true })));
  return folder;
}

/** Does something with a connection, and closes it. */
export async function withClient<Result>(
  url: string,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Runs a statement on a connection of its own, and returns its rows. */
export const queryAt = async (url: string, text: string, ...values: unknown[]): Promise<any[]> =>
  (await withClient(url, client => client.query(text, values))).rows;

/** `hold` of a database at a URL. */
export const holdRow = (url: string, find: string, lock: string, ms: number): Promise<void> =>
  withClient(url, async client => {
    const { rows } = await client.query({ text: find, rowMode: 'array' });
    if (rows.length === 0) return;
    await client.query('begin');
    await client.query(lock, rows[0]);
    await pause(ms);
  });

/** A pool whose connections may break. The next query on a broken connection gets the error. */
export function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 20, statement_timeout: statementTimeoutMs });
  pool.on('error', () => {});
  pool.on('connect', client => client.on('error', () => {}));
  return pool;
}
