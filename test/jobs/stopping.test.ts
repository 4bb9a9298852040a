import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { readConfig } from '../../src/config.ts';
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

test.serial('a worker whose completion failed once continues with the next job', async t => {
  await failOneCompletion();
  const studio = await w.workspace();
  const answers: (() => void)[] = [];
  const hook = await h.subscribe(studio.id, { reaction: (_, res) => void answers.push(() => res.end()) });
  for (let i = 0; i < 4; i++) await studio.client();
  const { stop } = await work(config, w.serviceUrl);
  await hook.gets(4);
  // One after the other, each in its own batch of completions, which once made the runner wait forever.
  for (const answer of answers.splice(0)) {
    answer();
    await pause(100);
  }
  hook.reaction = 200;
  await studio.client();
  await h.settled(hook.endpointId, ({ status }) => status === 'succeeded', 5);
  await stop();
  t.is(new Set(hook.received.map(({ body }) => body.id)).size, 5);
  t.deepEqual(await sql('select 1 from corkboard.worker_pools'), []);
  t.deepEqual(await sql(`select 1 from ${queuedJobs} where locked_at is not null`), []);
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
