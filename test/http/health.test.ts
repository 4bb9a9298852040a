import test, { type ExecutionContext } from 'ava';
import { serve } from '../../src/bin/serve.ts';
import { readConfig } from '../../src/config.ts';
import { work } from '../../src/jobs/work.ts';
import { version } from '../../src/version.ts';
import { eventually } from '../support/eventually.ts';
import { FaultyProxy } from '../support/faultyProxy.ts';
import { hold } from '../support/hold.ts';
import { workerConfig } from '../support/hooks.ts';
import { waitsForLock } from '../support/lockWaits.ts';
import { exchange } from '../support/socket.ts';
import { patient, world } from '../support/world.ts';

const w = world(test);

/** Starts a server on the database at this address, until the test ends. Returns its address. */
async function started(t: ExecutionContext, databaseUrl: string, waits = patient, more: object = {}) {
  const { port, stop } = await serve({ ...readConfig({}), port: 0, ...more }, databaseUrl, waits);
  t.teardown(stop);
  return `http://127.0.0.1:${port}`;
}

/** Checks that a server on the database at this address gives a reason why it isn't ready. */
async function isUnready(t: ExecutionContext, databaseUrl: string, reason: string, more: object = {}) {
  const web = await started(t, databaseUrl);
  t.deepEqual(await asked(`${web}/readyz`), [503, { status: 'unready', reason, ...more }]);
  return web;
}

/** The status and body of an answer. */
async function asked(address: string) {
  const answer = await fetch(address);
  return [answer.status, await answer.json()] as [number, any];
}

test.serial(
  'web is ready if its database can be written and has its version, and says whether a worker is alive',
  async t => {
    const web = await started(t, w.serviceUrl);
    const ready = () => asked(`${web}/readyz`);
    t.deepEqual(await ready(), [200, { status: 'ready', worker: 'silent' }]);
    const worker = await work(workerConfig(), w.serviceUrl);
    await eventually(ready, ([, said]) => said.worker === 'alive');
    await w.sql(`update corkboard.worker_pools set seen_at = now() - interval '31 seconds'`);
    t.deepEqual(await ready(), [200, { status: 'ready', worker: 'silent' }]);
    await worker.stop();
  },
);

test.serial('web is ready even if requests hold all connections', async t => {
  const web = await started(t, w.databaseUrl, patient, { webPoolSize: 2 });
  const studios = [await w.workspace(), await w.workspace()];
  const me = ({ key }: { key: string }) =>
    fetch(`${web}/api/v1/me`, { headers: { Authorization: `Bearer ${key}` } });
  for (const studio of studios) t.is((await me(studio)).status, 200);
  const { release } = await hold(t, w.db, 'lock table corkboard.rate_windows');
  const held = Promise.all(studios.map(me));
  await waitsForLock(w.db, {}, 2);
  const ready = () => fetch(`${web}/readyz`);
  for (const { status } of await Promise.all(Array.from({ length: 20 }, ready))) t.is(status, 200);
  await release();
  for (const { status } of await held) t.is(status, 200);
});

test.serial('web is not ready without its database', async t => {
  const proxy = await FaultyProxy.open(() => Number(new URL(w.databaseUrl).port));
  const web = await started(t, proxy.through(w.databaseUrl));
  proxy.close();
  t.deepEqual(await asked(`${web}/readyz`), [
    503,
    { status: 'unready', reason: 'The database does not answer.' },
  ]);
});

test.serial('web is not ready if its role may not log in', async t => {
  await w.db.query(`create role corkboard_refused nologin password 'secret'`);
  t.teardown(() => w.db.query('drop role corkboard_refused'));
  const url = Object.assign(new URL(w.databaseUrl), { username: 'corkboard_refused', password: 'secret' });
  await isUnready(t, url.href, 'The database refuses this role.');
});

test.serial('web is alive but not ready if the database is read-only', async t => {
  const url = new URL(w.databaseUrl);
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  const web = await isUnready(t, url.href, 'The database can only be read.', { worker: 'silent' });
  t.deepEqual(await asked(`${web}/healthz`), [200, { status: 'ok', version }]);
});

test.serial('web is not ready if the database has not been migrated', async t => {
  await w.db.query(`update corkboard.releases set build_number = 0`);
  t.teardown(() => w.db.query('delete from corkboard.releases'));
  const reason = 'The database was not brought up to this version.';
  await isUnready(t, w.databaseUrl, reason, { worker: 'silent' });
});

test.serial('both health routes need no key, and don’t reveal who blocks the database', async t => {
  await hold(t, w.db, 'lock table corkboard.releases');
  const web = await started(t, w.databaseUrl, { ...patient, lockMs: 100 });
  const reason = 'The check of the database failed.';
  t.deepEqual(await asked(`${web}/readyz`), [503, { status: 'unready', reason }]);
  t.is((await fetch(`${web}/healthz`)).status, 200);
});

test.serial('web says that the database accepts no more connections', async t => {
  const name = new URL(w.databaseUrl).pathname.slice(1);
  const web = await started(t, w.serviceUrl);
  t.teardown(() => w.db.query(`alter database ${name} connection limit -1`));
  // The limit of a database does not apply to its owner, who is a superuser here.
  await w.db.query(`alter database ${name} connection limit 0`);
  await w.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = 'corkboard_app'`,
    [name],
  );
  const said = () => asked(`${web}/readyz`);
  const reason = 'The database accepts no more connections.';
  await eventually(said, ([, body]) => body.reason === reason);
  t.deepEqual(await said(), [503, { status: 'unready', reason }]);
});

test.serial('a stopping web process is no longer ready for kept connections', async t => {
  const studio = await w.workspace();
  const { release } = await hold(t, w.db, 'select corkboard.lock_workspace($1)', studio.id);
  const { port, stop } = await serve({ ...readConfig({}), port: 0 }, w.databaseUrl, patient);
  const write = ['POST /api/v1/clients HTTP/1.1', 'Host: x', `Authorization: Bearer ${studio.key}`];
  const body = '{"name":"In flight"}';
  const text = exchange(
    `http://127.0.0.1:${port}`,
    [
      [...write, `Content-Length: ${body.length}`, '', body].join('\r\n'),
      'GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n',
    ],
    () => false,
  );
  await waitsForLock(w.db, { query: 'begin_api_write' });
  const stopped = stop();
  await release();
  t.regex(await text, /HTTP\/1\.1 201 .*HTTP\/1\.1 503 .*The process is stopping\./s);
  await stopped;
});
