import test from 'ava';
import fc from 'fast-check';
import { catalogue } from '../../src/operations/catalogue.ts';
import { anyText } from '../support/anyText.ts';
import { examples } from '../support/examples.ts';
import { world } from '../support/world.ts';

const w = world(test);

const nasty = fc.constantFrom<unknown>(
  null,
  true,
  false,
  0,
  -1,
  -0,
  1.5,
  1e308,
  2 ** 53,
  '',
  ' ',
  '0',
  'null',
  '\0',
  '\ud800',
  '🙂'.repeat(600),
  "' or 1=1 --",
  '{{x}}',
  '%s%n',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '2026-02-30',
  '9999-12-31',
  'USD',
  'x'.repeat(6000),
  [],
  {},
  [[]],
  [null],
  { $gt: '' },
  { toString: 1 },
  { length: 1e9 },
  '01890000-0000-7000-8000-000000000000',
);
/** A value in the form of a query or a path. */
function inText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
const value = fc.oneof(nasty, fc.jsonValue({ maxDepth: 3 }), anyText(50));
const fields = [...new Set(catalogue.flatMap(operation => Object.keys(operation.input.shape)))];
const name = fc.oneof(
  fc.constantFrom(...fields),
  fc.constantFrom('__proto__', 'toString', '', 'status', 'paidAt', 'a.b'),
  fc.string({ maxLength: 10 }),
);
const object = fc.array(fc.tuple(name, value), { maxLength: 6 }).map(
  pairs =>
    // This JSON is built as text, because an object literal would drop __proto__ and repeated names.
    `{${pairs.map(([key, inner]) => `${JSON.stringify(key)}:${JSON.stringify(inner) ?? 'null'}`).join(',')}}`,
);
const query = fc
  .array(fc.tuple(fc.constantFrom(...fields), fc.oneof(nasty.map(inText), anyText(20))), { maxLength: 4 })
  .map(pairs =>
    pairs
      .map(([key, text]) => `${key}=${encodeURIComponent(text.toWellFormed())}`)
      .join('&')
      .slice(0, 6000),
  );
const header = fc.constantFrom<Record<string, string>>(
  {},
  {},
  {},
  { 'Idempotency-Key': 'a' },
  { 'Idempotency-Key': 'a b' },
  { 'Content-Type': 'text/html' },
  { Accept: 'image/png' },
  { 'Content-Encoding': 'br' },
  { 'X-HTTP-Method-Override': 'DELETE' },
  { 'Accept-Language': 'xx' },
  { Cookie: 'a=b' },
);

/** The statuses that a request may get. Server errors are not among them. */
const allowed = new Set([200, 201, 400, 401, 402, 403, 404, 409, 413, 422]);

test('six thousand hostile requests never cause a 5xx, an unspecified body, or a change of another workspace', async t => {
  const stranger = await w.workspace();
  await stranger.invoice((await stranger.project()).id);
  const before = await Promise.all(
    ['/clients', '/projects', '/invoices'].map(async path => (await stranger.get(path)).text),
  );
  const studio = await w.workspace({ plan: 'studio' });
  const all = await examples(studio);
  const request = fc.record({
    operation: fc.constantFrom(...catalogue),
    mutate: fc.constantFrom('mix', 'raw', 'text'),
    object,
    text: anyText(200),
    query,
    header,
    key: value,
  });
  const statuses = new Map<number, number>();
  const samples = fc.sample(request, { numRuns: 6000 });
  const send = async (sample: (typeof samples)[number]) => {
    const { operation, mutate, object, text, query, header, key } = sample;
    const example = all[operation.name]!;
    const path =
      operation.path.includes(':id') && mutate === 'raw'
        ? example.path.replace(/[0-9a-f-]{36}/, encodeURIComponent(inText(key).toWellFormed()) || 'x')
        : example.path;
    const body = {
      mix: `${JSON.stringify(example.body ?? {}).slice(0, -1)}${example.body && object !== '{}' ? ',' : ''}${object.slice(1)}`,
      raw: object,
      text,
    }[mutate];
    const read = operation.method === 'GET';
    const { status } = await studio.send({
      method: operation.method,
      path: read && query ? `${path}?${query}` : path,
      headers: header,
      ...(read ? {} : { body: body! }),
    });
    t.true(allowed.has(status), `${status} for ${JSON.stringify(sample)}`);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  // This test must not run into the rate limit.
  const refill = () => w.db.query('delete from corkboard.rate_windows where workspace_id = $1', [studio.id]);
  for (let i = 0; i < samples.length; i += 30) {
    await refill();
    await Promise.all(samples.slice(i, i + 30).map(send));
  }
  for (const status of [200, 201, 400, 404, 422])
    t.true((statuses.get(status) ?? 0) > 20, `${status}: ${statuses.get(status)}`);
  const after = await Promise.all(
    ['/clients', '/projects', '/invoices'].map(async path => (await stranger.get(path)).text),
  );
  t.deepEqual(after, before);
});
