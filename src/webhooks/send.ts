import type { Dispatcher } from 'undici';
import { checkUrl, type Reach } from './address.ts';
import { failureOf, type Outcome, outcomeOf } from './outcome.ts';

/** All that an attempt may take, from the name's resolution to the end of the answer (spec: Limits). */
const attemptMs = 10_000;
/** What is kept of an answer, for whoever looks into a failure. */
const keptBytes = 1024;
/** An answer is read up to here so that its connection can be used again; a longer one costs the connection. */
const readBytes = 65_536;

/** What is sent, and the way there. */
export interface Message {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** Makes one attempt in `limitMs` at most, and answers what came of it, whatever that is. */
export async function send(
  message: Message,
  reach: Reach,
  dispatcher: Dispatcher,
  limitMs = attemptMs,
): Promise<Outcome> {
  const startedAt = performance.now();
  const took = () => Math.round(performance.now() - startedAt);
  try {
    const { statusCode: status, body } = await post(message, reach, dispatcher, AbortSignal.timeout(limitMs));
    const outcome = outcomeOf(status);
    // A slow or endless answer ends with the attempt; its status was known before and stands.
    const response = outcome === 'succeeded' ? await drain(body) : await read(body);
    return { outcome, status, durationMs: took(), response };
  } catch (error) {
    return { outcome: failureOf(error), status: null, durationMs: took(), response: null };
  }
}

async function post(
  { url, headers, body }: Message,
  reach: Reach,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const { origin, pathname, search } = checkUrl(url, reach);
  const path = pathname + search;
  const answer = dispatcher.request({ origin, path, method: 'POST', headers, body, signal });
  // undici heeds the signal only once it is connected; it sends nothing after it, though.
  const { promise: end, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop);
  return Promise.race([answer, end]).finally(() => signal.removeEventListener('abort', stop));
}

/** What a success answers is of no interest. */
const drain = (stream: Dispatcher.ResponseData['body']): Promise<null> =>
  stream.dump({ limit: readBytes }).then(
    () => null,
    () => null,
  );

/** The beginning of an answer as text that PostgreSQL can hold, at most 1 KB of UTF-8. */
async function read(stream: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream) {
      if (bytes < keptBytes) chunks.push(chunk.subarray(0, keptBytes - bytes));
      bytes += chunk.length;
      if (bytes > readBytes) break;
    }
  } catch {
    // Cut short: what has come is kept.
  }
  const text = decoded(Buffer.concat(chunks)).replaceAll('\0', '\uFFFD');
  return decoded(Buffer.from(text).subarray(0, keptBytes));
}

/** What is no UTF-8 becomes U+FFFD, which may take more bytes; a character that is cut off at the end is left out. */
const decoded = (bytes: Buffer) => new TextDecoder().decode(bytes, { stream: true });
