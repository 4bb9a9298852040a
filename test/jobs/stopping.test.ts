import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import pg from 'pg';
import { readConfig } from '../../src/config.ts';
import { startRunner } from '../../src/jobs/runner.ts';
import { work } from '../../src/jobs/work.ts';
import { hold } from '../support/hold.ts';
import { type Hooks, subscriptions } from '../support/hooks.ts';
import { waitsForLock } from '../support/lockWaits.ts';
import { queuedJobs } from '../support/queue.ts';
import { world } from '../support/world.ts';

const w = world(test);
const h: Hooks = subscriptions(w);
const config = readConfig({ WEBHOOK_ALLOW_PRIVATE: 'true' });

const { sql } = w;

/** Makes the next completion of jobs fail, and no others. */
const failOneCompletion = () =>
  sql(`
    drop sequence if exists public.completions cascade;
    create sequence public.completions;
    grant usage on sequence public.completions to public;
    create or replace function public.fail_once() returns trigger language plpgsql as $$
    begin
      if nextval('public.completions') = 1 then raise 'not this time'; end if;
      return null;
    end $$;
    create or replace trigger fail_once after delete on ${queuedJobs}
      for each row execute function public.fail_once()`);

/** Four attempts in progress at a receiver that answers one after the other, when the test tells it to. */
async function underWay() {
  const studio = await w.workspace();
  const answers: (() => void)[] = [];
  const hook = await h.subscribe(studio.id, { reaction: (_, res) => void answers.push(() => res.end()) });
  for (let i = 0; i < 4; i++) await studio.client();
  return { studio, hook, answers };
}

/** Answers one after the other, each in its own batch of completions, which once made the runner wait forever. */
async function answerInTurn(answers: (() => void)[]) {
  for (const answer of answers.splice(0)) {
    answer();
    await pause(100);
  }
}

test.serial('a runner whose completion failed once stops and releases its jobs', async t => {
  await failOneCompletion();
  const { hook, answers } = await underWay();
  const pool = new pg.Pool({ connectionString: w.databaseUrl });
  t.teardown(() => pool.end());
  const runner = await startRunner(pool, config, 1_000);
  await hook.gets(4);
  await answerInTurn(answers);
  await runner.stopping;
  await runner.stopped;
  t.deepEqual(await sql('select 1 from corkboard.worker_pools'), []);
  t.deepEqual(await sql(`select 1 from ${queuedJobs} where locked_at is not null`), []);
});

test.serial('a worker whose completion failed once continues with the next job', async t => {
  await failOneCompletion();
  const { studio, hook, answers } = await underWay();
  const { stop } = await work(config, w.serviceUrl);
  await hook.gets(4);
  await answerInTurn(answers);
  hook.reaction = 200;
  await studio.client();
  await h.settled(hook.endpointId, ({ status }) => status === 'succeeded', 5);
  await stop();
  t.is(new Set(hook.received.map(({ body }) => body.id)).size, 5);
});

test.serial('a worker that is stopped while a runner is being replaced stops both', async t => {
  const { stop } = await work(config, w.serviceUrl);
  await failOneCompletion();
  // A runner that starts looks here first.
  const holder = await hold(t, w.db, 'lock table graphile_worker.migrations');
  await sql(`select graphile_worker.add_job('prune')`);
  await waitsForLock(w.db);
  const stopped = stop();
  await holder.release();
  await stopped;
  t.deepEqual(await sql('select 1 from corkboard.worker_pools'), []);
});
