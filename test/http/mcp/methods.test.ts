import test from 'ava';
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
import { world } from '../../support/world.ts';

// The methods of the tool server besides tool calls.
const w = world(test);

for (const asked of legacyVersions) {
  test(`initialize answers the version ${asked} to a client that asks for it`, async t => {
    const studio = await w.workspace();
    const params = { protocolVersion: asked, capabilities: {}, clientInfo: { name: 'a', version: '1' } };
    // A client's first request has no version header.
    const { status, body } = await post(studio, request('legacy', 1, 'initialize', params));
    t.is(status, 200);
    t.is(body.result.protocolVersion, asked);
    t.deepEqual(body.result.capabilities, { tools: {} });
    t.is(body.result.serverInfo.name, 'corkboard');
    t.is(body.result.serverInfo.title, 'Corkboard');
    t.regex(body.result.instructions, /minor unit/);
  });
}

test('initialize answers the newest version with a handshake to a client that asks for an unknown one', async t => {
  const studio = await w.workspace();
  for (const protocolVersion of [modernVersion, '1999-01-01']) {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'a', version: '1' } };
    const { body } = await post(studio, request('legacy', 1, 'initialize', params));
    t.is(body.result.protocolVersion, '2025-11-25');
  }
});

for (const version of [modernVersion, '1900-01-01', 'x']) {
  for (const era of eras) {
    test(`initialize succeeds with the version header ${version}, and the _meta of a ${era} request`, async t => {
      const studio = await w.workspace();
      const headers = { 'MCP-Protocol-Version': version };
      for (const [protocolVersion, agreed] of [
        [modernVersion, '2025-11-25'],
        ['2025-06-18', '2025-06-18'],
      ]) {
        const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'a', version: '1' } };
        const { status, body } = await post(studio, request(era, 1, 'initialize', params), headers);
        t.is(status, 200);
        t.is(body.result.protocolVersion, agreed);
      }
    });
  }
}

for (const era of eras) {
  test(`lists of what the server doesn’t have are empty (${era})`, async t => {
    const studio = await w.workspace();
    for (const [method, list] of [
      ['prompts/list', 'prompts'],
      ['resources/list', 'resources'],
      ['resources/templates/list', 'resourceTemplates'],
    ] as const) {
      const { status, body } = await rpc(studio, era, method);
      t.is(status, 200);
      t.deepEqual(body.result[list], []);
    }
  });
}

for (const era of eras) {
  test(`parameters of another type are -32602, in words that don’t come from a library (${era})`, async t => {
    const studio = await w.workspace();
    const clientInfo = { name: 'a', version: '1' };
    const handshake = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const malformed = [
      5,
      'x',
      [],
      { progressToken: {} },
      { progressToken: 1.5 },
      { [metaKeys.clientCapabilities]: 5, [metaKeys.protocolVersion]: modernVersion },
    ];
    const misstated = malformed.flatMap(_meta => [
      ['ping', { _meta }],
      ['tools/list', { _meta }],
      ['tools/call', { name: 'get_workspace', _meta }],
    ]);
    const handshakes = [
      {},
      { ...handshake, protocolVersion: 1 },
      { ...handshake, capabilities: { roots: 5 } },
      { ...handshake, _meta: 5 },
      { ...handshake, _meta: { progressToken: {} } },
    ];
    for (const [method, params] of [
      ...(era === 'legacy' ? handshakes.map(params => ['initialize', params] as const) : []),
      ['tools/list', { cursor: 5 }],
      ['prompts/list', { cursor: 5 }],
      ['resources/list', { cursor: [] }],
      ['tools/call', { name: 'get_workspace', arguments: '{}' }],
      ...misstated,
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
  const clientInfo = { name: 'a', title: null, version: '1' };
  const capabilities = { roots: null, sampling: null };
  for (const [method, params] of [
    ['ping', null],
    ['tools/list', null],
    ['tools/list', { cursor: null, _meta: null }],
    [
      'initialize',
      { protocolVersion: '2025-11-25', capabilities, clientInfo, _meta: { progressToken: null } },
    ],
    ['tools/call', { name: 'list_clients', arguments: null, task: null, _meta: { progressToken: null } }],
  ] as const) {
    const { status, body } = await post(studio, { jsonrpc: '2.0', id: 1, method, params });
    t.is(status, 200);
    t.truthy(body.result, JSON.stringify(body));
  }
});

test('server/discover lists versions, capabilities and the server’s name, and may be cached', async t => {
  const { body } = await rpc(await w.workspace(), 'modern', 'server/discover');
  const { supportedVersions, capabilities, resultType, ttlMs, cacheScope, _meta } = body.result;
  // Versions that begin with `initialize` are negotiated by that method instead.
  t.deepEqual(supportedVersions, [modernVersion]);
  t.deepEqual(capabilities, { tools: {} });
  t.is(resultType, 'complete');
  t.true(Number.isInteger(ttlMs) && ttlMs > 0);
  t.is(cacheScope, 'public');
  t.is(_meta[metaKeys.serverInfo].name, 'corkboard');
});

test('each protocol version has its own methods and rejects others', async t => {
  const studio = await w.workspace();
  t.deepEqual((await rpc(studio, 'legacy', 'ping')).body.result, {});
  for (const [era, status, methods] of [
    ['legacy', 200, ['server/discover', 'resources/read', 'tools', '__proto__', '']],
    ['modern', 404, ['initialize', 'ping', 'logging/setLevel', 'subscriptions/listen', 'constructor']],
  ] as const) {
    for (const method of methods) {
      const answer = await rpc(studio, era, method);
      t.is(answer.status, status, method);
      t.is(answer.body.error.code, -32601, method);
    }
  }
});

test('a notification is answered with 202 without a body, and does nothing', async t => {
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

for (const method of ['GET', 'HEAD']) {
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

test('DELETE is 405 with Allow: POST, and costs a read like every other message', async t => {
  const studio = await w.workspace();
  const used = await counting(w, studio);
  const remove = (key: string) => fetchAnswer(w.baseUrl, { method: 'DELETE', path: '/api/mcp', key });
  const { status, headers } = await remove(studio.key);
  t.is(status, 405);
  t.is(headers.get('allow'), 'POST');
  t.regex(headers.get('ratelimit')!, /^"read";r=119;t=\d+$/);
  t.deepEqual(await used(), { read: 1, write: 0 });
  await holdMinute(w, studio, 'read', 120);
  t.is((await remove(studio.key)).status, 429);
});

test('DELETE with an invalid key is 401', async t => {
  const { status, headers, body } = await fetchAnswer(w.baseUrl, {
    method: 'DELETE',
    path: '/api/mcp',
    key: 'crk_wrong',
  });
  t.is(status, 401);
  t.is(body.code, 'invalid_key');
  t.false(headers.has('ratelimit'));
});

for (const [method, path] of [
  ['PUT', '/api/mcp'],
  ['OPTIONS', '/api/mcp'],
  ['POST', '/api/mcp/'],
  ['GET', '/api/mcp/'],
] as const) {
  test(`${method} ${path} is answered as an unknown route`, async t => {
    const studio = await w.workspace();
    const { status, body } = await studio.send({ method, path });
    t.is(status, 404);
    t.is(
      body.error,
      path.endsWith('/') ? 'No route matches this method and path.' : 'This path takes POST only.',
    );
    t.is((await studio.send({ method, path, headers: { Authorization: '' } })).status, 401);
  });
}

test('each list has one page', async t => {
  const studio = await w.workspace();
  for (const era of eras) {
    for (const method of ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list']) {
      const { status, body } = await rpc(studio, era, method, { cursor: 'x' });
      t.is(status, 200);
      t.is(body.error.code, -32602);
      t.is(body.error.message, 'There is one page: leave cursor out.');
      t.truthy((await rpc(studio, era, method, { cursor: '' })).body.result);
    }
  }
});
