import test from 'ava';
import { attempts } from '../support/attempts.ts';
import { drain } from '../support/drain.ts';
import { type Hooks, hooks } from '../support/hooks.ts';
import { waitsForLock } from '../support/lockWaits.ts';
import { queuedJobs } from '../support/queue.ts';
import { world } from '../support/world.ts';

const w = world(test);
const h: Hooks = hooks(test, w);
const { add } = attempts(w);

const { sql } = w;

/** Several batches of 250. */
const many = 1_000;

/** An endpoint with this many pending deliveries without jobs, so that no worker attempts them meanwhile. */
async function waiting() {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id);
  await add(hook.endpointId, many);
  return { studio, hook };
}

test('an endpoint with many deliveries disappears at once, and a job deletes it and its deliveries', async t => {
  const { studio, hook } = await waiting();
  await sql('select corkboard.remove_endpoint($1, $2)', studio.id, hook.endpointId);
  await t.throwsAsync(sql('select corkboard.rotate_secret($1, $2)', studio.id, hook.endpointId), {
    message: /No endpoint/,
  });
  // There is room for another five, and the removed endpoint gets no new events.
  for (let i = 0; i < 5; i++) await h.subscribe(studio.id, { events: ['scope.approved'] });
  await studio.client();
  await h.idle(studio.id);
  t.deepEqual(await h.deliveries(hook.endpointId), []);
  t.is(await h.endpoint(hook.endpointId), undefined);
  t.is(hook.received.length, 0);
});

test('all deliveries of an endpoint that is turned off are missed, however many there are', async t => {
  const { studio, hook } = await waiting();
  await sql('select corkboard.disable_endpoint($1, $2)', studio.id, hook.endpointId);
  await h.settled(hook.endpointId, ({ status }) => status === 'missed', many);
  await h.idle(studio.id);
  t.is(hook.received.length, 0);
});

test('deliveries are missed even if attempts settle some of them at that moment', async t => {
  const { studio, hook } = await waiting();
  const attempt = await w.db.connect();
  await attempt.query('begin');
  await attempt.query(
    `update corkboard.webhook_deliveries set status = 'succeeded', due_at = null, settled_at = now()
      where id = (select id from corkboard.webhook_deliveries where endpoint_id = $1 order by due_at limit 1)`,
    [hook.endpointId],
  );
  const person = await w.db.connect();
  await person.query('begin');
  const disabled = person.query('select corkboard.disable_endpoint($1, $2)', [studio.id, hook.endpointId]);
  await waitsForLock(w.db);
  await attempt.query('commit');
  attempt.release();
  await disabled;
  const { rowCount } = await person.query(`select 1 from ${queuedJobs} where payload ->> 'endpointId' = $1`, [
    hook.endpointId,
  ]);
  t.is(rowCount, 1);
  await person.query('commit');
  person.release();
  await h.settled(hook.endpointId, ({ status }) => status !== 'pending', many);
  const left = (await h.deliveries(hook.endpointId)).filter(({ status }) => status !== 'missed');
  t.deepEqual(
    left.map(({ status }) => status),
    ['succeeded'],
  );
});

test('many missed deliveries are replayed batch by batch, each once, with failed ones', async t => {
  const { studio, hook } = await waiting();
  await sql(
    `update corkboard.webhook_deliveries
        set due_at = null, settled_at = now(), status = case when hashtext(id::text) % 2 = 0 then 'failed' else 'missed' end
      where endpoint_id = $1`,
    hook.endpointId,
  );
  const begunAt = new Date();
  let settledBefore: string | null = null;
  const counts = await drain(async () => {
    const isFirst = settledBefore === null;
    const [batch] = await sql(
      'select r.settled_before::text, cardinality(r.deliveries) as count from corkboard.replay_deliveries($1, $2, null, $3) r',
      studio.id,
      hook.endpointId,
      settledBefore,
    );
    settledBefore = batch.settled_before;
    // Deliveries that have succeeded meanwhile don't keep earlier failed ones from being replayed.
    if (isFirst) await hook.gets(1);
    return batch.count;
  });
  t.deepEqual(counts, [...Array(many / 250).fill(250), 0]);
  await h.settled(hook.endpointId, ({ status }) => status === 'succeeded', many);
  await h.idle(studio.id);
  t.is(new Set(hook.received.map(({ body }) => body.id)).size, many);
  // Every request that was sent is recorded. (On a busy machine an attempt may time out and be retried.)
  const [sent] = await sql(
    `select count(*)::int as attempts, count(*) filter (where a.outcome = 'succeeded')::int as successes
       from corkboard.webhook_attempts a join corkboard.webhook_deliveries d on d.workspace_id = a.workspace_id and d.id = a.delivery_id
      where d.endpoint_id = $1 and a.attempted_at > $2`,
    hook.endpointId,
    begunAt,
  );
  t.deepEqual(sent, { attempts: hook.received.length, successes: many });
  const replays = await sql(
    `select 1 from corkboard.audit_log where workspace_id = $1 and action = 'endpoint.replayed'`,
    studio.id,
  );
  t.is(replays.length, 1);
});
