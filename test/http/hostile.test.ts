import test from 'ava';
import fc from 'fast-check';
import { toolName } from '../../src/http/mcp/tools.ts';
import { catalogue } from '../../src/operations/catalogue.ts';
import { anyText } from '../support/anyText.ts';
import { examples } from '../support/examples.ts';
import { counting } from '../support/rates.ts';
import { metaKeys, modernVersion, post } from '../support/tools.ts';
import { sharedWorld } from '../support/world.ts';

// Requests and messages of any form. Each run tries others.
const w = sharedWorld(test, 'api');

const value = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, -0, 1.5, 1e308, 2 ** 53, [], {}, [[]], [null]),
  fc.constantFrom<unknown>({ $gt: '' }, { toString: 1 }, { length: 1e9 }),
  fc.constantFrom('', ' ', '0', 'null', '\0', '\ud800', '🙂'.repeat(600), 'x'.repeat(6000), "' or 1=1 --"),
  fc.constantFrom(
    '{{x}}',
    '%s%n',
    '../../etc/passwd',
    '__proto__',
    'constructor',
    '2026-02-30',
    '9999-12-31',
  ),
  fc.constantFrom('USD', '01890000-0000-7000-8000-000000000000'),
  fc.jsonValue({ maxDepth: 3 }),
  anyText(50),
);
/** A value in the form of a query or a path. */
const inText = (given: unknown) => (typeof given === 'string' ? given : JSON.stringify(given)).toWellFormed();

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
  .array(fc.tuple(fc.constantFrom(...fields), value), { maxLength: 4 })
  .map(pairs => pairs.map(([key, given]) => `${key}=${encodeURIComponent(inText(given))}`).join('&'))
  .map(text => text.slice(0, 6000));
const header = fc.constantFrom<Record<string, string>>(
  ...[{}, {}, {}, { 'Idempotency-Key': 'a' }, { 'Idempotency-Key': 'a b' }, { Accept: 'image/png' }],
  ...[{ 'Content-Type': 'text/html' }, { 'Content-Encoding': 'br' }, { 'X-HTTP-Method-Override': 'DELETE' }],
  ...[{ 'Accept-Language': 'xx' }, { Cookie: 'a=b' }],
);

/** Calls `send` for each sample, many at once, and returns how often each status came. */
async function statusesOf<Sample>(
  samples: Sample[],
  before: () => Promise<unknown>,
  send: (sample: Sample) => Promise<number>,
): Promise<Map<number, number>> {
  const statuses: number[] = [];
  for (let i = 0; i < samples.length; i += 30) {
    await before();
    statuses.push(...(await Promise.all(samples.slice(i, i + 30).map(send))));
  }
  return new Map([...Map.groupBy(statuses, status => status)].map(([status, all]) => [status, all.length]));
}

test('hostile requests never cause a 5xx, an unspecified body, or a change of another workspace', async t => {
  const stranger = await w.workspace();
  await stranger.invoice((await stranger.project()).id);
  const lists = () =>
    Promise.all(['/clients', '/projects', '/invoices'].map(async path => (await stranger.get(path)).text));
  const before = await lists();
  const studio = await w.workspace({ plan: 'studio' });
  const all = await examples(studio);
  const mutate = fc.constantFrom('mix', 'raw', 'text');
  const operation = fc.constantFrom(...catalogue);
  const request = fc.record({ operation, mutate, object, text: anyText(200), query, header, key: value });
  const samples = fc.sample(request, { numRuns: 300 });
  const send = async (sample: (typeof samples)[number]) => {
    const { operation, mutate, object, text, query, header, key } = sample;
    const example = all[operation.name]!;
    const path =
      operation.path.includes(':id') && mutate === 'raw'
        ? example.path.replace(/[0-9a-f-]{36}/, encodeURIComponent(inText(key)) || 'x')
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
    t.true([200, 201, 400, 404, 413, 422].includes(status), `${status} for ${JSON.stringify(sample)}`);
    return status;
  };
  // This test must not run into the rate limit.
  const statuses = await statusesOf(samples, () => counting(w, studio), send);
  for (const status of [200, 201, 400, 404, 422]) t.true(statuses.has(status), `${status}`);
  t.deepEqual(await lists(), before);
});

const tools = catalogue.map(({ name }) => toolName(name));
const call = 'tools/call';
const method = fc.constantFrom(call, call, call, 'tools/list', 'initialize', 'ping', 'server/discover', 'x');
/** Mostly what is usual. */
const mostly = <T>(usual: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: usual as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: value });
const meta = fc.oneof(
  fc.constant({ [metaKeys.protocolVersion]: modernVersion, [metaKeys.clientCapabilities]: {} }),
  fc.dictionary(fc.constantFrom(...Object.values(metaKeys), 'progressToken', '__proto__'), value, {
    maxKeys: 3,
  }),
  value,
);
const given = fc.dictionary(fc.oneof(fc.constantFrom(...fields), fc.string({ maxLength: 5 })), value, {
  maxKeys: 5,
});
const params = fc.record(
  {
    name: fc.oneof(fc.constantFrom(...tools), value),
    arguments: fc.oneof(given, value),
    ...{ _meta: meta, cursor: value, protocolVersion: value },
  },
  { requiredKeys: ['name'] },
);
const message = fc.record(
  {
    ...{ jsonrpc: mostly(fc.constant('2.0')), id: mostly(fc.integer()) },
    ...{ method: mostly(method), params: mostly(params) },
  },
  { requiredKeys: ['jsonrpc', 'method'] },
);
const headers = fc.record(
  {
    'MCP-Protocol-Version': fc.constantFrom(modernVersion, '2025-11-25', '2025-03-26', 'x'),
    'Mcp-Method': method,
    'Mcp-Name': fc.constantFrom(...tools),
    'Mcp-Session-Id': fc.constant('x'),
    'Last-Event-ID': fc.constant('x'),
  },
  { requiredKeys: [] },
);

test('hostile messages to the tool server never cause a fault or an answer of another form', async t => {
  const studio = await w.workspace({ plan: 'studio' });
  const body = fc.oneof(
    { weight: 9, arbitrary: message.map(each => JSON.stringify(each)) },
    { weight: 1, arbitrary: anyText(100) },
  );
  const samples = fc.sample(fc.record({ body, headers }), { numRuns: 150 });
  const send = async ({ body, headers }: (typeof samples)[number]) => {
    const { status, text } = await post(studio, body, headers as Record<string, string>);
    t.true(
      [200, 202, 400, 404].includes(status),
      `${status} for ${body} ${JSON.stringify(headers)}: ${text}`,
    );
    return status;
  };
  const statuses = await statusesOf(samples, () => counting(w, studio), send);
  for (const status of [200, 202, 400]) t.true(statuses.has(status), `${status}`);
});
