import type pg from 'pg';
import type { QuerySqlToken } from 'slonik';
import { Deadline } from '../concurrency/deadline.ts';
import { KeyedSemaphore, Semaphore } from '../concurrency/semaphore.ts';
import { isInTheWay, isOutdated } from '../errors/databaseFault.ts';
import { Overload } from '../errors/serviceError.ts';
import { signals, type Wait } from '../telemetry/events.ts';
import { limits } from './connect.ts';
import { type Queries, queriesOver } from './queries.ts';
import { queryConfig } from './statement.ts';
import { TenantCache } from './tenantCache.ts';

/**
 * How many connections one holder (src/database/tenantCache.ts: a workspace that reads, or one that writes) may use at a
 * time. A workspace charges its rate, and writes, one request at a time: while one works, another may stand ready. More
 * would only wait for these two, on connections that others need.
 */
const mostOfOne = 2;

/** What is used of a pool of connections. */
type Pool = Pick<pg.Pool, 'connect'>;

/** The pool of a web process, in which nobody waits for ever, and nobody takes all the connections. */
export class Database {
  /** Tells the holder for a key, a session or a share link. */
  readonly holders = new TenantCache();
  readonly #pool: Pool;
  readonly #waitMs: number;
  readonly #all: Semaphore;
  readonly #shares: KeyedSemaphore;
  /** Clients, who come by share links, take one connection of a holder at most: the rest is for its members and keys. */
  readonly #clients = new KeyedSemaphore(1);

  /** `size`: how many connections the pool has. */
  constructor(pool: Pool, size: number, { waitMs } = limits.web) {
    this.#pool = pool;
    this.#waitMs = waitMs;
    this.#all = new Semaphore(size);
    // Reading and writing together leave one for the others, where there are three or more.
    this.#shares = new KeyedSemaphore(Math.max(1, Math.min(mostOfOne, Math.floor((size - 1) / 2))));
  }

  /** How many requests wait for a connection: for any at all, or for one of their holder's share. */
  get waiting(): number {
    return this.#all.waiting + this.#shares.waiting + this.#clients.waiting;
  }

  /** The patience of a request that has just come in; `gone` tells whether its client has disconnected. */
  patience(gone: () => boolean): Deadline {
    return new Deadline(this.#waitMs, gone);
  }

  /**
   * Queries that wait for a connection as long as `patience` lasts. All queries with the same `holder` share its few
   * connections; without one there is no such limit. They throw Overload, with nothing begun, where the wait was too long.
   */
  for(patience: Deadline, holder?: string): Queries {
    return this.#queries(patience, work =>
      holder === undefined ? work() : this.#shares.pass(holder, patience, work),
    );
  }

  /**
   * Queries like those of `for`, of a client who came by a share link. The holder's clients go one at a time, so that
   * however many of them wait, a member or a key waits for one of them at most.
   */
  forClient(patience: Deadline, holder: string): Queries {
    return this.#queries(patience, work =>
      this.#clients.pass(holder, patience, () => this.#shares.pass(holder, patience, work)),
    );
  }

  #queries(patience: Deadline, share: (work: Work) => Promise<unknown[]>): Queries {
    return queriesOver(query => {
      const endWait = beginWait();
      return share(() => this.#all.pass(patience, () => this.#send(query, patience, endWait))).catch(
        error => {
          endWait(error instanceof Overload ? 'overdue' : 'failed');
          throw error;
        },
      );
    });
  }

  async #send(
    query: QuerySqlToken,
    patience: Deadline,
    endWait: (outcome: Wait) => void,
  ): Promise<unknown[]> {
    const client = await this.#pool.connect();
    try {
      patience.check();
      endWait('connected');
      const { rows } = await insistently(() => client.query(queryConfig(query)));
      client.release();
      return rows;
    } catch (error) {
      client.release(!(error instanceof Overload || reported(error)));
      throw error;
    }
  }
}

type Work = () => Promise<unknown[]>;

/** Begins a wait for a connection. Returns what tells how it ended, the first time that it is called. */
function beginWait(): (outcome: Wait) => void {
  const since = performance.now();
  let ended = false;
  return outcome => {
    if (!ended) signals.connection.tell({ outcome, seconds: (performance.now() - since) / 1000 });
    ended = true;
  };
}

/** How often a statement is sent. */
const mostTries = 3;

/** Sends a statement, and sends it again if another one was in its way, or if a release changed what it was planned for. */
async function insistently<Result>(send: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await send();
    } catch (error) {
      if (tries === mostTries || !(isInTheWay(error) || isOutdated(error))) throw error;
    }
  }
}

/** Whether PostgreSQL itself reported the error, as a refusal or a limit: it did nothing, and the connection is good. */
const reported = (error: unknown) => (error as { severity?: string }).severity === 'ERROR';
