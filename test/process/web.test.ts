import { once } from 'node:events';
import { request } from 'node:http';
import test from 'ava';
import pg from 'pg';
import { serve } from '../../src/bin/serve.ts';
import { readConfig } from '../../src/config.ts';
import { call } from '../support/call.ts';
import { eventually } from '../support/eventually.ts';
import { launch } from '../support/launch.ts';
import { waitsForLock } from '../support/lockWaits.ts';
import { refusesConnections } from '../support/socket.ts';
import { world } from '../support/world.ts';

const w = world(test);

const port = /"port":(\d+)/;

test.serial(
  'after SIGTERM web completes running requests, also one whose body arrives later, accepts no new ones, and exits with 0',
  async t => {
    const web = launch(t, 'web', { DATABASE_URL: w.databaseUrl, PORT: '0' });
    const baseUrl = `http://127.0.0.1:${await web.says(port)}`;
    const [studio, other] = [await w.workspace(), await w.workspace()];
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_workspace', arguments: {} },
    });
    const tool = request(`${baseUrl}/api/mcp`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${other.key}`,
        Accept: 'application/json',
        'Content-Type': 'application/json',
        'Content-Length': body.length,
        Expect: '100-continue',
      },
    });
    tool.flushHeaders();
    await once(tool, 'continue');
    const holder = new pg.Client(w.databaseUrl);
    await holder.connect();
    await holder.query('begin');
    await holder.query('select corkboard.lock_workspace($1)', [studio.id]);
    const write = call(baseUrl, {
      method: 'POST',
      path: '/clients',
      key: studio.key,
      body: { name: 'In flight' },
    });
    await waitsForLock(w.db);
    web.child.kill('SIGTERM');
    await eventually(() => refusesConnections(baseUrl));
    // Heroku and a terminal signal both npm and its child, and npm passes its signal on.
    web.child.kill('SIGTERM');
    await holder.query('commit');
    await holder.end();
    t.is((await write).status, 201);
    tool.end(body);
    const [response] = await once(tool, 'response');
    t.is(response.statusCode, 200);
    response.resume();
    t.is(await web.ended, 0);
    t.is((await studio.get('/clients')).body.page.total, 1);
  },
);

test.serial('without its database web answers 500 at once, and recovers with it', async t => {
  const web = launch(t, 'web', { DATABASE_URL: w.databaseUrl, PORT: '0' });
  const baseUrl = `http://127.0.0.1:${await web.says(port)}`;
  const studio = await w.workspace();
  const get = () => call(baseUrl, { method: 'GET', path: '/me', key: studio.key }).catch(error => error);
  await Promise.all(Array.from({ length: 20 }, get));
  const admin = new pg.Client(process.env.CORKBOARD_TEST_SERVER);
  await admin.connect();
  const name = new URL(w.databaseUrl).pathname.slice(1);
  await admin.query(`alter database ${name} allow_connections false`);
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'corkboard web'`,
    [name],
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
  await admin.query(`alter database ${name} allow_connections true`);
  await admin.end();
  t.is((await get()).status, 200);
  web.child.kill('SIGTERM');
  t.is(await web.ended, 0);
});

test('web listens only on HOST', async t => {
  const web = await serve({ ...readConfig({ HOST: '127.0.0.2' }), port: 0 }, w.serviceUrl);
  t.teardown(web.stop);
  t.is((await fetch(`http://127.0.0.2:${web.port}/healthz`)).status, 200);
  await t.throwsAsync(fetch(`http://127.0.0.1:${web.port}/healthz`));
});
