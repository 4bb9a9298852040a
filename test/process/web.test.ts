import test from 'ava';
import { queryAt } from '../../harness/database.ts';
import { serve } from '../../src/bin/serve.ts';
import { readConfig } from '../../src/config.ts';
import { StartError } from '../../src/errors/startError.ts';
import { call } from '../support/call.ts';
import { patient, world } from '../support/world.ts';

const w = world(test);

test.serial('without its database web answers 500 at once, and recovers with it', async t => {
  const web = await serve({ ...readConfig({}), port: 0 }, w.databaseUrl, patient);
  t.teardown(web.stop);
  const baseUrl = `http://127.0.0.1:${web.port}`;
  const studio = await w.workspace();
  const get = () => call(baseUrl, { method: 'GET', path: '/me', key: studio.key }).catch(error => error);
  await Promise.all(Array.from({ length: 20 }, get));
  const server = process.env.CORKBOARD_TEST_SERVER!;
  const name = new URL(w.databaseUrl).pathname.slice(1);
  await queryAt(server, `alter database ${name} allow_connections false`);
  await queryAt(
    server,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'corkboard web'`,
    name,
  );
  for (let i = 0; i < 3; i++) {
    const response = await fetch(`${baseUrl}/api/v1/me`, {
      headers: { Authorization: `Bearer ${studio.key}` },
    });
    t.is(response.status, 500);
    t.is((await fetch(`${baseUrl}/healthz`)).status, 200);
    t.is((await fetch(`${baseUrl}/readyz`)).status, 503);
    t.is(((await response.json()) as { code: string }).code, 'internal');
  }
  await queryAt(server, `alter database ${name} allow_connections true`);
  t.is((await get()).status, 200);
});

test('web listens only on HOST', async t => {
  const web = await serve({ ...readConfig({ HOST: '127.0.0.2' }), port: 0 }, w.serviceUrl);
  t.teardown(web.stop);
  t.is((await fetch(`http://127.0.0.2:${web.port}/healthz`)).status, 200);
  await t.throwsAsync(fetch(`http://127.0.0.1:${web.port}/healthz`));
});

test('a port in use is reported in one line', async t => {
  const port = Number(new URL(w.baseUrl).port);
  await t.throwsAsync(serve({ ...readConfig({}), port }, w.serviceUrl), {
    instanceOf: StartError,
    message: RegExp(`^PORT ${port} on HOST 127.0.0.1 cannot be used: [^\\n]*EADDRINUSE[^\\n]*$`),
  });
});
