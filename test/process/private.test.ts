import test from 'ava';
import { eventually } from '../support/eventually.ts';
import { type Hooks, subscriptions } from '../support/hooks.ts';
import { launch } from '../support/launch.ts';
import { world } from '../support/world.ts';

const w = world(test);
const h: Hooks = subscriptions(w);

const secrets = /5ecret|never-leaves|whsec_|connectionParameters|_events|authorization/i;

test('the log says what failed and where, and contains no row, key, secret, payload, connection or long line', async t => {
  const env = { DATABASE_URL: w.databaseUrl, PORT: '0', WEBHOOK_ALLOW_PRIVATE: 'true' };
  const start = launch(t, 'start', env);
  const baseUrl = await start.says(/is serving on (http:\S+)/);
  const studio = await w.workspace({ label: '5ecret label' });
  const hook = await h.subscribe(studio.id, {
    reaction: (_, res) => res.writeHead(500).end('5ecret answer'),
  });
  const create = (name: string) =>
    fetch(`${baseUrl}/api/v1/clients?search=5ecret`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${studio.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name, email: '5ecret@client.example', notes: '5ecret notes' }),
    });

  t.is((await create('5ecret delivered')).status, 201);
  await h.settled(hook.endpointId, d => d.attempts_made === 1);

  await w.db.query(`alter table corkboard.clients add constraint none check (name <> '5ecret refused')`);
  const failed = await create('5ecret refused');
  t.is(failed.status, 500);
  await w.db.query('alter table corkboard.clients drop constraint none');
  const { err, ...line } = JSON.parse(await start.says(/^.*"request failed".*$/m));
  t.like(line, {
    method: 'POST',
    path: '/api/v1/clients',
    operation: 'createClient',
    workspaceId: studio.id,
    requestId: failed.headers.get('request-id'),
  });
  t.like(err, { code: '23514', table: 'clients', constraint: 'none' });
  t.regex(err.stack, /^ +at /);

  await w.db.query(`select graphile_worker.add_job('disable_endpoint', '{"workspaceId": "5ecret payload"}')`);
  await start.says(/Failed task/);

  await w.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name like 'corkboard w%'`,
  );
  await start.says(/database connection lost/);
  await eventually(async () => (await create('5ecret again')).status === 201);

  start.child.kill('SIGTERM');
  t.is(await start.ended, 0);
  for (const line of start
    .output()
    .replace(/^Corkboard is serving on .*\n/m, '')
    .trimEnd()
    .split('\n')) {
    t.notRegex(line, secrets);
    t.false(line.includes(studio.key) || line.includes(new URL(w.databaseUrl).password || studio.key), line);
    t.true(line.length < 4_096, line);
    t.truthy(JSON.parse(line).msg);
  }
});
