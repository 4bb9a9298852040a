import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config.ts';

/** Where verdicts come from: an OpenAI-compatible endpoint. */
export type Endpoint = NonNullable<Config['classification']>;

/** How often a request is tried again, half a second to a second apart: enough for a short fault to pass while the caller waits. */
const retries = 2;
const firstWaitMs = 500;
/** The longest wait that an endpoint may ask for. One that asks for more is tried again at our own pace. */
const maxWaitMs = 60_000;
/** How many bytes of an answer are read: a verdict takes a thousandth of it. A longer answer is cut off, and so is not valid JSON. */
const maxBytes = 262_144;

interface ModelResponse {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * Posts a request for a chat completion, and again where the fault may pass. Answers what came last, whatever its
 * status; throws where nothing came. The signal ends it at any point, a slow answer included.
 */
export async function post(
  endpoint: Endpoint,
  request: unknown,
  signal: AbortSignal,
): Promise<ModelResponse> {
  for (let tried = 0; ; tried++) {
    const answer = await exchange(endpoint, request, signal).catch((error: unknown) => {
      if (tried === retries || signal.aborted) throw error;
    });
    if (answer && (tried === retries || !mayPass(answer))) return answer;
    await pause(askedToWait(answer?.headers) ?? firstWaitMs * 2 ** tried * (1 - Math.random() / 4), null, {
      signal,
    });
  }
}

/** Sends the request once. Redirects are not followed, because the scope is for no other server. */
async function exchange(
  { baseUrl, apiKey }: Endpoint,
  request: unknown,
  signal: AbortSignal,
): Promise<ModelResponse> {
  const { status, headers, body } = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'User-Agent': 'corkboard',
      // Local models need no key, and get no header then.
      ...(apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify(request),
    redirect: 'manual',
    signal,
  });
  return { status, headers, text: new TextDecoder().decode(await readBounded(body)) };
}

async function readBounded(body: AsyncIterable<Uint8Array> | null): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/** Whether the same request may succeed in a moment: the endpoint says so, or is busy or broken. */
function mayPass({ status, headers }: ModelResponse): boolean {
  const said = headers.get('X-Should-Retry');
  if (said === 'true' || said === 'false') return said === 'true';
  return [408, 409, 429].includes(status) || status >= 500;
}

/** How long the endpoint asks to be left alone, in either header that says so. Undefined: it does not, or for too long. */
function askedToWait(headers: Headers | undefined): number | undefined {
  const exact = Number.parseFloat(headers?.get('Retry-After-Ms') ?? '');
  const rough = headers?.get('Retry-After') ?? '';
  const seconds = Number.parseFloat(rough);
  const ms = [exact, seconds * 1000, Date.parse(rough) - Date.now()].find(wait => !Number.isNaN(wait));
  return ms !== undefined && ms >= 0 && ms <= maxWaitMs ? ms : undefined;
}
