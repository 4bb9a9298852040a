import type { Dispatcher } from 'undici';
import type { Connections, Post } from './connections.ts';
import { failureOf, type Name, type Outcome, outcomeOf } from './outcome.ts';

/** All that an attempt may take, from the name's resolution to the end of the answer (spec: Limits). */
const attemptMs = 10_000;
/** What is kept of an answer, for whoever looks into a failure. */
const keptBytes = 1024;
/** An answer is read up to here so that its connection can be used again; a longer one costs the connection. */
const readBytes = 65_536;

/** Makes one attempt in `limitMs` at most, and answers what came of it, whatever that is. */
export function send(post: Post, connections: Connections, limitMs = attemptMs): Promise<Outcome> {
  return new Promise(done => {
    const attempt = new Attempt(limitMs, done);
    try {
      connections.post(post, attempt);
    } catch (error) {
      attempt.onResponseError(null, error as Error);
    }
  });
}

/** What undici calls while an attempt goes its way. It ends once, however much is called after that. */
class Attempt implements Dispatcher.DispatchHandler {
  readonly #done: (outcome: Outcome) => void;
  readonly #startedAt = performance.now();
  readonly #limit: NodeJS.Timeout;
  #connection: Dispatcher.DispatchController | null = null;
  #ended = false;
  #status: number | null = null;
  #kept: Buffer[] = [];
  #bytes = 0;

  constructor(limitMs: number, done: (outcome: Outcome) => void) {
    this.#done = done;
    this.#limit = setTimeout(() => this.#giveUp('timeout'), limitMs);
  }

  /** Connected. Where that is too late nothing is sent. */
  onRequestStart(connection: Dispatcher.DispatchController): void {
    this.#connection = connection;
    if (this.#ended) connection.abort(new Error('too late'));
  }

  onResponseStart(_: unknown, status: number): void {
    // Interim answers are not the answer.
    if (status >= 200) this.#status = status;
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    if (this.#bytes < keptBytes) this.#kept.push(chunk.subarray(0, keptBytes - this.#bytes));
    this.#bytes += chunk.length;
    if (this.#bytes > readBytes) this.#giveUp('connection');
  }

  onResponseEnd(): void {
    this.#end();
  }

  onResponseError(_: unknown, error: Error): void {
    this.#end(failureOf(error));
  }

  #giveUp(reason: Name): void {
    this.#end(reason);
    this.#connection?.abort(new Error(reason));
  }

  /** A status that has come stands: a slow, endless or broken answer only ends. */
  #end(failure: Name = 'connection'): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#limit);
    const outcome = this.#status === null ? failure : outcomeOf(this.#status);
    const response = this.#status === null || outcome === 'succeeded' ? null : textOf(this.#kept);
    const durationMs = Math.round(performance.now() - this.#startedAt);
    this.#done({ outcome, status: this.#status, durationMs, response });
  }
}

/** The beginning of an answer as text that PostgreSQL can hold, at most 1 KB of UTF-8. */
function textOf(chunks: Buffer[]): string {
  const text = decoded(Buffer.concat(chunks)).replaceAll('\0', '\uFFFD');
  return decoded(Buffer.from(text).subarray(0, keptBytes));
}

/** What is no UTF-8 becomes U+FFFD, which may take more bytes; a character that is cut off at the end is left out. */
const decoded = (bytes: Buffer) => new TextDecoder().decode(bytes, { stream: true });
