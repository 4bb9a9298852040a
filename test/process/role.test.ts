import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import pg from 'pg';
import { migrate } from '../../src/database/migrate.ts';
import { account } from '../support/account.ts';
import { subscriptions } from '../support/hooks.ts';
import { launch } from '../support/launch.ts';
import { world } from '../support/world.ts';

// The service as corkboard_app: a role that owns nothing and bypasses nothing (sql/grants/app.sql).
const w = world(test);
const h = subscriptions(test, w);

const password = 'of the tests alone';
let asApp: string;
let app: pg.Client;

test.serial.before(async () => {
  await w.db.query(
    `do $$ begin if to_regrole('corkboard_app') is null then create role corkboard_app; end if; end $$;
     alter role corkboard_app login nosuperuser nobypassrls password '${password}'`,
  );
  await migrate(w.databaseUrl);
  asApp = Object.assign(new URL(w.databaseUrl), { username: 'corkboard_app', password }).href;
  app = new pg.Client(asApp);
  await app.connect();
});
test.after.always(async () => {
  await app?.end();
  await w.db.query('alter role corkboard_app nologin');
});

test.serial('web and worker do all their work as corkboard_app', async t => {
  const web = launch(t, 'web', { DATABASE_URL: asApp, PORT: '0' });
  const port = await web.says(/"port":(\d+)/);
  const worker = launch(t, 'worker', { DATABASE_URL: asApp, WEBHOOK_ALLOW_PRIVATE: 'true' });
  await worker.says(/worker is working/);
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id);
  const there = account(`http://127.0.0.1:${port}`, w.db, studio.id, studio.key);
  const made = await there.post('/clients', { name: 'First' });
  t.is(made.status, 201);
  await hook.gets(1);
  // Every task, as the owner of the queue has them done.
  await w.db.query(
    `select graphile_worker.add_job(task) from unnest('{prune_claims,prune_deliveries,prune_idempotency_keys,prune_rate_windows,detect_overdue,requeue_lost}'::text[]) task`,
  );
  await h.idle(studio.id);
  const left = async () =>
    (await w.db.query(`select last_error from graphile_worker._private_jobs where run_at <= now()`)).rows;
  while ((await left()).length > 0) {
    t.deepEqual(
      (await left()).filter(({ last_error }) => last_error !== null),
      [],
    );
    await pause(50);
  }
  t.notRegex(web.output() + worker.output(), /permission denied/);
});

for (const [what, statement] of [
  ['change a table', 'alter table corkboard.clients add column x int'],
  ['drop one', 'drop table corkboard.notes'],
  ['empty one at a stroke', 'truncate corkboard.notes'],
  ['rewrite what was done', `update corkboard.audit_log set action = 'nothing'`],
  ['take out what was done', 'delete from corkboard.audit_log'],
  ['give a plan more', 'update corkboard.plans set name = name'],
  ['adopt a copy', 'select corkboard.adopt_database()'],
  ['pass for a release', `select corkboard.note_release('x')`],
  [
    'replace a function',
    `create or replace function corkboard.here() returns text language sql as 'select 1::text'`,
  ],
  ['make a table', 'create table corkboard.mine ()'],
] as const) {
  test.serial(`corkboard_app may not ${what}`, async t => {
    await t.throwsAsync(app.query(statement), { message: /^(permission denied|must be owner)/ });
  });
}
