import { execFile } from 'node:child_process';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import test from 'ava';
import type { Resolver } from '../../src/webhooks/address.ts';
import { newConnections } from '../../src/webhooks/connections.ts';
import { send } from '../../src/webhooks/send.ts';
import {
  attempt,
  closed,
  connections,
  failure,
  kept,
  name,
  outcomeAt,
  peer,
  receiver,
} from '../support/receiver.ts';
import { resolver } from '../support/resolver.ts';
import { openSocket } from '../support/socket.ts';

for (const [status, expected] of [
  [200, ['succeeded', null]],
  [204, ['succeeded', null]],
  [400, ['http_status', 'It is 400.']],
  [999, ['http_status', 'It is 999.']],
] as const) {
  test(`the outcome of ${status} is ${expected[0]}, and only the response of a failure is stored`, async t => {
    const { port, received } = await receiver(t, (_, response) =>
      response.writeHead(status).end(status === 204 ? '' : `It is ${status}.`),
    );
    const [outcome, response] = expected;
    const sent = await outcomeAt(connections(t), port, { path: '/a/b?c=d%20e#f' });
    t.deepEqual(sent, { outcome, status, reason: null, response });
    t.like(received[0], { path: '/a/b?c=d%20e', text: '{}' });
    t.is(received.length, 1);
  });
}

for (const status of [301, 308]) {
  test(`a redirect by ${status} isn’t followed`, async t => {
    const target = await receiver(t);
    const { port, received } = await receiver(t, (_, response) =>
      response
        .writeHead(status, {
          Location: `http://user:secret@${name}:${target.port}/new?token=secret#secret`,
          Refresh: `0; url=http://${name}:${target.port}/`,
        })
        .end(),
    );
    const outcome = await outcomeAt(connections(t), port);
    const reason = `to http://${name}:${target.port}/new`;
    t.deepEqual(outcome, { outcome: 'redirect', status, reason, response: '' });
    t.is(received.length, 1);
    t.is(target.sockets.length, 0);
  });
}

/** Answers that other clients accept too, each in the pieces in which it arrives. */
const accepted: Record<string, string[]> = {
  'interim responses': [
    'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n',
  ],
  '100 Continue in pieces': [
    'HTT',
    'P/1.1 100 Conti',
    'nue\r\n',
    '\r\n',
    'HTTP/1.1 202 Accepted\r\nContent-Length: 2\r\n\r',
    '\nok',
  ],
  '100 Continue after early hints': [
    'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n',
    'HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n',
  ],
  'lines without carriage returns': ['HTTP/1.1 202 Accepted\nContent-Le', 'ngth: 3\n\n', 'a\nb'],
  'one byte at a time': [...'HTTP/1.1 100 Continue\n\nHTTP/1.1 202 Accepted\nContent-Length: 2\r\n\nok'],
  '20 KB of headers': [
    `HTTP/1.1 202 Accepted\r\n${`X-Padding: ${'a'.repeat(1_000)}\r\n`.repeat(20)}Content-Length: 0\r\n\r\n`,
  ],
};

for (const [what, pieces] of Object.entries(accepted)) {
  test(`a receiver that answers with ${what}: a success, twice on one connection`, async t => {
    const { port, sockets } = await peer(t, socket =>
      socket.on('data', async () => {
        socket.setNoDelay(true);
        for (const piece of pieces)
          await new Promise(written => socket.write(piece, () => setImmediate(written)));
      }),
    );
    const to = connections(t);
    for (let i = 0; i < 2; i++) {
      t.deepEqual(await outcomeAt(to, port), { ...failure('succeeded', null), status: 202 });
      await kept();
    }
    t.is(sockets.length, 1);
  });
}

const silent: Record<string, (socket: Socket) => unknown> = {
  'a server that never answers': () => {},
  'half of the headers': socket => socket.write('HTTP/1.1 200 OK\r\nContent-Le'),
  'endless interim responses': socket => {
    const more = () =>
      socket.writable && socket.write('HTTP/1.1 102 Processing\r\n\r\n', () => setTimeout(more, 1));
    more();
  },
};

for (const [what, talk] of Object.entries(silent)) {
  // These run serially, so that each connects in time.
  test.serial(`${what}: a timeout at the deadline`, async t => {
    const { promise: heard, resolve } = Promise.withResolvers<Socket>();
    const { port } = await peer(t, socket => {
      resolve(socket);
      socket.once('data', () => talk(socket));
    });
    const { durationMs, ...outcome } = await attempt(connections(t), `http://${name}:${port}/`, 2_000);
    t.deepEqual(outcome, failure('timeout', 'no answer within 2 seconds'));
    // An endpoint's window follows how long its answers take. Timers may be a little early.
    t.true(durationMs >= 1_900);
    // The timeout also closes the connection.
    await closed(await heard);
  });
}

test('a name that resolves after the deadline is a timeout, and nothing is sent', async t => {
  const { port, sockets, received } = await receiver(t);
  let answer = () => {};
  const lookup: Resolver = (_host, _options, done) => {
    answer = () => done(null, [{ address: '127.0.0.1', family: 4 }]);
  };
  const to = connections(t, { lookup });
  const outcome = await outcomeAt(to, port, { limitMs: 100 });
  t.deepEqual(outcome, failure('timeout', 'no connection within 0.1 seconds'));
  const late = attempt(to, `http://127.0.0.1:${port}/after`);
  answer();
  t.is((await late).outcome, 'succeeded');
  await to.close();
  t.deepEqual(
    received.map(({ path }) => path),
    ['/after'],
  );
  t.true(sockets.length <= 2);
});

/** Server behaviors, each with the reason that its attempt records. */
const broken: Record<string, [reason: string, talk: (socket: Socket) => unknown]> = {
  'closes without an answer': ['closed by the receiver without an answer', socket => socket.end()],
  'resets the connection': ['reset by the receiver', socket => socket.resetAndDestroy()],
  'closes in the middle of the headers': [
    'closed by the receiver without an answer',
    socket => socket.end('HTTP/1.1 200 OK\r\nContent-'),
  ],
  'does not speak HTTP': ['answer is not HTTP/1.1', socket => socket.end('220 mail.example.com ESMTP\r\n')],
  'speaks HTTP/2 only': [
    'receiver speaks only HTTP/2: HTTP/1.1 is required',
    socket => socket.end(Buffer.from('000006040000000000000300000064', 'hex')),
  ],
  'answers two lengths': [
    'headers of the answer are malformed, such as two Content-Length headers',
    socket => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
  ],
  'bombs with headers': [
    'headers of the answer are too long',
    socket => {
      const more = () =>
        socket.writable && socket.write(`X-${'a'.repeat(1000)}: b\r\n`.repeat(64), () => setImmediate(more));
      socket.write('HTTP/1.1 200 OK\r\n');
      more();
    },
  ],
  'bombs with one header': [
    'headers of the answer are too long',
    socket => {
      const more = () => socket.writable && socket.write('a'.repeat(65_536), () => setImmediate(more));
      socket.write('HTTP/1.1 200 OK\r\nX: ');
      more();
    },
  ],
  'bombs with interim responses': [
    'headers of the answer are too long',
    socket => {
      const more = () =>
        socket.writable && socket.write('HTTP/1.1 103 X\r\n\r\n'.repeat(100), () => setImmediate(more));
      more();
    },
  ],
  'wants to talk otherwise': [
    'switched to another protocol',
    socket =>
      socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'),
  ],
};

for (const [what, [reason, talk]] of Object.entries(broken)) {
  test(`a server that ${what}: a failed connection`, async t => {
    const path = `/${encodeURI(what)}`;
    let requests = 0;
    const { port } = await peer(t, socket =>
      socket.once('data', data => {
        // A client of another test may still look for a server that had the same port.
        if (`${data}`.includes(path)) requests++;
        talk(socket);
      }),
    );
    t.deepEqual(await outcomeAt(connections(t), port, { path }), failure('connection', reason));
    // Only what fails on a kept connection is sent again.
    t.is(requests, 1);
  });
}

test('a port without a server is a failed connection', async t => {
  // The near end of a connection has a port that no server can listen on.
  const { port } = await peer(t, () => {});
  const near = await openSocket(`http://127.0.0.1:${port}`);
  t.teardown(() => near.destroy());
  const outcome = await outcomeAt(connections(t), near.localPort!);
  t.deepEqual(outcome, failure('connection', 'connection refused'));
});

test('a name that does not exist is a failed look-up: dns', async t => {
  const { durationMs, ...outcome } = await attempt(connections(t), 'https://gone.example/');
  t.deepEqual(outcome, failure('dns', 'name does not exist or has no address'));
});

test('a URL that is rejected isn’t resolved', async t => {
  for (const [url, reason] of [
    ['http://hooks.example.com/', 'URL must begin with https://'],
    ['https://10.0.0.1/', 'address is not public'],
    ['https://[::1]/', 'no IPv4 address'],
  ] as const) {
    const names = resolver({ [name]: ['127.0.0.1'] });
    const to = newConnections({ allowPrivate: false }, names.lookup);
    t.teardown(to.destroy);
    const { durationMs, ...outcome } = await send({ url, headers: {}, body: '{}' }, to);
    t.deepEqual(outcome, failure('refused_address', reason));
    t.deepEqual(names.asked, []);
  }
});

// The beginning of an unsuccessful response is stored.

const stored: [what: string, body: string | Buffer, response: string][] = [
  ['a longer one, cut', 'ab'.repeat(30_000), 'ab'.repeat(512)],
  ['a character of 2 bytes across the cut', `${'a'.repeat(1023)}é`, 'a'.repeat(1023)],
  ['a character of 4 bytes across the cut', `${'a'.repeat(1021)}😀`, 'a'.repeat(1021)],
  ['a character of 4 bytes before the cut', `${'a'.repeat(1020)}😀x`, `${'a'.repeat(1020)}😀`],
  ['NULs, which PostgreSQL cannot hold', 'a\0b\0', 'a\uFFFDb\uFFFD'],
  ['nothing but NULs, which take more room as text', Buffer.alloc(2000), '\uFFFD'.repeat(341)],
  ['bytes that are no UTF-8', Buffer.from('61ff62c328', 'hex'), 'a\uFFFDb\uFFFD('],
  ['a response that ends inside a character', Buffer.from('61f09f98', 'hex'), 'a'],
];

for (const [what, body, response] of stored) {
  test(`the beginning of a response is stored: ${what}`, async t => {
    const { port } = await receiver(t, (_, res) => res.writeHead(500).end(body));
    t.is((await outcomeAt(connections(t), port)).response, response);
    t.true(Buffer.byteLength(response) <= 1024);
  });
}

test('characters that arrive in pieces are decoded whole', async t => {
  const { port } = await receiver(t, async (_, res) => {
    res.writeHead(500);
    for (const byte of Buffer.from('Größe 😀'))
      await new Promise(written => res.write(Buffer.of(byte), written));
    res.end();
  });
  t.is((await outcomeAt(connections(t), port)).response, 'Größe 😀');
});

test('a response of gigabytes is cut off, and its status counts', async t => {
  const chunk = Buffer.alloc(65_536, 'x');
  const { port, sockets } = await receiver(t, (_, res) => {
    res.writeHead(500, { 'Content-Length': 8 * 2 ** 30 });
    const more = () => {
      while (!res.destroyed && res.write(chunk));
    };
    res.on('drain', more);
    more();
  });
  t.like(await outcomeAt(connections(t), port), { status: 500, response: 'x'.repeat(1024) });
  await closed(sockets[0]!);
  // This includes the bytes in the kernel's buffers.
  t.true(sockets[0]!.bytesWritten < 100 * 2 ** 20, `${sockets[0]!.bytesWritten}`);
});

test('a response with an endless chunk extension is cut off, and its status counts', async t => {
  const { port, sockets } = await peer(t, socket =>
    socket.once('data', () => {
      const more = () => {
        while (!socket.destroyed && socket.write('x'.repeat(65_536)));
      };
      socket.on('drain', more).write('HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\n1;');
      more();
    }),
  );
  t.like(await outcomeAt(connections(t), port), { outcome: 'http_status', status: 500 });
  await closed(sockets[0]!);
  t.true(sockets[0]!.bytesWritten < 100 * 2 ** 20, `${sockets[0]!.bytesWritten}`);
});

test('an endless slow response ends at the limit, and its status counts', async t => {
  const { port, sockets } = await receiver(t, (_, res) => {
    res.writeHead(200);
    res.write('first ');
    const more = () => res.destroyed || res.write('', () => setTimeout(more, 10));
    more();
  });
  // Long enough for the response to begin on a busy machine, and short enough to wait for an end that never comes.
  const outcome = await outcomeAt(connections(t), port, { limitMs: 4_000 });
  t.like(outcome, { outcome: 'succeeded', status: 200, response: null });
  await closed(sockets[0]!);
});

test('a truncated response is stored as far as it arrived', async t => {
  const { port } = await peer(t, socket =>
    socket.once('data', () => socket.end('HTTP/1.1 503 Busy\r\nContent-Length: 100\r\n\r\nTry la')),
  );
  const expected = { outcome: 'http_status', status: 503, reason: null, response: 'Try la' };
  t.deepEqual(await outcomeAt(connections(t), port), expected);
});

test('a response without a length ends with its connection', async t => {
  const { port } = await peer(t, socket =>
    socket.once('data', () => socket.end('HTTP/1.0 418 Teapot\r\n\r\nshort and stout')),
  );
  t.is((await outcomeAt(connections(t), port)).response, 'short and stout');
});

/** A process that tests an endpoint on this machine, and prints the outcome. */
const pinging = `
  import { ping } from '${import.meta.resolve('../../src/webhooks/ping.ts')}';
  const endpoint = { url: 'http://127.0.0.1:' + process.argv[1] + '/', format: 'json', secrets: ['whsec_x'] };
  const { outcome } = await ping({ ...endpoint, id: 'i', workspaceId: 'w', now: new Date().toISOString() }, 'ping', { webhookAllowPrivate: true });
  console.log(outcome);`;

test('HTTP_PROXY is ignored, because a proxy would resolve the name itself', async t => {
  const proxy = await receiver(t);
  const { port, received } = await receiver(t);
  const variables = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'ALL_PROXY'];
  const env = {
    NODE_USE_ENV_PROXY: '1',
    ...Object.fromEntries(variables.map(variable => [variable, `http://127.0.0.1:${proxy.port}`])),
  };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', pinging, `${port}`],
    { env },
  );
  t.is(stdout, 'succeeded\n');
  t.is(received.length, 1);
  t.is(proxy.sockets.length, 0);
});
