import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import test from 'ava';
import { RemoteError } from '../../src/errors/serviceError.ts';
import { checkAddress } from '../../src/webhooks/address.ts';
import { Connections } from '../../src/webhooks/connections.ts';
import { send } from '../../src/webhooks/send.ts';
import { attempt, closed, connections, kept, name, receiver } from '../support/receiver.ts';
import { resolver } from '../support/resolver.ts';

const ok: RequestListener = (_, response) => response.end();
const open = '93.184.215.14';

test('a connection is kept for a limited time, and then the name is resolved and checked again', async t => {
  const { port, received, sockets } = await receiver(t, ok);
  const names = resolver({ [name]: ['127.0.0.1'] });
  let now = 0;
  const to = connections(t, names, () => now);
  const url = `http://${name}:${port}/`;
  for (let i = 0; i < 10; i++) await attempt(to, url);
  const before = sockets.length;
  t.true(before <= 2);
  now += 30_000;
  await attempt(to, url);
  t.is(received.length, 11);
  t.is(sockets.length, before + 1);
  t.is(names.asked.length, before + 1);
});

test('a name that moves to a private address isn’t reached by an old connection for long', async t => {
  const { port, received, sockets } = await receiver(t, ok);
  // The test's server needs a private address, so private addresses are allowed here. The name moves to an IPv6
  // address, which is rejected.
  const names = resolver({ [name]: time => (time === 0 ? ['127.0.0.1'] : ['::1']) });
  let now = 0;
  const to = connections(t, names, () => now);
  const url = `http://${name}:${port}/`;
  t.is((await attempt(to, url)).outcome, 'succeeded');
  now += 30_000;
  t.is((await attempt(to, url)).outcome, 'refused_address');
  t.is(received.length, 1);
  t.is(sockets.length, 1);
});

test('a name that was public when it was saved and is private at the attempt is rejected', async t => {
  const { port, sockets } = await receiver(t, ok);
  const names = resolver({ [name]: time => (time === 0 ? [open] : ['127.0.0.1']) });
  const reach = { allowPrivate: false };
  const url = `https://${name}:${port}/`;
  await checkAddress(url, reach, names.lookup);
  const to = new Connections(reach, names.lookup);
  t.teardown(to.destroy);
  for (const time of [1, 2, 3]) {
    const { durationMs, ...outcome } = await send({ url, headers: {}, body: '{}' }, to);
    t.deepEqual(outcome, {
      outcome: 'refused_address',
      status: null,
      reason: 'address is not public',
      response: null,
    });
    t.is(names.asked.length, time + 1);
  }
  t.is(sockets.length, 0);
});

test('a name that resolves to a private address first is rejected without asking again', async t => {
  const names = resolver({ [name]: time => (time === 0 ? ['127.0.0.1'] : [open]) });
  const reach = { allowPrivate: false };
  const url = `https://${name}/`;
  await t.throwsAsync(checkAddress(url, reach, names.lookup), {
    instanceOf: RemoteError,
    code: 'refused_address',
  });
  t.deepEqual(names.asked, [name]);
  const again = resolver({ [name]: time => (time === 0 ? ['127.0.0.1'] : [open]) });
  const to = new Connections(reach, again.lookup);
  t.teardown(to.destroy);
  t.is((await send({ url, headers: {}, body: '{}' }, to)).outcome, 'refused_address');
  t.deepEqual(again.asked, [name]);
});

test('a connection uses the address that was checked, and resolves its name once', async t => {
  const { port, received } = await receiver(t, ok);
  const names = resolver({ [name]: time => (time === 0 ? ['127.0.0.1'] : ['192.0.2.1']) });
  t.is((await attempt(connections(t, names), `http://${name}:${port}/`)).outcome, 'succeeded');
  t.deepEqual(names.asked, [name]);
  t.is(received[0]!.headers.host, `${name}:${port}`);
});

test('a name’s IPv6 addresses are never connected to', async t => {
  const { port, sockets } = await receiver(t, ok);
  const names = resolver({ [name]: ['::1', '127.0.0.1', 'fe80::1%lo'] });
  t.is((await attempt(connections(t, names), `http://${name}:${port}/`)).outcome, 'succeeded');
  t.is(sockets[0]!.localAddress, '127.0.0.1');
});

test('successive attempts share a connection', async t => {
  const { port, received, sockets } = await receiver(t, ok);
  const to = connections(t);
  for (let i = 0; i < 50; i++) t.is((await attempt(to, `http://${name}:${port}/${i}`)).status, 200);
  t.is(received.length, 50);
  // An attempt opens a second connection if it starts while the first one is still discarding the previous response.
  t.true(sockets.length <= 2);
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
    const { port, received, sockets } = await receiver(t, ok);
    for (let i = 0; i < 20; i++) {
      const to = connections(t);
      t.is((await attempt(to, `http://${name}:${port}/`)).outcome, 'succeeded');
      // The next attempt starts before the client can notice the close.
      sockets.at(-1)![how]();
      t.is((await attempt(to, `http://${name}:${port}/`)).outcome, 'succeeded');
    }
    t.is(received.length, 40);
    t.is(sockets.length, 40);
  });
}

test('a receiver that closes a kept connection later doesn’t fail the next attempt', async t => {
  const { port, received, sockets } = await receiver(t, ok);
  const to = connections(t);
  for (let i = 0; i < 20; i++) {
    t.is((await attempt(to, `http://${name}:${port}/`)).outcome, 'succeeded');
    sockets[i]!.end();
    // The client has certainly noticed once it has closed the connection, too.
    await closed(sockets[i]!);
  }
  t.is(received.length, 20);
  t.is(sockets.length, 20);
});

test('a receiver’s Connection: close is respected', async t => {
  const { port, received, sockets } = await receiver(t, (_, response) => {
    response.writeHead(200, { Connection: 'close' }).end();
  });
  const to = connections(t);
  for (let i = 0; i < 10; i++) t.is((await attempt(to, `http://${name}:${port}/`)).outcome, 'succeeded');
  t.is(received.length, 10);
  t.is(sockets.length, 10);
});

test('a receiver’s announced idle timeout is respected', async t => {
  const { port, received, sockets } = await receiver(t, (_, response) => {
    response.writeHead(200, { Connection: 'keep-alive', 'Keep-Alive': 'timeout=1' }).end();
  });
  const to = connections(t);
  for (let i = 0; i < 3; i++) t.is((await attempt(to, `http://${name}:${port}/`)).outcome, 'succeeded');
  t.is(received.length, 3);
  t.is(sockets.length, 3);
});

test('an idle connection is closed before its server would close it', async t => {
  const { port, sockets } = await receiver(t, ok);
  const to = connections(t);
  await attempt(to, `http://${name}:${port}/`);
  const since = performance.now();
  await once(sockets[0]!, 'end');
  await closed(sockets[0]!);
  t.true(performance.now() - since < 3500);
});

for (const [what, breaks, outcome, paths] of [
  ['is closed once', 1, 'succeeded', ['/first', '/second', '/second']],
  ['is closed again', 2, 'connection', ['/first', '/second', '/second']],
] as const) {
  test(`an attempt whose kept connection ${what} before an answer is sent once more, on a new one`, async t => {
    let left: number = breaks;
    const { port, received, sockets } = await receiver(t, (request, response) => {
      if (request.url === '/first' || left === 0) return response.end();
      left--;
      request.socket.destroy();
    });
    const to = connections(t);
    await attempt(to, `http://${name}:${port}/first`);
    await kept();
    t.is((await attempt(to, `http://${name}:${port}/second`)).outcome, outcome);
    t.deepEqual(
      received.map(({ path }) => path),
      paths,
    );
    t.is(sockets.length, 2);
  });
}

test('an attempt on a kept connection isn’t sent again once an answer has begun', async t => {
  const { port, received } = await receiver(t, (request, response) => {
    if (request.url === '/first') return response.end();
    request.socket.end('HTTP/1.1 200 OK\r\nContent-');
  });
  const to = connections(t);
  await attempt(to, `http://${name}:${port}/first`);
  await kept();
  t.is((await attempt(to, `http://${name}:${port}/second`)).outcome, 'connection');
  t.is(received.length, 2);
});

test('an attempt that is sent again keeps its time limit', async t => {
  const { port, received } = await receiver(t, (request, response) => {
    if (request.url === '/first') response.end();
    else if (received.length === 2) request.socket.destroy();
  });
  const to = connections(t);
  await attempt(to, `http://${name}:${port}/first`);
  await kept();
  t.is((await attempt(to, `http://${name}:${port}/second`, 500)).outcome, 'timeout');
  t.is(received.length, 3);
});
