import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import test, { type ExecutionContext } from 'ava';
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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgres://somebody:secret@127.0.0.1:${port}/corkboard`,
    received: () => Buffer.concat(received),
    connections: () => connections,
  };
}

for (const [script, name, mistake] of [
  ['web', 'PGSSLMODE', { PGSSLMODE: 'verify-full\n' }],
  ['worker', 'PGSSLMODE', { PGSSLMODE: 'REQUIRE' }],
  ['release', 'PGSSLMODE', { PGSSLMODE: 'noverify' }],
  ['start', 'DATABASE_URL', '?sslmode=verify_full'],
  ['web', 'DATABASE_URL', '?sslMode=verify-full'],
  ['worker', 'DATABASE_URL', '?sslrootcert=/nonexistent'],
  ['cli', 'DATABASE_URL', '?sslrootcert=/nonexistent'],
  ['cli', 'PGSSLMODE', { PGSSLMODE: 'verify-full\n' }],
  ['release', 'PGPORT', { PGPORT: '5432 or so' }],
  ['web', 'PUBLIC_URL', { PUBLIC_URL: 'https://cork.example\n' }],
] as const) {
  test.serial(
    `${script} ends in one line that names ${name}, before any connection: ${JSON.stringify(mistake)}`,
    async t => {
      const server = await withoutTls(t);
      const env =
        typeof mistake === 'string'
          ? { DATABASE_URL: server.url + mistake }
          : { DATABASE_URL: server.url, ...mistake };
      const args = script === 'cli' ? ['workspace', 'list'] : [];
      const launched = launch(t, script, { ...env, PORT: '0' }, undefined, ...args);
      t.is(await launched.ended, 1);
      t.regex(launched.output(), new RegExp(`^(corkboard: )?${name} must be [^\\n]+\\.\\n$`));
      t.is(server.connections(), 0);
    },
  );
}

for (const parameters of [
  'sslmode=prefer',
  'sslmode=require',
  'sslmode=no-verify',
  'sslmode=verify-full',
  'ssl=true',
  'uselibpqcompat=true&sslmode=prefer',
]) {
  test.serial(`a server without TLS learns only that TLS is wanted: ${parameters}`, async t => {
    const server = await withoutTls(t);
    await t.throwsAsync(connect(`${server.url}?${parameters}`, 'release'), {
      instanceOf: StartError,
      message: /^The database does not answer: [^\n]*does not support SSL[^\n]*$/,
    });
    t.true(server.connections() > 0);
    t.deepEqual(server.received(), Buffer.concat(Array(server.connections()).fill(tlsRequest)));
  });
}

test.serial('PGSSLMODE applies if the URL doesn’t set TLS', async t => {
  const server = await withoutTls(t);
  const release = launch(t, 'release', { DATABASE_URL: server.url, PGSSLMODE: 'require' });
  t.is(await release.ended, 1);
  t.regex(release.output(), /^The database does not answer: [^\n]*does not support SSL[^\n]*\n$/);
  t.deepEqual(server.received().subarray(0, tlsRequest.length), tlsRequest);
  t.false(server.received().includes('somebody'));
});
