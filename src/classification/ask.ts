import type { APIError, OpenAI } from 'openai';
import type { Endpoint } from './endpoint.ts';
import { prompt } from './prompt.ts';
import { type Classification, readVerdict, verdictSchema } from './verdict.ts';

/** Tries of one request besides the first, half a second to a second apart: what a short fault takes, with the caller still waiting. */
const retries = 2;
/** A verdict takes a thousandth of it. What is longer is cut off, and is then no JSON any more. */
const mostBytes = 262_144;

/** The endpoint could not be asked; the message is fit for a log: it holds nothing that the endpoint sent. */
export class EndpointError extends Error {}

/**
 * Asks the endpoint for a verdict. Null: it answered, but with nothing usable. Throws EndpointError where it
 * did not answer, or only with errors. The signal ends it at any point, a slow answer included.
 */
export async function ask(
  endpoint: Endpoint,
  subject: unknown,
  signal: AbortSignal,
): Promise<Classification | null> {
  const client = await connect(endpoint);
  const request = { model: endpoint.model, messages: prompt(subject) };
  const format = {
    type: 'json_schema' as const,
    json_schema: { name: 'verdict', strict: true, schema: verdictSchema },
  };
  try {
    const completion = await client.chat.completions
      .create({ ...request, response_format: format }, { signal })
      .catch((error: APIError) => {
        // Servers that do not know schemas say so in these ways. The instructions ask for the same shape.
        if (error.status !== 400 && error.status !== 422) throw error;
        return client.chat.completions.create(request, { signal });
      });
    return readVerdict(completion);
  } catch (error) {
    // It answered with what it calls JSON.
    if (error instanceof SyntaxError) return null;
    throw new EndpointError(`The classification endpoint ${fault(error as APIError, signal)}.`);
  }
}

/** The client, told all that it would look for in variables of its own. Loaded when it is first needed: it is large. */
async function connect({ baseUrl, apiKey }: Endpoint): Promise<OpenAI> {
  const { default: Client } = await import('openai');
  return new Client({
    baseURL: baseUrl,
    apiKey: apiKey ?? 'none',
    // Local models need no key, and get no header then.
    ...(apiKey === undefined ? { defaultHeaders: { Authorization: null } } : {}),
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: retries,
    fetch: fetchBounded,
  });
}

/** Fetches with the body read here, so that its size and time are bounded too. Goes nowhere but where it was told: the scope is not for others. */
async function fetchBounded(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const { status, headers, body } = await fetch(url, { ...init, redirect: 'manual' });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > mostBytes) break;
  }
  const read = Buffer.concat(chunks).subarray(0, mostBytes);
  return new Response(read.length > 0 ? read : null, { status, headers });
}

function fault({ status }: APIError, signal: AbortSignal): string {
  if (status !== undefined) return `answered with status ${status}`;
  return signal.aborted ? 'took too long' : 'could not be reached';
}
