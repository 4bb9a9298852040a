import { createServer } from 'node:http';
import test from 'ava';
import { listen } from '../../harness/listen.ts';
import { streamFile } from '../../src/console/requests/streamFile.ts';
import { eventually } from '../support/eventually.ts';

test('a file is read no faster than the browser takes it, and no further once the browser is gone', async t => {
  let read = 0;
  let ended = false;
  const chunks = async function* () {
    try {
      for (;;) {
        read++;
        yield Buffer.alloc(1024 * 1024);
      }
    } finally {
      ended = true;
    }
  };
  const server = createServer(
    (req, res) => void streamFile(req as any, res, { headers: {}, chunks: chunks() }).catch(() => {}),
  );
  t.teardown(() => server.close());
  const abortion = new AbortController();
  const { body } = await fetch(`http://127.0.0.1:${await listen(server)}`, { signal: abortion.signal });
  const reader = body!.getReader();
  await reader.read();
  // As many as fit into the buffers of both ends, whose sizes the system decides.
  let before = -1;
  await eventually(async () => {
    const isFull = read === before;
    before = read;
    return isFull;
  });
  t.true(read < 100, String(read));
  t.false(ended);
  abortion.abort();
  await eventually(async () => ended);
});
