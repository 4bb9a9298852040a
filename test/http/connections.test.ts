import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { text as received } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import test, { type ExecutionContext } from 'ava';
import { send } from '../../src/http/answer.ts';
import type { Handler, Route } from '../../src/http/handler.ts';
import { readBody } from '../../src/http/request.ts';
import { events } from '../../src/telemetry/events.ts';
import type { Account } from '../support/account.ts';
import { eventually } from '../support/eventually.ts';
import { hold } from '../support/hold.ts';
import { serverWith } from '../support/httpServer.ts';
import { loggedLines } from '../support/loggedLines.ts';
import { exchange, openSocket } from '../support/socket.ts';
import { world } from '../support/world.ts';

// A client without a key that attacks the server can use only a bounded part of its resources.
const w = world(test);
const lines = loggedLines(test, 'warn');

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** The size of the used heap. */
function heldMegabytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1_000_000;
}

/** Waits until the server has no open connections. */
async function allClosed(server: Server): Promise<void> {
  const count = () => new Promise(resolve => server.getConnections((_, open) => resolve(open)));
  await eventually(async () => (await count()) === 0);
}

const get = (path: string, ...lines: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: x', ...lines, '', ''].join('\r\n');

const post = ({ key }: Account, body: string, ...lines: string[]) =>
  [
    'POST /api/v1/clients HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${key}`,
    ...(lines.length ? lines : [`Content-Length: ${body.length}`]),
    '',
    body,
  ].join('\r\n');

/** Starts a server that answers at /own with this handler. */
const serving = (t: ExecutionContext, method: Route['method'], handler: Handler, given: object = {}) =>
  serverWith(t, w, given, [{ method, pattern: '/own', handler }]);

const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(match => Number(match[1]));

/** Waits for this many answers. */
const answers = (count: number) => (text: string) => statuses(text).length === count && text.endsWith('}');

test('a client that pipelines and disconnects leaves no connection behind', async t => {
  const { server, baseUrl } = await serverWith(t, w);
  for (let i = 0; i < 20; i++) {
    const socket = await openSocket(baseUrl);
    socket.write(get('/openapi.json').repeat(3));
    if (i % 2) await once(socket, 'data');
    socket.destroy();
  }
  await allClosed(server);
  t.pass();
});

test('the connection of a GET can be used again', async t => {
  for (const path of ['/openapi.json', '/docs', '/api/mcp', '/healthz'])
    for (let i = 0; i < 2; i++) t.not((await fetch(w.baseUrl + path)).headers.get('connection'), 'close');
});

test('sixteen pipelined requests are answered in order', async t => {
  const studio = await w.workspace();
  const requests = get('/healthz') + post(studio, '{"name":"First"}') + get('/nothing').repeat(13);
  const text = await exchange(w.baseUrl, [requests + post(studio, '{"name":"Last"}')], answers(16));
  t.deepEqual(statuses(text), [200, 201, ...Array(13).fill(401), 201]);
  t.is((await studio.get('/clients')).body.page.total, 2);
});

test('of three hundred pipelined requests the first is answered, and no other is begun', async t => {
  const studio = await w.workspace();
  const { server, baseUrl } = await serverWith(t, w);
  let parsed = 0;
  server.on('request', () => parsed++);
  const { release } = await hold(t, w.db, 'select corkboard.lock_workspace($1)', studio.id);
  const answered = exchange(baseUrl, [post(studio, '{"name":"One"}').repeat(300)], () => false);
  await eventually(() => parsed >= 17);
  await release();
  const text = await answered;
  t.deepEqual(statuses(text), [201]);
  t.regex(text, /^connection: close\r$/im);
  t.true(parsed < 40, `${parsed}`);
  t.is((await studio.get('/clients')).body.page.total, 1);
  await allClosed(server);
});

test('an answer that has begun is completed, and then a connection with a flood behind it is closed', async t => {
  const flooded = Promise.withResolvers<void>();
  let begun = 0;
  const { server, baseUrl } = await serving(t, 'GET', async (_, res) => {
    begun++;
    res.writeHead(200, { 'Content-Length': 10 }).write('begun');
    await flooded.promise;
    res.end('ended');
  });
  let parsed = 0;
  server.on('request', () => {
    if (++parsed === 17) flooded.resolve();
  });
  const text = await exchange(baseUrl, [get('/own').repeat(300)], () => false);
  t.deepEqual(statuses(text), [200]);
  t.notRegex(text, /^connection: close\r$/im);
  t.regex(text, /begunended$/);
  t.is(begun, 1);
  await allClosed(server);
});

test('a client that always pipelines a few requests is served indefinitely', async t => {
  const socket = await openSocket(w.baseUrl);
  const request = get('/healthz');
  socket.write(request.repeat(10));
  let text = '';
  let sent = 10;
  for await (const data of socket) {
    const before = statuses(text).length;
    text += data;
    const count = statuses(text).length;
    if (count >= 200) break;
    socket.write(request.repeat(count - before));
    sent += count - before;
  }
  socket.destroy();
  t.true(sent >= 200);
  t.true(statuses(text).every(status => status === 200));
});

test('only a little of an unread body is buffered, and all of it arrives when it is read', async t => {
  const length = 20_000_000;
  const [asked, wanted] = [Promise.withResolvers<IncomingMessage>(), Promise.withResolvers<void>()];
  const { baseUrl } = await serving(t, 'POST', async (req, res) => {
    asked.resolve(req);
    await wanted.promise;
    send(req, res, 200, String((await readBody(req, res, length)).length));
  });
  const socket = await openSocket(baseUrl);
  socket.write(`POST /own HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`);
  socket.write(Buffer.alloc(length));
  const req = await asked.promise;
  for (let held = -1; held < req.readableLength; await pause(200)) held = req.readableLength;
  t.true(req.readableLength < 1_000, `${req.readableLength}`);
  wanted.resolve();
  t.regex(await received(socket), new RegExp(`\\r\\n\\r\\n${length}$`));
});

for (const when of ['before', 'after'] as const) {
  test(`a handler that asks for a body ${when} it is rejected as late never gets it`, async t => {
    const [asked, wanted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const bodies: Buffer[] = [];
    const keeping: Handler = async (req, res) => {
      asked.resolve();
      await wanted.promise;
      bodies.push(await readBody(req, res));
    };
    const limits = { headMs: 8_000, requestMs: 8_000, checkMs: 20 };
    const { server, baseUrl } = await serving(t, 'POST', keeping, limits);
    const socket = await openSocket(baseUrl);
    socket.write('POST /own HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345');
    await asked.promise;
    if (when === 'before') wanted.resolve();
    const [answer] = await once(socket, 'data');
    t.regex(`${answer}`, /^HTTP\/1.1 400 /);
    socket.write('67890');
    wanted.resolve();
    await once(socket, 'close');
    await allClosed(server);
    t.deepEqual(bodies, []);
  });
}

test('of pipelined requests with long heads only one is read ahead', async t => {
  const answered = Promise.withResolvers<void>();
  const { server, baseUrl } = await serving(t, 'GET', async (req, res) => {
    await answered.promise;
    send(req, res, 200, '{}');
  });
  let parsed = 0;
  server.on('request', () => parsed++);
  const long = get('/healthz', `X-Long: ${'x'.repeat(15_000)}`);
  const all = exchange(baseUrl, [get('/own') + long.repeat(10)], answers(11));
  await eventually(() => parsed === 2);
  await pause(200);
  t.is(parsed, 2);
  answered.resolve();
  t.deepEqual(statuses(await all), Array(11).fill(200));
});

test('a body that arrives byte by byte takes no more memory than its bytes', async t => {
  const chunks = 200_000;
  const isRead = Promise.withResolvers<void>();
  const { baseUrl } = await serving(t, 'POST', async (req, res) => {
    let bytes = 0;
    req.on('data', piece => {
      bytes += piece.length;
      if (bytes === chunks) isRead.resolve();
    });
    send(req, res, 200, String((await readBody(req, res, 1_000_000)).length));
  });
  const socket = await openSocket(baseUrl);
  socket.write('POST /own HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n');
  const before = heldMegabytes();
  socket.write('1\r\na\r\n'.repeat(chunks));
  await isRead.promise;
  const more = heldMegabytes() - before;
  t.true(more < 15, `${more} MB`);
  socket.write('0\r\n\r\n');
  t.regex(await received(socket), new RegExp(`\\r\\n\\r\\n${chunks}$`));
});

test('a client that doesn’t read its answers is disconnected after a time', async t => {
  const { server, baseUrl } = await serverWith(t, w, { stuckMs: 200 });
  for (let i = 0; i < 5; i++) {
    const socket = await openSocket(baseUrl);
    socket.pause();
    socket.write(get('/docs/swagger-ui-bundle.js').repeat(20));
  }
  await allClosed(server);
  t.pass();
});

test('incomplete heads and bodies are rejected at their deadline', async t => {
  const studio = await w.workspace();
  const { server, baseUrl } = await serverWith(t, w, { headMs: 500, requestMs: 1_000, checkMs: 20 });
  for (const half of [get('/healthz').slice(0, -4), post(studio, '{"name":"Half"}').slice(0, -3)]) {
    const text = await exchange(baseUrl, [half]);
    t.deepEqual(statuses(text), [400]);
    t.regex(text, /did not arrive in time/);
  }
  await allClosed(server);
  t.deepEqual((await studio.get('/clients')).body.data, []);
});

test('a pipelined request’s deadline begins when it is read', async t => {
  const studio = await w.workspace();
  const { baseUrl } = await serverWith(t, w, { headMs: 500, requestMs: 500, checkMs: 20 });
  const { release } = await hold(t, w.db, 'select corkboard.lock_workspace($1)', studio.id);
  // The second request is half read: its head begins in the read chunk in which the first one ends.
  const answered = exchange(
    baseUrl,
    [post(studio, '{"name":"First"}') + get('/healthz', `X-Padding: ${'x'.repeat(1_000)}`)],
    answers(2),
  );
  await pause(1_200);
  await release();
  t.deepEqual(statuses(await answered), [201, 200]);
});

test('above the limit connections are rejected, and idle ones are closed to make room', async t => {
  let drops = 0;
  events.drop.on(() => drops++);
  const { baseUrl } = await serverWith(t, w, { connections: 2 });
  const asking = await openSocket(baseUrl);
  asking.write('GET /healthz');
  const idle = await openSocket(baseUrl);
  idle.write(get('/healthz'));
  await once(idle, 'data');
  const dropped = await openSocket(baseUrl);
  await Promise.all([once(idle, 'close'), once(dropped, 'close')]);
  t.is(drops, 1);
  const told = { dropped: 1, most: 2, msg: 'connection limit reached, dropping connections' };
  await eventually(() => lines.some(line => isDeepStrictEqual(line, told)));
  t.deepEqual(statuses(await exchange(baseUrl, [get('/healthz')])), [200]);
  asking.destroy();
});

for (const [name, bad] of [
  ['stray bytes', 'stray bytes\r\n\r\n'],
  ['a request that is none', 'GET /x HTTP/9.9\r\n\r\n'],
  ['one whose body is malformed', get('/x', 'Transfer-Encoding: chunked') + 'nonsense\r\n'],
] as const) {
  test(`a write before ${name} is answered on its own first, and the other with 400 once`, async t => {
    const studio = await w.workspace();
    const text = await exchange(w.baseUrl, [post(studio, '{"name":"Good"}') + bad], () => false);
    t.deepEqual(statuses(text), [201, 400]);
    t.is((await studio.get('/clients')).body.page.total, 1);
  });
}

test('Host may be a name or an address, with an optional port', async t => {
  const bad = ['a b/@c', 'a/b', 'user@host', 'host:80x', '[::1'];
  for (const host of [...bad, '[::1]:3000', 'EXAMPLE.com:443', '127.0.0.1', '']) {
    const text = await exchange(w.baseUrl, [get('/healthz').replace('Host: x', `Host: ${host}`)]);
    t.deepEqual(statuses(text), [bad.includes(host) ? 400 : 200], host);
  }
});

test('an absolute request target works as its path', async t => {
  const { key } = await w.workspace();
  const authorization = `Authorization: Bearer ${key}`;
  for (const [target, status] of [
    ['http://x/api/v1/clients?page=2', 200],
    ['HTTPS://x:443/api/v1/me', 200],
    ['http://x', 303],
    ['http://x?page=2', 303],
  ] as const) {
    // The console's home page redirects to sign-in, without a body.
    const answered = (text: string) => text.includes('\r\n\r\n');
    const text = await exchange(w.baseUrl, [get(target, authorization)], answered);
    t.deepEqual(statuses(text), [status], target);
  }
});

test('CONNECT is refused as a bad request, after the requests before it', async t => {
  const ask = 'CONNECT a.example:443 HTTP/1.1\r\nHost: x\r\n\r\n';
  const text = await exchange(w.baseUrl, [get('/healthz') + ask], () => false);
  t.deepEqual(statuses(text), [200, 400]);
  t.regex(text, /connection: close/i);
  t.regex(text, /"code":"bad_request"\}$/);
});
