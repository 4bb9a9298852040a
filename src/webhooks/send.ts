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
  keeps: Kept = 'failures',
): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const startedAt = performance.now();
  const limit = setTimeout(() => {
    const missing = connection === null ? 'connection' : 'answer';
    abort({ outcome: 'timeout', reason: `no ${missing} within ${limitMs / 1000} seconds` });
  }, limitMs);
  let connection: Dispatcher.DispatchController | null = null;
  let ended = false;
  let isSentAgain = false;
  let status: number | null = null;
  let asked: number | undefined;
  let target: string | null = null;
  const kept: Buffer[] = [];
  let bytes = 0;

  /** Sends the request on a kept connection, or on one of its own. */
  function start(use: 'kept' | 'single'): void {
    try {
      connections.post(post, handler, use);
    } catch (error) {
      end(failureOf(error));
    }
  }

  function abort(failure: NoAnswer): void {
    end(failure);
    connection?.abort(new Error(failure.outcome));
  }

  /**
   * Ends the attempt, which ends once. If there is a status, it decides the outcome, even if the rest of the response is slow,
   * endless or broken.
   */
  function end(failure = unknown): void {
    if (ended) return;
    ended = true;
    clearTimeout(limit);
    const { outcome, reason } = status === null ? failure : { outcome: outcomeOf(status), reason: target };
    const isKept = status !== null && (keeps === 'all' || outcome !== 'succeeded');
    const response = isKept ? textOf(kept) : null;
    const durationMs = Math.round(performance.now() - startedAt);
    const retryAfter = asked === undefined ? {} : { retryAfterMs: asked };
    resolve({ outcome, status, reason, durationMs, response, ...retryAfter });
  }

  /** The handlers that undici calls during the attempt. */
  const handler: Dispatcher.DispatchHandler = {
    /** The connection is open. If the attempt has ended meanwhile, nothing is sent. */
    onRequestStart(opened) {
      connection = opened;
      if (ended) opened.abort(new Error('too late'));
    },
    onResponseStart(_, answered, headers) {
      // 101 without an `Upgrade` header. Other interim responses don't get here (responseHead.ts).
      if (answered < 200) return;
      status = answered;
      asked = retryAfterMs(headers['retry-after'], Date.now());
      if (outcomeOf(status) === 'redirect') target = redirectTarget(headers.location, post.url);
    },
    onResponseData(_, chunk) {
      if (bytes < keptBytes) kept.push(chunk.subarray(0, keptBytes - bytes));
      bytes += chunk.length;
      if (bytes > readBytes) abort(unknown);
    },
    onResponseEnd: () => end(),
    /**
     * If the receiver closed a kept connection while the request was on its way, it is sent once more on a new one. It may have
     * arrived all the same, as a delivery may come twice.
     */
    onResponseError(_, error) {
      if (ended || isSentAgain || !connections.isUnanswered(error)) return end(failureOf(error));
      isSentAgain = true;
      connection = null;
      start('single');
    },
  };

  start('kept');
  return promise;
}

/** The beginning of a response as text that PostgreSQL can store, at most 1 KB of UTF-8. */
function textOf(chunks: Buffer[]): string {
  const text = decoded(Buffer.concat(chunks)).replaceAll('\0', '\uFFFD');
  return decoded(Buffer.from(text).subarray(0, keptBytes));
}

/** Decodes UTF-8. Invalid bytes become U+FFFD, which may take more bytes; a character cut off at the end is dropped. */
const decoded = (bytes: Buffer) => new TextDecoder().decode(bytes, { stream: true });
