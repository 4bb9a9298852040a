import { createServer } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { listen } from '../../harness/listen.ts';
import { readConfig } from '../../src/config.ts';
import { connect } from '../../src/database/connect.ts';
import { StartError } from '../../src/errors/startError.ts';
import { launch } from '../support/launch.ts';

// The driver would ignore these values and connect in plain text. A server in place of PostgreSQL records every
// byte that reaches it.

/** The message that asks a server for TLS (https://www.postgresql.org/docs/current/protocol-message-formats.html, SSLRequest). */
const tlsRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

/** A server that declines TLS, like a PostgreSQL without a certificate, and records what it receives. */
async function withoutTls(t: ExecutionContext) {
  const received: Buffer[] = [];
  let connections = 0;
  const server = createServer(socket => {
    connections++;
    socket.on('error', () => {});
    socket.on('data', data => {
      const bytes = Buffer.from(data);
      received.push(bytes);
      if (bytes.equals(tlsRequest)) socket.write('N');
    });
  });
  const port = await listen(server);
  t.teardown(() => server.close());
  return {
    url: `postgres://somebody:secret@127.0.0.1:${port}/corkboard`,
    received: () => Buffer.concat(received),
    connections: () => connections,
  };
}

// Every value is tried on the configuration (config.test.ts), which web and worker read before all else (faults.test.ts).
test('a release ends in one line that names a mistyped variable, before any connection', async t => {
  const server = await withoutTls(t);
  const release = launch(t, 'release', { DATABASE_URL: server.url, PGSSLMODE: 'verify-full\n' });
  t.is(await release.ended, 1);
  t.regex(release.output(), /^PGSSLMODE must be [^\n]+\.\n$/);
  t.is(server.connections(), 0);
});

for (const [query, PGSSLMODE] of [
  ['?sslmode=prefer', ''],
  ['?sslmode=require', ''],
  ['?sslmode=no-verify', ''],
  ['?sslmode=verify-full', ''],
  ['?ssl=true', ''],
  ['?uselibpqcompat=true&sslmode=prefer', ''],
  ['', 'require'],
] as const) {
  test(`a server without TLS learns only that TLS is wanted: ${query || `PGSSLMODE=${PGSSLMODE}`}`, async t => {
    const server = await withoutTls(t);
    const { databaseUrl } = readConfig({ DATABASE_URL: server.url + query, PGSSLMODE });
    await t.throwsAsync(connect(databaseUrl!, 'release'), {
      instanceOf: StartError,
      message: /^Can't connect to the database: [^\n]*does not support SSL[^\n]*$/,
    });
    t.true(server.connections() > 0);
    t.deepEqual(server.received(), Buffer.concat(Array(server.connections()).fill(tlsRequest)));
  });
}
