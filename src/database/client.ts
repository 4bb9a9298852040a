import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { log } from '../log.ts';
import { noteDiskSpace } from './diskSpace.ts';
import { JobNotifier, notification } from './jobNotifier.ts';

/** The SQLSTATE of the notice that a statement added jobs which are due now (sql/queue/enqueue_attempts.sql). */
const jobsAdded = 'ZC003';

/** A configuration of pg's, and how long the answer to a query may take, waiting behind other queries of its connection included. */
type Bounded<Config> = Config & { answerMs: number };

/** How long the connections of a pool may take to close, in ms. A silent connection never closes. */
const closeMs = 2_000;

/**
 * A pool of connections that are a `Client` each. One that breaks is replaced at its next use. When a client comes back whose
 * statements added jobs, the pool notifies the workers.
 */
export function clientPool(config: Bounded<pg.PoolConfig>): pg.Pool {
  return new ClientPool({ ...config, Client: Client as never });
}

class ClientPool extends pg.Pool {
  readonly #jobs = new JobNotifier(count => this.query(notification(count)));
  readonly #open = new Set<pg.PoolClient>();

  constructor(config: pg.PoolConfig) {
    super(config);
    this.on('error', error => log.warn({ err: error }, 'database connection lost'));
    // Without a listener, a connection that breaks while it closes would end the process.
    this.on('connect', client => this.#open.add(client.on('error', () => {})));
    this.on('remove', client => this.#open.delete(client));
    this.on('release', (error, client) => {
      if ((client as unknown as Client).takeAddedJobs() && !error) this.#jobs.add();
    });
  }

  /** Unlike pg's own, which only begins to close the connections: a database that is stopped then would break them. */
  override async end(): Promise<void> {
    await Promise.race([this.#close(), pause(closeMs, undefined, { ref: false })]);
  }

  async #close(): Promise<void> {
    await this.#jobs.flush();
    await super.end();
    // Not with events.once, which would throw if one of them breaks meanwhile.
    await new Promise<void>(resolve => {
      const check = () => this.#open.size === 0 && resolve();
      this.on('remove', check);
      check();
    });
  }
}

/**
 * A connection that closes if the response to a query does not arrive in time. PostgreSQL's own statement timeout does
 * not help if a connection has gone silent, as after a failover or behind a firewall that dropped it: neither a
 * response nor an error would ever arrive.
 */
export class Client extends pg.Client {
  /** Whether Citus distributes the tables of the database; the pool of web sets it (src/database/pool.ts). */
  isDistributed = false;
  readonly #answerMs: number;
  #hasAddedJobs = false;

  constructor(config: Bounded<pg.ClientConfig>) {
    // Not a copy of the configuration: a copy would lack the password, which pools make non-enumerable.
    super(config);
    this.#answerMs = config.answerMs;
    this.on('notice', ({ code }) => {
      if (code === jobsAdded) this.#hasAddedJobs = true;
    });
  }

  /** Whether statements have added jobs that are due, since the last call. Once they are committed, the workers must be notified. */
  takeAddedJobs(): boolean {
    const hasAdded = this.#hasAddedJobs;
    this.#hasAddedJobs = false;
    return hasAdded;
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg declares ten overloads, which all go through here.
  override query(...given: any[]): any {
    const callback = given.at(-1);
    if (typeof callback !== 'function') return this.#promised(given);
    const limit = setTimeout(() => this.connection.stream.destroy(), this.#answerMs);
    const answered = (...answer: unknown[]) => {
      clearTimeout(limit);
      noteDiskSpace(answer[0]);
      callback(...answer);
    };
    return (super.query as (...given: unknown[]) => unknown)(...given.slice(0, -1), answered);
  }

  /** Like pg's own promise of a result, which would keep the result alive until the garbage of all generations is collected. */
  async #promised(given: unknown[]): Promise<unknown> {
    try {
      return await new Promise((resolve, reject) =>
        this.query(...given, (error: unknown, result: unknown) => (error ? reject(error) : resolve(result))),
      );
    } catch (error) {
      // The stack then says who sent the query.
      Error.captureStackTrace(error as Error);
      throw error;
    }
  }
}
