import test from 'ava';
import { attempt, closed, connections, name, peer, receiver } from '../support/receiver.ts';

// The beginning of an unsuccessful response is stored (decisions: Webhooks).

/** Long enough for a response to begin on a busy machine, and short enough to wait for an end that never comes. */
const limitMs = 4000;

const stored: [what: string, body: string | Buffer, response: string][] = [
  ['nothing', '', ''],
  ['a short response', '{"error":"no"}', '{"error":"no"}'],
  ['exactly 1 KB', 'a'.repeat(1024), 'a'.repeat(1024)],
  ['a longer one, cut', 'a'.repeat(1025), 'a'.repeat(1024)],
  ['a much longer one, cut', 'ab'.repeat(30_000), 'ab'.repeat(512)],
  ['a character of 2 bytes across the cut', `${'a'.repeat(1023)}é`, 'a'.repeat(1023)],
  ['a character of 4 bytes across the cut', `${'a'.repeat(1021)}😀`, 'a'.repeat(1021)],
  ['a character of 4 bytes before the cut', `${'a'.repeat(1020)}😀x`, `${'a'.repeat(1020)}😀`],
  ['NULs, which PostgreSQL cannot hold', 'a\0b\0', 'a\uFFFDb\uFFFD'],
  ['nothing but NULs, which take more room as text', Buffer.alloc(2000), '\uFFFD'.repeat(341)],
  ['bytes that are no UTF-8', Buffer.from('61ff62c328', 'hex'), 'a\uFFFDb\uFFFD('],
  ['a surrogate in UTF-8', Buffer.from('eda080', 'hex'), '\uFFFD'.repeat(3)],
  ['Latin-1', Buffer.from('Größe', 'latin1'), 'Gr\uFFFD\uFFFDe'],
  ['nothing but bytes that are no UTF-8', Buffer.alloc(5000, 0xff), '\uFFFD'.repeat(341)],
  ['a response that ends inside a character', Buffer.from('61f09f98', 'hex'), 'a'],
];

for (const [what, body, response] of stored) {
  test(`the beginning of a response is stored: ${what}`, async t => {
    const { port } = await receiver(t, (_, res) => res.writeHead(500).end(body));
    const outcome = await attempt(connections(t), `http://${name}:${port}/`);
    t.is(outcome.outcome, 'http_status');
    t.is(outcome.response, response);
    t.true(Buffer.byteLength(outcome.response!) <= 1024);
    // PostgreSQL stores only well-formed text without NUL.
    t.true(outcome.response!.isWellFormed() && !outcome.response!.includes('\0'));
  });
}

test('characters that arrive in pieces are decoded whole', async t => {
  const { port } = await receiver(t, async (_, res) => {
    res.writeHead(500);
    for (const byte of Buffer.from('Größe 😀'))
      await new Promise(written => res.write(Buffer.of(byte), written));
    res.end();
  });
  t.is((await attempt(connections(t), `http://${name}:${port}/`)).response, 'Größe 😀');
});

for (const status of [200, 500]) {
  test(`a response of gigabytes with ${status} is cut off, and its status counts`, async t => {
    const chunk = Buffer.alloc(65_536, 'x');
    const { port, sockets } = await receiver(t, (_, res) => {
      res.writeHead(status, { 'Content-Length': 8 * 2 ** 30 });
      const more = () => {
        while (!res.destroyed && res.write(chunk));
      };
      res.on('drain', more);
      more();
    });
    const outcome = await attempt(connections(t), `http://${name}:${port}/`);
    t.is(outcome.status, status);
    t.is(outcome.response, status === 200 ? null : 'x'.repeat(1024));
    await closed(sockets[0]!);
    // This includes the bytes in the kernel's buffers.
    t.true(sockets[0]!.bytesWritten < 100 * 2 ** 20, `${sockets[0]!.bytesWritten}`);
  });

  test(`an endless slow response with ${status} ends at the limit, and its status counts`, async t => {
    const { port, sockets } = await receiver(t, (_, res) => {
      res.writeHead(status);
      res.write('first ');
      const more = () => res.destroyed || res.write('', () => setTimeout(more, 10));
      more();
    });
    const outcome = await attempt(connections(t), `http://${name}:${port}/`, limitMs);
    t.is(outcome.status, status);
    t.is(outcome.outcome, status === 200 ? 'succeeded' : 'http_status');
    t.is(outcome.response, status === 200 ? null : 'first ');
    t.true(outcome.durationMs >= limitMs - 5 && outcome.durationMs < limitMs + 5000);
    await closed(sockets[0]!);
  });
}

test('a truncated response is stored as far as it arrived', async t => {
  const { port } = await peer(t, socket =>
    socket.once('data', () => socket.end('HTTP/1.1 503 Busy\r\nContent-Length: 100\r\n\r\nTry la')),
  );
  const { durationMs, ...outcome } = await attempt(connections(t), `http://${name}:${port}/`);
  t.deepEqual(outcome, { outcome: 'http_status', status: 503, reason: null, response: 'Try la' });
});

test('a response without a length ends with its connection', async t => {
  const { port } = await peer(t, socket =>
    socket.once('data', () => socket.end('HTTP/1.0 418 Teapot\r\n\r\nshort and stout')),
  );
  t.is((await attempt(connections(t), `http://${name}:${port}/`)).response, 'short and stout');
});
