import test from 'ava';
import { subscriptions } from '../support/hooks.ts';
import { connected } from '../support/postgres.ts';
import { queuedJobs } from '../support/queue.ts';
import { pages } from '../support/readme.ts';
import { world } from '../support/world.ts';

// What a DBA sees of the jobs, and the recipes of docs/dba.md.

const w = world(test);
const h = subscriptions(w);
const { sql } = w;

const jobOf = async (id: string) => (await sql('select * from corkboard_ops.jobs where id = $1', id))[0];
const add = async (task: string, payload: object = {}) =>
  (await sql('select id from graphile_worker.add_job($1, $2)', task, JSON.stringify(payload)))[0].id;
const change = (id: string, set: string) => sql(`update ${queuedJobs} set ${set} where id = $1`, id);

test('a delivery’s job says what it sends, for whom, since when it is due and which process holds it', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id);
  await studio.client();
  const [delivery] = await h.deliveries(hook.endpointId);
  const [{ id }] = await sql('select id from corkboard_ops.jobs where delivery_id = $1', delivery.id);
  t.like(await jobOf(id), {
    task: 'attempt_delivery',
    job: `attempt delivery: client.created to ${new URL(hook.url).host}`,
    workspace: 'Studio',
    workspace_id: studio.id,
    endpoint_id: hook.endpointId,
    state: 'due',
    held_by_host: null,
    attempts: 0,
    last_error: null,
  });
  t.deepEqual((await jobOf(id)).due_at, delivery.due_at);
  await sql(`select corkboard.record_heartbeat('pool-1', '{}', 'worker-1.example', 4711)`);
  await change(id, `locked_by = 'pool-1', locked_at = now(), attempts = 1`);
  t.like(await jobOf(id), {
    state: 'running',
    held_by_host: 'worker-1.example',
    held_by_pid: 4711,
    attempts: 1,
  });
});

test('a job that failed is retrying, and has been due since it was made', async t => {
  const id = await add('prune');
  await change(
    id,
    `created_at = now() - interval '2 hours', run_at = now() + interval '1 minute', attempts = 3, last_error = 'It broke.'`,
  );
  const { state, due_at, last_error, attempts } = await jobOf(id);
  t.deepEqual({ state, last_error, attempts }, { state: 'retrying', last_error: 'It broke.', attempts: 3 });
  t.true(Date.now() - due_at.getTime() > 7_000_000);
  const [{ behind }] = await sql(
    `select extract(epoch from behind)::int as behind from corkboard_ops.job_backlog where task = 'prune'`,
  );
  t.true(behind >= 7_200, `${behind}`);
});

test('the backlog of a task has its latest error, and how many jobs were given up in the last hour', async t => {
  const [first, second, third] = await Promise.all([1, 2, 3].map(() => add('remove_workspaces')));
  await change(
    first,
    `last_error = 'Z, long ago', updated_at = now() - interval '1 day', attempts = max_attempts`,
  );
  await change(second, `last_error = 'A, just now', updated_at = now(), attempts = max_attempts`);
  await change(third, `last_error = 'M, earlier', updated_at = now() - interval '1 hour'`);
  const [backlog] = await sql(
    `select last_error, given_up::int, given_up_last_hour::int from corkboard_ops.job_backlog where task = 'remove_workspaces'`,
  );
  t.deepEqual(backlog, { last_error: 'A, just now', given_up: 2, given_up_last_hour: 1 });
});

test('the role for monitoring in docs/dba.md reads every view', async t => {
  const [role] = /^create role monitoring.*?(?=```)/ms.exec(pages['docs/dba.md']!)!;
  const client = await connected(t, w.databaseUrl);
  await client.query(`begin; ${role}; set local role monitoring`);
  const { rows } = await client.query(
    `select count(query_to_xml(format('select * from corkboard_ops.%I', viewname), true, false, ''))::int as count
       from pg_views where schemaname = 'corkboard_ops'`,
  );
  t.true(rows[0].count > 0);
});

/** The statements of the section "Jobs" of docs/dba.md, in their order: cancel, requeue, turn an endpoint off. */
const recipes = () => {
  const [, code] = /\n### Jobs\n.*?```sql\n(.*?)```/s.exec(pages['docs/dba.md']!)!;
  return code!.trim().split('\n');
};

test('the recipes of docs/dba.md cancel a job, requeue one that was given up, and turn an endpoint off', async t => {
  const [cancel, requeue, turnOff] = recipes() as [string, string, string];
  const canceled = await add('detect_overdue');
  t.is((await sql(cancel.replace('4711', canceled))).length, 1);
  t.is(await jobOf(canceled), undefined);
  const givenUp = await add('detect_overdue');
  await change(givenUp, `attempts = max_attempts, last_error = 'It broke.'`);
  t.is((await jobOf(givenUp)).state, 'given_up');
  t.is((await sql(requeue.replace('4711', givenUp))).length, 1);
  t.like(await jobOf(givenUp), { state: 'due', attempts: 0 });
  const held = await add('detect_overdue');
  await change(held, `locked_by = 'pool-2', locked_at = now(), attempts = 1`);
  for (const recipe of [cancel, requeue]) t.is((await sql(recipe.replace('4711', held))).length, 0);
  const studio = await w.workspace();
  const { endpointId } = await h.subscribe(studio.id);
  const [{ disabled_at }] = await sql(turnOff.replace(/'[0-9a-f-]{36}'/, `'${endpointId}'`));
  t.truthy(disabled_at);
  t.truthy((await h.endpoint(endpointId)).disabled_at);
});
