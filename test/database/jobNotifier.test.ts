import test from 'ava';
import pg from 'pg';
import { JobNotifier } from '../../src/database/jobNotifier.ts';
import { work } from '../../src/jobs/work.ts';
import { operator } from '../support/command.ts';
import { eventually } from '../support/eventually.ts';
import { subscriptions, workerConfig } from '../support/hooks.ts';
import { queuedJobs } from '../support/queue.ts';
import { world } from '../support/world.ts';

const w = world(test);
const { sql } = w;
const h = subscriptions(w);
const command = operator(w);

/** Hears what is notified on the queue's channel, until the test ends. */
async function listening(t: { teardown(fn: () => Promise<void>): void }) {
  const client = new pg.Client(w.databaseUrl);
  await client.connect();
  t.teardown(() => client.end());
  const heard: string[] = [];
  client.on('notification', ({ payload }) => heard.push(payload!));
  await client.query('listen "jobs:insert"');
  /** A notification of the test's own, after which everything that was sent before has arrived. */
  const caughtUp = async () => {
    await sql(`select pg_notify('jobs:insert', 'caught up')`);
    await eventually(() => heard.includes('caught up'));
    return heard.filter(payload => payload !== 'caught up');
  };
  return { heard, caughtUp };
}

/** The columns of a job, but for its number and times. */
const jobs = `select to_jsonb(j) - '{id,created_at,updated_at}'::text[] as job from ${queuedJobs} j order by j.id desc limit 1`;

test.serial('a job is inserted exactly as add_jobs does it', async t => {
  const studio = await w.workspace();
  const { endpointId } = await h.subscribe(studio.id);
  await studio.client();
  const [{ job: inserted }] = await sql(jobs);
  const [delivery] = await h.deliveries(endpointId);
  const { workspace_id, id, job_number, due_at } = delivery;
  const payload = { workspaceId: workspace_id, endpointId, deliveryId: id, jobNumber: job_number };
  await sql(
    `select graphile_worker.add_job('attempt_delivery', $1, run_at => $2)`,
    JSON.stringify(payload),
    due_at,
  );
  const [{ job: added }] = await sql(jobs);
  t.deepEqual(
    { ...inserted, run_at: new Date(inserted.run_at) },
    { ...added, run_at: new Date(inserted.run_at) },
  );
  t.is(new Date(inserted.run_at).getTime(), due_at.getTime());
});

test.serial('a write with a subscriber notifies the workers after its commit, as add_job does', async t => {
  const studio = await w.workspace();
  await h.subscribe(studio.id);
  const { heard, caughtUp } = await listening(t);
  await studio.client();
  await eventually(() => heard.length === 1);
  await sql(`select graphile_worker.add_job('prune')`);
  const [ours, theirs] = (await caughtUp()).map(payload => JSON.parse(payload));
  t.deepEqual(Object.keys(ours), Object.keys(theirs));
  t.is(ours.count, theirs.count);
  t.is(typeof ours.r, 'number');
});

test.serial('a write without a subscriber, or that is rejected, notifies no worker', async t => {
  const lonely = await w.workspace();
  const { caughtUp } = await listening(t);
  await lonely.client();
  await h.subscribe(lonely.id, { events: ['revision.logged'] });
  await lonely.client();
  const rejected = await lonely.post('/api/v1/clients', { name: '' });
  t.is(rejected.status, 422);
  t.deepEqual(await caughtUp(), []);
});

test.serial('writes at once share notifications, at most one in ten milliseconds', async t => {
  const studios = await Promise.all(
    Array.from({ length: 32 }, async () => {
      const studio = await w.workspace();
      await h.subscribe(studio.id);
      return studio;
    }),
  );
  const { heard, caughtUp } = await listening(t);
  const began = performance.now();
  await Promise.all(studios.map(studio => studio.client()));
  const tookMs = performance.now() - began;
  await eventually(
    () => heard.reduce((sum, payload) => sum + JSON.parse(payload).count, 0),
    count => count === studios.length,
  );
  const { length } = await caughtUp();
  t.true(length <= 2 + tookMs / 10, `${length} notifications in ${tookMs} ms`);
});

test('commits at once are one notification, and the first after a pause is sent at once', async t => {
  const counts: number[] = [];
  const notifier = new JobNotifier(async count => counts.push(count));
  for (let i = 0; i < 32; i++) notifier.add();
  await notifier.flush();
  t.deepEqual(counts, [32]);
  notifier.add();
  notifier.add();
  await eventually(() => counts.length === 2);
  t.deepEqual(counts, [32, 2]);
});

test('a notification that fails is given up, and the next one is sent', async t => {
  const counts: number[] = [];
  const notifier = new JobNotifier(async count => {
    counts.push(count);
    if (counts.length === 1) throw new Error('The database is gone.');
  });
  for (const _ of [1, 2]) {
    notifier.add();
    await notifier.flush();
  }
  t.deepEqual(counts, [1, 1]);
});

test.serial('the operator’s command notifies the workers before it ends', async t => {
  const studio = await w.workspace();
  const { endpointId } = await h.subscribe(studio.id);
  await studio.client();
  const [delivery] = await h.deliveries(endpointId);
  await sql(
    `update corkboard.webhook_deliveries set status = 'missed', due_at = null, settled_at = now() where id = $1`,
    delivery.id,
  );
  const { caughtUp } = await listening(t);
  await command('delivery', 'replay', delivery.id);
  t.is((await caughtUp()).length, 1);
});

test.serial(
  'a writer that dies right after its commit loses no delivery: the worker finds it by polling',
  async t => {
    const studio = await w.workspace();
    const receiver = await h.subscribe(studio.id);
    const worker = await work(workerConfig(), w.serviceUrl);
    t.teardown(worker.stop);
    const writer = new pg.Client(w.databaseUrl);
    await writer.connect();
    // It never notifies, as if it had died.
    await writer.query(
      `select corkboard.create_client(($1, 'app', 'operator'), 'Harbour Bakery', null, null, null)`,
      [studio.id],
    );
    await writer.end();
    await t.notThrowsAsync(h.settled(receiver.endpointId, ({ status }) => status === 'succeeded'));
  },
);

test.serial('a job that add_job adds starts before the worker polls, every two seconds', async t => {
  const worker = await work(workerConfig(), w.serviceUrl);
  t.teardown(worker.stop);
  await eventually(() => worker.progress().secondsSinceProgress < 1);
  const startedAfterMs = async () => {
    const added = performance.now();
    await sql(`select graphile_worker.add_job('prune', job_key => 'at once')`);
    await eventually(
      async () => (await sql(`select 1 from ${queuedJobs} where key = 'at once'`)).length === 0,
    );
    return performance.now() - added;
  };
  // Only once, because a busy machine may take as long as that by itself.
  await t.notThrowsAsync(eventually(startedAfterMs, ms => ms < 1_000));
});
