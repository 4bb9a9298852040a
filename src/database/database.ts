import type { CommonQueryMethods, DatabasePool, QuerySqlToken } from 'slonik';
import { signals } from '../signals.ts';
import { limits } from './connect.ts';
import { isOutdated } from './fault.ts';
import { Gate } from './gate.ts';
import { Overdue, Patience } from './patience.ts';

export type Queries = Pick<CommonQueryMethods, 'any' | 'maybeOne' | 'one'>;

/**
 * The most connections that one holder has. A workspace charges its rate, and writes, one request at a time: while
 * one is at work, another may stand ready. More would wait for those two, on connections that others need.
 */
const mostOfOne = 2;

/** The pool of a web process, in which nobody waits for ever, and nobody takes all the connections. */
export class Database {
  readonly #pool: Pick<DatabasePool, 'connect'>;
  readonly #waitMs: number;
  readonly #all: Gate;
  readonly #share: number;
  readonly #shares = new Map<string, Gate>();

  /** `size`: how many connections the pool has. */
  constructor(pool: Pick<DatabasePool, 'connect'>, size: number, { waitMs } = limits.web) {
    this.#pool = pool;
    this.#waitMs = waitMs;
    this.#all = new Gate(size);
    this.#share = Math.min(mostOfOne, Math.ceil(size / 2));
  }

  /** How many wait for a connection: for one of all, or of their holder's share. */
  get waiting(): number {
    return [this.#all, ...this.#shares.values()].reduce((sum, gate) => sum + gate.waiting, 0);
  }

  /** That of a request which has just come in; `gone`: whether its client has. */
  patience(gone: () => boolean): Patience {
    return new Patience(gone, this.#waitMs);
  }

  /**
   * The queries, for whoever waits as long as the patience lasts, and has at most a holder's share of the
   * connections; of nobody's where there is no holder. They throw Overdue, with nothing begun, where it was too long.
   */
  for(patience: Patience, holder?: string): Queries {
    const waiting = (name: keyof Queries) => (query: QuerySqlToken) => {
      const since = performance.now();
      return this.#sharing(holder, patience, () =>
        this.#all.pass(patience, () => this.#connected(patience, since, queries => queries[name](query))),
      );
    };
    return { any: waiting('any'), maybeOne: waiting('maybeOne'), one: waiting('one') } as Queries;
  }

  /** slonik closes the connection on which its handler throws, so what leaves it as good as it was is thrown after that. */
  async #connected(
    patience: Patience,
    since: number,
    ask: (queries: Queries) => Promise<unknown>,
  ): Promise<unknown> {
    const outcome = await this.#pool.connect(async connection => {
      try {
        patience.check();
        signals.connection.tell({ seconds: (performance.now() - since) / 1000 });
        return { answer: await again(() => ask(connection)) };
      } catch (error) {
        if (error instanceof Overdue || reported(error)) return { error };
        throw error;
      }
    });
    if ('error' in outcome) throw outcome.error;
    return outcome.answer;
  }

  async #sharing(holder: string | undefined, patience: Patience, work: () => Promise<unknown>) {
    if (holder === undefined) return work();
    const share = this.#shares.get(holder) ?? new Gate(this.#share);
    this.#shares.set(holder, share);
    try {
      return await share.pass(patience, work);
    } finally {
      // There is no end to the holders that come and go.
      if (share.deserted) this.#shares.delete(holder);
    }
  }
}

/** Asks, and once more where a release came between. */
const again = (ask: () => Promise<unknown>) =>
  ask().catch(error => {
    if (isOutdated(error)) return ask();
    throw error;
  });

/** Whether PostgreSQL says that it did not do a statement, and waits for the next: a refusal, a limit that was reached. */
const reported = (error: unknown) => (error as { severity?: string }).severity === 'ERROR';
