import { lookup } from 'node:dns';
import { Agent, type Dispatcher } from 'undici';
import { remembered } from '../remembered.ts';
import { checkedLookup, checkUrl, type Reach, type Resolver } from './address.ts';
import { shared } from './shared.ts';

/**
 * How long a connection is kept for the next attempt to the same endpoint. Servers close idle ones as well (gunicorn
 * after 2 s; Node, Apache and uvicorn after 5), and an attempt sent just then would fail without being heard.
 */
const idleMs = 1_000;
/** How old a connection may be on which an attempt begins. For a new one the name is resolved and checked again. */
const longestMs = 30_000;

/** What is sent, and the way there. */
export interface Post {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** The connections of webhooks: each is opened to an address that was checked, and its certificate to the name. */
export class Connections {
  /** Remembered, because an endpoint's address comes again with every attempt: 3 % of the worker's work. */
  readonly #check: (url: string) => URL;
  readonly #open: () => Agent;
  readonly #now: () => number;
  #agent: Agent;
  #openedAt: number;

  constructor(reach: Reach, resolver: Resolver = lookup, now = () => performance.now()) {
    const connect = { lookup: checkedLookup(reach, shared(resolver)) as never };
    // HTTP/2 would put all attempts to an endpoint on one connection, to fail together.
    const options = { connect, pipelining: 1, allowH2: false };
    this.#check = remembered(
      url => url,
      url => checkUrl(url, reach),
    );
    this.#open = () => new Agent({ ...options, keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs });
    this.#now = now;
    this.#agent = this.#open();
    this.#openedAt = now();
  }

  /** Sends it. Throws RefusedAddress. */
  post({ url, headers, body }: Post, handler: Dispatcher.DispatchHandler): void {
    const { origin, pathname, search } = this.#check(url);
    this.#renew();
    this.#agent.dispatch({ origin, path: pathname + search, method: 'POST', headers, body }, handler);
  }

  /** Ends them once what is under way has ended. */
  close = (): Promise<void> => this.#agent.close();

  /** Breaks them. */
  destroy = (): Promise<void> => this.#agent.destroy();

  /** All at once and not each in its time (undici's clientTtl), which would look at the age of every one of them for every attempt. */
  #renew(): void {
    if (this.#now() - this.#openedAt < longestMs) return;
    void this.close();
    this.#agent = this.#open();
    this.#openedAt = this.#now();
  }
}
