import test, { type ExecutionContext } from 'ava';
import pg from 'pg';
import { readConfig } from '../../src/config.ts';
import { startRunner } from '../../src/jobs/runner.ts';
import { eventually } from '../support/eventually.ts';
import { queuedJobs } from '../support/queue.ts';
import { world } from '../support/world.ts';

const w = world(test);
const { sql } = w;

/** A runner with one slot, which works on an endless backlog, with another job queued behind it. */
async function atWork(t: ExecutionContext) {
  await sql('create sequence if not exists public.batches');
  await sql(`
    create or replace function corkboard.prune(p_batch integer default 1) returns integer
    language sql as $$ select nextval('public.batches')::integer $$`);
  const [{ id }] = await sql(`select (graphile_worker.add_job('prune')).id`);
  // The jobs behind it are fetched with it, so the queue isn't queried in between.
  const [{ next }] = await sql(`select (graphile_worker.add_job('remove_workspaces')).id as next`);
  const pool = new pg.Pool({ connectionString: w.databaseUrl });
  t.teardown(() => pool.end());
  const runner = await startRunner(pool, readConfig({ WORKER_CONCURRENCY: '1' }), 3_600_000);
  const batches = async () => Number((await sql('select last_value from public.batches'))[0].last_value);
  /** Waits until another batch is done. */
  const another = async () => {
    const before = await batches();
    await eventually(batches, count => count !== before);
  };
  const job = async () =>
    (await sql(`select attempts, locked_at, last_error from ${queuedJobs} where id = $1`, id))[0];
  return { runner, another, job, ids: [id, next] };
}

test.serial('a stopping worker leaves the remaining batches to another one', async t => {
  const { runner, another, job } = await atWork(t);
  await another();
  await runner.stop();
  t.deepEqual(await job(), {
    attempts: 1,
    locked_at: null,
    last_error: 'The worker is stopping: another one continues this.',
  });
  await sql(`select graphile_worker.complete_jobs(array(select id from ${queuedJobs}))`);
});

test.serial('a pool whose only slot works through batches makes progress with each', async t => {
  const { runner, another, ids } = await atWork(t);
  await another();
  const movedAt = () => performance.now() - runner.held.idleMs;
  const before = movedAt();
  // The clock is read twice.
  await eventually(another, () => movedAt() >= before + 100);
  // At the turn of a minute a job of the crontab may be fetched too.
  t.true(runner.held.count >= 2);
  const held = await sql(`select 1 from ${queuedJobs} where id = any ($1) and locked_at is not null`, ids);
  t.is(held.length, 2);
  await runner.stop();
});
