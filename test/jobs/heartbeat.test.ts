import { EventEmitter } from 'node:events';
import test from 'ava';
import type { WorkerEvents } from 'graphile-worker';
import { startHeartbeat } from '../../src/jobs/heartbeat.ts';
import { Held } from '../../src/jobs/held.ts';
import { work } from '../../src/jobs/work.ts';
import { blocksOf } from '../support/blocks.ts';
import { eventually } from '../support/eventually.ts';
import { workerConfig } from '../support/hooks.ts';
import { queuedJobs, queuedTasks } from '../support/queue.ts';
import { world } from '../support/world.ts';

const w = world(test);
const { sql } = w;

/** Adds jobs that are due tomorrow. */
const add = (jobs: number) =>
  sql(
    `insert into ${queuedJobs} (task_id, payload, run_at)
     select t.id, '{}', now() + interval '1 day' from ${queuedTasks} t, generate_series(1, $1::int) where t.identifier = 'attempt_delivery'`,
    jobs,
  );
const measured = async () => (await sql('select corkboard.analyze_queue() as measured'))[0].measured;
/** How many jobs the planner would expect in a queue with this many pages. */
const known = async () =>
  (await sql(`select reltuples::int as jobs from pg_class where oid = '${queuedJobs}'::regclass`))[0].jobs;

test.serial('a queue that is longer than the planner expects is analyzed once', async t => {
  await sql(`analyze ${queuedJobs}`);
  await add(900);
  t.is(await measured(), false);
  await add(1_500);
  t.is(await measured(), true);
  t.is(await known(), 2_400);
  t.is(await measured(), false);
});

test.serial('a worker analyzes a queue that was just empty', async t => {
  await sql(`delete from ${queuedJobs}`);
  await sql(`vacuum analyze ${queuedJobs}`);
  const { stop } = await work(workerConfig(), w.serviceUrl);
  await add(2_500);
  t.true((await eventually(known, jobs => jobs >= 2_500)) >= 2_500);
  await stop();
});

/** A job that a pool locked this long ago. */
async function locked(by: string, ago: string): Promise<string> {
  const [{ id }] = await sql(`select (graphile_worker.add_job('prune')).id`);
  await sql(
    `update ${queuedJobs} set locked_by = $2, locked_at = now() - $3::interval where id = $1`,
    id,
    by,
    ago,
  );
  return id;
}

const beat = (pool: string, held: string[] = []) =>
  sql(`select corkboard.record_heartbeat($1, $2, 'host', 1)`, pool, held);
const isFree = async (id: string) =>
  (await sql(`select locked_at is null as free from ${queuedJobs} where id = $1`, id))[0].free;

test.serial('jobs that a live pool locked but doesn’t hold are unlocked after 20 seconds', async t => {
  const [lost, held, fresh] = [
    await locked('pool-a', '21 seconds'),
    await locked('pool-a', '1 hour'),
    await locked('pool-a', '19 seconds'),
  ];
  await beat('pool-a', [held]);
  t.deepEqual([await isFree(lost), await isFree(held), await isFree(fresh)], [true, false, false]);
});

test.serial('jobs of a silent or unknown pool are unlocked after 30 seconds', async t => {
  await beat('pool-living');
  await beat('pool-silent');
  await sql(
    `update corkboard.worker_pools set seen_at = now() - interval '31 seconds' where id = 'pool-silent'`,
  );
  const silent = await locked('pool-silent', '31 seconds');
  const unheard = await locked('pool-unheard', '31 seconds');
  const living = await locked('pool-living', '1 hour');
  await beat('pool-b');
  t.deepEqual([await isFree(silent), await isFree(unheard), await isFree(living)], [true, true, false]);
});

test.serial('a pool that stops releases its jobs', async t => {
  await beat('pool-leaving');
  const job = await locked('pool-leaving', '1 second');
  await sql(`select corkboard.remove_worker_pool('pool-leaving')`);
  t.true(await isFree(job));
  t.deepEqual(await sql(`select 1 from corkboard.worker_pools where id = 'pool-leaving'`), []);
});

test.serial('a pool that neither fetches nor completes jobs is stopped, and reports no more', async t => {
  const given = await new Promise<string>(done => {
    const events: WorkerEvents = new EventEmitter();
    const stop = startHeartbeat(w.db, events, { ids: [], idleMs: 36_000 });
    const workerPool = { id: 'pool-stuck', gracefulShutdown: async () => done('up') };
    (events as EventEmitter).emit('pool:create', { workerPool });
    t.teardown(stop);
  });
  t.is(given, 'up');
  t.deepEqual(await sql(`select 1 from corkboard.worker_pools where id = 'pool-stuck'`), []);
});

test.serial('a pool holds what it fetched until it completes or releases it', t => {
  const events: WorkerEvents = new EventEmitter();
  let time = 0;
  const held = new Held(events, () => time);
  const emit = (event: string, told: object) => (events as EventEmitter).emit(event, told);
  const jobs = ['1', '2', '3', '4'].map(id => ({ id }));
  emit('localQueue:getJobs:complete', { jobs });
  time = 500;
  t.is(held.idleMs, 500);
  emit('job:complete', { job: jobs[0] });
  t.is(held.idleMs, 0);
  time = 800;
  emit('localQueue:returnJobs', { jobs: jobs.slice(2) });
  t.deepEqual(held.ids, ['2']);
  t.is(held.idleMs, 300);
  emit('localQueue:getJobs:complete', { jobs: [] });
  t.is(held.idleMs, 0);
});

test.serial('looking for jobs locked by no worker doesn’t read all waiting jobs', async t => {
  await add(6_000);
  await sql(`analyze ${queuedJobs}`);
  const blocks = await blocksOf(w.db, `select corkboard.record_heartbeat('pool-a', '{}', 'host', 1)`);
  t.true(blocks < 60, `read ${blocks} blocks`);
});
