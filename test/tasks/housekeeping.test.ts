import test from 'ava';
import { eventually } from '../support/eventually.ts';
import { hooks } from '../support/hooks.ts';
import { lockWaits } from '../support/lockWaits.ts';
import { knownCrontabs, queuedJobs } from '../support/queue.ts';
import { world } from '../support/world.ts';

const w = world(test);
const { sql } = w;
const h = hooks(test, w);

/** Runs the task as its cron entry does, and waits until it ends. */
async function prune() {
  const [{ id }] = await sql(`select (graphile_worker.add_job('prune')).id`);
  await eventually(async () => (await sql(`select 1 from ${queuedJobs} where id = $1`, id)).length === 0);
}

test('deliveries are kept for 30 days after they are settled, with their attempts, and pending ones are kept', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id);
  for (let i = 0; i < 3; i++) await studio.client();
  const [old, young] = await h.settled(hook.endpointId, d => d.status === 'succeeded', 3);
  hook.reaction = 500;
  await studio.client();
  const [, , , waiting] = await h.settled(
    hook.endpointId,
    d => d.status !== 'pending' || d.attempts_made === 1,
    4,
  );
  await sql(
    `update corkboard.webhook_deliveries set created_at = now() - interval '90 days' where id = $1`,
    waiting.id,
  );
  // From now on, other tests that prune may delete the first one.
  const age = 'update corkboard.webhook_deliveries set settled_at = now() - $2::interval where id = $1';
  await sql(age, old.id, '30 days 1 minute');
  await sql(age, young.id, '29 days 23 hours');
  await prune();
  t.deepEqual((await h.deliveries(hook.endpointId)).map(({ id }) => id).includes(old.id), false);
  t.is((await h.deliveries(hook.endpointId)).length, 3);
  t.deepEqual(await h.attempts(old.id), []);
  t.is((await h.attempts(young.id)).length, 1);
});

test('claims that expired a day ago are deleted, and newer ones are kept', async t => {
  const claim = (ranOut: string) =>
    sql(
      `insert into corkboard.webhook_claims (workspace_id, id, claim, claimed_until)
       values (corkboard.uuid_v7(), corkboard.uuid_v7(), gen_random_uuid(), now() - $1::interval) returning id`,
      ranOut,
    );
  const [old] = await claim('25 hours');
  const [young] = await claim('23 hours');
  await prune();
  t.deepEqual(await sql('select id from corkboard.webhook_claims where id = any ($1)', [old.id, young.id]), [
    young,
  ]);
});

test('past rate windows are deleted, and those of this hour are kept', async t => {
  const idle = await w.workspace();
  const busy = await w.workspace();
  for (const studio of [idle, busy]) await studio.get('/me');
  await sql(
    `update corkboard.rate_windows set minute_at = now() - interval '61 minutes' where workspace_id = $1`,
    idle.id,
  );
  await prune();
  const left = await sql(
    'select workspace_id from corkboard.rate_windows where workspace_id in ($1, $2)',
    idle.id,
    busy.id,
  );
  t.deepEqual(left, [{ workspace_id: busy.id }]);
});

/** Adds a job with a number of failed attempts out of five, and the time since its last change. */
async function job(task: string, attempts: number, age: string): Promise<string> {
  const [{ id }] = await sql(
    'select (graphile_worker.add_job($1, run_at => now() + interval $$1 day$$, max_attempts => 5)).id',
    task,
  );
  await sql(`alter table ${queuedJobs} disable trigger user`);
  await sql(
    `update ${queuedJobs} set attempts = $2, updated_at = now() - $3::interval where id = $1`,
    id,
    attempts,
    age,
  );
  await sql(`alter table ${queuedJobs} enable trigger user`);
  return id;
}

test('a failed job is kept for a week', async t => {
  const old = await job('given_up_long_ago', 5, '8 days');
  const kept = [await job('given_up_of_late', 5, '6 days'), await job('tried_again', 4, '8 days')];
  await prune();
  const rows = await sql(`select id from ${queuedJobs} where id = any ($1) order by id`, [old, ...kept]);
  t.deepEqual(
    rows.map(({ id }) => id),
    kept,
  );
});

test('a job that is revived while failed jobs are deleted is kept', async t => {
  const [reviving, pruning] = [await w.db.connect(), await w.db.connect()];
  t.teardown(() => {
    for (const client of [reviving, pruning]) client.release(true);
  });
  const { rows } = await pruning.query('select pg_backend_pid() as pid');
  const revive = async () => {
    const id = await job('revived', 5, '8 days');
    await reviving.query('begin');
    const revived = await reviving.query(
      'select 1 from graphile_worker.reschedule_jobs(array[$1::bigint], attempts => 0)',
      [id],
    );
    if (revived.rowCount === 1) return id;
    // This test's worker was faster, because it makes up for the missed run of prune.
    await reviving.query('rollback');
    return null;
  };
  const id = await eventually(revive, revived => revived !== null);
  let isPruned = false;
  const pruned = pruning.query('select corkboard.prune_jobs()').finally(() => {
    isPruned = true;
  });
  // Not Promise.race: the losing promise would still query after the test has ended and the database is dropped.
  await eventually(async () => isPruned || (await lockWaits(w.db, rows[0])) > 0);
  await reviving.query('commit');
  await pruned;
  t.is((await sql(`select 1 from ${queuedJobs} where id = $1 and attempts = 0`, id)).length, 1);
});

test('idempotency records are deleted after 24 hours', async t => {
  const studio = await w.workspace();
  for (const key of ['old', 'young'])
    await studio.post('/clients', { name: 'A' }, { 'Idempotency-Key': key });
  await sql(
    `update corkboard.idempotency_keys set created_at = now() - interval '24 hours 1 minute' where id = 'old' and workspace_id = $1`,
    studio.id,
  );
  await prune();
  t.deepEqual(await sql('select id from corkboard.idempotency_keys where workspace_id = $1', studio.id), [
    { id: 'young' },
  ]);
});

test('email changes are deleted after a day unless a limit counts them, and ownership offers and invitations after 30 days', async t => {
  const studio = await w.workspace();
  const changed = (age: string) =>
    sql(
      `insert into corkboard.email_changes (workspace_id, member_id, session_id, new_email, created_at, expires_at)
       values ($1, corkboard.uuid_v7(), corkboard.uuid_v7(), 'new@x.example', now() - $2::interval, now()) returning id`,
      studio.id,
      age,
    );
  const offered = (age: string) =>
    sql(
      `insert into corkboard.ownership_offers (workspace_id, created_at, expires_at, ended_at)
       values ($1, now() - $2::interval, now(), now()) returning id`,
      studio.id,
      age,
    );
  const invited = (age: string) =>
    sql(
      `insert into corkboard.invitations (workspace_id, email, created_at, expires_at, ended_at)
       values ($1, 'new@x.example', now() - $2::interval, now(), now()) returning id`,
      studio.id,
      age,
    );
  const [, change] = [await changed('24 hours 1 minute'), await changed('23 hours 59 minutes')];
  const [, offer] = [await offered('30 days 1 minute'), await offered('29 days 23 hours')];
  const [, invitation] = [await invited('30 days 1 minute'), await invited('29 days 23 hours')];
  await prune();
  t.deepEqual(await sql('select id from corkboard.email_changes where workspace_id = $1', studio.id), change);
  t.deepEqual(
    await sql('select id from corkboard.ownership_offers where workspace_id = $1', studio.id),
    offer,
  );
  t.deepEqual(
    await sql('select id from corkboard.invitations where workspace_id = $1', studio.id),
    invitation,
  );
});

/**
 * How many blocks a call reads. Measures the second call of a connection, because the first one also reads the
 * catalogs.
 */
async function blocksOf(call: string): Promise<number> {
  const client = await w.db.connect();
  const explain = () => client.query(`explain (analyze, buffers, format json) select corkboard.${call}`);
  await explain();
  const [{ 'QUERY PLAN': plan }] = (await explain()).rows;
  client.release();
  return plan[0].Plan['Shared Hit Blocks'] + plan[0].Plan['Shared Read Blocks'];
}

test('pruning reads only what it deletes', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id, { events: ['scope.approved'] });
  await sql(
    `insert into corkboard.webhook_deliveries (workspace_id, endpoint_id, event, data, status, due_at, settled_at)
     select $1, $2, 'scope.approved', '{}', 'succeeded', null, now() - interval '29 days' from generate_series(1, 20000)`,
    studio.id,
    hook.endpointId,
  );
  await sql(
    `insert into corkboard.idempotency_keys (workspace_id, id, fingerprint, response)
     select $1, 'kept' || n, '', repeat('x', 500) from generate_series(1, 20000) n`,
    studio.id,
  );
  for (const table of ['webhook_deliveries', 'idempotency_keys']) await sql(`analyze corkboard.${table}`);
  const blocks = await blocksOf('prune(500)');
  t.true(blocks < 300, `${blocks} blocks`);
});

test('every scheduled task exists, and missed runs are made up for after a time without workers', async t => {
  const known = () => sql(`select identifier from ${knownCrontabs} order by 1`);
  // A worker stores them shortly after it starts.
  const crontab = await eventually(known, tasks => tasks.length > 0);
  t.deepEqual(
    crontab.map(({ identifier }) => identifier),
    ['detect_overdue', 'prune', 'remove_workspaces', 'requeue_lost'],
  );
});
