import { lookup } from 'node:dns';
import type { Socket } from 'node:net';
import { Agent, buildConnector, type Dispatcher, errors } from 'undici';
import { memoize } from '../concurrency/memoize.ts';
import { checkedLookup, checkUrl, type Reach, type Resolver } from './address.ts';
import { mendHead } from './responseHead.ts';
import { shared } from './shared.ts';

/**
 * How long an idle connection is kept for the next attempt to the same endpoint, in ms. Servers also close idle connections
 * (gunicorn after 2 s; Node, Apache and uvicorn after 5), and an attempt sent just then must be sent again.
 */
const idleMs = 1_000;
/** The maximum age of a connection when an attempt begins on it, in ms. For a new one the name is resolved and checked again. */
const maxAgeMs = 30_000;
/** The most bytes of a response's headers, with the interim responses before it: a receiver could send these without end. */
const maxHeadBytes = 65_536;
/**
 * The most bytes of a response as it arrives. More than send.ts reads of one, because each byte may be a chunk; a chunk's size and
 * extensions could go on without end.
 */
const maxAnswerBytes = 524_288;

/** A request and its address. */
export interface Post {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** The connections for webhooks. Each is opened to a checked address, and its certificate is checked against the name. */
export function newConnections(reach: Reach, resolver: Resolver = lookup, now = () => performance.now()) {
  const checked = checkedLookup(reach, shared(resolver));
  /** Memoized, because the address of an endpoint is checked for every attempt. */
  const check = memoize(
    (url: string) => url,
    url => checkUrl(url, reach),
  );
  const unanswered = new WeakSet<Error>();
  let agents = open();
  let openedAt = now();

  function open() {
    // HTTP/2 would put all attempts to an endpoint on one connection, and they would fail together.
    const connector = buildConnector({ lookup: checked, allowH2: false });
    const connect: buildConnector.connector = (to, done) =>
      connector(to, (...[error, socket]) =>
        error === null ? done(null, prepared(socket, unanswered)) : done(error, null),
      );
    const options = { connect, allowH2: false, maxHeaderSize: maxHeadBytes };
    return {
      /** Those that are kept for the next attempt. */
      kept: new Agent({ ...options, pipelining: 1, keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs }),
      /** Those for one request: undici keeps no connection alive then. */
      single: new Agent({ ...options, pipelining: 0 }),
    };
  }

  async function all(end: (agent: Agent) => Promise<void>): Promise<void> {
    await Promise.all(Object.values(agents).map(end));
  }

  /** Closes the connections when the attempts in progress have ended. */
  const close = () => all(agent => agent.close());

  /** Replaces all connections together: undici's clientTtl would check the age of every connection for each attempt. */
  function renew(): void {
    if (now() - openedAt < maxAgeMs) return;
    void close();
    agents = open();
    openedAt = now();
  }

  return {
    /** Sends a request, on a kept connection if there is one, or on a new one (`single`). Throws RemoteError. */
    post({ url, headers, body }: Post, handler: Dispatcher.DispatchHandler, use: keyof typeof agents): void {
      const { origin, pathname, search } = check(url);
      renew();
      agents[use].dispatch({ origin, path: pathname + search, method: 'POST', headers, body }, handler);
    },
    close,
    /** Breaks the connections at once. */
    destroy: () => all(agent => agent.destroy()),
    /** Whether a request failed with this error because its kept connection was closed before an answer began. */
    isUnanswered: (error: Error): boolean => unanswered.has(error),
  };
}

export type Connections = ReturnType<typeof newConnections>;

/**
 * Mends the answers that arrive on a new connection, before undici, which listens later, reads them. Adds the error to
 * `unanswered` if it is closed after it was kept.
 */
function prepared<S extends Socket>(socket: S, unanswered: WeakSet<Error>): S {
  /** How much was sent, or waited for it, when the last answer began; null: none has. A request is whole at once. */
  let answered: number | null = null;
  /** The beginning of an answer that isn't whole yet; null: after the beginning. */
  let head: Buffer | null = null;
  /** How much of the beginning has arrived. */
  let headBytes = 0;
  /** How much of all answers may have arrived when this one ends. */
  let mostRead = 0;
  socket.on('readable', () => {
    if (head === null && socket.bytesWritten === answered) {
      if (socket.bytesRead > mostRead) socket.destroy(new Error('The answer is too long.'));
      return;
    }
    const chunk: Buffer | null = socket.read();
    if (chunk === null) return;
    answered = socket.bytesWritten;
    if (head === null) {
      headBytes = 0;
      mostRead = socket.bytesRead + maxAnswerBytes;
    }
    headBytes += chunk.length;
    const { bytes, isWhole } = mendHead(head === null ? chunk : Buffer.concat([head, chunk]), head?.length);
    head = isWhole ? null : bytes;
    if (isWhole) socket.unshift(bytes);
    else if (headBytes > maxHeadBytes) socket.destroy(new errors.HeadersOverflowError());
  });
  socket.on('error', error => {
    if (answered !== null && socket.bytesWritten > answered) unanswered.add(error);
  });
  return socket;
}
