import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { eventually } from '../support/eventually.ts';
import { hooks, type Subscription } from '../support/hooks.ts';
import { queuedJobs } from '../support/queue.ts';
import { world } from '../support/world.ts';

const w = world(test);
const { sql } = w;
const h = hooks(test, w);

/** Emits this many events in a workspace, all at once. */
const emit = (workspaceId: string, count: number) =>
  sql(
    `select corkboard.emit_event($1, 'client.created', json_build_object('n', n)) from generate_series(1, $2::int) n`,
    workspaceId,
    count,
  );

/** Waits until all deliveries of an endpoint are settled, making those scheduled for later due. */
async function settled(workspaceId: string, { endpointId }: Subscription) {
  await eventually(
    async () => {
      await h.timePasses(workspaceId);
      return h.deliveries(endpointId);
    },
    deliveries => deliveries.every(({ status }) => status !== 'pending'),
    120_000,
  );
  return h.deliveries(endpointId);
}

/** A receiver that accepts this many requests a second and answers 429 to the others. */
function limited(perSecond: number) {
  let second = 0;
  let taken = 0;
  return (_: unknown, res: ServerResponse) => {
    const now = Math.floor(Date.now() / 1_000);
    if (now !== second) [second, taken] = [now, 0];
    if (++taken <= perSecond) res.writeHead(200).end();
    else res.writeHead(429, { 'Retry-After': '1' }).end();
  };
}

test('a receiver that limits itself to five a second gets every event, in few requests', async t => {
  t.timeout(180_000);
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id, { reaction: limited(5) });
  await emit(studio.id, 60);
  const deliveries = await settled(studio.id, hook);
  t.true(deliveries.every(({ status }) => status === 'succeeded'));
  t.true(hook.received.length <= 120, `${hook.received.length} requests`);
  t.is((await h.endpoint(hook.endpointId)).disabled_at, null);
});

test('a receiver that handles one request at a time gets every event once', async t => {
  t.timeout(180_000);
  const studio = await w.workspace();
  let line = Promise.resolve();
  const hook = await h.subscribe(studio.id, {
    reaction: (_, res) => {
      line = line.then(() => pause(150)).then(() => void res.writeHead(200).end());
    },
  });
  await emit(studio.id, 80);
  await settled(studio.id, hook);
  t.is(hook.received.length, 80);
  const [{ concurrency_window }] = await sql(
    'select concurrency_window from corkboard.webhook_throttles where id = $1',
    hook.endpointId,
  );
  t.true(concurrency_window < 16, `${concurrency_window} at once`);
});

test('while one endpoint asks for a pause, others get their events, and no job waits', async t => {
  const studio = await w.workspace();
  const paused = await h.subscribe(studio.id, {
    reaction: (_, res) => res.writeHead(503, { 'Retry-After': '300' }).end(),
  });
  const well = await h.subscribe(studio.id);
  await emit(studio.id, 1);
  await h.settled(paused.endpointId, ({ attempts_made }) => attempts_made === 1);
  await emit(studio.id, 40);
  await h.settled(well.endpointId, ({ status }) => status === 'succeeded', 41);
  await eventually(
    () =>
      sql('select 1 from corkboard.webhook_throttled_deliveries where endpoint_id = $1', paused.endpointId),
    rows => rows.length === 40,
  );
  t.is(paused.received.length, 1);
  // The queue deletes a job a moment after the job's work is committed.
  const dueJobs = `select 1 from ${queuedJobs} where payload ->> 'endpointId' = $1 and run_at <= now()`;
  await eventually(
    () => sql(dueJobs, paused.endpointId),
    rows => rows.length === 0,
  );
});
