import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { eventually } from '../support/eventually.ts';
import { hooks, isIn } from '../support/hooks.ts';
import { queuedJobs } from '../support/queue.ts';
import { throttle } from '../support/throttle.ts';
import { world } from '../support/world.ts';

// What a worker learns of its receivers' limits. The rules are tested in throttling.test.ts.

const w = world(test);
const { sql } = w;
const h = hooks(test, w);

test('a receiver that limits itself to ten a second gets every event, in few requests', async t => {
  t.timeout(180_000);
  const mayPass = throttle(10);
  const hook = await h.subscribe((await w.workspace()).id, {
    reaction: (_, res) =>
      mayPass() ? res.writeHead(200).end() : res.writeHead(429, { 'Retry-After': '1' }).end(),
  });
  await h.emit(hook.workspaceId, 60);
  await h.allSucceed(hook);
  t.true(hook.received.length <= 120, `${hook.received.length} requests`);
  t.is((await h.endpoint(hook.endpointId)).disabled_at, null);
});

test('a receiver that handles one request at a time gets every event once', async t => {
  t.timeout(180_000);
  let line = Promise.resolve();
  const hook = await h.subscribe((await w.workspace()).id, {
    reaction: (_, res) => {
      line = line.then(() => pause(150)).then(() => void res.writeHead(200).end());
    },
  });
  await h.emit(hook.workspaceId, 50);
  await h.allSucceed(hook);
  t.is((await h.arrived(hook)).size, 50);
  const { concurrency_window } = await h.throttle(hook.endpointId);
  t.true(concurrency_window < 16, `${concurrency_window} at once`);
});

test('while one endpoint asks for a pause, others get their events, and no job waits', async t => {
  const studio = await w.workspace();
  const paused = await h.subscribe(studio.id, {
    reaction: (_, res) => res.writeHead(503, { 'Retry-After': '300' }).end(),
  });
  const well = await h.subscribe(studio.id);
  await h.emit(studio.id, 1);
  await h.settled(paused.endpointId, ({ attempts_made }) => attempts_made === 1);
  await h.emit(studio.id, 40);
  await h.settled(well.endpointId, isIn('succeeded'), 41);
  await eventually(async () => (await h.throttled(paused.endpointId)).length === 40);
  t.is(paused.received.length, 1);
  // The queue deletes a job a moment after the job's work is committed.
  const dueJobs = `select 1 from ${queuedJobs} where payload ->> 'endpointId' = $1 and run_at <= now()`;
  await eventually(async () => (await sql(dueJobs, paused.endpointId)).length === 0);
});
