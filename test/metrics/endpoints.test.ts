import test from 'ava';
import { work } from '../../src/jobs/work.ts';
import { registryOf } from '../../src/metrics/registry.ts';
import { attempts } from '../support/attempts.ts';
import { subscriptions, workerConfig } from '../support/hooks.ts';
import { reading } from '../support/metrics.ts';
import { world } from '../support/world.ts';

// What the metrics tell of endpoints, read by a worker in the role that sees only the workspace it has entered.

const w = world(test);
const h = subscriptions(w);
const { add } = attempts(w);
const { sql } = w;

const counted = (state: string) => `corkboard_webhook_endpoints{state="${state}"}`;
const waiting = (state: string) => `corkboard_webhook_deliveries_waiting{state="${state}"}`;

test('a worker reports how many endpoints are in each state, and how many deliveries are throttled', async t => {
  const worker = await work(workerConfig(), w.serviceUrl);
  t.teardown(worker.stop);
  const first = await registryOf({ worker }).metrics();
  for (const state of ['working', 'slowed', 'failing', 'off', 'not_in_plan', 'suspended']) {
    t.is(reading(first, counted(state)), 0, state);
    t.is(reading(first, waiting(state)), 0, state);
  }
  const [failing, slowed] = await Promise.all(
    [1, 2].map(async () => (await h.subscribe((await w.workspace()).id)).endpointId),
  );
  await sql('update corkboard.webhook_endpoints set failures_in_row = 1 where id = $1', failing);
  await sql(
    `update corkboard.webhook_throttles set has_waiting = true, resumes_at = now() + interval '1 hour' where id = $1`,
    slowed,
  );
  for (const { workspaceId, deliveryId, jobNumber } of await add(slowed!, 3)) {
    await sql(
      'insert into corkboard.webhook_throttled_deliveries (workspace_id, id, endpoint_id, job_number, due_at) values ($1, $2, $3, $4, now())',
      workspaceId,
      deliveryId,
      slowed,
      jobNumber,
    );
  }
  const text = await registryOf({ worker }).metrics();
  t.is(reading(text, counted('failing')), 1);
  t.is(reading(text, counted('slowed')), 1);
  t.is(reading(text, counted('working')), 0);
  t.is(reading(text, waiting('slowed')), 3);
  t.is(reading(text, waiting('failing')), 0);
});

test('counting endpoints by state reads no deliveries', async t => {
  const [plan] = await sql('explain (format json) select * from corkboard_ops.endpoint_states');
  const read = JSON.stringify(plan).match(/"Relation Name":"[^"]+"/g);
  t.truthy(read);
  t.false(read!.includes('"Relation Name":"webhook_deliveries"'));
});
