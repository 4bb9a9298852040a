import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Connections, Post } from './connections.ts';
import { failureOf, type NoAnswer, type Outcome, outcomeOf, redirectTarget } from './outcome.ts';
import { retryAfterMs } from './retryAfter.ts';

/** The time limit of an attempt, in ms, from resolving the name to the end of the response. */
const attemptMs = 10_000;
/** How many bytes of a response are kept, for debugging failures. */
const keptBytes = 1024;
/**
 * How many bytes of a response are read, so that its connection can be reused. After a longer one the connection is
 * closed.
 */
const readBytes = 65_536;

/** A failure without a known reason. It is recorded only if there is no status. */
const unknown: NoAnswer = { outcome: 'connection', reason: null };

/** Which responses are kept: those of failed attempts, or all. */
export type Kept = 'failures' | 'all';

/** Makes one attempt within `limitMs`, and returns its outcome. Never throws. */
export function send(
  post: Post,
  connections: Connections,
  limitMs = attemptMs,
  kept: Kept = 'failures',
): Promise<Outcome> {
  return new Promise(done => new Attempt(post, connections, limitMs, kept, done).post('kept'));
}

/** The handler that undici calls during an attempt. An attempt ends once; later calls are ignored. */
class Attempt implements Dispatcher.DispatchHandler {
  readonly #post: Post;
  readonly #connections: Connections;
  readonly #done: (outcome: Outcome) => void;
  readonly #keeps: Kept;
  readonly #startedAt = performance.now();
  readonly #limit: NodeJS.Timeout;
  #connection: Dispatcher.DispatchController | null = null;
  #ended = false;
  #isSentAgain = false;
  #status: number | null = null;
  #retryAfterMs: number | undefined;
  #redirectTarget: string | null = null;
  #kept: Buffer[] = [];
  #bytes = 0;

  constructor(
    post: Post,
    connections: Connections,
    limitMs: number,
    keeps: Kept,
    done: (outcome: Outcome) => void,
  ) {
    this.#post = post;
    this.#connections = connections;
    this.#done = done;
    this.#keeps = keeps;
    this.#limit = setTimeout(() => this.#abort(this.#timedOut(limitMs)), limitMs);
  }

  /** Sends the request on a kept connection, or on one of its own. */
  post(use: 'kept' | 'single'): void {
    try {
      this.#connections.post(this.#post, this, use);
    } catch (error) {
      this.onResponseError(null, error as Error);
    }
  }

  /** The connection is open. If the attempt has ended meanwhile, nothing is sent. */
  onRequestStart(connection: Dispatcher.DispatchController): void {
    this.#connection = connection;
    if (this.#ended) connection.abort(new Error('too late'));
  }

  onResponseStart(_: unknown, status: number, headers: IncomingHttpHeaders): void {
    // 101 without an `Upgrade` header. Other interim responses don't get here (responseHead.ts).
    if (status < 200) return;
    this.#status = status;
    this.#retryAfterMs = retryAfterMs(headers['retry-after'], Date.now());
    if (outcomeOf(status) === 'redirect')
      this.#redirectTarget = redirectTarget(headers.location, this.#post.url);
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    if (this.#bytes < keptBytes) this.#kept.push(chunk.subarray(0, keptBytes - this.#bytes));
    this.#bytes += chunk.length;
    if (this.#bytes > readBytes) this.#abort(unknown);
  }

  onResponseEnd(): void {
    this.#end();
  }

  /**
   * If the receiver closed a kept connection while the request was on its way, it is sent once more on a new one. It may have
   * arrived all the same, as a delivery may come twice.
   */
  onResponseError(_: unknown, error: Error): void {
    if (this.#ended || this.#isSentAgain || !this.#connections.isUnanswered(error)) {
      this.#end(failureOf(error));
      return;
    }
    this.#isSentAgain = true;
    this.#connection = null;
    this.post('single');
  }

  /** The outcome of an attempt that exceeded its time limit. */
  #timedOut(limitMs: number): NoAnswer {
    const missing = this.#connection === null ? 'connection' : 'answer';
    return { outcome: 'timeout', reason: `no ${missing} within ${limitMs / 1000} seconds` };
  }

  #abort(failure: NoAnswer): void {
    this.#end(failure);
    this.#connection?.abort(new Error(failure.outcome));
  }

  /**
   * Ends the attempt. If there is a status, it decides the outcome, even if the rest of the response is slow, endless
   * or broken.
   */
  #end(failure = unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#limit);
    const { outcome, reason } =
      this.#status === null ? failure : { outcome: outcomeOf(this.#status), reason: this.#redirectTarget };
    const isKept = this.#status !== null && (this.#keeps === 'all' || outcome !== 'succeeded');
    const response = isKept ? textOf(this.#kept) : null;
    const durationMs = Math.round(performance.now() - this.#startedAt);
    const asked = this.#retryAfterMs === undefined ? {} : { retryAfterMs: this.#retryAfterMs };
    this.#done({ outcome, status: this.#status, reason, durationMs, response, ...asked });
  }
}

/** The beginning of a response as text that PostgreSQL can store, at most 1 KB of UTF-8. */
function textOf(chunks: Buffer[]): string {
  const text = decoded(Buffer.concat(chunks)).replaceAll('\0', '\uFFFD');
  return decoded(Buffer.from(text).subarray(0, keptBytes));
}

/** Decodes UTF-8. Invalid bytes become U+FFFD, which may take more bytes; a character cut off at the end is dropped. */
const decoded = (bytes: Buffer) => new TextDecoder().decode(bytes, { stream: true });
