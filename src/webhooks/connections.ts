import { lookup } from 'node:dns';
import { Agent, type Dispatcher } from 'undici';
import { memoize } from '../concurrency/memoize.ts';
import { checkedLookup, checkUrl, type Reach, type Resolver } from './address.ts';
import { shared } from './shared.ts';

/**
 * How long an idle connection is kept for the next attempt to the same endpoint, in ms. Servers close idle ones as well
 * (gunicorn after 2 s; Node, Apache and uvicorn after 5), and an attempt sent just then would fail without being heard.
 */
const idleMs = 1_000;
/** How old a connection may be when an attempt begins on it, in ms. For a new one the name is resolved and checked again. */
const longestMs = 30_000;

/** A request to send, and where. */
export interface Post {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** The connections for webhooks. Each is opened to an address that was checked, and its certificate is checked against the name. */
export class Connections {
  /** Remembered, because an endpoint's address comes again with every attempt: 3 % of the worker's work. */
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

  /** Sends it. Throws RemoteError. */
  post({ url, headers, body }: Post, handler: Dispatcher.DispatchHandler): void {
    const { origin, pathname, search } = this.#check(url);
    this.#renew();
    this.#agent.dispatch({ origin, path: pathname + search, method: 'POST', headers, body }, handler);
  }

  /** Closes the connections once the attempts under way have ended. */
  close = (): Promise<void> => this.#agent.close();

  /** Breaks the connections at once. */
  destroy = (): Promise<void> => this.#agent.destroy();

  /** Replaces all connections together. undici's clientTtl, a time for each, would check the age of every one at every attempt. */
  #renew(): void {
    if (this.#now() - this.#openedAt < longestMs) return;
    void this.close();
    this.#agent = this.#open();
    this.#openedAt = this.#now();
  }
}
