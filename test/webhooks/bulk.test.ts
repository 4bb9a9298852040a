import test from 'ava';
import { attempts } from '../support/attempts.ts';
import { subscriptions } from '../support/hooks.ts';
import { waitsForLock } from '../support/lockWaits.ts';
import { queuedJobs } from '../support/queue.ts';
import { world } from '../support/world.ts';

// Replays and retries of many deliveries, batch by batch. No worker is running.

const w = world(test);
const h = subscriptions(w);
const { claim, jobOf, record } = attempts(w);

const { sql } = w;

/** Adds an endpoint with this many deliveries. Returns it, and functions that replay or retry a batch of them. */
async function endpoint(count: number, columns: Record<string, string>) {
  const studio = await w.workspace();
  const { endpointId } = await h.subscribe(studio.id);
  const names = Object.keys(columns);
  await sql(
    `insert into corkboard.webhook_deliveries (workspace_id, endpoint_id, event, data${names.map(name => `, ${name}`).join('')})
     select $1, $2, 'client.created', '{}'${Object.values(columns)
       .map(value => `, ${value}`)
       .join('')} from generate_series(1, $3::int) n`,
    studio.id,
    endpointId,
    count,
  );
  const replay = async (settledBefore: string | null = null, since: string | null = null) =>
    (
      await sql(
        `select r.settled_before::text, cardinality(r.deliveries) as count from corkboard.replay_deliveries($1, $2, $3, $4) r`,
        studio.id,
        endpointId,
        since,
        settledBefore,
      )
    )[0];
  const retry = async (begun: string | null = null) =>
    (
      await sql(
        'select r.begun::text, r.retried as count from corkboard.retry_deliveries($1, $2, $3) r',
        studio.id,
        endpointId,
        begun,
      )
    )[0];
  return { studio, endpointId, replay, retry };
}

/** The throttled deliveries of an endpoint, and how many jobs its deliveries have. */
async function queued(endpointId: string) {
  const [row] = await sql(
    `select (select count(*)::int from corkboard.webhook_throttled_deliveries w
               join corkboard.webhook_deliveries d on d.workspace_id = w.workspace_id and d.id = w.id
              where w.endpoint_id = $1 and w.job_number = d.job_number and w.due_at = d.due_at) as waiting,
            (select count(*)::int from ${queuedJobs} j
               where j.payload ->> 'endpointId' = $1::text) as jobs,
            (select p.has_waiting from corkboard.webhook_throttles p where p.id = $1) as "isWoken"`,
    endpointId,
  );
  return row;
}

const settled = (status: string, at = `now() - interval '1 hour'`) => ({
  status: `'${status}'`,
  attempts_made: status === 'failed' ? '7' : '2',
  due_at: 'null',
  settled_at: at,
});

const later = { attempts_made: '3', due_at: `now() + n * interval '1 minute'` };

/** Claims each of these deliveries and records an attempt with this outcome, all at once. */
async function attempt(ids: string[], outcome: string) {
  await sql('update corkboard.webhook_throttles set concurrency_window = 256');
  const jobs = await Promise.all(ids.map(jobOf));
  await record(await claim(jobs), jobs, outcome);
}

test('a replay starts another round, and keeps the number of earlier attempts', async t => {
  const { endpointId, replay } = await endpoint(3, settled('failed'));
  t.is((await replay()).count, 3);
  const expected = { status: 'pending', round: 2, earlier_attempts: 7, attempts_made: 0, job_number: 2 };
  for (const delivery of await h.deliveries(endpointId)) t.like(delivery, expected);
  await sql(
    `update corkboard.webhook_deliveries set status = 'missed', attempts_made = 2, due_at = null, settled_at = now() where endpoint_id = $1`,
    endpointId,
  );
  await replay();
  for (const delivery of await h.deliveries(endpointId)) t.like(delivery, { round: 3, earlier_attempts: 9 });
});

test('deliveries that are replayed or retried together are throttled and add no jobs', async t => {
  const replayed = await endpoint(300, settled('missed'));
  t.deepEqual(await queued(replayed.endpointId), { waiting: 0, jobs: 0, isWoken: false });
  await replayed.replay();
  t.deepEqual(await queued(replayed.endpointId), { waiting: 250, jobs: 0, isWoken: true });
  const retried = await endpoint(300, later);
  await retried.retry();
  t.deepEqual(await queued(retried.endpointId), { waiting: 250, jobs: 0, isWoken: true });
});

test('throttled deliveries of an endpoint that is turned off are missed, and can be replayed', async t => {
  const { studio, endpointId, replay } = await endpoint(20, settled('failed'));
  await replay();
  await sql('select corkboard.disable_endpoint($1, $2)', studio.id, endpointId);
  t.true((await h.deliveries(endpointId)).every(({ status }) => status === 'missed'));
  t.is(
    (await sql('select 1 from corkboard.webhook_throttled_deliveries where endpoint_id = $1', endpointId))
      .length,
    0,
  );
  await sql('select corkboard.enable_endpoint($1, $2)', studio.id, endpointId);
  t.is((await replay()).count, 20);
  t.is((await queued(endpointId)).waiting, 20);
});

test('deliveries that fail again are not replayed by later batches of the same replay', async t => {
  const { endpointId, replay } = await endpoint(600, settled('missed'));
  const first = await replay();
  t.is(first.count, 250);
  const sent = (await h.deliveries(endpointId)).filter(({ status }) => status === 'pending');
  await sql('update corkboard.webhook_deliveries set attempts_made = 6 where endpoint_id = $1', endpointId);
  await attempt(
    sent.map(({ id }) => id),
    'timeout',
  );
  // Twenty failures in a row have turned the endpoint off.
  await sql('update corkboard.webhook_endpoints set disabled_at = null where id = $1', endpointId);
  const counts = [];
  for (let n = 0; n < 3; n++) counts.push((await replay(first.settled_before)).count);
  t.deepEqual(counts, [250, 100, 0]);
  const failed = (await h.deliveries(endpointId)).filter(({ status }) => status === 'failed');
  t.is(failed.length, 250);
  t.true(failed.every(({ round }) => round === 2));
  t.is((await replay()).count, 250);
});

test('a replay since a time leaves out deliveries that were settled before', async t => {
  const { endpointId, replay } = await endpoint(
    4,
    settled('failed', `'2026-11-20T09:00:00Z'::timestamptz + (n - 3) * interval '1 second'`),
  );
  t.is((await replay(null, '2026-11-20T09:00:00Z')).count, 2);
  const statuses = (await h.deliveries(endpointId)).map(({ status }) => status);
  t.deepEqual(statuses.toSorted(), ['failed', 'failed', 'pending', 'pending']);
});

test('two simultaneous replays replay each delivery once', async t => {
  const { endpointId, replay } = await endpoint(300, settled('missed'));
  const all = async () => {
    let { count, settled_before } = await replay();
    for (let sum = count; ; sum += count) {
      ({ count } = await replay(settled_before));
      if (count === 0) return sum;
    }
  };
  const [one, other] = await Promise.all([all(), all()]);
  t.is(one + other, 300);
  t.true((await h.deliveries(endpointId)).every(({ round }) => round === 2));
});

test('a retry of all deliveries makes later attempts due, and each counts as one of the seven', async t => {
  const { endpointId, retry, studio } = await endpoint(300, later);
  await sql(
    `update corkboard.webhook_deliveries set due_at = now() - interval '1 minute'
      where id = (select id from corkboard.webhook_deliveries where endpoint_id = $1 order by due_at limit 1)`,
    endpointId,
  );
  const first = await retry();
  t.is(first.count, 250);
  t.is((await retry(first.begun)).count, 49);
  t.is((await retry(first.begun)).count, 0);
  const deliveries = await h.deliveries(endpointId);
  t.true(deliveries.every(({ due_at, attempts_made }) => due_at <= new Date() && attempts_made === 3));
  t.deepEqual(
    [1, 2].map(number => deliveries.filter(({ job_number }) => job_number === number).length),
    [1, 299],
  );
  const log = await sql(
    `select 1 from corkboard.audit_log where workspace_id = $1 and action = 'endpoint.retried'`,
    studio.id,
  );
  t.is(log.length, 1);
});

test('a delivery that fails again during a retry of all deliveries is not retried twice', async t => {
  const { endpointId, retry } = await endpoint(300, later);
  const first = await retry();
  const sent = (await h.deliveries(endpointId)).filter(({ due_at }) => due_at <= new Date());
  await attempt(
    sent.map(({ id }) => id),
    'timeout',
  );
  const counts = [(await retry(first.begun)).count, (await retry(first.begun)).count];
  t.deepEqual(counts, [50, 0]);
  const again = (await h.deliveries(endpointId)).filter(({ attempts_made }) => attempts_made === 4);
  t.is(again.length, 250);
  t.true(again.every(({ due_at }) => due_at > new Date()));
  t.is((await retry()).count, 250);
});

test('a retry of all deliveries leaves out one whose attempt starts at that moment', async t => {
  const { endpointId, retry } = await endpoint(2, later);
  const [one] = await h.deliveries(endpointId);
  const job = await jobOf(one.id);
  const worker = await w.db.connect();
  await worker.query('begin');
  const claimed = await claim([job], (text, values) => worker.query(text, values));
  const retried = retry();
  await waitsForLock(w.db);
  await worker.query('commit');
  worker.release();
  t.is((await retried).count, 1);
  await record(claimed, [job], 'timeout');
  t.like(await jobOf(one.id), { jobNumber: 2 });
  t.is((await h.attempts(one.id))[0].number, 4);
});

test('batches of a retry and of a replay are rejected once the endpoint is off', async t => {
  const { studio, endpointId, retry, replay } = await endpoint(300, later);
  const { begun } = await retry();
  await sql('select corkboard.disable_endpoint($1, $2)', studio.id, endpointId);
  await t.throwsAsync(retry(begun), { message: /is off/ });
  await t.throwsAsync(replay(new Date().toISOString()), { message: /is off/ });
});
