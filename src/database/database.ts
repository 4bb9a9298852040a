import type { CommonQueryMethods, DatabasePool, QuerySqlToken } from 'slonik';
import { Deadline } from '../concurrency/deadline.ts';
import { KeyedSemaphore, Semaphore } from '../concurrency/semaphore.ts';
import { isOutdated } from '../errors/databaseFault.ts';
import { Overload } from '../errors/serviceError.ts';
import { signals, type Wait } from '../telemetry/events.ts';
import { limits } from './connect.ts';
import { TenantCache } from './tenantCache.ts';

export type Queries = Pick<CommonQueryMethods, 'any' | 'maybeOne' | 'one'>;

/**
 * How many connections one holder (src/database/tenantCache.ts: a workspace that reads, or one that writes) may use at a
 * time. A workspace charges its rate, and writes, one request at a time: while one works, another may stand ready. More
 * would only wait for these two, on connections that others need.
 */
const mostOfOne = 2;

/** The pool of a web process, in which nobody waits for ever, and nobody takes all the connections. */
export class Database {
  /** Tells the holder for a key, a session or a share link. */
  readonly holders = new TenantCache();
  readonly #pool: Pick<DatabasePool, 'connect'>;
  readonly #waitMs: number;
  readonly #all: Semaphore;
  readonly #shares: KeyedSemaphore;
  /** Clients, who come by share links, take one connection of a holder at most: the rest is for its members and keys. */
  readonly #clients = new KeyedSemaphore(1);

  /** `size`: how many connections the pool has. */
  constructor(pool: Pick<DatabasePool, 'connect'>, size: number, { waitMs } = limits.web) {
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

  #queries(patience: Deadline, share: (work: Work) => Promise<unknown>): Queries {
    const waiting = (name: keyof Queries) => (query: QuerySqlToken) => {
      const endWait = beginWait();
      const ask = () =>
        this.#all.pass(patience, () => this.#connected(patience, endWait, queries => queries[name](query)));
      return share(ask).catch(error => {
        endWait(error instanceof Overload ? 'overdue' : 'failed');
        throw error;
      });
    };
    return { any: waiting('any'), maybeOne: waiting('maybeOne'), one: waiting('one') } as Queries;
  }

  /** slonik closes a connection whose handler throws. So an error that leaves the connection usable is thrown after the handler. */
  async #connected(
    patience: Deadline,
    endWait: (outcome: Wait) => void,
    ask: (queries: Queries) => Promise<unknown>,
  ): Promise<unknown> {
    const outcome = await this.#pool.connect(async connection => {
      try {
        patience.check();
        endWait('connected');
        return { answer: await again(() => ask(connection)) };
      } catch (error) {
        if (error instanceof Overload || reported(error)) return { error };
        throw error;
      }
    });
    if ('error' in outcome) throw outcome.error;
    return outcome.answer;
  }
}

type Work = () => Promise<unknown>;

/** Begins a wait for a connection. Returns what tells how it ended, the first time that it is called. */
function beginWait(): (outcome: Wait) => void {
  const since = performance.now();
  let ended = false;
  return outcome => {
    if (!ended) signals.connection.tell({ outcome, seconds: (performance.now() - since) / 1000 });
    ended = true;
  };
}

/** Runs a statement, and once more where a release changed what it was planned for. */
const again = (ask: () => Promise<unknown>) =>
  ask().catch(error => {
    if (isOutdated(error)) return ask();
    throw error;
  });

/** Whether PostgreSQL itself reported the error, as a refusal or a limit: it did nothing, and the connection is good. */
const reported = (error: unknown) => (error as { severity?: string }).severity === 'ERROR';
