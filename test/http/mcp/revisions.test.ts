import test from 'ava';
import { headersOf, metaKeys, modernVersion, post, request } from '../../support/tools.ts';
import { world } from '../../support/world.ts';

// How the protocol version of a request is determined, and what its headers must say.
const w = world(test);

const modernMeta = { [metaKeys.protocolVersion]: modernVersion, [metaKeys.clientCapabilities]: {} };
const call = request('legacy', 1, 'tools/list') as Record<string, unknown>;

const list = (meta: object | undefined, headers: Record<string, string>) =>
  [{ jsonrpc: '2.0', id: 1, method: 'tools/list', params: meta && { _meta: meta } }, headers] as const;
const modernHeaders = { 'MCP-Protocol-Version': modernVersion, 'Mcp-Method': 'tools/list' };
const { [metaKeys.clientCapabilities]: _, ...withoutCapabilities } = modernMeta;

for (const [name, [body, headers], status, code] of [
  ['neither header nor _meta: the older line', list(undefined, {}), 200, undefined],
  ['an older revision', list(undefined, { 'MCP-Protocol-Version': '2025-03-26' }), 200, undefined],
  ['an unknown revision', list(undefined, { 'MCP-Protocol-Version': '2024-01-01' }), 400, -32000],
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
  test(`protocol version: ${name}, ${code ?? 'served'}`, async t => {
    const answer = await post(await w.workspace(), body, headers);
    t.is(answer.status, status);
    t.is(answer.body.error?.code, code);
    if (code === -32022) {
      t.deepEqual(answer.body.error.data, {
        supported: [modernVersion],
        requested: headers['MCP-Protocol-Version'],
      });
    }
  });
}

test('the tool name in the header must equal the one in the body, plain or in base64', async t => {
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
  test(`403: a page from ${Origin} may not call`, async t => {
    const studio = await w.workspace();
    const { status, body } = await post(studio, call, { Origin });
    t.is(status, 403);
    t.is(body.error.code, -32600);
    t.is((await post({ ...studio, key: 'crk_wrong' }, call, { Origin })).status, 401);
  });
}

test('a page from the server’s own address may call, and so may a program without Origin', async t => {
  const studio = await w.workspace();
  const { port } = new URL(w.baseUrl);
  for (const name of ['localhost', '127.0.0.1', '[::1]']) {
    t.is((await post(studio, call, { Origin: `http://${name}:${port}` })).status, 200);
  }
});
