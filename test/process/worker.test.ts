import test from 'ava';
import { work } from '../../src/jobs/work.ts';
import { eventually } from '../support/eventually.ts';
import { type Hooks, subscriptions, workerConfig } from '../support/hooks.ts';
import { launch } from '../support/launch.ts';
import { loggedLines } from '../support/loggedLines.ts';
import { queuedJobs } from '../support/queue.ts';
import { world } from '../support/world.ts';

const w = world(test);
const { sql } = w;
const h: Hooks = subscriptions(w);

const lines = loggedLines(test, 'warn');

/** Moves the heartbeat and locks of a killed worker into the past, so that it counts as lost. */
const ageBy = async (interval: string) => {
  await sql('update corkboard.worker_pools set seen_at = seen_at - $1::interval', interval);
  await sql(`update ${queuedJobs} set locked_at = locked_at - $1::interval`, interval);
  await sql('update corkboard.webhook_claims set claimed_until = claimed_until - $1::interval', interval);
};

test.serial(
  'deliveries and jobs of a killed worker are done by another one, and nothing is lost',
  async t => {
    const studio = await w.workspace();
    const hook = await h.subscribe(studio.id, { reaction: () => {} });
    // All deliveries exist before the worker starts, so it has fetched every one when it dies.
    for (let i = 0; i < 20; i++) await studio.client();
    const killed = launch(t, 'worker', { DATABASE_URL: w.databaseUrl, WEBHOOK_ALLOW_PRIVATE: 'true' });
    await hook.gets(2);
    killed.child.kill('SIGKILL');
    await killed.ended;
    // The jobs of its last fetch may still be locked for it.
    const backends = `select 1 from pg_stat_activity where datname = current_database() and application_name = 'corkboard worker'`;
    await eventually(async () => (await sql(backends)).length === 0);
    hook.reaction = 200;
    // A worker with a recent heartbeat doesn't count as dead.
    const [{ freed }] = await sql(`select corkboard.record_heartbeat('another', '{}', 'host', 1) as freed`);
    t.is(freed, 0);
    const [{ id }] = await sql(`select (graphile_worker.add_job('prune')).id`);
    await sql(
      `update ${queuedJobs} set locked_by = 'pool-gone', locked_at = now(), attempts = 1 where id = $1`,
      id,
    );
    await ageBy('31 seconds');
    const another = await work(workerConfig(), w.databaseUrl);
    t.teardown(another.stop);
    const deliveries = await h.settled(hook.endpointId, d => d.status === 'succeeded', 20);
    // Deliveries that were being sent when the worker died arrive twice, with one id.
    const ids = hook.received.map(({ body }) => body.id);
    t.deepEqual([...new Set(ids)].sort(), deliveries.map(({ id }) => id).sort());
    await eventually(() => lines.some(({ msg }) => /unlocked jobs that no live worker holds/.test(msg)));
    await eventually(async () => (await sql(`select 1 from ${queuedJobs} where id = $1`, id)).length === 0);
  },
);
