import { lookup } from 'node:dns';
import type { Socket } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { memoize } from '../concurrency/memoize.ts';
import { checkedLookup, checkUrl, type Reach, type Resolver } from './address.ts';
import { maxHeadBytes, mendHead } from './responseHead.ts';
import { shared } from './shared.ts';

/**
 * How long an idle connection is kept for the next attempt to the same endpoint, in ms. Servers also close idle connections
 * (gunicorn after 2 s; Node, Apache and uvicorn after 5), and an attempt sent just then must be sent again.
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

/** The pools of connections: those that are kept for the next attempt, and those for one request. */
interface Agents {
  kept: Agent;
  single: Agent;
}

/** The connections for webhooks. Each is opened to a checked address, and its certificate is checked against the name. */
export class Connections {
  /** Memoized, because the address of an endpoint is checked for every attempt. */
  readonly #check: (url: string) => URL;
  readonly #open: () => Agents;
  readonly #now: () => number;
  readonly #unanswered = new WeakSet<Error>();
  #agents: Agents;
  #openedAt: number;

  constructor(reach: Reach, resolver: Resolver = lookup, now = () => performance.now()) {
    const checked = checkedLookup(reach, shared(resolver));
    this.#check = memoize(
      url => url,
      url => checkUrl(url, reach),
    );
    this.#open = () => {
      // HTTP/2 would put all attempts to an endpoint on one connection, and they would fail together.
      const open = buildConnector({ lookup: checked, allowH2: false });
      const connect: buildConnector.connector = (to, done) =>
        open(to, (...[error, socket]) =>
          error === null ? done(null, this.#prepared(socket)) : done(error, null),
        );
      const options = { connect, allowH2: false, maxHeaderSize: maxHeadBytes };
      return {
        kept: new Agent({ ...options, pipelining: 1, keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs }),
        // undici keeps no connection alive then.
        single: new Agent({ ...options, pipelining: 0 }),
      };
    };
    this.#now = now;
    this.#agents = this.#open();
    this.#openedAt = now();
  }

  /** Sends a request, on a kept connection if there is one, or on a new one (`single`). Throws RemoteError. */
  post({ url, headers, body }: Post, handler: Dispatcher.DispatchHandler, use: keyof Agents = 'kept'): void {
    const { origin, pathname, search } = this.#check(url);
    this.#renew();
    this.#agents[use].dispatch({ origin, path: pathname + search, method: 'POST', headers, body }, handler);
  }

  /** Closes the connections when the attempts in progress have ended. */
  close = (): Promise<void> => this.#all(agent => agent.close());

  /** Breaks the connections at once. */
  destroy = (): Promise<void> => this.#all(agent => agent.destroy());

  /** Whether a request failed with this error because its kept connection was closed before an answer began. */
  isUnanswered = (error: Error): boolean => this.#unanswered.has(error);

  async #all(end: (agent: Agent) => Promise<void>): Promise<void> {
    await Promise.all(Object.values(this.#agents).map(end));
  }

  /**
   * Mends the answers that arrive on a new connection, before undici, which listens later, reads them. Notes the error if it is
   * closed after it was kept.
   */
  #prepared<S extends Socket>(socket: S): S {
    /** How much was sent, or waited for it, when the last answer began; null: none has. A request is whole at once. */
    let answered: number | null = null;
    /** The beginning of an answer that isn't whole yet; null: after the beginning. */
    let head: Buffer | null = null;
    socket.on('readable', () => {
      if (head === null && socket.bytesWritten === answered) return;
      const chunk: Buffer | null = socket.read();
      if (chunk === null) return;
      answered = socket.bytesWritten;
      const { bytes, isWhole } = mendHead(head === null ? chunk : Buffer.concat([head, chunk]));
      head = isWhole ? null : bytes;
      if (isWhole) socket.unshift(bytes);
    });
    socket.on('error', error => {
      if (answered !== null && socket.bytesWritten > answered) this.#unanswered.add(error);
    });
    return socket;
  }

  /** Replaces all connections together: undici's clientTtl would check the age of every connection for each attempt. */
  #renew(): void {
    if (this.#now() - this.#openedAt < maxAgeMs) return;
    void this.close();
    this.#agents = this.#open();
    this.#openedAt = this.#now();
  }
}
