import assert from 'node:assert/strict';
import { z } from 'zod';
import { type Code, statusOf } from '../../src/failure.ts';
import { catalogue } from '../../src/operations/catalogue.ts';

export interface Call {
  method: string;
  /** Below /api/v1 where it does not begin with it. */
  path: string;
  key?: string;
  /** A string or bytes go as they are, anything else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: any;
}

/** Makes a request and holds its answer to everything that is true of every answer. */
export async function call(baseUrl: string, request: Call): Promise<Answer> {
  const path = request.path.startsWith('/api/') ? request.path : `/api/v1${request.path}`;
  const answer = await fetchAnswer(baseUrl, { ...request, path });
  checkAnswer(request.method, new URL(path, baseUrl).pathname, answer);
  return answer;
}

/** Makes a request, as it is. */
export async function fetchAnswer(
  baseUrl: string,
  { method, path, key, body, headers = {} }: Call,
): Promise<Answer> {
  const raw = typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: raw ? (body as BodyInit) : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

const ErrorBody = z.strictObject({
  error: z.string().min(1),
  code: z.enum(Object.keys(statusOf) as [Code, ...Code[]]),
  field: z.string().optional(),
  upgradeUrl: z.literal('/settings/billing').optional(),
});

/** Throws where an answer is not what the specification says of all: headers, shape, and nothing private in it. */
export function checkAnswer(method: string, path: string, { status, headers, text, body }: Answer): void {
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('content-type'), 'application/json');
  assert.match(headers.get('request-id') ?? '', /^[0-9a-f-]{36}$/);
  assert.equal(headers.has('ratelimit') && headers.has('ratelimit-policy'), status !== 401);
  assert.equal(headers.has('retry-after'), status === 429);
  if (method === 'HEAD') {
    assert.equal(text, '');
    return;
  }
  if (status >= 400) {
    const { code, field, upgradeUrl } = ErrorBody.parse(body);
    assert.equal(status, statusOf[code]);
    assert.equal(field !== undefined, code === 'validation');
    assert.equal(upgradeUrl !== undefined, code === 'plan_limit');
    return;
  }
  const operation = catalogue.find(
    candidate =>
      candidate.method === method &&
      new RegExp(`^/api/v1${candidate.path.replace(':id', '[^/]+')}$`).test(path),
  );
  assert.ok(operation, `${method} ${path} is no operation`);
  assert.equal(status, method === 'GET' ? 200 : 201);
  operation.output.parse(body);
  assert.doesNotMatch(text, /never-leaves/i);
  assert.doesNotMatch(
    text,
    /"\/(reset-password|file|intake|inquiry|kickoff|scope|invoice|contract|agreement|delivery|status|portal|statement|change-order|invite|unsubscribe|year)\b/,
  );
}
