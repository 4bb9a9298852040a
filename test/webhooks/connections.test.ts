import type { IncomingMessage, ServerResponse } from 'node:http';
import test, { type ExecutionContext } from 'ava';
import { checkAddress, type Resolver } from '../../src/webhooks/address.ts';
import { newConnections } from '../../src/webhooks/connections.ts';
import { send } from '../../src/webhooks/send.ts';
import { shared } from '../../src/webhooks/shared.ts';
import { attempt, closed, connections, kept, name, peer, receiver } from '../support/receiver.ts';
import { resolver } from '../support/resolver.ts';

const open = '93.184.215.14';

test('a connection is kept for a limited time, and then the name is resolved and checked again', async t => {
  const { port, received, sockets } = await receiver(t);
  let now = 0;
  // The test's server needs a private address, so private addresses are allowed here. The name moves to an IPv6
  // address, which is rejected.
  const names = resolver({ [name]: () => (now < 60_000 ? ['127.0.0.1'] : ['::1']) });
  const to = connections(t, names, () => now);
  const url = `http://${name}:${port}/`;
  for (let i = 0; i < 10; i++) t.is((await attempt(to, url)).status, 200);
  // An attempt opens a second connection if it starts while the first one is still discarding the previous response.
  const before = sockets.length;
  t.true(before <= 2);
  now = 30_000;
  await attempt(to, url);
  t.is(received.length, 11);
  t.is(sockets.length, before + 1);
  t.is(names.asked.length, before + 1);
  now = 60_000;
  t.is((await attempt(to, url)).outcome, 'refused_address');
  t.is(received.length, 11);
});

test('a name that was public when it was saved and is private at the attempt is rejected', async t => {
  const { port, sockets } = await receiver(t);
  const names = resolver({ [name]: time => (time === 0 ? [open] : ['127.0.0.1']) });
  const reach = { allowPrivate: false };
  const url = `https://${name}:${port}/`;
  await checkAddress(url, reach, names.lookup);
  const to = newConnections(reach, names.lookup);
  t.teardown(to.destroy);
  for (const time of [1, 2, 3]) {
    const { outcome, reason } = await send({ url, headers: {}, body: '{}' }, to);
    t.deepEqual([outcome, reason], ['refused_address', 'address is not public']);
    t.is(names.asked.length, time + 1);
  }
  t.is(sockets.length, 0);
});

test('simultaneous attempts share connections without waiting for each other, and each arrives once', async t => {
  const lanes = 8;
  const waiting: (() => void)[] = [];
  const { port, received, sockets } = await receiver(t, (_, response) => {
    // The server answers only when all of them have arrived.
    waiting.push(() => response.end());
    if (waiting.length === lanes) for (const go of waiting.splice(0)) go();
  });
  const to = connections(t);
  for (let round = 0; round < 5; round++) {
    const burst = Array.from({ length: lanes }, (_, i) =>
      attempt(to, `http://${name}:${port}/${round}/${i}`),
    );
    for (const { outcome } of await Promise.all(burst)) t.is(outcome, 'succeeded');
  }
  t.is(new Set(received.map(({ path }) => path)).size, 5 * lanes);
  t.is(received.length, 5 * lanes);
  t.true(sockets.length <= 2 * lanes);
});

test('a failed attempt doesn’t affect others at the same server', async t => {
  const held: (() => void)[] = [];
  const { port } = await receiver(t, (request, response) => {
    if (request.url === '/held') held.push(() => response.end());
    else if (request.url === '/broken') request.socket.destroy();
  });
  const to = connections(t);
  const good = attempt(to, `http://${name}:${port}/held`);
  const broken = attempt(to, `http://${name}:${port}/broken`);
  const silent = attempt(to, `http://${name}:${port}/silent`, 200);
  t.is((await broken).outcome, 'connection');
  t.is((await silent).outcome, 'timeout');
  held[0]!();
  t.is((await good).outcome, 'succeeded');
});

for (const how of ['end', 'resetAndDestroy', 'destroy'] as const) {
  test(`a receiver that closes the connection (${how}) right after its response doesn’t fail the next attempt`, async t => {
    const { port, received, sockets } = await receiver(t);
    for (let i = 0; i < 5; i++) {
      const to = connections(t);
      t.is((await attempt(to, `http://${name}:${port}/`)).outcome, 'succeeded');
      // The next attempt starts before the client can notice the close.
      sockets.at(-1)![how]();
      t.is((await attempt(to, `http://${name}:${port}/`)).outcome, 'succeeded');
    }
    t.deepEqual([received.length, sockets.length], [10, 10]);
  });
}

test('a receiver that closes a kept connection later doesn’t fail the next attempt', async t => {
  const { port, received, sockets } = await receiver(t);
  const to = connections(t);
  for (let i = 0; i < 5; i++) {
    t.is((await attempt(to, `http://${name}:${port}/`)).outcome, 'succeeded');
    sockets[i]!.end();
    // The client has certainly noticed once it has closed the connection, too.
    await closed(sockets[i]!);
  }
  t.deepEqual([received.length, sockets.length], [5, 5]);
});

for (const [what, headers] of [
  ['Connection: close', { Connection: 'close' }],
  ['announced idle timeout', { Connection: 'keep-alive', 'Keep-Alive': 'timeout=1' }],
] as const) {
  test(`a receiver’s ${what} is respected`, async t => {
    const { port, received, sockets } = await receiver(t, (_, res) => res.writeHead(200, headers).end());
    const to = connections(t);
    for (let i = 0; i < 3; i++) t.is((await attempt(to, `http://${name}:${port}/`)).outcome, 'succeeded');
    t.deepEqual([received.length, sockets.length], [3, 3]);
  });
}

test('an idle connection is closed by the worker', async t => {
  // This server would never close it.
  const { port, sockets } = await receiver(t);
  await attempt(connections(t), `http://${name}:${port}/`);
  await closed(sockets[0]!);
  t.true(sockets[0]!.readableEnded);
});

/** Keeps a connection by a first attempt, and makes a second one, which `react` handles. */
async function onKept(
  t: ExecutionContext,
  react: (request: IncomingMessage, response: ServerResponse, count: number) => unknown,
  limitMs?: number,
) {
  const { port, received, sockets } = await receiver(t, (request, response) =>
    received.length === 1 ? response.end() : react(request, response, received.length),
  );
  const to = connections(t);
  await attempt(to, `http://${name}:${port}/first`);
  await kept();
  const { outcome } = await attempt(to, `http://${name}:${port}/second`, limitMs);
  return { outcome, paths: received.map(({ path }) => path), connections: sockets.length };
}

for (const [what, breaks, outcome] of [
  ['is closed once', 1, 'succeeded'],
  ['is closed again', 2, 'connection'],
] as const) {
  test(`an attempt whose kept connection ${what} before an answer is sent once more, on a new one`, async t => {
    const sent = await onKept(t, (request, response, count) =>
      count <= 1 + breaks ? request.socket.destroy() : response.end(),
    );
    t.deepEqual(sent, { outcome, paths: ['/first', '/second', '/second'], connections: 2 });
  });
}

test('an attempt on a kept connection isn’t sent again once an answer has begun', async t => {
  const sent = await onKept(t, request => request.socket.end('HTTP/1.1 200 OK\r\nContent-'));
  t.deepEqual(sent, { outcome: 'connection', paths: ['/first', '/second'], connections: 1 });
});

test('an attempt isn’t sent again if an answer begins while it is being sent, and then breaks off', async t => {
  const paths: string[] = [];
  let connected = 0;
  const { port } = await peer(t, socket => {
    connected += 1;
    socket.on('data', chunk => {
      const [, path] = /^POST (\S+)/.exec(chunk.toString('latin1', 0, 100)) ?? [];
      if (path === undefined) return;
      paths.push(path);
      if (paths.length === 1) return socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
      // Most of the body stays unsent, because this side reads no more of it.
      socket.pause().end('HTTP/1.1 200 OK\r\nContent-');
    });
  });
  const to = connections(t);
  const url = `http://${name}:${port}`;
  await attempt(to, `${url}/first`);
  await kept();
  const { outcome } = await send({ url: `${url}/second`, headers: {}, body: 'x'.repeat(20_000_000) }, to);
  t.deepEqual(
    { outcome, paths, connected },
    { outcome: 'connection', paths: ['/first', '/second'], connected: 1 },
  );
});

test('an attempt that is sent again keeps its time limit', async t => {
  const { outcome, paths } = await onKept(
    t,
    (request, _, count) => count === 2 && request.socket.destroy(),
    2_000,
  );
  t.deepEqual([outcome, paths.length], ['timeout', 3]);
});

type Done = Parameters<Resolver>[2];

test('a name that resolves slowly is looked up once, and each attempt that waits for it checks the answer', async t => {
  const { port, received } = await receiver(t);
  for (const [address, outcome] of [
    ['127.0.0.1', 'succeeded'],
    ['::1', 'refused_address'],
  ] as const) {
    const asked: Done[] = [];
    const to = connections(t, { lookup: (_host, _options, done) => asked.push(done) });
    const attempts = Array.from({ length: 20 }, () => attempt(to, `http://${name}:${port}/`));
    // Once an attempt that needs no look-up has ended, all the others have reached their look-up.
    await attempt(connections(t), `http://${name}:${port}/`);
    t.is(asked.length, 1);
    asked[0]!(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
    for (const made of await Promise.all(attempts)) t.is(made.outcome, outcome);
  }
  t.is(received.length, 22);
});

test('names don’t wait for each other, and an answer isn’t cached', t => {
  const asked: string[] = [];
  const waiting: Done[] = [];
  const ask = shared((host, _, done) => {
    asked.push(host);
    waiting.push(done);
  });
  const heard: unknown[] = [];
  const ask4 = (host: string) =>
    ask(host, { all: true }, (error, addresses) => heard.push(error ?? addresses[0]!.address));
  for (const host of ['a', 'b', 'a', 'b']) ask4(host);
  t.deepEqual(asked, ['a', 'b']);
  waiting[1]!(null, [{ address: '192.0.2.2', family: 4 }]);
  t.deepEqual(heard, ['192.0.2.2', '192.0.2.2']);
  const gone = new Error('gone');
  waiting[0]!(gone, []);
  t.deepEqual(heard.slice(2), [gone, gone]);
  ask4('a');
  t.deepEqual(asked, ['a', 'b', 'a']);
});
