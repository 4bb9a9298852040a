import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type EmbeddedDatabase, startEmbedded } from '../src/database/embedded.ts';
import { readPostmaster } from '../src/database/folder.ts';

/** What a commit has promised is on the disk: nothing here is faster than in production but the disk. */
const flags = ['-c', 'max_connections=200'];
/** How soon to try again to start a server whose old processes have not all noticed yet that they are to end. */
const againMs = 200;

/** A PostgreSQL that crashes when told to and comes back with its data. */
export class Database {
  readonly #folder: string;
  #running!: EmbeddedDatabase;
  #pool!: pg.Pool;
  #up = false;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async start(folder: string): Promise<Database> {
    const database = new Database(folder);
    await database.#start();
    return database;
  }

  get url(): string {
    return this.#running.url;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Asks past all proxies. Throws while the server is down. */
  async rows<Row extends pg.QueryResultRow>(text: string, ...values: unknown[]): Promise<Row[]> {
    return (await this.#pool.query<Row>(text, values)).rows;
  }

  /** Ends the server without a farewell, SIGKILL or SIGQUIT, and starts it again after a while. Nothing where it is down already. */
  async crash(signal: 'SIGKILL' | 'SIGQUIT', downMs: number): Promise<void> {
    if (!this.#up) return;
    this.#up = false;
    const postmaster = await readPostmaster(join(this.#folder, 'postgres'));
    process.kill(postmaster!.pid, signal);
    await this.#running.ended;
    await this.#pool.end();
    await pause(downMs);
    await this.#start();
  }

  /** Locks what a `select … for update` finds, for a while. */
  async hold(select: string, ms: number): Promise<void> {
    const client = new pg.Client(this.url);
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('begin');
      await client.query(select);
      await pause(ms);
    } finally {
      await client.end().catch(() => {});
    }
  }

  async stop(): Promise<void> {
    if (!this.#up) return;
    this.#up = false;
    await this.#pool.end();
    await this.#running.stop();
  }

  async #start(): Promise<void> {
    for (;;) {
      const started = await startEmbedded(this.#folder, flags).catch(() => null);
      if (started === null) {
        await pause(againMs);
        continue;
      }
      this.#running = started;
      this.#pool = new pg.Pool({ connectionString: started.url, max: 20 });
      this.#pool.on('error', () => {});
      this.#pool.on('connect', client => client.on('error', () => {}));
      this.#up = true;
      return;
    }
  }
}
