import test from 'ava';
import { post } from '../../src/classification/post.ts';
import { model } from '../support/model.ts';

/** Asks a model that always answers so. Returns the last answer, and the times between the requests that it got. */
async function posting(status: number, headers: Record<string, string> = {}) {
  const ai = await model();
  ai.behaves(res => res.writeHead(status, headers).end('Not now'));
  const endpoint = { baseUrl: ai.baseUrl, apiKey: undefined, model: 'small' };
  const answer = await post(endpoint, { model: 'small' }, AbortSignal.timeout(60_000));
  await ai.stop();
  const pauses = ai.asked.slice(1).map(({ at }, i) => at - ai.asked[i]!.at);
  return { ...answer, asked: ai.asked, pauses };
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

for (const [status, headers, attempts] of [
  ...[408, 409, 429, 500, 503].map(status => [status, {}, 3] as const),
  ...[400, 404, 422].map(status => [status, {}, 1] as const),
  // The endpoint's word on whether to retry is respected.
  [500, { 'X-Should-Retry': 'false' }, 1],
  [400, { 'X-Should-Retry': 'true' }, 3],
  // An unusable time for the next attempt is ignored. Waiting for 61 seconds would exceed the limit.
  ...['61', '-1', 'soon', 'Sat, 01 Jan 2000 00:00:00 GMT'].map(
    wait => [429, { 'Retry-After': wait }, 3] as const,
  ),
] as [number, Record<string, string>, number][]) {
  test(`${status} with ${JSON.stringify(headers)}: ${attempts} attempts`, async t => {
    t.is((await posting(status, headers)).asked.length, attempts);
  });
}

test('an endpoint’s time for the next attempt is respected', async t => {
  for (const headers of [{ 'Retry-After': '1' }, { 'Retry-After-Ms': '1000', 'Retry-After': '59' }]) {
    const { pauses } = await posting(429, headers);
    t.is(pauses.length, 2);
    // The first pause of its own would be half a second at most. Clocks differ by a few ms.
    for (const pause of pauses) t.true(pause > 900, `${pause} ms`);
  }
});
