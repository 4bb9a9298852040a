import test from 'ava';
import { post } from '../../src/classification/post.ts';
import { model } from '../support/model.ts';

/** Asks a model that always answers so; says how often it was asked, and for how long. */
async function posting(status: number, headers: Record<string, string> = {}) {
  const ai = await model();
  ai.behaves(res => res.writeHead(status, headers).end('Not now'));
  const begun = performance.now();
  const endpoint = { baseUrl: ai.baseUrl, apiKey: undefined, model: 'small' };
  const answer = await post(endpoint, { model: 'small' }, AbortSignal.timeout(60_000));
  await ai.stop();
  return { ...answer, asked: ai.asked, tookMs: performance.now() - begun };
}

test('a request posts JSON, accepts JSON, and names its sender', async t => {
  const { asked, status, text } = await posting(200);
  t.like(asked[0]!.headers, {
    accept: 'application/json',
    'content-type': 'application/json',
    'user-agent': 'corkboard',
  });
  t.deepEqual(asked[0]!.body, { model: 'small' });
  t.deepEqual([status, text], [200, 'Not now']);
});

for (const status of [408, 409, 429, 500, 503]) {
  test(`${status} is retried: three attempts within about two seconds`, async t => {
    const { asked, tookMs } = await posting(status);
    t.is(asked.length, 3);
    t.true(tookMs > 1_000);
  });
}

for (const status of [400, 401, 403, 404, 422]) {
  test(`${status} is not retried`, async t => {
    t.is((await posting(status)).asked.length, 1);
  });
}

test('an endpoint’s word on whether to retry is respected', async t => {
  t.is((await posting(500, { 'X-Should-Retry': 'false' })).asked.length, 1);
  t.is((await posting(400, { 'X-Should-Retry': 'true' })).asked.length, 3);
});

test('an endpoint’s time for the next attempt is respected', async t => {
  for (const headers of [{ 'Retry-After': '1' }, { 'Retry-After-Ms': '1000', 'Retry-After': '30' }]) {
    const { asked, tookMs } = await posting(429, headers);
    t.is(asked.length, 3);
    t.true(tookMs > 1_950 && tookMs < 30_000, `${tookMs} ms`);
  }
});

test('an unusable Retry-After is ignored', async t => {
  for (const wait of ['61', '-1', 'soon', 'Sat, 01 Jan 2000 00:00:00 GMT']) {
    const { asked, tookMs } = await posting(429, { 'Retry-After': wait });
    t.is(asked.length, 3);
    t.true(tookMs < 30_000, `${tookMs} ms`);
  }
});
