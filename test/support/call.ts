import assert from 'node:assert/strict';
import { type Dispatcher, request } from 'undici';
import { type Code, statusOf } from '../../src/errors/failure.ts';
import { checkDocumented } from './contract.ts';

/** A well-formed API key that does not exist. */
export const unknownKey = `crk_${'A'.repeat(65)}`;

/** The id of no record. */
export const unknownId = '01890000-0000-7000-8000-000000000000';

export interface Call {
  method: string;
  /** The path, relative to /api/v1 unless it begins with /api/. */
  path: string;
  key?: string;
  /** A string or bytes are sent as they are, anything else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: any;
}

/** Makes a request, and checks the rules that every response must follow. */
export async function call(baseUrl: string, request: Call): Promise<Answer> {
  const path = request.path.startsWith('/api/') ? request.path : `/api/v1${request.path}`;
  const answer = await fetchAnswer(baseUrl, { ...request, path });
  checkAnswer(request.method, new URL(path, baseUrl).pathname, answer);
  return answer;
}

/** Sends a request, for a third of what `fetch` costs. It follows no redirect. */
export async function sent(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: string | Uint8Array,
): Promise<Omit<Answer, 'body'>> {
  const options = { method: method as Dispatcher.HttpMethod, headers, body: body ?? null };
  const { statusCode, headers: found, body: answer } = await request(url, options);
  const pairs = Object.entries(found).flatMap(([name, value]) => [value!].flat().map(one => [name, one]));
  return { status: statusCode, headers: new Headers(pairs as [string, string][]), text: await answer.text() };
}

/** Makes a request without checking the response. */
export async function fetchAnswer(
  baseUrl: string,
  { method, path, key, body, headers = {} }: Call,
): Promise<Answer> {
  const raw = typeof body === 'string' || body instanceof Uint8Array;
  const all = {
    ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...headers,
  };
  const answer = await sent(baseUrl + path, method, all, raw ? body : JSON.stringify(body));
  return { ...answer, body: answer.text === '' ? undefined : JSON.parse(answer.text) };
}

/** Throws if a response does not fit the API's description, or contains private data. */
function checkAnswer(method: string, path: string, answer: Answer): void {
  const { status, headers, text, body } = answer;
  checkDocumented(method, path, answer);
  assert.equal(headers.has('ratelimit') && headers.has('ratelimit-policy'), status !== 401);
  if (method === 'HEAD') return;
  if (status >= 400) {
    const { code, field, upgradeUrl } = body;
    assert.equal(status, statusOf[code as Code]);
    assert.equal(field !== undefined, code === 'validation');
    assert.equal(upgradeUrl, code === 'plan_limit' ? '/settings/billing' : undefined);
    return;
  }
  assert.doesNotMatch(text, /never-leaves/i);
  assert.doesNotMatch(
    text,
    /"\/(reset-password|file|intake|inquiry|kickoff|scope|invoice|contract|agreement|delivery|status|portal|statement|change-order|invite|unsubscribe|year)\b/,
  );
}
