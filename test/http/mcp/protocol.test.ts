import test from 'ava';
import { catalogue } from '../../../src/operations/catalogue.ts';
import { fetchAnswer } from '../../support/call.ts';
import { counting, holdMinute } from '../../support/rates.ts';
import {
  eras,
  headersOf,
  legacyVersions,
  metaKeys,
  modernVersion,
  post,
  request,
  rpc,
} from '../../support/tools.ts';
import { sharedWorld } from '../../support/world.ts';

// The protocol of the tool server: messages, methods besides tool calls, and how the version of a request is determined.
const w = sharedWorld(test, 'api');

const list = request('legacy', 1, 'tools/list') as Record<string, unknown>;
const deep = (levels: number) =>
  `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'{"a":'.repeat(levels - 1)}1${'}'.repeat(levels)}`;

test('a body that is no message is 400 with the code of JSON-RPC, and costs a read', async t => {
  const studio = await w.workspace();
  const malformed: [what: string, body: unknown, code: number, headers?: Record<string, string>][] = [
    ['no body', undefined, -32700],
    ['no JSON', '{jsonrpc', -32700],
    ['no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), -32700],
    ['text', '"tools/list"', -32600],
    ['null', 'null', -32600],
    ['a batch', [list, list], -32600],
    ['an empty batch', [], -32600],
    ['33 levels', deep(33), -32600],
    ['JSON-RPC 1.0', { ...list, jsonrpc: '1.0' }, -32600],
    ['no jsonrpc', { id: 1, method: 'ping' }, -32600],
    ['no method', { jsonrpc: '2.0', id: 1 }, -32600],
    ['a response', { jsonrpc: '2.0', id: 1, result: {} }, -32600],
    ['a method that is no text', { ...list, method: ['ping'] }, -32600],
    ['params in a list', { ...list, params: [1] }, -32600],
    ...[null, 1.5, true, {}].map(id => ['another id', { ...list, id }, -32600] as [string, object, number]),
    ['an id that a number cannot carry', '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}', -32600],
    ['an id without end', '{"jsonrpc":"2.0","id":1e400,"method":"ping"}', -32600],
    ['a form', list, -32600, { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['JSON called text', list, -32600, { 'Content-Type': 'text/plain' }],
    ['gzip', list, -32600, { 'Content-Encoding': 'gzip' }],
  ];
  const used = await counting(w, studio);
  for (const [what, body, code, headers] of malformed) {
    const { status, body: answer } = await post(studio, body, headers);
    t.deepEqual([status, answer.error.code], [400, code], what);
    t.true(answer.error.message.length > 10, what);
  }
  t.deepEqual(await used(), { read: malformed.length, write: 0 });
  t.is((await post(studio, deep(32))).status, 200);
});

test('an id is returned as it was sent, or as null if it can’t be read', async t => {
  const studio = await w.workspace();
  for (const id of [0, -7, 2 ** 53 - 1, '', '0', 'a"b\\', '🙂\u2028', 'x'.repeat(60_000)])
    t.is((await post(studio, request('legacy', id, 'ping'))).body.id, id);
  for (const version of [undefined, '2025-03-26', '2025-11-25', modernVersion]) {
    const headers: Record<string, string> = version === undefined ? {} : { 'MCP-Protocol-Version': version };
    const messages = [null, 2 ** 53, 1.5, [], true].map(id => ({ jsonrpc: '2.0', id, method: 'ping' }));
    for (const message of ['{jsonrpc', '[]', {}, ...messages])
      t.is((await post(studio, message, headers)).body.id, null);
    for (const fault of [{ jsonrpc: '1.0' }, { method: 5 }, { params: [1] }])
      t.is((await post(studio, { ...list, ...fault }, headers)).body.id, list.id);
  }
});

test('a client gets JSON, whatever it accepts', async t => {
  const studio = await w.workspace();
  const types = ['application/json', 'application/json, text/event-stream', '*/*', 'text/event-stream', ''];
  for (const Accept of types) {
    for (const era of eras) {
      const headers = { ...headersOf(era, 'tools/list'), Accept };
      const { status, body } = await post(studio, request(era, 1, 'tools/list'), headers);
      t.deepEqual([status, body.result.tools.length], [200, catalogue.length], Accept);
    }
  }
});

const clientInfo = { name: 'a', version: '1' };
const handshake = (protocolVersion: string) => ({ protocolVersion, capabilities: {}, clientInfo });

test('initialize answers the version that the client asks for, or else the newest, with any version header and the _meta of either era', async t => {
  const studio = await w.workspace();
  const [newest] = legacyVersions;
  for (const [asked, agreed, header, era] of [
    ...legacyVersions.map(version => [version, version, undefined, 'legacy'] as const),
    ...[modernVersion, '1999-01-01'].map(version => [version, newest, undefined, 'legacy'] as const),
    ...[modernVersion, '1900-01-01', 'x'].flatMap(header =>
      eras.map(era => ['2025-06-18', '2025-06-18', header, era] as const),
    ),
  ]) {
    const headers: Record<string, string> = header === undefined ? {} : { 'MCP-Protocol-Version': header };
    const message = request(era, 1, 'initialize', handshake(asked));
    const { status, body } = await post(studio, message, headers);
    t.is(status, 200);
    t.is(body.result.protocolVersion, agreed);
    t.deepEqual(body.result.capabilities, { tools: {} });
    t.like(body.result.serverInfo, { name: 'corkboard', title: 'Corkboard' });
    t.regex(body.result.instructions, /minor unit/);
  }
});

/** The lists whose capability isn't declared, with the member that would have them. */
const undeclaredLists = [
  ['prompts/list', 'prompts'],
  ['resources/list', 'resources'],
  ['resources/templates/list', 'resourceTemplates'],
] as const;

test('each list has one page, and in earlier versions lists of what the server doesn’t have are empty', async t => {
  const studio = await w.workspace();
  for (const era of eras) {
    for (const [method, name, length] of [
      ['tools/list', 'tools', catalogue.length] as const,
      ...(era === 'legacy' ? undeclaredLists.map(([method, name]) => [method, name, 0] as const) : []),
    ]) {
      for (const params of [{}, { cursor: '' }]) {
        const { status, body } = await rpc(studio, era, method, params);
        t.deepEqual([status, body.result[name].length], [200, length]);
      }
      const { status, body } = await rpc(studio, era, method, { cursor: 'x' });
      t.is(status, 200);
      t.like(body.error, { code: -32602, message: 'There is one page: leave cursor out.' });
    }
  }
});

for (const era of eras) {
  test(`parameters of another type are -32602, in words that don’t come from a library (${era})`, async t => {
    const studio = await w.workspace();
    const initialize = handshake('2025-11-25');
    const malformed = [
      ...[5, 'x', [], { progressToken: {} }, { progressToken: 1.5 }],
      { [metaKeys.clientCapabilities]: 5, [metaKeys.protocolVersion]: modernVersion },
    ];
    const handshakes = [
      {},
      { ...initialize, protocolVersion: 1 },
      { ...initialize, capabilities: { roots: 5 } },
      { ...initialize, _meta: 5 },
      { ...initialize, _meta: { progressToken: {} } },
    ];
    for (const [method, params] of [
      ...(era === 'legacy' ? handshakes.map(params => ['initialize', params] as const) : []),
      ['tools/list', { cursor: 5 }],
      ...(era === 'legacy' ? undeclaredLists.map(([method]) => [method, { cursor: [] }] as const) : []),
      ['tools/call', { name: 'get_workspace', arguments: '{}' }],
      ...malformed.flatMap(_meta => [
        ['ping', { _meta }],
        ['tools/list', { _meta }],
        ['tools/call', { name: 'get_workspace', _meta }],
      ]),
    ] as [string, Record<string, unknown>][]) {
      const message = { ...request(era, 1, method, params), ...('_meta' in params && { params }) };
      const { status, body } = await post(studio, message, headersOf(era, method, params));
      t.is(body.id, 1);
      t.is(body.error?.code, -32602, `${status} ${JSON.stringify(params)} ${JSON.stringify(body)}`);
      t.notRegex(body.error.message, /[\n{[]|expected|nvalid|Bad Request/);
      t.is(body.error.data, undefined);
    }
  });
}

test('null counts as absent in the parameters of every method', async t => {
  const studio = await w.workspace();
  const nothing = { ...handshake('2025-11-25'), capabilities: { roots: null, sampling: null } };
  for (const [method, params] of [
    ['ping', null],
    ['tools/list', null],
    ['tools/list', { cursor: null, _meta: null }],
    [
      'initialize',
      { ...nothing, clientInfo: { ...clientInfo, title: null }, _meta: { progressToken: null } },
    ],
    ['tools/call', { name: 'list_clients', arguments: null, task: null, _meta: { progressToken: null } }],
  ] as const) {
    const { status, body } = await post(studio, { jsonrpc: '2.0', id: 1, method, params });
    t.is(status, 200);
    t.truthy(body.result, JSON.stringify(body));
  }
});

test('server/discover lists versions, capabilities and the server’s name, and may be cached', async t => {
  const studio = await w.workspace();
  const { body } = await rpc(studio, 'modern', 'server/discover');
  const { ttlMs, _meta } = body.result;
  // Versions that begin with `initialize` are negotiated by that method instead.
  t.like(body.result, { supportedVersions: [modernVersion], resultType: 'complete', cacheScope: 'public' });
  t.deepEqual(body.result.capabilities, { tools: {} });
  t.true(Number.isInteger(ttlMs) && ttlMs > 0);
  t.is(_meta[metaKeys.serverInfo].name, 'corkboard');
});

test('each protocol version has its own methods and rejects others', async t => {
  const studio = await w.workspace();
  t.deepEqual((await rpc(studio, 'legacy', 'ping')).body.result, {});
  for (const [era, status, methods] of [
    ['legacy', 200, ['server/discover', 'resources/read', 'tools', '__proto__', '']],
    [
      'modern',
      404,
      [
        'initialize',
        'ping',
        'logging/setLevel',
        'subscriptions/listen',
        'constructor',
        ...undeclaredLists.map(([method]) => method),
      ],
    ],
  ] as const) {
    for (const method of methods) {
      const answer = await rpc(studio, era, method);
      t.deepEqual([answer.status, answer.body.error.code], [status, -32601], method);
    }
  }
});

test('a notification is answered with 202 without a body, and does nothing', async t => {
  const studio = await w.workspace();
  for (const [method, params] of [
    ['notifications/initialized', undefined],
    ['notifications/cancelled', { requestId: 1 }],
    ['tools/call', { name: 'create_client', arguments: { name: 'A' } }],
  ] as const) {
    const { status, text } = await post(studio, { jsonrpc: '2.0', method, params });
    t.deepEqual([status, text], [202, '']);
  }
  t.is((await studio.get('/clients')).body.page.total, 0);
});

test('GET, HEAD and DELETE are 405 with Allow: POST; only DELETE needs a key, and costs a read', async t => {
  const studio = await w.workspace();
  const send = (method: string, key = studio.key) =>
    fetchAnswer(w.baseUrl, { method, path: '/api/mcp', key });
  const used = await counting(w, studio);
  const looks = ['GET', 'HEAD'].flatMap(method => [send(method), send(method, 'crk_wrong')]);
  for (const answer of await Promise.all([...looks, send('DELETE')])) {
    t.is(answer.status, 405);
    t.is(answer.headers.get('allow'), 'POST');
    t.is(answer.headers.get('cache-control'), 'no-store');
    t.true(answer.headers.has('request-id'));
  }
  t.deepEqual(await used(), { read: 1, write: 0 });
  t.regex((await send('DELETE')).headers.get('ratelimit')!, /^"read";r=118;t=\d+$/);
  const unknown = await send('DELETE', 'crk_wrong');
  t.deepEqual([unknown.status, unknown.body.code], [401, 'invalid_key']);
  t.false(unknown.headers.has('ratelimit'));
  await holdMinute(w, studio, 'read', 120);
  t.is((await send('DELETE')).status, 429);
});

const modernMeta = { [metaKeys.protocolVersion]: modernVersion, [metaKeys.clientCapabilities]: {} };
const modernHeaders = { 'MCP-Protocol-Version': modernVersion, 'Mcp-Method': 'tools/list' };
const { [metaKeys.clientCapabilities]: _, ...withoutCapabilities } = modernMeta;
const metaOf = (version: string) => ({ ...modernMeta, [metaKeys.protocolVersion]: version });
const headerOf = (version: string) => ({ ...modernHeaders, 'MCP-Protocol-Version': version });

test('the header and `_meta` of a request say its version of the protocol, and agree', async t => {
  const studio = await w.workspace();
  for (const [name, meta, headers, status, code] of [
    ['neither header nor _meta: the older line', undefined, {}, 200, undefined],
    ['an older revision', undefined, { 'MCP-Protocol-Version': '2025-03-26' }, 200, undefined],
    ['an unknown revision', undefined, { 'MCP-Protocol-Version': '2024-01-01' }, 400, -32000],
    ['an unknown revision in both', metaOf('2099-01-01'), headerOf('2099-01-01'), 400, -32022],
    ['the modern one', modernMeta, modernHeaders, 200, undefined],
    ['only in _meta', modernMeta, {}, 400, -32020],
    ['another in _meta', metaOf('2025-11-25'), modernHeaders, 400, -32020],
    ['no _meta', undefined, modernHeaders, 400, -32602],
    ['no capabilities', withoutCapabilities, modernHeaders, 400, -32602],
    ['no Mcp-Method', modernMeta, { 'MCP-Protocol-Version': modernVersion }, 400, -32020],
    ['another Mcp-Method', modernMeta, { ...modernHeaders, 'Mcp-Method': 'tools/call' }, 400, -32020],
    ['Mcp-Method in capitals', modernMeta, { ...modernHeaders, 'Mcp-Method': 'TOOLS/LIST' }, 400, -32020],
  ] as const) {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: meta && { _meta: meta } };
    const answer = await post(studio, message, headers as Record<string, string>);
    t.deepEqual([answer.status, answer.body.id, answer.body.error?.code], [status, 1, code], name);
    if (code === -32022)
      t.deepEqual(answer.body.error.data, { supported: [modernVersion], requested: '2099-01-01' });
  }
});

test('the tool name in the header must equal the one in the body, plain or in base64', async t => {
  const studio = await w.workspace();
  const body = request('modern', 1, 'tools/call', { name: 'get_workspace' });
  const send = (name?: string) =>
    post(studio, body, { ...headersOf('modern', 'tools/call'), ...(name && { 'Mcp-Name': name }) });
  const encoded = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;
  for (const name of ['get_workspace', encoded('get_workspace')]) t.is((await send(name)).status, 200);
  for (const name of [undefined, 'list_clients', encoded('list_clients'), '=?base64?!?=']) {
    const { status, body } = await send(name);
    t.deepEqual([status, body.error.code], [400, -32020]);
  }
});

test('a page from elsewhere may not call; a page from the server’s own address may, and a program', async t => {
  const studio = await w.workspace();
  const foreign = ['https://evil.example', 'null', 'http://localhost', 'http://localhost.evil.example:80'];
  for (const Origin of foreign) {
    const { status, body } = await post(studio, list, { Origin });
    t.deepEqual([status, body.error.code], [403, -32600], Origin);
    t.is((await post({ ...studio, key: 'crk_wrong' }, list, { Origin })).status, 401);
  }
  const { port } = new URL(w.baseUrl);
  for (const name of ['localhost', '127.0.0.1', '[::1]'])
    t.is((await post(studio, list, { Origin: `http://${name}:${port}` })).status, 200);
});
