import test from 'ava';
import { parseCrontab } from 'graphile-worker';
import { crontab } from '../../src/jobs/crontab.ts';
import { taskNames } from '../../src/jobs/tasks.ts';
import pruneAll from '../../tasks/prune.ts';
import { attempts, settledAs } from '../support/attempts.ts';
import { blocksOf } from '../support/blocks.ts';
import { eventually } from '../support/eventually.ts';
import { hold } from '../support/hold.ts';
import { subscriptions } from '../support/hooks.ts';
import { lockWaits } from '../support/lockWaits.ts';
import { queuedJobs } from '../support/queue.ts';
import { world } from '../support/world.ts';

const w = world(test);
const { sql } = w;
const h = subscriptions(w);
const { add, claim, finish } = attempts(w);

const prune = () => pruneAll({}, w.service as never, {} as never);

test.serial('deliveries are kept for 30 days after they are settled, with their attempts', async t => {
  const { endpointId } = await h.subscribe((await w.workspace()).id);
  const [old, young] = await claim(await add(endpointId, 2));
  await finish([old, young], 'succeeded');
  await add(endpointId, 1, { created_at: `now() - interval '90 days'` });
  const age = 'update corkboard.webhook_deliveries set settled_at = now() - $2::interval where id = $1';
  await sql(age, old.deliveryId, '30 days 1 minute');
  await sql(age, young.deliveryId, '29 days 23 hours');
  await prune();
  const left = await h.deliveries(endpointId);
  t.false(left.some(({ id }) => id === old.deliveryId));
  t.is(left.length, 2);
  t.deepEqual(await h.attempts(old.deliveryId), []);
  t.is((await h.attempts(young.deliveryId)).length, 1);
});

/** How long each table keeps a row that was made, or whose time was, at `aged`. */
const pruned: [table: string, columns: string, values: string, keeps: string][] = [
  ['webhook_claims', 'id, claim, claimed_until', 'corkboard.uuid_v7(), gen_random_uuid(), aged', '1 day'],
  ['rate_windows', 'kind, minute_at, used', `'read', aged, 1`, '1 hour'],
  ['idempotency_keys', 'id, fingerprint, response, created_at', `gen_random_uuid(), '', '', aged`, '1 day'],
  [
    'email_changes',
    'member_id, session_id, new_email, created_at, expires_at',
    `corkboard.uuid_v7(), corkboard.uuid_v7(), 'new@x.example', aged, now()`,
    '1 day',
  ],
  ['ownership_offers', 'created_at, expires_at, ended_at', 'aged, now(), now()', '30 days'],
  [
    'invitations',
    'email, created_at, expires_at, ended_at',
    `'new@x.example', aged, now(), now()`,
    '30 days',
  ],
  ['inquiries', 'name, email, dismissed_at, closed_by', `'Ines', 'ines@x.example', aged, 'Ann'`, '30 days'],
  [
    'notifications',
    // With a claim, because requeue_lost adds a job for those without, which deletes them.
    'member_id, kind, event, record_ids, created_at, claim_expires_at',
    `m.id, 'paid', 'invoice.paid', array[m.id], aged, 'infinity'`,
    '7 days',
  ],
  [
    'unsubscribe_links',
    'member_id, kind, token_hash, created_at',
    `m.id, 'paid', sha256(''), aged`,
    '365 days',
  ],
];

test.serial('what expires is deleted, and newer rows are kept', async t => {
  const kept: string[] = [];
  const all: string[] = [];
  for (const [table, columns, values, keeps] of pruned) {
    for (const more of ['1 minute', '-10 minutes']) {
      const { id } = await w.workspace();
      await sql(
        `insert into corkboard.${table} (workspace_id, ${columns}) select $1, ${values}
           from corkboard.members m, cast(now() - $2::interval as timestamptz) aged where m.workspace_id = $1`,
        ...[id, `${keeps} ${more}`],
      );
      all.push(id);
      if (more !== '1 minute') kept.push(`${table} ${id}`);
    }
  }
  await prune();
  const left: string[] = [];
  for (const [table] of pruned) {
    const rows = await sql(
      `select workspace_id as id from corkboard.${table} where workspace_id = any ($1)`,
      all,
    );
    left.push(...rows.map(({ id }) => `${table} ${id}`));
  }
  t.deepEqual(left, kept);
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

test.serial('a failed job is kept for a week', async t => {
  const old = await job('given_up_long_ago', 5, '8 days');
  const kept = [await job('given_up_of_late', 5, '6 days'), await job('tried_again', 4, '8 days')];
  await prune();
  const rows = await sql(`select id from ${queuedJobs} where id = any ($1) order by id`, [old, ...kept]);
  const left = rows.map(({ id }) => id);
  t.deepEqual(left, kept);
});

test.serial('a job that is revived while failed jobs are deleted is kept', async t => {
  const id = await job('revived', 5, '8 days');
  const revive = 'select graphile_worker.reschedule_jobs(array[$1::bigint], attempts => 0)';
  const reviving = await hold(t, w.db, revive, id);
  let isPruned = false;
  const pruned = sql('select corkboard.prune_jobs()').finally(() => {
    isPruned = true;
  });
  // Not Promise.race: the losing promise would still query after the test has ended and the database is dropped.
  await eventually(async () => isPruned || (await lockWaits(w.db)) > 0);
  await reviving.release();
  await pruned;
  t.is((await sql(`select 1 from ${queuedJobs} where id = $1 and attempts = 0`, id)).length, 1);
});

test.serial('pruning reads only what it deletes', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id);
  await add(hook.endpointId, 5_000, settledAs('succeeded', `now() - interval '29 days'`));
  await sql(
    `insert into corkboard.idempotency_keys (workspace_id, id, fingerprint, response)
     select $1, 'kept' || n, '', repeat('x', 500) from generate_series(1, 5000) n`,
    studio.id,
  );
  for (const table of ['webhook_deliveries', 'idempotency_keys']) await sql(`analyze corkboard.${table}`);
  const blocks = await blocksOf(w.db, 'select corkboard.prune(500)');
  t.true(blocks < 150, `read ${blocks} blocks`);
});

test.serial('endpoints and throttled deliveries are counted by state, without removed endpoints', async t => {
  const counts = async () =>
    Object.fromEntries(
      (await sql('select state, endpoints::int, waiting::int from corkboard_ops.endpoint_states')).map(
        ({ state, endpoints, waiting }) => [state, [endpoints, waiting]],
      ),
    );
  const before = await counts();
  t.deepEqual(Object.keys(before).sort(), [
    'failing',
    'not_in_plan',
    'off',
    'slowed',
    'suspended',
    'working',
  ]);
  const { id } = await w.workspace();
  const [slowed, removed] = [await h.subscribe(id), await h.subscribe(id)];
  await add(slowed.endpointId, 3);
  await sql(
    `update corkboard.webhook_throttles set has_waiting = true, resumes_at = now() + interval '50 minutes' where id = $1`,
    slowed.endpointId,
  );
  await sql(
    'select corkboard.throttle_deliveries(array_agg(d)) from corkboard.webhook_deliveries d where endpoint_id = $1',
    slowed.endpointId,
  );
  await removed.call('remove_endpoint');
  t.deepEqual(await counts(), { ...before, slowed: [before.slowed![0] + 1, before.slowed![1] + 3] });
});

test('every scheduled task exists, and a worker that starts later makes up for missed runs', t => {
  const known = taskNames();
  for (const { task, options } of parseCrontab(crontab)) {
    t.true(known.includes(task), task);
    t.is(options.backfillPeriod, task === 'requeue_lost' ? 0 : 3_600_000, task);
  }
});
