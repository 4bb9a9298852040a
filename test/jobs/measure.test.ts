import test from 'ava';
import { work } from '../../src/jobs/work.ts';
import { eventually } from '../support/eventually.ts';
import { workerConfig } from '../support/hooks.ts';
import { queuedJobs } from '../support/queue.ts';
import { world } from '../support/world.ts';

const w = world(test);
const { sql } = w;
const add = (jobs: number) =>
  sql(
    `select graphile_worker.add_jobs(array_agg(row(
       'prune', '{}'::json, null, now() + interval '1 day', null, null, 0, null)::graphile_worker.job_spec))
     from generate_series(1, $1::int)`,
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
  await add(5_000);
  t.true((await eventually(known, jobs => jobs >= 5_000)) >= 5_000);
  await stop();
});
