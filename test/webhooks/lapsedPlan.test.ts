import test from 'ava';
import { eventually } from '../support/eventually.ts';
import { hooks } from '../support/hooks.ts';
import { queuedJobs } from '../support/queue.ts';
import { world } from '../support/world.ts';

const w = world(test);
const { sql } = w;
const h = hooks(test, w);

const setPlan = (workspaceId: string, plan: string) =>
  sql('select corkboard.change_workspace($1, $2)', workspaceId, JSON.stringify({ plan }));

/** A workspace whose plan lost its webhooks after a delivery failed once. */
async function lapsed() {
  await sql(`select corkboard.set_plan('lapsed', '{"webhooks": false}')`);
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id, { reaction: 500 });
  await studio.client();
  const [delivery] = await h.settled(hook.endpointId, ({ attempts_made }) => attempts_made === 1);
  await setPlan(studio.id, 'lapsed');
  /** Makes the retry due, and waits until the worker has handled it. */
  const retryComesDue = async () => {
    await sql(`update ${queuedJobs} set run_at = now() where payload ->> 'workspaceId' = $1`, studio.id);
    const due = `select 1 from ${queuedJobs}
      where payload ->> 'workspaceId' = $1 and (locked_at is not null or run_at < now() + interval '10 seconds')`;
    await eventually(
      () => sql(due, studio.id),
      jobs => jobs.length === 0,
    );
    await h.unclaimed(hook.endpointId);
  };
  return { studio, hook, delivery, retryComesDue };
}

test('retries wait while the plan has no webhooks, and continue when it has them again', async t => {
  const { studio, hook, delivery, retryComesDue } = await lapsed();
  hook.reaction = 200;
  await retryComesDue();
  await retryComesDue();
  t.is(hook.received.length, 1);
  t.like(await h.deliveries(hook.endpointId), [{ status: 'pending', attempts_made: 1 }]);
  await setPlan(studio.id, 'pro');
  await h.timePasses(studio.id);
  await h.settled(hook.endpointId, ({ status }) => status === 'succeeded');
  t.deepEqual(
    hook.received.map(({ body }) => body.id),
    [delivery.id, delivery.id],
  );
});

test('a delivery whose last retry would already be due is missed, and can be replayed later', async t => {
  const { studio, hook, delivery, retryComesDue } = await lapsed();
  // The second attempt of seven; the others would follow after 5 and 30 minutes and 2, 6 and 12 hours.
  const dueFor = (interval: string) =>
    sql(
      `update corkboard.webhook_deliveries set due_at = now() - $2::interval where id = $1`,
      delivery.id,
      interval,
    );
  await dueFor('20 hours 34 minutes');
  await retryComesDue();
  t.like(await h.deliveries(hook.endpointId), [{ status: 'pending' }]);
  await dueFor('20 hours 35 minutes');
  await retryComesDue();
  t.like(await h.deliveries(hook.endpointId), [{ status: 'missed', due_at: null }]);
  t.is(hook.received.length, 1);
  hook.reaction = 200;
  await setPlan(studio.id, 'pro');
  await sql('select corkboard.replay_deliveries($1, $2)', studio.id, hook.endpointId);
  await h.settled(hook.endpointId, ({ status }) => status === 'succeeded');
});

test('nothing is replayed while the plan has no webhooks', async t => {
  const { studio, hook, delivery } = await lapsed();
  await sql(
    `update corkboard.webhook_deliveries set status = 'missed', due_at = null, settled_at = now() where id = $1`,
    delivery.id,
  );
  for (const [call, id] of [
    ['replay_delivery', delivery.id],
    ['replay_deliveries', hook.endpointId],
    ['start_replay', hook.endpointId],
    ['retry_deliveries', hook.endpointId],
    ['start_retry', hook.endpointId],
  ]) {
    await t.throwsAsync(
      sql(`select corkboard.${call}($1, $2)`, studio.id, id),
      { message: 'The lapsed plan does not include webhooks.' },
      call,
    );
  }
  // This replay was started before the plan lost its webhooks.
  await sql(
    `select graphile_worker.add_job('replay_missed', json_build_object('workspaceId', $1::text, 'endpointId', $2::text, 'since', '-infinity'))`,
    studio.id,
    hook.endpointId,
  );
  await h.timePasses(studio.id);
  await h.idle(studio.id);
  t.like(await h.deliveries(hook.endpointId), [{ status: 'missed' }]);
  t.is(hook.received.length, 1);
});
