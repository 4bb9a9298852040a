import test from 'ava';
import fc from 'fast-check';
import { toolName } from '../../../src/http/mcp/tools.ts';
import { catalogue } from '../../../src/operations/catalogue.ts';
import { anyText } from '../../support/anyText.ts';
import { counting } from '../../support/rates.ts';
import { metaKeys, modernVersion, post } from '../../support/tools.ts';
import { world } from '../../support/world.ts';

const w = world(test);

const value = fc.oneof(
  fc.constantFrom<unknown>(null, true, -1, 1.5, 2 ** 53, '', '\0', '\ud800', '__proto__', [], {}, [null], {
    toString: 1,
  }),
  fc.jsonValue({ maxDepth: 3 }),
  anyText(30),
);
const tools = catalogue.map(({ name }) => toolName(name));
const fields = [...new Set(catalogue.flatMap(({ input }) => Object.keys(input.shape)))];
const method = fc.constantFrom(
  'tools/call',
  'tools/call',
  'tools/call',
  'tools/list',
  'initialize',
  'ping',
  'server/discover',
  'x',
);
const meta = fc.oneof(
  fc.constant({ [metaKeys.protocolVersion]: modernVersion, [metaKeys.clientCapabilities]: {} }),
  fc.dictionary(fc.constantFrom(...Object.values(metaKeys), 'progressToken', '__proto__'), value, {
    maxKeys: 3,
  }),
  value,
);
const params = fc.record(
  {
    name: fc.oneof(fc.constantFrom(...tools), value),
    arguments: fc.oneof(
      fc.dictionary(fc.oneof(fc.constantFrom(...fields), fc.string({ maxLength: 5 })), value, { maxKeys: 5 }),
      value,
    ),
    _meta: meta,
    cursor: value,
    protocolVersion: value,
  },
  { requiredKeys: ['name'] },
);
const message = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, { weight: 1, arbitrary: value }),
    id: fc.oneof({ weight: 9, arbitrary: fc.integer() }, { weight: 1, arbitrary: value }),
    method: fc.oneof({ weight: 9, arbitrary: method }, { weight: 1, arbitrary: value }),
    params: fc.oneof({ weight: 9, arbitrary: params }, { weight: 1, arbitrary: value }),
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
const body = fc.oneof(
  { weight: 9, arbitrary: message.map(each => JSON.stringify(each)) },
  { weight: 1, arbitrary: anyText(100) },
);

test('three thousand hostile messages never cause a fault or an answer of another form', async t => {
  const studio = await w.workspace({ plan: 'studio' });
  const statuses = new Map<number, number>();
  const samples = fc.sample(fc.record({ body, headers }), { numRuns: 3000 });
  for (let i = 0; i < samples.length; i += 30) {
    // This test must not run into the rate limit.
    await counting(w, studio);
    const answers = await Promise.all(
      samples.slice(i, i + 30).map(sample => post(studio, sample.body, sample.headers)),
    );
    for (const [j, { status, text }] of answers.entries()) {
      t.true(
        [200, 202, 400, 404].includes(status),
        `${status} for ${JSON.stringify(samples[i + j])}: ${text}`,
      );
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  }
  for (const status of [200, 202, 400])
    t.true((statuses.get(status) ?? 0) > 50, `${status}: ${statuses.get(status)}`);
});
