import test from 'ava';
import { eventually } from '../support/eventually.ts';
import { hooks } from '../support/hooks.ts';
import { queuedJobs } from '../support/queue.ts';
import { world } from '../support/world.ts';

// The service runs as corkboard_app, a role that owns nothing and bypasses no policy (sql/grants/app.sql).
const w = world(test);
const h = hooks(test, w);

test.serial('web and worker need no other role than corkboard_app', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id);
  // The server of the tests' world and the worker of its hooks have this role.
  t.is((await studio.post('/clients', { name: 'First' })).status, 201);
  await hook.gets(1);
  // Run every task: the owner of the queue adds a job of each.
  await w.db.query(
    `select graphile_worker.add_job(task) from unnest('{prune,detect_overdue,requeue_lost}'::text[]) task`,
  );
  await h.idle(studio.id);
  const left = async () =>
    (await w.db.query(`select last_error from ${queuedJobs} where run_at <= now()`)).rows;
  const hasFailed = (jobs: any[]) => jobs.some(({ last_error }) => last_error !== null);
  t.deepEqual(await eventually(left, jobs => jobs.length === 0 || hasFailed(jobs)), []);
});

for (const [what, statement] of [
  ['change a table', 'alter table corkboard.clients add column x int'],
  ['drop one', 'drop table corkboard.notes'],
  ['empty one at a stroke', 'truncate corkboard.notes'],
  ['rewrite what was done', `update corkboard.audit_log set action = 'nothing'`],
  ['take out what was done', 'delete from corkboard.audit_log'],
  ['give a plan more', 'update corkboard.plans set name = name'],
  ['adopt a copy', 'select corkboard.adopt_database()'],
  ['pass for a release', `select corkboard.record_release(1)`],
  ['claim to have applied a file', `update corkboard.applied_files set sha256 = 'x'`],
  [
    'replace a function',
    `create or replace function corkboard.instance_id() returns text language sql as 'select 1::text'`,
  ],
  ['make a table', 'create table corkboard.mine ()'],
] as const) {
  test.serial(`corkboard_app may not ${what}`, async t => {
    await t.throwsAsync(w.service.query(statement), { message: /^(permission denied|must be owner)/ });
  });
}
