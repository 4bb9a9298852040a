import { chown, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { queryAt } from '../../harness/database.ts';
import { serve } from '../../src/bin/serve.ts';
import { readConfig } from '../../src/config.ts';
import { connect } from '../../src/database/connect.ts';
import { startEmbedded } from '../../src/database/embedded/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';
import { StartError } from '../../src/errors/startError.ts';
import { work } from '../../src/jobs/work.ts';
import { certificate } from '../support/certificates.ts';
import { dataFolder } from '../support/embedded.ts';

// A PostgreSQL that accepts only TLS connections.

let folder: string;
let url: string;
let stop = async () => {};

test.serial.before(async () => {
  const authority = await certificate('An authority', { authority: true });
  folder = await dataFolder();
  const data = join(folder, 'postgres');
  const { uid, gid } = await stat(data);
  const { key, cert } = await certificate('localhost', { by: authority });
  for (const [name, text] of Object.entries({ 'server.key': key, 'server.crt': cert })) {
    await writeFile(join(data, name), text, { mode: 0o600 });
    await chown(join(data, name), uid, gid);
  }
  await writeFile(join(data, 'authority.crt'), authority.cert);
  const server = await startEmbedded(folder, ['-c', 'ssl=on', '-c', 'ssl_ca_file=authority.crt']);
  stop = server.stop;
  await queryAt(server.url, `create role certain login password 'of this test alone'`);
  await writeFile(
    join(data, 'pg_hba.conf'),
    'hostssl all certain 127.0.0.1/32 scram-sha-256 clientcert=verify-full\nhostssl all all 127.0.0.1/32 scram-sha-256\n',
  );
  await queryAt(server.url, 'select pg_reload_conf(), corkboard.adopt_database()');
  url = Object.assign(new URL(server.url), { hostname: 'localhost' }).href;
  const stranger = await certificate('Another', { authority: true });
  const certain = await certificate('certain', { by: authority });
  for (const [name, { key, cert }] of Object.entries({ authority, stranger, certain })) {
    await writeFile(join(folder, `${name}.pem`), cert);
    await writeFile(join(folder, `${name}.key`), key);
  }
});
test.after.always(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
});

interface Way {
  query?: string;
  mode?: string;
  /** The certificate authority that the process trusts. */
  root?: string;
  /** The host to connect to. The certificate is for localhost. */
  host?: string;
}

/** The variables that make a process connect that way. */
const env = ({ query = '', mode, root, host = 'localhost' }: Way) => ({
  DATABASE_URL: Object.assign(new URL(url + query), { hostname: host }).href,
  ...(mode && { PGSSLMODE: mode }),
  ...(root && { PGSSLROOTCERT: join(folder, `${root}.pem`) }),
});

/** Connects as a process with these variables does. All processes read the settings and connect in one place. */
async function connects(variables: Record<string, string>): Promise<void> {
  const client = await connect(readConfig(variables).databaseUrl!, 'release');
  await client.end();
}

for (const way of [
  { mode: 'no-verify' },
  { query: '?sslmode=no-verify' },
  { query: '?sslmode=verify-full', root: 'authority' },
  { query: '?sslmode=require&sslnegotiation=direct', root: 'authority' },
  // As in libpq, verify-ca doesn't verify the name.
  { query: '?uselibpqcompat=true&sslmode=verify-ca', root: 'authority', host: '127.0.0.1' },
] as Way[]) {
  test.serial(`the database is reached by TLS: ${JSON.stringify(way)}`, async t => {
    await t.notThrowsAsync(connects(env(way)));
  });
}

test.serial('release, web and worker connect by TLS', async t => {
  const config = readConfig({ ...env({ mode: 'verify-full', root: 'authority' }), PORT: '0' });
  t.is((await migrate(config.databaseUrl!)).unchangedBecause, null);
  const web = await serve(config, config.databaseUrl!);
  t.teardown(web.stop);
  t.is(await web.whyUnready(), null);
  const worker = await work(config, config.databaseUrl!);
  t.teardown(worker.stop);
  t.is(await worker.whyUnready(), null);
});

for (const [way, reason] of [
  [{ mode: 'verify-full', root: 'stranger' }, /unable to verify|certificate/],
  [{ query: '?sslmode=verify-full' }, /unable to verify|certificate/],
  [{ query: '?sslmode=require' }, /no-verify/],
  // In node-postgres every mode except no-verify checks the name too, unless libpq compatibility is requested.
  [
    { query: '?sslmode=require', root: 'authority', host: '127.0.0.1' },
    /IP: 127\.0\.0\.1 is not in the cert/,
  ],
  [{ mode: 'verify-full', root: 'authority', host: '127.0.0.1' }, /IP: 127\.0\.0\.1 is not in the cert/],
  [{ query: '?uselibpqcompat=true&sslmode=verify-ca', root: 'stranger' }, /unable to verify|certificate/],
  [{ query: '?uselibpqcompat=true&sslmode=verify-ca' }, /unable to verify|certificate/],
  [{ query: '?sslmode=disable', root: 'authority' }, /no encryption/],
  [{}, /no encryption/],
] as [Way, RegExp][]) {
  test.serial(`the database is not reached, for a reason in one line: ${JSON.stringify(way)}`, async t => {
    const error = await t.throwsAsync(connects(env(way)), {
      instanceOf: StartError,
      message: /^Can't connect to the database: [^\n]+$/,
    });
    t.regex(error!.message, reason);
    const isUntrusted = /self-signed|unable to (get|verify)/.test(error!.message);
    t.is(/sslrootcert.*no-verify/.test(error!.message), isUntrusted);
  });
}

// Node reads this setting when it needs it, and warns once that it is insecure.
for (const way of [
  { query: '?sslmode=verify-full', root: 'stranger' },
  { mode: 'verify-full', root: 'authority', host: '127.0.0.1' },
] as Way[]) {
  test.serial(
    `Node’s own certificate settings don’t disable verification: ${JSON.stringify(way)}`,
    async t => {
      process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
      t.teardown(() => void delete process.env.NODE_TLS_REJECT_UNAUTHORIZED);
      await t.throwsAsync(connects(env(way)), {
        message: /^Can't connect to the database: [^\n]*certificate/,
      });
    },
  );
}

test.serial('a server that requests a client certificate gets the one of PGSSLCERT', async t => {
  const asked = {
    ...env({ mode: 'verify-full', root: 'authority' }),
    DATABASE_URL: Object.assign(new URL(url), { username: 'certain', password: 'of this test alone' }).href,
  };
  await t.throwsAsync(connects(asked), { message: /requires a valid client certificate/ });
  const [PGSSLCERT, PGSSLKEY] = [join(folder, 'certain.pem'), join(folder, 'certain.key')];
  await t.notThrowsAsync(connects({ ...asked, PGSSLCERT, PGSSLKEY }));
  await t.throwsAsync(connects({ ...asked, PGSSLCERT, PGSSLKEY: join(folder, 'stranger.key') }), {
    instanceOf: StartError,
    message: /^Can't connect to the database: [^\n]*key values mismatch\.$/,
  });
});
