import test from 'ava';
import { readConfig } from '../../src/config.ts';
import { settledAs } from '../support/attempts.ts';
import { endpoints } from '../support/endpoints.ts';
import { hold } from '../support/hold.ts';
import { isIn } from '../support/hooks.ts';
import { queuedJobs } from '../support/queue.ts';

// Replays and retries of many deliveries, and turning an endpoint off, batch by batch.

const { w, sql, h, add, claim, finish, jobOf, endpoint: open } = endpoints(test);

/** Adds an endpoint with this many deliveries. Returns it, and functions that replay or retry a batch of them. */
async function endpoint(count: number, columns: Record<string, string>) {
  const made = await open(count, columns);
  const batchOf = async (name: string, size: string, from: string, ...args: unknown[]) => {
    const places = args.map((_, n) => `, $${n + 3}`).join('');
    const text = `select ${size} as count, r.${from}::text as "from" from corkboard.${name}($1, $2${places}) r`;
    return (await sql(text, made.workspaceId, made.endpointId, ...args))[0];
  };
  return {
    ...made,
    /** `from`: what the first batch returned as `from`. */
    replay: (from: string | null = null, since: string | null = null) =>
      batchOf('replay_deliveries', 'cardinality(r.deliveries)', 'settled_before', since, from),
    retry: (from: string | null = null) => batchOf('retry_deliveries', 'r.retried', 'begun', from),
  };
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

const later = { attempts_made: '3', due_at: `now() + n * interval '1 minute'` };

/** Claims each of these deliveries and records a timeout, all at once. */
async function fail(deliveries: any[]) {
  await sql(
    'update corkboard.webhook_throttles set concurrency_window = 256 where id = $1',
    deliveries[0].endpoint_id,
  );
  await finish(await claim(await Promise.all(deliveries.map(({ id }) => jobOf(id)))), 'timeout');
}

test('a replay starts another round, and keeps the number of earlier attempts', async t => {
  const { endpointId, deliveries, replay } = await endpoint(3, settledAs('failed'));
  t.is((await replay()).count, 3);
  const expected = { status: 'pending', round: 2, earlier_attempts: 7, attempts_made: 0, job_number: 2 };
  for (const delivery of await deliveries()) t.like(delivery, expected);
  await sql(
    `update corkboard.webhook_deliveries set status = 'missed', attempts_made = 2, due_at = null, settled_at = now() where endpoint_id = $1`,
    endpointId,
  );
  await replay();
  for (const delivery of await deliveries()) t.like(delivery, { round: 3, earlier_attempts: 9 });
});

test('deliveries that are replayed or retried together are throttled and add no jobs', async t => {
  const replayed = await endpoint(300, settledAs('missed'));
  t.deepEqual(await queued(replayed.endpointId), { waiting: 0, jobs: 0, isWoken: false });
  await replayed.replay();
  t.deepEqual(await queued(replayed.endpointId), { waiting: 250, jobs: 0, isWoken: true });
  const retried = await endpoint(300, later);
  await retried.retry();
  t.deepEqual(await queued(retried.endpointId), { waiting: 250, jobs: 0, isWoken: true });
});

test('throttled deliveries of an endpoint that is turned off are missed, and can be replayed', async t => {
  const { endpointId, call, deliveries, replay } = await endpoint(20, settledAs('failed'));
  await replay();
  await call('disable_endpoint');
  t.true((await deliveries()).every(isIn('missed')));
  t.deepEqual(await h.throttled(endpointId), []);
  await call('enable_endpoint');
  t.is((await replay()).count, 20);
  t.is((await queued(endpointId)).waiting, 20);
});

test('enabling an endpoint that was just turned off misses the deliveries that are still pending', async t => {
  const { endpointId, call, deliveries } = await endpoint(3, later);
  await sql('update corkboard.webhook_endpoints set disabled_at = now() where id = $1', endpointId);
  await call('enable_endpoint');
  t.true((await deliveries()).every(isIn('missed')));
});

test('nothing becomes missed by the job of an endpoint that was enabled again meanwhile', async t => {
  const { call, deliveries } = await endpoint(3, later);
  t.deepEqual(await call('miss_disabled_batch'), { miss_disabled_batch: 0 });
  t.true((await deliveries()).every(isIn('pending')));
});

test('deliveries that fail again are not replayed by later batches of the same replay', async t => {
  const { endpointId, deliveries, replay } = await endpoint(600, settledAs('missed'));
  const first = await replay();
  t.is(first.count, 250);
  const sent = (await deliveries()).filter(isIn('pending'));
  await sql('update corkboard.webhook_deliveries set attempts_made = 6 where endpoint_id = $1', endpointId);
  await fail(sent);
  // Twenty failures in a row have turned the endpoint off.
  await sql('update corkboard.webhook_endpoints set disabled_at = null where id = $1', endpointId);
  const counts = [];
  for (let n = 0; n < 3; n++) counts.push((await replay(first.from)).count);
  t.deepEqual(counts, [250, 100, 0]);
  const failed = (await deliveries()).filter(isIn('failed'));
  t.is(failed.length, 250);
  t.true(failed.every(({ round }) => round === 2));
  t.is((await replay()).count, 250);
});

test('a replay since a time leaves out deliveries that were settled before', async t => {
  const at = `'2026-11-20T09:00:00Z'::timestamptz + (n - 3) * interval '1 second'`;
  const { deliveries, replay } = await endpoint(4, settledAs('failed', at));
  t.is((await replay(null, '2026-11-20T09:00:00Z')).count, 2);
  const statuses = (await deliveries()).map(({ status }) => status);
  t.deepEqual(statuses.toSorted(), ['failed', 'failed', 'pending', 'pending']);
});

test('two simultaneous replays replay each delivery once', async t => {
  const { deliveries, replay } = await endpoint(300, settledAs('missed'));
  const all = async () => {
    const first = await replay();
    let sum = 0;
    for (let { count } = first; count > 0; { count } = await replay(first.from)) sum += count;
    return sum;
  };
  const [one, other] = await Promise.all([all(), all()]);
  t.is(one + other, 300);
  t.true((await deliveries()).every(({ round }) => round === 2));
});

test('a retry of all deliveries makes later attempts due, and each counts as one of the seven', async t => {
  const { endpointId, workspaceId, deliveries, retry } = await endpoint(300, later);
  await sql(
    `update corkboard.webhook_deliveries set due_at = now() - interval '1 minute'
      where id = (select id from corkboard.webhook_deliveries where endpoint_id = $1 order by due_at limit 1)`,
    endpointId,
  );
  const first = await retry();
  const counts = [first.count, (await retry(first.from)).count, (await retry(first.from)).count];
  t.deepEqual(counts, [250, 49, 0]);
  const retried = await deliveries();
  t.true(retried.every(({ due_at, attempts_made }) => due_at <= new Date() && attempts_made === 3));
  t.is(retried.filter(({ job_number }) => job_number === 1).length, 1);
  t.is(retried.filter(({ job_number }) => job_number === 2).length, 299);
  const log = await sql(
    `select 1 from corkboard.audit_log where workspace_id = $1 and action = 'endpoint.retried'`,
    workspaceId,
  );
  t.is(log.length, 1);
});

test('a delivery that fails again during a retry of all deliveries is not retried twice', async t => {
  const { deliveries, retry } = await endpoint(300, later);
  const first = await retry();
  await fail((await deliveries()).filter(({ due_at }) => due_at <= new Date()));
  const counts = [(await retry(first.from)).count, (await retry(first.from)).count];
  t.deepEqual(counts, [50, 0]);
  const again = (await deliveries()).filter(({ attempts_made }) => attempts_made === 4);
  t.is(again.length, 250);
  t.true(again.every(({ due_at }) => due_at > new Date()));
  t.is((await retry()).count, 250);
});

/** Runs the jobs of an endpoint as a worker does, in the order in which they were added. */
async function runJobs(endpointId: string) {
  const query = (text: string, values: unknown[]) => w.service.query(text, values);
  const equipment = { config: readConfig({}), checkpoint: () => {} };
  const jobs = 'select task, payload from corkboard_ops.jobs where endpoint_id = $1 order by id';
  for (const { task, payload } of await sql(jobs, endpointId)) {
    const { default: equip } = await import(`../../tasks/${task}.ts`);
    await equip(equipment)(payload, { query });
  }
}

for (const [name, columns, expected] of [
  ['start_replay', settledAs('missed'), { status: 'pending', round: 2 }],
  ['start_retry', later, { status: 'pending', job_number: 2 }],
  ['disable_endpoint', later, { status: 'missed' }],
] as const)
  test(`a job finishes ${name}, however many deliveries there are`, async t => {
    const { endpointId, call, deliveries } = await endpoint(510, columns);
    await call(name);
    await runJobs(endpointId);
    for (const delivery of await deliveries()) t.like(delivery, expected);
  });

test('a job finishes the removal of an endpoint, however many deliveries there are', async t => {
  const { endpointId, call, deliveries } = await endpoint(510, later);
  await call('remove_endpoint');
  t.is((await deliveries()).length, 260);
  await runJobs(endpointId);
  t.deepEqual(await deliveries(), []);
  t.is(await h.endpoint(endpointId), undefined);
});

for (const [name, columns] of [
  ['start_replay', settledAs('missed')],
  ['start_retry', later],
] as const)
  test(`turning an endpoint off stops ${name}, and all its deliveries are missed`, async t => {
    const { endpointId, call, deliveries } = await endpoint(260, columns);
    await call(name);
    await call('disable_endpoint');
    await runJobs(endpointId);
    t.true((await deliveries()).every(isIn('missed')));
  });

// From here on transactions wait for each other, so each test runs alone.

test.serial('a retry of all deliveries leaves out one whose attempt starts at that moment', async t => {
  const { deliveries, retry } = await endpoint(2, later);
  const [one] = await deliveries();
  const job = await jobOf(one.id);
  const worker = await hold(t, w.db, 'select 1');
  const claimed = await claim([job], worker.query);
  t.is((await worker.delays(retry)).count, 1);
  await finish(claimed, 'timeout');
  t.like(await jobOf(one.id), { jobNumber: 2 });
  t.is((await h.attempts(one.id))[0].number, 4);
});

/** An endpoint that missed a batch of deliveries long enough ago to be pruned, and then 50 others. */
const longMissed = () =>
  endpoint(300, {
    ...settledAs('missed'),
    settled_at: `now() - case when n <= 250 then interval '31 days' else interval '1 day' end`,
  });

/** What pruning does, in a transaction that the test ends: with Citus prune_deliveries has transactions of its own. */
const prune = `delete from corkboard.webhook_deliveries where endpoint_id = $1 and settled_at < now() - interval '30 days'`;

test.serial('a replay continues if pruning deletes the batch that it is about to send', async t => {
  const { endpointId, call, deliveries } = await longMissed();
  const pruning = await hold(t, w.db, prune, endpointId);
  t.deepEqual(await pruning.delays(() => call('start_replay')), { replayed: 50, isAll: true });
  t.true((await deliveries()).every(isIn('pending')));
});

test.serial('a replay continues if pruning deletes part of its batch', async t => {
  const { endpointId, call } = await longMissed();
  await sql(
    `update corkboard.webhook_deliveries set settled_at = now() - interval '29 days'
      where id = (select id from corkboard.webhook_deliveries where endpoint_id = $1 and settled_at < now() - interval '30 days' limit 1)`,
    endpointId,
  );
  const pruning = await hold(t, w.db, prune, endpointId);
  t.deepEqual(await pruning.delays(() => call('start_replay')), { replayed: 1, isAll: false });
  const jobs = await sql(`select 1 from graphile_worker.jobs where task_identifier = 'replay_missed'`);
  t.is(jobs.length, 1);
});

test.serial('turning an endpoint off continues if attempts settle its batch, or part of it', async t => {
  const pending = {
    due_at: `now() - case when n <= 250 then interval '31 days' else interval '1 day' end`,
  };
  const { endpointId, call, deliveries } = await endpoint(300, pending);
  const settle = `update corkboard.webhook_deliveries set status = 'succeeded', due_at = null, settled_at = now()
    where id in (select id from corkboard.webhook_deliveries where endpoint_id = $1 and due_at is not null order by due_at limit $2)`;
  await sql('update corkboard.webhook_endpoints set disabled_at = now() where id = $1', endpointId);
  const missed = async (settled: number) =>
    (await hold(t, w.db, settle, endpointId, settled)).delays(() => call('miss_disabled_batch'));
  t.deepEqual(await missed(250), { miss_disabled_batch: 50 });
  await add(endpointId, 300, pending);
  t.deepEqual(await missed(1), { miss_disabled_batch: 249 });
  t.deepEqual(await call('miss_disabled_batch'), { miss_disabled_batch: 50 });
  const left = await deliveries();
  t.deepEqual([left.filter(isIn('succeeded')).length, left.filter(isIn('pending')).length], [251, 0]);
});
