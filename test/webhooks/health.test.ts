import test from 'ava';
import { attempts } from '../support/attempts.ts';
import { operator } from '../support/command.ts';
import { subscriptions } from '../support/hooks.ts';
import { world } from '../support/world.ts';

// One function decides the health of an endpoint. Each test brings an endpoint into a state in the way that would
// happen in production, or by changing its row if that would take hours, and reads the operator's command and the view.

const w = world(test);
const h = subscriptions(w);
const corkboard = operator(w);
const { add, claim, record } = attempts(w);
const { sql } = w;

const endpoint = async (plan?: string) => {
  const studio = await w.workspace(plan === undefined ? {} : { plan });
  const { endpointId } = await h.subscribe(studio.id);
  return { studio, id: endpointId };
};
const setThrottle = (id: string, columns: string) =>
  sql(`update corkboard.webhook_throttles set ${columns} where id = $1`, id);

/** Returns the health of an endpoint, after checking that the command and the view agree. */
async function healthOf(t: { deepEqual(a: unknown, b: unknown): unknown }, id: string) {
  const { health } = (await corkboard('endpoint', 'show', id)).endpoint;
  const [seen] = await sql(
    `select state, corkboard.iso(state_since) as since, state_reason as why, corkboard.iso(state_until) as until
       from corkboard_ops.endpoint_health where endpoint_id = $1`,
    id,
  );
  t.deepEqual(seen, health);
  return health;
}

test('an endpoint without attempts is working', async t => {
  const { id } = await endpoint();
  t.deepEqual(await healthOf(t, id), { state: 'working', since: null, why: null, until: null });
});

test('an endpoint whose attempts have failed for less than an hour is working, with a note about the failures', async t => {
  const { id } = await endpoint();
  const since = new Date(Date.now() - 59 * 60_000).toISOString();
  await setThrottle(id, `first_failed_at = '${since}'`);
  const why = 'the latest attempts failed';
  t.deepEqual(await healthOf(t, id), { state: 'working', since, why, until: null });
});

test('an endpoint without a success for an hour has been failing since the first failure', async t => {
  const { id } = await endpoint();
  const since = new Date(Date.now() - 61 * 60_000).toISOString();
  await setThrottle(id, `first_failed_at = '${since}'`);
  const why = 'no attempt has succeeded for an hour';
  t.deepEqual(await healthOf(t, id), { state: 'failing', since, why, until: null });
});

test('a delivery’s final failure makes an endpoint failing at once, until the next success', async t => {
  const { id } = await endpoint();
  const jobs = await add(id, 2);
  await sql(`update corkboard.webhook_deliveries set attempts_made = 6 where endpoint_id = $1`, id);
  await record(await claim([jobs[0]]), jobs, 'tls');
  t.like(await healthOf(t, id), { state: 'failing', why: '1 delivery failed' });
  await record(await claim([jobs[1]]), jobs, 'succeeded');
  t.like(await healthOf(t, id), { state: 'working', why: null });
});

test('an endpoint that asked for a pause is slowed until its end', async t => {
  const { id } = await endpoint();
  const until = new Date(Date.now() + 60_000).toISOString();
  await setThrottle(id, `resumes_at = '${until}', has_waiting = true, rate = 2`);
  t.deepEqual(await healthOf(t, id), { state: 'slowed', since: null, why: 'it asked for a pause', until });
  await setThrottle(id, `resumes_at = now() - interval '1 second'`);
  t.like(await healthOf(t, id), { state: 'slowed', why: 'it takes 2 a second', until: null });
});

for (const [columns, why] of [
  ['rate = 0.5', 'it takes 0.5 a second'],
  ['rate = 0.05', 'it takes 3 a minute'],
  ['concurrency_window = 3', 'it takes 3 at a time'],
] as const) {
  test(`an endpoint with throttled deliveries is slowed, and ${why}`, async t => {
    const { id } = await endpoint();
    await setThrottle(id, `${columns}, has_waiting = true`);
    t.like(await healthOf(t, id), { state: 'slowed', why });
    await setThrottle(id, 'has_waiting = false');
    t.like(await healthOf(t, id), { state: 'working' });
  });
}

test('off takes precedence over failing, failing over slowed, a plan without webhooks over these, and a suspension over all', async t => {
  await corkboard('plan', 'set', 'without');
  const { studio, id } = await endpoint('without');
  await setThrottle(
    id,
    `resumes_at = now() + interval '1 minute', first_failed_at = now() - interval '2 hours'`,
  );
  t.like(await healthOf(t, id), { state: 'failing' });
  await sql('update corkboard.webhook_endpoints set failures_in_row = 20 where id = $1', id);
  const { endpoint: off } = await corkboard('endpoint', 'disable', id);
  t.like(await healthOf(t, id), {
    state: 'off',
    since: off.disabledAt,
    why: '20 deliveries in a row failed',
  });
  await corkboard('plan', 'set', 'without', '--webhooks', 'false');
  const why = 'events are not recorded and nothing is sent while the plan has no webhooks';
  t.deepEqual(await healthOf(t, id), { state: 'not_in_plan', since: null, why, until: null });
  t.regex(
    await corkboard.read('endpoint', 'list', '--workspace', studio.id),
    /not_in_plan: events are not recorded and nothing is sent/,
  );
  const { workspace } = await corkboard('workspace', 'suspend', studio.id);
  t.deepEqual(await healthOf(t, id), {
    state: 'suspended',
    since: workspace.suspendedAt,
    why: 'nothing is sent while the workspace is suspended',
    until: null,
  });
});

test('earlier failures don’t count after an endpoint is turned on again', async t => {
  const { id } = await endpoint();
  await setThrottle(id, `first_failed_at = now() - interval '2 hours'`);
  await corkboard('endpoint', 'disable', id);
  await corkboard('endpoint', 'enable', id);
  t.like(await healthOf(t, id), { state: 'working', since: null });
});

test.serial('endpoints and throttled deliveries are counted by state, without removed endpoints', async t => {
  const counts = async () =>
    Object.fromEntries(
      (await sql('select state, endpoints::int, waiting::int from corkboard_ops.endpoint_states')).map(
        ({ state, endpoints, waiting }) => [state, [endpoints, waiting]],
      ),
    );
  const before = await counts();
  const [slowed, removed] = [await endpoint(), await endpoint()];
  await setThrottle(slowed.id, 'has_waiting = true');
  const jobs = await add(slowed.id, 3);
  await sql(
    `insert into corkboard.webhook_throttled_deliveries (workspace_id, id, endpoint_id, job_number, due_at)
     select $1, d, $2, 1, now() from unnest($3::uuid[]) d`,
    slowed.studio.id,
    slowed.id,
    jobs.map(({ deliveryId }: any) => deliveryId),
  );
  await corkboard('endpoint', 'remove', removed.id);
  t.deepEqual(await counts(), { ...before, slowed: [before.slowed![0] + 1, before.slowed![1] + 3] });
  t.deepEqual(Object.keys(before).sort(), [
    'failing',
    'not_in_plan',
    'off',
    'slowed',
    'suspended',
    'working',
  ]);
});
