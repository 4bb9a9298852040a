import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import test from 'ava';
import { eventually } from '../support/eventually.ts';
import { hold } from '../support/hold.ts';
import { type Hooks, hooks } from '../support/hooks.ts';
import { loggedLines } from '../support/loggedLines.ts';
import { exchange, openSocket } from '../support/socket.ts';
import { rpc } from '../support/tools.ts';
import { world } from '../support/world.ts';

// With one connection, a write's request context must be cleared before the next write.
const w = world(test, { env: { WEB_POOL_SIZE: '1', TRUST_PROXY: '1' } });
const h: Hooks = hooks(test, w);

const lines = loggedLines(test, 'info');

type Answer = Pick<Response, 'headers'>;

/** The line that is like this, once it is logged. */
const told = (like: object): Promise<any> =>
  eventually(
    () => lines.find(line => Object.entries(like).every(([name, value]) => line[name] === value)),
    line => line !== undefined,
  );
const toldOf = (response: Answer) => told({ requestId: idOf(response), msg: 'request' });

/** A workspace, and what asks the server for it. */
async function account() {
  const studio = await w.workspace();
  const ask = (path: string, { headers = {}, ...init }: RequestInit = {}) =>
    fetch(w.baseUrl + path, { ...init, headers: { Authorization: `Bearer ${studio.key}`, ...headers } });
  const create = (body: object, headers: Record<string, string> = {}) =>
    ask('/api/v1/clients', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...headers },
    });
  return { studio, ask, create };
}

/** How many kinds of requests of a workspace were admitted. */
const rates = async (workspaceId: string) =>
  (await w.db.query('select 1 from corkboard.rate_windows where workspace_id = $1', [workspaceId])).rowCount!;

const idOf = (response: Answer) => response.headers.get('request-id');

test('a request is one line: its id, operation, workspace, key, status, milliseconds and bytes', async t => {
  const { studio, ask, create } = await account();
  const response = await create({ name: 'Ada' });
  const text = await response.text();
  const { ms, ...line } = await toldOf(response);
  const { rows } = await w.db.query('select prefix from corkboard.api_keys where workspace_id = $1', [
    studio.id,
  ]);
  t.deepEqual(line, {
    requestId: idOf(response),
    clientAddress: '127.0.0.1',
    path: '/api/v1/clients',
    operation: 'createClient',
    workspaceId: studio.id,
    keyPrefix: rows[0].prefix,
    method: 'POST',
    status: 201,
    bytes: Buffer.byteLength(text),
    msg: 'request',
  });
  t.true(ms > 0);
  const head = await ask('/api/v1/me', { method: 'HEAD' });
  t.like(await toldOf(head), {
    operation: 'getWorkspace',
    method: 'HEAD',
    status: 200,
    bytes: 0,
  });
  t.is(lines.filter(({ requestId }) => requestId === idOf(head)).length, 1);
});

test('a rejected request is logged with its code, and with its workspace only after authentication', async t => {
  const { ask, create } = await account();
  const refused = await create({ name: '' });
  t.like(await toldOf(refused), { operation: 'createClient', status: 422, code: 'validation' });
  const stranger = await fetch(`${w.baseUrl}/api/v1/clients`, {
    headers: { Authorization: 'Bearer crk_wrong' },
  });
  const line = await toldOf(stranger);
  t.like(line, { operation: 'listClients', status: 401, code: 'invalid_key' });
  t.false('workspaceId' in line || 'keyPrefix' in line);
  const missing = await ask('/api/v1/projects/none');
  t.like(await toldOf(missing), {
    path: '/api/v1/projects/:id',
    status: 404,
    code: 'not_found',
  });
});

test('the line of a revoked key names its workspace and prefix; the caller gets the answer of an unknown key, and nothing is recorded or charged', async t => {
  const { studio } = await account();
  await w.db.query('update corkboard.api_keys set revoked_at = now() where workspace_id = $1', [studio.id]);
  const unknown = `crk_${'w'.repeat(65)}`;
  const get = async (key: string) => {
    const response = await fetch(`${w.baseUrl}/api/v1/me`, { headers: { Authorization: `Bearer ${key}` } });
    return { line: await toldOf(response), answer: await seen(response) };
  };
  const list = async (key: string) => {
    const response = await rpc({ baseUrl: w.baseUrl, key }, 'legacy', 'tools/list');
    return { line: await toldOf(response), answer: response.status };
  };
  for (const ask of [get, list]) {
    const [revoked, stranger] = [await ask(studio.key), await ask(unknown)];
    t.deepEqual(revoked.answer, stranger.answer);
    t.like(revoked.line, {
      status: 401,
      code: 'invalid_key',
      workspaceId: studio.id,
      keyPrefix: studio.key.slice(0, 10),
    });
    t.false('workspaceId' in stranger.line || 'keyPrefix' in stranger.line);
  }
  t.false(JSON.stringify(lines).includes(studio.key.slice(0, 11)));
  const { rows } = await w.db.query('select last_used_at from corkboard.api_keys where workspace_id = $1', [
    studio.id,
  ]);
  t.deepEqual(rows, [{ last_used_at: null }]);
  t.is(await rates(studio.id), 0);
});

/** Everything of an answer that its caller sees, but for the request's id and time. */
const seen = async (response: Response) => ({
  status: response.status,
  text: await response.text(),
  headers: [...response.headers].filter(([name]) => !['request-id', 'date'].includes(name)),
});

test('the router’s X-Request-Id stands beside ours, unless it is something else than an id', async t => {
  const { ask } = await account();
  const id = 'a04c1e5d-1f0e+4bd2/9c=:7';
  const kept = await ask('/api/v1/me', { headers: { 'X-Request-Id': id } });
  t.not(idOf(kept), id);
  t.like(await toldOf(kept), { routerRequestId: id });
  for (const other of ['two words', '{"level":60}', 'x'.repeat(201), 'né']) {
    const response = await ask('/api/v1/me', { headers: { 'X-Request-Id': other } });
    t.false('routerRequestId' in (await toldOf(response)), other);
  }
});

test('behind a proxy of ours the line has the address that the proxy saw', async t => {
  const response = await fetch(`${w.baseUrl}/healthz`, {
    headers: { 'X-Forwarded-For': '203.0.113.9, 192.0.2.1' },
  });
  t.is((await toldOf(response)).clientAddress, '192.0.2.1');
});

test('a tool call is logged with its operation, and other messages with their method', async t => {
  const { studio } = await account();
  const asked = { baseUrl: w.baseUrl, key: studio.key };
  const call = await rpc(asked, 'legacy', 'tools/call', {
    name: 'create_client',
    arguments: { name: 'Ada' },
  });
  t.like(await toldOf(call), {
    path: '/api/mcp',
    operation: 'createClient',
    workspaceId: studio.id,
    status: 200,
  });
  const refused = await rpc(asked, 'modern', 'tools/call', { name: 'create_client', arguments: { name: 7 } });
  t.like(await toldOf(refused), {
    operation: 'createClient',
    status: 200,
    code: 'validation',
  });
  for (const [method, operation] of [
    ['tools/list', 'tools/list'],
    ['initialize', 'initialize'],
    ['private/method', '/api/mcp'],
  ] as const) {
    const answer = await rpc(asked, 'legacy', method);
    t.like(await toldOf(answer), { path: '/api/mcp', operation });
  }
});

test('an unknown path is not logged, because it may be a share link', async t => {
  const { ask } = await account();
  for (const path of ['/agreement/5ecret', '/api/v1/me/', '/%zz', '/api/v1/projects/%zz/x']) {
    const response = await ask(path);
    t.like(await toldOf(response), { path: '(unknown)', operation: '(unknown)' }, path);
  }
  const link = await ask('/scope/5ecret');
  t.like(await toldOf(link), { path: '/scope/:token', operation: '/scope/:token', status: 404 });
  t.notRegex(JSON.stringify(lines), /5ecret|%zz/);
});

test('a request that isn’t HTTP is logged too', async t => {
  for (const text of [
    'nonsense\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n',
  ]) {
    const answer = await exchange(w.baseUrl, [text], () => false);
    const [, id = ''] = /request-id: (\S+)/i.exec(answer)!;
    t.like(await told({ requestId: id }), { status: 400, code: 'bad_request' });
  }
});

test('a request whose body doesn’t arrive is logged with its code', async t => {
  const { studio, ask } = await account();
  const head = ['POST /api/v1/clients HTTP/1.1', 'Host: x', `Authorization: Bearer ${studio.key}`];
  const socket = await openSocket(w.baseUrl);
  socket.write([...head, 'Content-Length: 100', '', '{'].join('\r\n'));
  await eventually(async () => (await rates(studio.id)) > 0);
  // The process may not have read the database's response yet. On its only connection, the next response comes after
  // it.
  await ask('/api/v1/me');
  socket.destroy();
  const line = await told({ operation: 'createClient', workspaceId: studio.id });
  t.like(line, { status: 400, code: 'bad_request' });
});

test.serial('a request whose client disconnected is logged without a status', async t => {
  const { studio, create } = await account();
  const gone = await account();
  const { release } = await hold(t, w.db, 'select corkboard.lock_workspace($1)', studio.id);
  // The only connection waits for the lock, and the next request waits for the connection.
  const waiting = create({ name: 'First' });
  await eventually(async () => (await rates(studio.id)) > 0);
  const disconnected = new Promise(resolve => {
    subscribe('http.server.request.start', message => {
      const { request, socket } = message as { request: IncomingMessage; socket: Socket };
      if (request.headers['x-request-id'] === 'gone') socket.once('close', resolve);
    });
  });
  const socket = await openSocket(w.baseUrl);
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n`;
  const head = `X-Request-Id: gone\r\nAuthorization: Bearer ${gone.studio.key}\r\n\r\n`;
  socket.write(`${get('/docs/start.js')}\r\n${get('/api/v1/me')}${head}`);
  // The response to the first request shows that the process has also read the second one.
  await once(socket, 'data');
  socket.destroy();
  await disconnected;
  await release();
  await waiting;
  const line = await told({ operation: 'getWorkspace', routerRequestId: 'gone' });
  t.false('status' in line);
});

test('a request’s id is in its audit entry, its delivery and the log line of every attempt, with its trace, and no receiver gets it', async t => {
  const { studio, create } = await account();
  const hook = await h.subscribe(studio.id);
  const slack = await h.subscribe(studio.id, { format: 'slack' });
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const requestId = idOf(await create({ name: 'Ada' }, { traceparent }));
  const [delivery] = await h.settled(hook.endpointId, ({ status }) => status === 'succeeded');
  await h.settled(slack.endpointId, ({ status }) => status === 'succeeded');
  t.like(delivery, { request_id: requestId, traceparent });
  const { rows } = await w.db.query('select action from corkboard.audit_log where request_id = $1', [
    requestId,
  ]);
  t.deepEqual(rows, [{ action: 'client.created' }]);
  t.like(await told({ requestId, msg: 'request' }), { operation: 'createClient' });
  const { ms, ...line } = await told({ endpointId: hook.endpointId, msg: 'attempt' });
  t.deepEqual(line, {
    requestId,
    workspaceId: studio.id,
    endpointId: hook.endpointId,
    deliveryId: delivery.id,
    event: 'client.created',
    jobNumber: 1,
    outcome: 'succeeded',
    status: 200,
    msg: 'attempt',
  });
  t.true(Number.isInteger(ms));
  for (const { received } of [hook, slack]) {
    t.false('traceparent' in received[0]!.headers);
    t.false('tracestate' in received[0]!.headers);
  }
});

test('a write without a valid traceparent passes none on, and each write on a connection has its own id', async t => {
  const { studio, create } = await account();
  const hook = await h.subscribe(studio.id);
  const valid = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
  const zeros = { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` };
  const passed: { request_id: string | null; traceparent: string | null }[] = [];
  for (const headers of [valid, {}, valid, zeros]) {
    const request_id = idOf(await create({ name: 'Ada' }, headers));
    passed.push({ request_id, traceparent: headers === valid ? valid.traceparent : null });
  }
  const deliveries = await h.deliveries(hook.endpointId);
  t.deepEqual(
    deliveries.map(({ request_id, traceparent }) => ({ request_id, traceparent })),
    passed,
  );
});
