import test from 'ava';
import type { Query } from '../../src/webhooks/attempts.ts';
import { endpoints } from '../support/endpoints.ts';
import { hold } from '../support/hold.ts';
import { queuedJobs } from '../support/queue.ts';

// A person's retry of a delivery that awaits its next attempt.

const { w, sql, h, claim, finish, jobOf, endpoint } = endpoints(test);
const retryDelivery = 'select r.* from corkboard.retry_delivery($1, $2) r';

// These tests run serially, because transactions that wait on purpose would use up the connections.

/** A pending delivery and its job. */
async function pending() {
  const made = await endpoint(1);
  const [job] = made.jobs;
  const of = [made.workspaceId, job.deliveryId];
  return { ...made, job, of, retry: async () => (await sql(retryDelivery, ...of))[0] };
}

test.serial('each retry is due now and one of seven attempts, and the schedule continues', async t => {
  const { job, delivery, retry, claimAll, set } = await pending();
  let claims = await claim([job]);
  for (const [made, minutes] of [1, 5, 30, 120, 360, 720].entries()) {
    await finish(claims, 'timeout', { durationMs: 0 });
    const { due_at, job_number } = await delivery();
    const { attempted_at } = (await h.attempts(job.deliveryId)).at(-1);
    const delay = (due_at - attempted_at) / 60_000;
    t.true(delay >= minutes && delay <= minutes + Math.min(minutes / 10, 5), `${delay}`);
    const retried = await retry();
    t.like(retried, { status: 'pending', attempts_made: made + 1, round: 1 });
    t.true(retried.due_at < due_at);
    // The job from before the retry does nothing.
    t.deepEqual(await claim([{ ...job, jobNumber: job_number }]), []);
    // An endpoint that only fails gets 16 attempts a second.
    await set(`next_attempt_at = '-infinity'`);
    claims = await claimAll();
  }
  await finish(claims, 'timeout');
  t.like(await delivery(), { status: 'failed', attempts_made: 7 });
  await t.throwsAsync(retry(), { message: /not waiting for an attempt: it failed\. Replay it/ });
});

test.serial('a retry during an attempt is rejected, and the attempt counts', async t => {
  const { job, delivery, retry } = await pending();
  const claims = await claim([job]);
  await t.throwsAsync(retry(), { message: /An attempt of the delivery is under way/ });
  t.is((await delivery()).job_number, 1);
  await finish(claims, 'timeout');
  t.like(await delivery(), { status: 'pending', attempts_made: 1, job_number: 2 });
});

test.serial('changing the retry schedule changes the number of attempts', async t => {
  const { endpointId, jobs } = await endpoint(3, { attempts_made: 'n - 1' });
  const client = await w.db.connect();
  t.teardown(() => client.release(true));
  await client.query('begin');
  await client.query(
    `create or replace function corkboard.retry_delays() returns interval[] language sql immutable
     as $$ select '{1 minute,1 hour}'::interval[] $$`,
  );
  const on: Query = (text, values) => client.query(text, values);
  await finish(await claim(jobs, on), 'timeout', {}, on);
  const { rows } = await client.query(
    `select extract(epoch from corkboard.last_retry_at('2027-01-31Z', d.attempts_made) - '2027-01-31Z')::integer / 60 as minutes, d.status
       from corkboard.webhook_deliveries d where d.endpoint_id = $1 order by d.attempts_made`,
    [endpointId],
  );
  t.deepEqual(rows, [
    { minutes: 60, status: 'pending' },
    { minutes: 0, status: 'pending' },
    { minutes: 0, status: 'failed' },
  ]);
});

test.serial('a worker that claims a delivery during its retry waits, and gets nothing', async t => {
  const { job, of, delivery, claimAll } = await pending();
  const retrying = await hold(t, w.db, retryDelivery, ...of);
  t.deepEqual(await retrying.delays(() => claim([job])), []);
  t.like(await delivery(), { status: 'pending', attempts_made: 0, job_number: 2 });
  t.truthy((await claimAll())[0].claim);
});

test.serial('a retry during a worker’s claim waits, and is rejected', async t => {
  const { job, delivery, retry } = await pending();
  const claiming = await hold(t, w.db, 'select 1');
  const claimed = await claim([job], claiming.query);
  await claiming.delays(() => t.throwsAsync(retry(), { message: /is under way/ }));
  await finish(claimed, 'timeout');
  t.like(await delivery(), { attempts_made: 1, job_number: 2 });
});

test.serial('simultaneous retries and claims make one attempt at a time, and each counts', async t => {
  const { claims, job, delivery, retry, claimAll } = await pending();
  let underWay = 0;
  let made = 0;
  const attempt = async () => {
    const claimed = await claimAll();
    if (claimed.length === 0) return;
    t.is(++underWay, 1);
    made += 1;
    await new Promise(setImmediate);
    underWay -= 1;
    await finish(claimed, 'timeout');
  };
  const retried = () => retry().catch((error: Error) => t.regex(error.message, /under way|it failed/));
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let i = 0; i < 8; i++) await Promise.all([attempt(), retried()]);
    }),
  );
  t.is((await delivery()).attempts_made, made);
  t.is((await h.attempts(job.deliveryId)).length, made);
  t.deepEqual(await claims(), []);
});

test.serial('a retry takes over the attempt of a worker that died', async t => {
  const { claims, job, retry, claimAll } = await pending();
  await claim([job]);
  await sql('update corkboard.webhook_claims set claimed_until = now() where id = $1', job.deliveryId);
  await retry();
  t.deepEqual(await claims(), []);
  t.truthy((await claimAll())[0].claim);
});

test.serial('two simultaneous retries of a delivery leave one effective job', async t => {
  const { job, retry } = await pending();
  await Promise.all([retry(), retry()]);
  const jobs = await sql(
    `select (payload ->> 'jobNumber')::int as n from ${queuedJobs}
      where payload ->> 'deliveryId' = $1 and run_at <= now() order by 1`,
    job.deliveryId,
  );
  t.deepEqual(jobs, [{ n: 2 }, { n: 3 }]);
  t.is((await jobOf(job.deliveryId)).jobNumber, 3);
});
