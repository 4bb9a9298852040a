import pg from 'pg';
import { log } from '../log.ts';

/** A configuration of pg's, and how long the answer to a query may take, waiting behind other queries of its connection included. */
type Bounded<Config> = Config & { answerMs: number };

/** A pool of connections that are a `Client` each. One that breaks is replaced at its next use. */
export function clientPool(config: Bounded<pg.PoolConfig>): pg.Pool {
  const pool = new pg.Pool({ ...config, Client: Client as never });
  pool.on('error', error => log.warn({ err: error }, 'database connection lost'));
  // Without a listener, a connection that breaks while it closes would end the process.
  pool.on('connect', client => client.on('error', () => {}));
  return pool;
}

/**
 * A connection that is broken when the answer to a query does not come in time. PostgreSQL's own limit on
 * statements says nothing of a connection that has fallen silent, as after a failover or behind a firewall
 * that forgot it: no answer and no error would ever come.
 */
export class Client extends pg.Client {
  readonly #answerMs: number;

  constructor(config: Bounded<pg.ClientConfig>) {
    // Not a copy, which would lack the password, because a pool makes it non-enumerable.
    super(config);
    this.#answerMs = config.answerMs;
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg declares ten overloads, which all go through here.
  override query(...given: any[]): any {
    const limit = setTimeout(() => this.connection.stream.destroy(), this.#answerMs);
    const callback = given.at(-1);
    if (typeof callback === 'function') {
      const answered = (...answer: unknown[]) => {
        clearTimeout(limit);
        callback(...answer);
      };
      return this.#pass([...given.slice(0, -1), answered]);
    }
    return (this.#pass(given) as Promise<unknown>).finally(() => clearTimeout(limit));
  }

  #pass(given: unknown[]): unknown {
    return (super.query as (...given: unknown[]) => unknown)(...given);
  }
}
