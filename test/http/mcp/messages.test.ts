import test from 'ava';
import { catalogue } from '../../../src/operations/catalogue.ts';
import { counting } from '../../support/rates.ts';
import { eras, headersOf, post, request } from '../../support/tools.ts';
import { world } from '../../support/world.ts';

// The form of messages and their answers.
const w = world(test);

const call = request('legacy', 1, 'tools/list') as Record<string, unknown>;
const deep = (levels: number) =>
  `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'{"a":'.repeat(levels - 1)}1${'}'.repeat(levels)}`;

for (const [name, body, code] of [
  ['no body', undefined, -32700],
  ['no JSON', '{jsonrpc', -32700],
  ['no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), -32700],
  ['text', '"tools/list"', -32600],
  ['null', 'null', -32600],
  ['a batch', [call, call], -32600],
  ['an empty batch', [], -32600],
  ['33 levels', deep(33), -32600],
  ['JSON-RPC 1.0', { ...call, jsonrpc: '1.0' }, -32600],
  ['no jsonrpc', { id: 1, method: 'ping' }, -32600],
  ['no method', { jsonrpc: '2.0', id: 1 }, -32600],
  ['a response', { jsonrpc: '2.0', id: 1, result: {} }, -32600],
  ['a method that is no text', { ...call, method: ['ping'] }, -32600],
  ['params in a list', { ...call, params: [1] }, -32600],
  ['id null', { ...call, id: null }, -32600],
  ['id 1.5', { ...call, id: 1.5 }, -32600],
  ['id true', { ...call, id: true }, -32600],
  ['id in an object', { ...call, id: {} }, -32600],
  ['an id that a number cannot carry', '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}', -32600],
  ['an id without end', '{"jsonrpc":"2.0","id":1e400,"method":"ping"}', -32600],
] as const) {
  test(`400, ${code}: ${name}`, async t => {
    const studio = await w.workspace();
    const used = await counting(w, studio);
    const { status, body: answer } = await post(studio, body);
    t.is(status, 400);
    t.is(answer.error.code, code);
    t.true(answer.error.message.length > 10);
    t.deepEqual(await used(), { read: 1, write: 0 });
  });
}

test('32 levels of nesting are accepted', async t => {
  t.is((await post(await w.workspace(), deep(32))).status, 200);
});

test('an id is returned as it was sent', async t => {
  const studio = await w.workspace();
  for (const id of [0, -7, 2 ** 53 - 1, '', '0', 'a"b\\', '🙂\u2028', 'x'.repeat(60_000)]) {
    const { body } = await post(studio, request('legacy', id, 'ping'));
    t.is(body.id, id);
  }
});

for (const version of [undefined, '2025-03-26', '2025-11-25', '2026-07-28']) {
  test(`an error for a request without a readable id has the id null (${version ?? 'no version named'})`, async t => {
    const studio = await w.workspace();
    const headers: Record<string, string> = version === undefined ? {} : { 'MCP-Protocol-Version': version };
    const ids = [null, 2 ** 53, 1.5, [], true];
    const messages = ids.map(id => ({ jsonrpc: '2.0', id, method: 'ping' }));
    for (const message of ['{jsonrpc', '[]', ...messages]) {
      t.is((await post(studio, message, headers)).body.id, null);
    }
  });
}

for (const [name, headers] of [
  ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
  ['JSON called text', { 'Content-Type': 'text/plain' }],
  ['gzip', { 'Content-Encoding': 'gzip' }],
] as const) {
  test(`400, -32600: ${name}`, async t => {
    const { status, body } = await post(await w.workspace(), call, headers);
    t.is(status, 400);
    t.is(body.error.code, -32600);
  });
}

for (const Accept of [
  'application/json',
  'application/json, text/event-stream',
  '*/*',
  'text/event-stream',
  '',
]) {
  for (const era of eras) {
    test(`a client that accepts "${Accept}" gets JSON (${era})`, async t => {
      const studio = await w.workspace();
      const headers = { ...headersOf(era, 'tools/list'), Accept };
      const { status, body } = await post(studio, request(era, 1, 'tools/list'), headers);
      t.is(status, 200);
      t.is(body.result.tools.length, catalogue.length);
    });
  }
}
