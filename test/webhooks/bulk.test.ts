import test from 'ava';
import { readConfig } from '../../src/config.ts';
import { type Equipment, loadTasks } from '../../src/jobs/tasks.ts';
import { settledAs } from '../support/attempts.ts';
import { endpoints } from '../support/endpoints.ts';
import { hold } from '../support/hold.ts';
import { queuedJobs, queuedTasks } from '../support/queue.ts';

// Replays and retries of many deliveries, and turning an endpoint off, batch by batch.

const { w, sql, h, add, claim, finish, jobOf, jobsOf, endpoint: open } = endpoints(test);

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
    /** Claims the deliveries that are due and records a timeout of each, all at once. */
    fail: async () => {
      await made.set('concurrency_window = 256');
      const due = await jobsOf(made.endpointId, `status = 'pending' and due_at <= now()`);
      await finish(await claim(due), 'timeout');
    },
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

test('a replay starts another round, and keeps the number of earlier attempts', async t => {
  const { endpointId, tally, replay } = await endpoint(3, settledAs('failed'));
  t.is((await replay()).count, 3);
  const expected = { status: 'pending', round: 2, earlier_attempts: 7, attempts_made: 0, job_number: 2 };
  t.deepEqual(await tally(...Object.keys(expected)), [{ ...expected, count: 3 }]);
  await sql(
    `update corkboard.webhook_deliveries set status = 'missed', attempts_made = 2, due_at = null, settled_at = now() where endpoint_id = $1`,
    endpointId,
  );
  await replay();
  t.deepEqual(await tally('round', 'earlier_attempts'), [{ round: 3, earlier_attempts: 9, count: 3 }]);
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
  const { endpointId, call, tally, replay } = await endpoint(20, settledAs('failed'));
  await replay();
  await call('disable_endpoint');
  t.deepEqual(await tally('status'), [{ status: 'missed', count: 20 }]);
  t.deepEqual(await h.throttled(endpointId), []);
  await call('enable_endpoint');
  t.is((await replay()).count, 20);
  t.is((await queued(endpointId)).waiting, 20);
});

test('enabling an endpoint that was just turned off misses the deliveries that are still pending', async t => {
  const { endpointId, call, tally } = await endpoint(3, later);
  await sql('update corkboard.webhook_endpoints set disabled_at = now() where id = $1', endpointId);
  await call('enable_endpoint');
  t.deepEqual(await tally('status'), [{ status: 'missed', count: 3 }]);
});

test('nothing becomes missed by the job of an endpoint that was enabled again meanwhile', async t => {
  const { call, tally } = await endpoint(3, later);
  t.deepEqual(await call('miss_disabled_batch'), { miss_disabled_batch: 0 });
  t.deepEqual(await tally('status'), [{ status: 'pending', count: 3 }]);
});

test('deliveries that fail again are not replayed by later batches of the same replay', async t => {
  const { endpointId, tally, replay, fail } = await endpoint(600, settledAs('missed'));
  const first = await replay();
  t.is(first.count, 250);
  await sql('update corkboard.webhook_deliveries set attempts_made = 6 where endpoint_id = $1', endpointId);
  await fail();
  // Twenty failures in a row have turned the endpoint off.
  await sql('update corkboard.webhook_endpoints set disabled_at = null where id = $1', endpointId);
  const counts = [];
  for (let n = 0; n < 3; n++) counts.push((await replay(first.from)).count);
  t.deepEqual(counts, [250, 100, 0]);
  t.deepEqual(await tally('status', 'round'), [
    { status: 'failed', round: 2, count: 250 },
    { status: 'pending', round: 2, count: 350 },
  ]);
  t.is((await replay()).count, 250);
});

test('a replay since a time leaves out deliveries that were settled before', async t => {
  const at = `'2026-11-20T09:00:00Z'::timestamptz + (n - 3) * interval '1 second'`;
  const { tally, replay } = await endpoint(4, settledAs('failed', at));
  t.is((await replay(null, '2026-11-20T09:00:00Z')).count, 2);
  t.deepEqual(await tally('status'), [
    { status: 'failed', count: 2 },
    { status: 'pending', count: 2 },
  ]);
});

test('two simultaneous replays replay each delivery once', async t => {
  const { tally, replay } = await endpoint(300, settledAs('missed'));
  const all = async () => {
    const first = await replay();
    let sum = 0;
    for (let { count } = first; count > 0; { count } = await replay(first.from)) sum += count;
    return sum;
  };
  const [one, other] = await Promise.all([all(), all()]);
  t.is(one + other, 300);
  t.deepEqual(await tally('round'), [{ round: 2, count: 300 }]);
});

test('a retry of all deliveries makes later attempts due, and each counts as one of the seven', async t => {
  const { endpointId, workspaceId, tally, retry } = await endpoint(300, later);
  await sql(
    `update corkboard.webhook_deliveries set due_at = now() - interval '1 minute'
      where id = (select id from corkboard.webhook_deliveries where endpoint_id = $1 order by due_at limit 1)`,
    endpointId,
  );
  const first = await retry();
  const counts = [first.count, (await retry(first.from)).count, (await retry(first.from)).count];
  t.deepEqual(counts, [250, 49, 0]);
  t.deepEqual(await tally('job_number', 'due_at <= now() as due', 'attempts_made'), [
    { job_number: 1, due: true, attempts_made: 3, count: 1 },
    { job_number: 2, due: true, attempts_made: 3, count: 299 },
  ]);
  const log = await sql(
    `select 1 from corkboard.audit_log where workspace_id = $1 and action = 'endpoint.retried'`,
    workspaceId,
  );
  t.is(log.length, 1);
});

test('a delivery that fails again during a retry of all deliveries is not retried twice', async t => {
  const { tally, retry, fail } = await endpoint(300, later);
  const first = await retry();
  await fail();
  const counts = [(await retry(first.from)).count, (await retry(first.from)).count];
  t.deepEqual(counts, [50, 0]);
  t.deepEqual(await tally('attempts_made', 'due_at <= now() as due'), [
    { attempts_made: 3, due: true, count: 50 },
    { attempts_made: 4, due: false, count: 250 },
  ]);
  t.is((await retry()).count, 250);
});

/** Runs the jobs of an endpoint as a worker does, in the order in which they were added. */
async function runJobs(endpointId: string) {
  const tasks = await loadTasks({ config: readConfig({}), checkpoint: () => {} } as Equipment, true);
  const client = await w.service.connect();
  const helpers = {
    query: client.query.bind(client),
    withPgClient: (work: any) => work(client),
  } as any;
  const jobs = `select k.identifier as task, j.payload from ${queuedJobs} j join ${queuedTasks} k on k.id = j.task_id
                 where $1 in (j.payload ->> 'endpointId', j.payload ->> 'recordId') order by j.id`;
  for (const { task, payload } of await sql(jobs, endpointId)) await tasks[task]!(payload, helpers);
  client.release();
}

for (const [name, columns, expected] of [
  ['start_replay', settledAs('missed'), { status: 'pending', round: 2 }],
  ['start_retry', later, { status: 'pending', job_number: 2 }],
  ['disable_endpoint', later, { status: 'missed' }],
] as const)
  test(`a job finishes ${name}, however many deliveries there are`, async t => {
    const { endpointId, call, tally } = await endpoint(510, columns);
    await call(name);
    await runJobs(endpointId);
    t.deepEqual(await tally(...Object.keys(expected)), [{ ...expected, count: 510 }]);
  });

test('a job finishes the removal of an endpoint, however many deliveries there are', async t => {
  const { endpointId, call, tally } = await endpoint(510, later);
  await call('remove_endpoint');
  t.deepEqual(await tally('status'), [{ status: 'pending', count: 260 }]);
  await runJobs(endpointId);
  t.deepEqual(await tally('status'), []);
  t.is(await h.endpoint(endpointId), undefined);
});

for (const [name, columns] of [
  ['start_replay', settledAs('missed')],
  ['start_retry', later],
] as const)
  test(`turning an endpoint off stops ${name}, and all its deliveries are missed`, async t => {
    const { endpointId, call, tally } = await endpoint(260, columns);
    await call(name);
    await call('disable_endpoint');
    await runJobs(endpointId);
    t.deepEqual(await tally('status'), [{ status: 'missed', count: 260 }]);
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
  const { endpointId, call, tally } = await longMissed();
  const pruning = await hold(t, w.db, prune, endpointId);
  t.deepEqual(await pruning.delays(() => call('start_replay')), { replayed: 50, isAll: true });
  t.deepEqual(await tally('status'), [{ status: 'pending', count: 50 }]);
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
  const { endpointId, call, tally } = await endpoint(300, pending);
  const settle = `update corkboard.webhook_deliveries set status = 'succeeded', due_at = null, settled_at = now()
    where id in (select id from corkboard.webhook_deliveries where endpoint_id = $1 and due_at is not null order by due_at limit $2)`;
  await sql('update corkboard.webhook_endpoints set disabled_at = now() where id = $1', endpointId);
  const missed = async (settled: number) =>
    (await hold(t, w.db, settle, endpointId, settled)).delays(() => call('miss_disabled_batch'));
  t.deepEqual(await missed(250), { miss_disabled_batch: 50 });
  await add(endpointId, 300, pending);
  t.deepEqual(await missed(1), { miss_disabled_batch: 249 });
  t.deepEqual(await call('miss_disabled_batch'), { miss_disabled_batch: 50 });
  t.deepEqual(await tally('status'), [
    { status: 'missed', count: 349 },
    { status: 'succeeded', count: 251 },
  ]);
});
