import test from 'ava';
import { subscriptions } from '../support/hooks.ts';
import { waitsForLock } from '../support/lockWaits.ts';
import { world } from '../support/world.ts';

const w = world(test);
const { sql } = w;
const h = subscriptions(w);

/** An endpoint that missed a batch of deliveries long enough ago to be pruned, and then 50 others. */
async function missed() {
  const studio = await w.workspace();
  const { endpointId } = await h.subscribe(studio.id);
  for (const [count, age] of [
    [250, '31 days'],
    [50, '1 day'],
  ]) {
    await sql(
      `insert into corkboard.webhook_deliveries (workspace_id, endpoint_id, event, data, status, due_at, settled_at)
       select $1, $2, 'client.created', '{}', 'missed', null, now() - $4::interval from generate_series(1, $3::int)`,
      studio.id,
      endpointId,
      count,
      age,
    );
  }
  return { studio, endpointId };
}

/** Calls a function while an open transaction changes the first batch. Returns the function's row. */
async function during(change: string, values: unknown[], call: string, of: unknown[]) {
  const other = await w.db.connect();
  await other.query('begin');
  await other.query(change, values);
  const called = sql(call, ...of);
  await waitsForLock(w.db);
  await other.query('commit');
  other.release();
  return (await called)[0];
}

const prune = 'select corkboard.prune_deliveries()';

test.serial('a replay continues if pruning deletes the batch that it is about to send', async t => {
  const { studio, endpointId } = await missed();
  const replay = await during(prune, [], 'select * from corkboard.start_replay($1, $2)', [
    studio.id,
    endpointId,
  ]);
  t.deepEqual(replay, { replayed: 50, isAll: true });
  t.true((await h.deliveries(endpointId)).every(({ status }) => status === 'pending'));
});

test.serial('a replay continues if pruning deletes part of its batch', async t => {
  const { studio, endpointId } = await missed();
  await sql(
    `update corkboard.webhook_deliveries set settled_at = now() - interval '29 days'
      where id = (select id from corkboard.webhook_deliveries where endpoint_id = $1 and settled_at < now() - interval '30 days' limit 1)`,
    endpointId,
  );
  const replay = await during(prune, [], 'select * from corkboard.start_replay($1, $2)', [
    studio.id,
    endpointId,
  ]);
  t.deepEqual(replay, { replayed: 1, isAll: false });
  const jobs = await sql(`select 1 from graphile_worker.jobs where task_identifier = 'replay_missed'`);
  t.is(jobs.length, 1);
});

test.serial('turning an endpoint off continues if attempts settle the whole batch', async t => {
  const { studio, endpointId } = await missed();
  await sql(
    `update corkboard.webhook_deliveries set status = 'pending', due_at = settled_at, settled_at = null where endpoint_id = $1`,
    endpointId,
  );
  await sql('update corkboard.webhook_endpoints set disabled_at = now() where id = $1', endpointId);
  const settled = `update corkboard.webhook_deliveries set status = 'succeeded', due_at = null, settled_at = now()
    where endpoint_id = $1 and due_at < now() - interval '2 days'`;
  const { missed: count } = await during(
    settled,
    [endpointId],
    'select corkboard.miss_disabled_batch($1, $2) as missed',
    [studio.id, endpointId],
  );
  t.is(count, 50);
});
