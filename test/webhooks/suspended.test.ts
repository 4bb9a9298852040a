import type { ServerResponse } from 'node:http';
import test from 'ava';
import type { Account } from '../support/account.ts';
import { operator } from '../support/command.ts';
import { eventually } from '../support/eventually.ts';
import { hooks, type Subscription } from '../support/hooks.ts';
import { waitsForLock } from '../support/lockWaits.ts';
import { queuedJobs } from '../support/queue.ts';
import { suspension } from '../support/suspension.ts';
import { world } from '../support/world.ts';

const w = world(test);
const { sql } = w;
const h = hooks(test, w);
const { suspend, resume } = suspension(w);
const corkboard = operator(w);

/** Records this many events, which no suspension prevents. */
const emit = (workspaceId: string, count = 1) =>
  sql(
    `select corkboard.emit_event($1, 'client.created', json_build_object('n', n)) from generate_series(1, $2::int) n`,
    workspaceId,
    count,
  );

/** Waits until the deliveries of a suspended workspace have no jobs and no claims, but wait for the end of the suspension. */
async function parked({ endpointId }: Subscription, count: number): Promise<void> {
  const rows = `
    with job as materialized (select j.payload ->> 'deliveryId' as delivery_id from ${queuedJobs} j)
    select 1 from corkboard.webhook_throttled_deliveries q where q.endpoint_id = $1
       and not exists (select 1 from corkboard.webhook_claims c where c.workspace_id = q.workspace_id and c.id = q.id)
       and not exists (select 1 from job j where j.delivery_id = q.id::text)`;
  await eventually(
    () => sql(rows, endpointId),
    found => found.length === count,
  );
}

/** A workspace whose events are recorded and wait. */
async function waiting(count = 1): Promise<{ studio: Account; hook: Subscription }> {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id);
  await suspend(studio.id);
  await emit(studio.id, count);
  await parked(hook, count);
  return { studio, hook };
}

const isSucceeded = ({ status }: { status: string }) => status === 'succeeded';

test('events are recorded while a workspace is suspended, and sent when it is resumed', async t => {
  const { studio, hook } = await waiting(30);
  t.is(hook.received.length, 0);
  t.true(
    (await h.deliveries(hook.endpointId)).every(row => row.status === 'pending' && row.attempts_made === 0),
  );
  await resume(studio.id);
  await h.settled(hook.endpointId, isSucceeded, 30);
  t.is(hook.received.length, 30);
});

test('other workspaces’ webhooks are sent meanwhile', async t => {
  await waiting();
  const other = await w.workspace();
  const hook = await h.subscribe(other.id);
  await emit(other.id);
  t.is((await hook.gets(1)).length, 1);
});

test('a retry that comes due waits however long that takes, and the schedule continues where it was', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id, { reaction: 500 });
  await emit(studio.id);
  const [{ id }] = await h.settled(hook.endpointId, ({ attempts_made }) => attempts_made === 1);
  await suspend(studio.id);
  await h.timePasses(studio.id);
  await parked(hook, 1);
  await sql(`update corkboard.webhook_deliveries set due_at = now() - interval '29 days' where id = $1`, id);
  await sql('select corkboard.requeue_deliveries(), corkboard.wake_waiting_endpoints()');
  await parked(hook, 1);
  t.is(hook.received.length, 1);
  await resume(studio.id);
  const [delivery] = await h.settled(hook.endpointId, ({ attempts_made }) => attempts_made === 2);
  t.is(delivery.status, 'pending');
  const [{ delay }] = await sql(
    `select extract(epoch from due_at - clock_timestamp()) as delay from corkboard.webhook_deliveries where id = $1`,
    id,
  );
  // The second retry is due after 5 minutes, plus up to a tenth of that.
  t.true(delay > 240 && delay <= 330, `${delay} s`);
});

test('an attempt in progress ends as usual, and its retry waits', async t => {
  const studio = await w.workspace();
  const answers: ServerResponse[] = [];
  const hook = await h.subscribe(studio.id, { reaction: (_, res) => answers.push(res) });
  await emit(studio.id);
  await hook.gets(1);
  await suspend(studio.id);
  answers[0]!.writeHead(500).end();
  await h.settled(hook.endpointId, ({ attempts_made }) => attempts_made === 1);
  await h.timePasses(studio.id);
  await parked(hook, 1);
  t.is(hook.received.length, 1);
});

test('throttled deliveries wait too, and no worker looks for them', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id);
  await sql(
    `update corkboard.webhook_throttles set resumes_at = now() + interval '1 hour' where id = $1`,
    hook.endpointId,
  );
  await emit(studio.id, 5);
  await parked(hook, 5);
  await suspend(studio.id);
  const throttle = () => sql('select * from corkboard.webhook_throttles where id = $1', hook.endpointId);
  await sql('update corkboard.webhook_throttles set resumes_at = null where id = $1', hook.endpointId);
  await eventually(throttle, ([row]) => !row.has_waiting);
  t.is(hook.received.length, 0);
  await resume(studio.id);
  await h.settled(hook.endpointId, isSucceeded, 5);
});

test('once suspend has returned, no attempt is claimed, not even one that a worker is about to claim', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id);
  const client = await w.db.connect();
  await client.query('begin');
  await client.query('select corkboard.suspend_workspace($1)', [studio.id]);
  // Recorded without the workspace's lock, as the overdue check does.
  await emit(studio.id);
  await waitsForLock(w.db, { query: 'corkboard.claim_attempts' });
  await client.query('commit');
  client.release();
  await parked(hook, 1);
  t.is(hook.received.length, 0);
});

test('a burst of events between suspend and resume, again and again, is sent once each', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id);
  const toggling = (async () => {
    for (let i = 0; i < 10; i++) {
      await suspend(studio.id);
      await resume(studio.id);
    }
  })();
  const emitting = Promise.all(Array.from({ length: 10 }, () => emit(studio.id, 10)));
  await Promise.all([toggling, emitting]);
  await h.settled(hook.endpointId, isSucceeded, 100);
  t.is(new Set(hook.received.map(({ body }) => body.id)).size, 100);
  t.is(hook.received.length, 100);
});

test('the operator can’t test, replay or retry while a workspace is suspended, but can do everything else', async t => {
  const { studio, hook } = await waiting();
  const [pending] = await h.deliveries(hook.endpointId);
  const suspended = 'This workspace is suspended: nothing is sent until it is resumed.';
  t.is(await corkboard.refused('endpoint', 'test', hook.endpointId), suspended);
  t.is(await corkboard.refused('delivery', 'retry', pending.id), suspended);
  t.is(await corkboard.refused('delivery', 'retry', '--endpoint', hook.endpointId), suspended);
  await corkboard('endpoint', 'disable', hook.endpointId);
  await corkboard('endpoint', 'enable', hook.endpointId);
  await corkboard('endpoint', 'rotate', hook.endpointId);
  const [missed] = await h.settled(hook.endpointId, ({ status }) => status === 'missed');
  t.is(await corkboard.refused('delivery', 'replay', missed.id), suspended);
  t.is(await corkboard.refused('delivery', 'replay-missed', '--endpoint', hook.endpointId), suspended);
  await corkboard('workspace', 'resume', studio.id);
  await corkboard('delivery', 'replay', missed.id);
  await h.settled(hook.endpointId, isSucceeded);
  t.is(hook.received.length, 1);
});

test('the rest of a replay that was begun before waits with the other deliveries', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id);
  await sql('select corkboard.disable_endpoint($1, $2)', studio.id, hook.endpointId);
  await emit(studio.id, 3);
  await sql('select corkboard.enable_endpoint($1, $2)', studio.id, hook.endpointId);
  await suspend(studio.id);
  await sql(
    `select graphile_worker.add_job('replay_missed', json_build_object(
       'workspaceId', $1::text, 'endpointId', $2::text, 'since', '-infinity', 'settledBefore', clock_timestamp()))`,
    studio.id,
    hook.endpointId,
  );
  await parked(hook, 3);
  t.is(hook.received.length, 0);
  await resume(studio.id);
  await h.settled(hook.endpointId, isSucceeded, 3);
});

test('the backlog shows deliveries that wait for the end of a suspension, but not as late', async t => {
  const { hook } = await waiting(2);
  const [row] = await sql(
    'select pending::int, behind from corkboard_ops.delivery_backlog where endpoint_id = $1',
    hook.endpointId,
  );
  t.deepEqual(row, { pending: 2, behind: null });
  const { delivery } = await corkboard('delivery', 'show', (await h.deliveries(hook.endpointId))[0].id);
  t.like(delivery, { status: 'pending', waitingSince: null });
});
