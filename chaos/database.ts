import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type EmbeddedDatabase, startEmbedded } from '../src/database/embedded/embedded.ts';
import { readPostmaster } from '../src/database/embedded/folder.ts';

const manyConnections = ['-c', 'max_connections=200'];
/** As in the service: a statement that takes longer waits for something that is stuck. */
const statementTimeoutMs = 15_000;
/** The pause before another try to start the server, in ms, because its old processes may still be ending. */
const restartMs = 200;
/** How long it may take until PostgreSQL runs again, in ms. */
const startMs = 120_000;

/** A PostgreSQL that can be crashed and restarts with its data. It is as durable as in production. */
export class Database {
  /** The times of its crashes, in ms since the epoch. */
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

  /** Runs a query on a direct connection, once the server is up. Throws if the server goes down meanwhile. */
  async rows<Row extends pg.QueryResultRow>(text: string, ...values: unknown[]): Promise<Row[]> {
    await this.#up;
    return (await this.#pool.query<Row>(text, values)).rows;
  }

  /** Ends the server with a signal and restarts it after `downMs`. Does nothing if it is already down. */
  async crash(signal: 'SIGKILL' | 'SIGQUIT', downMs: number): Promise<void> {
    if (!this.#isUp) return;
    this.#isUp = false;
    this.crashedAt.push(Date.now());
    this.#up = this.#comeBack(signal, downMs);
    await this.#up;
  }

  /** Locks the rows of a `select … for update` for a while. */
  async hold(select: string, ms: number): Promise<void> {
    await this.#up;
    const client = new pg.Client(this.url);
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(`begin; ${select}`);
      await pause(ms);
    } finally {
      await client.end().catch(() => {});
    }
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

/** A pool whose connections may break. The next query on a broken connection gets the error. */
function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 20, statement_timeout: statementTimeoutMs });
  pool.on('error', () => {});
  pool.on('connect', client => client.on('error', () => {}));
  return pool;
}
