import test from 'ava';
import { legacyVersions, metaKeys, modernVersion } from '../../../src/http/mcp/protocol.ts';
import { fetchAnswer } from '../../support/call.ts';
import { counting } from '../../support/rates.ts';
import { eras, headersOf, post, request, rpc } from '../../support/tools.ts';
import { world } from '../../support/world.ts';

// The protocol around the tools.
const w = world(test);

const modernMeta = { [metaKeys.protocolVersion]: modernVersion, [metaKeys.clientCapabilities]: {} };

for (const asked of legacyVersions) {
  test(`initialize answers the revision ${asked} to who asks for it`, async t => {
    const studio = await w.workspace();
    const params = { protocolVersion: asked, capabilities: {}, clientInfo: { name: 'a', version: '1' } };
    // Without the version header, as a first request comes.
    const { status, body } = await post(studio, request('legacy', 1, 'initialize', params));
    t.is(status, 200);
    t.is(body.result.protocolVersion, asked);
    t.deepEqual(body.result.capabilities, { tools: {} });
    t.is(body.result.serverInfo.name, 'corkboard');
    t.is(body.result.serverInfo.title, 'Corkboard');
    t.regex(body.result.instructions, /minor unit/);
  });
}

test('initialize answers the newest revision that begins so to who asks for one it does not know', async t => {
  const studio = await w.workspace();
  for (const protocolVersion of [modernVersion, '1999-01-01', undefined, 7]) {
    const { body } = await post(studio, request('legacy', 1, 'initialize', { protocolVersion }));
    t.is(body.result.protocolVersion, '2025-11-25');
  }
});

test('server/discover tells revisions, capabilities and who answers, and may be kept', async t => {
  const { body } = await rpc(await w.workspace(), 'modern', 'server/discover');
  const { supportedVersions, capabilities, resultType, ttlMs, cacheScope, _meta } = body.result;
  t.deepEqual(supportedVersions, [modernVersion, ...legacyVersions]);
  t.deepEqual(capabilities, { tools: {} });
  t.is(resultType, 'complete');
  t.true(Number.isInteger(ttlMs) && ttlMs > 0);
  t.is(cacheScope, 'public');
  t.is(_meta[metaKeys.serverInfo].name, 'corkboard');
});

test('each era has its own methods, and says so of all others', async t => {
  const studio = await w.workspace();
  t.deepEqual((await rpc(studio, 'legacy', 'ping')).body.result, {});
  for (const [era, status, methods] of [
    ['legacy', 200, ['server/discover', 'resources/list', 'tools', '__proto__', '']],
    ['modern', 404, ['initialize', 'ping', 'logging/setLevel', 'prompts/list', 'constructor']],
  ] as const) {
    for (const method of methods) {
      const answer = await rpc(studio, era, method);
      t.is(answer.status, status, method);
      t.is(answer.body.error.code, -32601, method);
    }
  }
});

test('a notification is 202 without a body, and does nothing, whatever its method', async t => {
  const studio = await w.workspace();
  const create = { name: 'create_client', arguments: { name: 'A' } };
  for (const [method, params] of [
    ['notifications/initialized', undefined],
    ['notifications/cancelled', { requestId: 1 }],
    ['tools/call', create],
  ] as const) {
    const { status, text } = await post(studio, { jsonrpc: '2.0', method, params });
    t.is(status, 202);
    t.is(text, '');
  }
  t.is((await studio.get('/clients')).body.page.total, 0);
});

for (const method of ['GET', 'HEAD', 'DELETE']) {
  test(`${method} is 405 with Allow: POST, needs no key and costs nothing`, async t => {
    const studio = await w.workspace();
    const used = await counting(w, studio);
    for (const key of [studio.key, 'crk_wrong']) {
      const { status, headers } = await fetchAnswer(w.baseUrl, { method, path: '/api/mcp', key });
      t.is(status, 405);
      t.is(headers.get('allow'), 'POST');
      t.is(headers.get('cache-control'), 'no-store');
      t.true(headers.has('request-id'));
    }
    t.deepEqual(await used(), { read: 0, write: 0 });
  });
}

for (const [method, path] of [
  ['PUT', '/api/mcp'],
  ['OPTIONS', '/api/mcp'],
  ['POST', '/api/mcp/'],
  ['GET', '/api/mcp/'],
] as const) {
  test(`${method} ${path} is answered like any address that does not exist`, async t => {
    const studio = await w.workspace();
    t.is((await studio.send({ method, path })).status, 404);
    t.is((await studio.send({ method, path, headers: { Authorization: '' } })).status, 401);
  });
}

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
  ['params null', { ...call, params: null }, -32600],
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

test('32 levels are not too deep', async t => {
  t.is((await post(await w.workspace(), deep(32))).status, 200);
});

test('an id comes back as it was sent', async t => {
  const studio = await w.workspace();
  for (const id of [0, -7, 2 ** 53 - 1, '', '0', 'a"b\\', '🙂\u2028', 'x'.repeat(60_000)]) {
    const { body } = await post(studio, request('legacy', id, 'ping'));
    t.is(body.id, id);
  }
  // An error carries it too, where it could be read.
  t.is((await post(studio, { jsonrpc: '2.0', id: 'a', method: 7 })).body.id, 'a');
  t.false('id' in (await post(studio, { jsonrpc: '2.0', id: null, method: 'ping' })).body);
});

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
    test(`whoever accepts "${Accept}" gets JSON (${era})`, async t => {
      const studio = await w.workspace();
      const headers = { ...headersOf(era, 'tools/list'), Accept };
      const { status, body } = await post(studio, request(era, 1, 'tools/list'), headers);
      t.is(status, 200);
      t.is(body.result.tools.length, 12);
    });
  }
}

const list = (meta: object | undefined, headers: Record<string, string>) =>
  [{ jsonrpc: '2.0', id: 1, method: 'tools/list', params: meta && { _meta: meta } }, headers] as const;
const modernHeaders = { 'MCP-Protocol-Version': modernVersion, 'Mcp-Method': 'tools/list' };
const { [metaKeys.clientCapabilities]: _, ...withoutCapabilities } = modernMeta;

for (const [name, [body, headers], status, code] of [
  ['neither header nor _meta: the older line', list(undefined, {}), 200, undefined],
  ['an older revision', list(undefined, { 'MCP-Protocol-Version': '2025-03-26' }), 200, undefined],
  ['an unknown revision', list(undefined, { 'MCP-Protocol-Version': '2024-01-01' }), 400, -32022],
  [
    'an unknown revision in both',
    list(
      { ...modernMeta, [metaKeys.protocolVersion]: '2099-01-01' },
      { ...modernHeaders, 'MCP-Protocol-Version': '2099-01-01' },
    ),
    400,
    -32022,
  ],
  ['the modern one', list(modernMeta, modernHeaders), 200, undefined],
  ['only in _meta', list(modernMeta, {}), 400, -32020],
  [
    'another in _meta',
    list({ ...modernMeta, [metaKeys.protocolVersion]: '2025-11-25' }, modernHeaders),
    400,
    -32020,
  ],
  ['no _meta', list(undefined, modernHeaders), 400, -32602],
  ['no capabilities', list(withoutCapabilities, modernHeaders), 400, -32602],
  ['no Mcp-Method', list(modernMeta, { 'MCP-Protocol-Version': modernVersion }), 400, -32020],
  ['another Mcp-Method', list(modernMeta, { ...modernHeaders, 'Mcp-Method': 'tools/call' }), 400, -32020],
  ['Mcp-Method in capitals', list(modernMeta, { ...modernHeaders, 'Mcp-Method': 'TOOLS/LIST' }), 400, -32020],
] as const) {
  test(`revision: ${name}, ${code ?? 'served'}`, async t => {
    const answer = await post(await w.workspace(), body, headers);
    t.is(answer.status, status);
    t.is(answer.body.error?.code, code);
    if (code === -32022) {
      t.deepEqual(answer.body.error.data, {
        supported: [modernVersion, ...legacyVersions],
        requested: headers['MCP-Protocol-Version'],
      });
    }
  });
}

test('the name of a tool in the header must be the one in the body, plain or in base64', async t => {
  const studio = await w.workspace();
  const body = request('modern', 1, 'tools/call', { name: 'get_workspace' });
  const send = (name: Record<string, string>) =>
    post(studio, body, { ...headersOf('modern', 'tools/call'), ...name });
  const encoded = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;
  for (const name of ['get_workspace', encoded('get_workspace')])
    t.is((await send({ 'Mcp-Name': name })).status, 200);
  for (const name of [
    {},
    { 'Mcp-Name': 'list_clients' },
    { 'Mcp-Name': encoded('list_clients') },
    { 'Mcp-Name': '=?base64?!?=' },
  ]) {
    const { status, body } = await send(name as Record<string, string>);
    t.is(status, 400);
    t.is(body.error.code, -32020);
  }
});

for (const Origin of [
  'https://evil.example',
  'null',
  'http://localhost',
  'http://localhost.evil.example:80',
]) {
  test(`403: a page of ${Origin} may not call`, async t => {
    const studio = await w.workspace();
    const { status, body } = await post(studio, call, { Origin });
    t.is(status, 403);
    t.is(body.error.code, -32600);
    t.is((await post({ ...studio, key: 'crk_wrong' }, call, { Origin })).status, 401);
  });
}

test('a page of our own address may call, and so may a program, which sends no Origin', async t => {
  const studio = await w.workspace();
  const { port } = new URL(w.baseUrl);
  for (const name of ['localhost', '127.0.0.1', '[::1]']) {
    t.is((await post(studio, call, { Origin: `http://${name}:${port}` })).status, 200);
  }
});

test('there is one page of tools', async t => {
  const studio = await w.workspace();
  for (const era of eras) {
    const { status, body } = await rpc(studio, era, 'tools/list', { cursor: 'x' });
    t.is(status, 200);
    t.is(body.error.code, -32602);
  }
});
