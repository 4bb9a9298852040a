import test from 'ava';
import { attempts } from '../support/attempts.ts';
import { subscriptions } from '../support/hooks.ts';
import { world } from '../support/world.ts';

// Which deliveries wait for the workers, and which for their endpoint (sql/functions/webhooks/throttling/overdue_deliveries.sql).

const w = world(test);
const h = subscriptions(w);
const { add, claim } = attempts(w);
const { sql } = w;

const subscribed = async (options = {}) => {
  const { id } = await w.workspace(options);
  return { workspaceId: id, endpointId: (await h.subscribe(id)).endpointId };
};
const overdueAt = async (endpointId: string) =>
  (
    await sql(
      `select overdue::int, round(extract(epoch from behind))::int as behind
         from corkboard_ops.overdue_deliveries where endpoint_id = $1`,
      endpointId,
    )
  )[0];
const dueFor = (endpointId: string, minutes: number) =>
  sql(
    `update corkboard.webhook_deliveries set due_at = now() - make_interval(mins => $2) where endpoint_id = $1`,
    endpointId,
    minutes,
  );
const setThrottle = (endpointId: string, set: string) =>
  sql(`update corkboard.webhook_throttles set has_waiting = true, ${set} where id = $1`, endpointId);
/** Takes the deliveries from their jobs, as a worker without a free slot does. */
const throttle = (jobs: any[]) =>
  sql(
    'select corkboard.throttle_jobs($1, $2, $3, $4)',
    ...['workspaceId', 'endpointId', 'deliveryId', 'jobNumber'].map(field => jobs.map(job => job[field])),
  );

test('deliveries that no worker has taken count from when they were due', async t => {
  const { endpointId } = await subscribed();
  await add(endpointId, 3);
  await dueFor(endpointId, 5);
  const { overdue, behind } = await overdueAt(endpointId);
  t.is(overdue, 3);
  t.true(behind >= 300 && behind < 400, `${behind}`);
});

test('deliveries that a worker without a free slot gave back count as well', async t => {
  const { endpointId } = await subscribed();
  const jobs = await add(endpointId, 3);
  await dueFor(endpointId, 5);
  await throttle(jobs);
  const { overdue, behind } = await overdueAt(endpointId);
  t.is(overdue, 3);
  t.true(behind >= 300, `${behind}`);
});

for (const [what, throttled] of [
  ['asked for a pause', `resumes_at = now() + interval '1 minute'`],
  ['has a rate that is used up', `rate = 1, next_attempt_at = now() + interval '1 minute'`],
] as const) {
  test(`deliveries of an endpoint that ${what} don’t count`, async t => {
    const { endpointId } = await subscribed();
    const jobs = await add(endpointId, 3);
    await dueFor(endpointId, 5);
    await throttle(jobs);
    await setThrottle(endpointId, throttled);
    t.is(await overdueAt(endpointId), undefined);
  });
}

test('after a pause, deliveries count from its end', async t => {
  const { endpointId } = await subscribed();
  const jobs = await add(endpointId, 3);
  await dueFor(endpointId, 5);
  await throttle(jobs);
  await setThrottle(endpointId, `resumes_at = now() - interval '10 seconds'`);
  const { overdue, behind } = await overdueAt(endpointId);
  t.is(overdue, 3);
  t.true(behind >= 10 && behind < 200, `${behind}`);
});

test('an endpoint with a full window holds back all its deliveries but those in progress, which don’t count either', async t => {
  const { endpointId } = await subscribed();
  const jobs = await add(endpointId, 5);
  await dueFor(endpointId, 5);
  await setThrottle(endpointId, 'concurrency_window = 2');
  t.is((await claim(jobs)).length, 2);
  t.is(await overdueAt(endpointId), undefined);
});

test('scheduled retries, disabled endpoints, plans without webhooks and suspended workspaces don’t count', async t => {
  const scheduled = await subscribed();
  await add(scheduled.endpointId, 2);
  await dueFor(scheduled.endpointId, -5);
  const off = await subscribed();
  await add(off.endpointId, 2);
  await sql('update corkboard.webhook_endpoints set disabled_at = now() where id = $1', off.endpointId);
  const plain = await subscribed();
  await add(plain.endpointId, 2);
  await sql(`insert into corkboard.plans (name, webhooks) values ('without_webhooks', false)`);
  await sql(`update corkboard.workspaces set plan = 'without_webhooks' where id = $1`, plain.workspaceId);
  const suspended = await subscribed();
  await add(suspended.endpointId, 2);
  await sql('update corkboard.workspaces set suspended_at = now() where id = $1', suspended.workspaceId);
  for (const { endpointId } of [scheduled, off, plain, suspended])
    t.is(await overdueAt(endpointId), undefined);
});
