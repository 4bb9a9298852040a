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

/** Makes one attempt, and answers what came of it, whatever that is. */
export async function send(
  { url, headers, body }: Message,
  reach: Reach,
  dispatcher: Dispatcher,
  limitMs = attemptMs,
): Promise<Outcome> {
  const startedAt = performance.now();
  const took = () => Math.round(performance.now() - startedAt);
  const signal = AbortSignal.timeout(limitMs);
  try {
    const { origin, pathname, search } = checkUrl(url, reach);
    const answer = await dispatcher.request({
      origin,
      path: pathname + search,
      method: 'POST',
      headers,
      body,
      signal,
    });
    const outcome = outcomeOf(answer.statusCode);
    // A slow or endless answer ends with the attempt; its status was known before and stands.
    const text = await read(answer.body).catch(() => '');
    return {
      outcome,
      status: answer.statusCode,
      durationMs: took(),
      response: outcome === 'succeeded' ? null : text,
    };
  } catch (error) {
    return {
      outcome: failureOf(signal.aborted ? signal.reason : error),
      status: null,
      durationMs: took(),
      response: null,
    };
  }
}

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
  const text = Buffer.concat(chunks).toString().replaceAll('\0', '\uFFFD');
  return Buffer.from(text)
    .subarray(0, keptBytes)
    .toString()
    .replace(/\uFFFD+$/, '');
}
