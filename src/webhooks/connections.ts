import { lookup } from 'node:dns';
import { Agent, type Dispatcher } from 'undici';
import { memoize } from '../concurrency/memoize.ts';
import { checkedLookup, checkUrl, type Reach, type Resolver } from './address.ts';
import { shared } from './shared.ts';

/**
 * How long an idle connection is kept for the next attempt to the same endpoint, in ms. Servers also close idle connections
 * (gunicorn after 2 s; Node, Apache and uvicorn after 5), and an attempt sent just then would fail.
 */
const idleMs = 1_000;
/** The maximum age of a connection when an attempt begins on it, in ms. For a new one the name is resolved and checked again. */
const maxAgeMs = 30_000;

/** A request and its address. */
export interface Post {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** The connections for webhooks. Each is opened to a checked address, and its certificate is checked against the name. */
export class Connections {
  /** Memoized, because the address of an endpoint is checked for every attempt. */
  readonly #check: (url: string) => URL;
  readonly #open: () => Agent;
  readonly #now: () => number;
  #agent: Agent;
  #openedAt: number;

  constructor(reach: Reach, resolver: Resolver = lookup, now = () => performance.now()) {
    const connect = { lookup: checkedLookup(reach, shared(resolver)) as never };
    // HTTP/2 would put all attempts to an endpoint on one connection, and they would fail together.
    const options = { connect, pipelining: 1, allowH2: false };
    this.#check = memoize(
      url => url,
      url => checkUrl(url, reach),
    );
    this.#open = () => new Agent({ ...options, keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs });
    this.#now = now;
    this.#agent = this.#open();
    this.#openedAt = now();
  }

  /** Sends a request. Throws RemoteError. */
  post({ url, headers, body }: Post, handler: Dispatcher.DispatchHandler): void {
    const { origin, pathname, search } = this.#check(url);
    this.#renew();
    this.#agent.dispatch({ origin, path: pathname + search, method: 'POST', headers, body }, handler);
  }

  /** Closes the connections when the attempts in progress have ended. */
  close = (): Promise<void> => this.#agent.close();

  /** Breaks the connections at once. */
  destroy = (): Promise<void> => this.#agent.destroy();

  /** Replaces all connections together: undici's clientTtl would check the age of every connection for each attempt. */
  #renew(): void {
    if (this.#now() - this.#openedAt < maxAgeMs) return;
    void this.close();
    this.#agent = this.#open();
    this.#openedAt = this.#now();
  }
}
