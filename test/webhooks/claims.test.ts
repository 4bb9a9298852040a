import test from 'ava';
import { batched } from '../../src/concurrency/batch.ts';
import { retryingConflicts } from '../../src/database/connection.ts';
import { newAttemptQueue } from '../../src/webhooks/attemptQueue.ts';
import { type Attempted, type Query, recordAttempts } from '../../src/webhooks/attempts.ts';
import { attempted } from '../support/attempts.ts';
import { endpoints } from '../support/endpoints.ts';
import { hold } from '../support/hold.ts';

const { w, sql, h, change, claim, finish, jobsOf, endpoint } = endpoints(test);

const query: Query = (text, values) => w.db.query(text, values);

test('if several workers claim the same deliveries at once, each delivery is claimed once', async t => {
  const { endpointId } = await endpoint(50);
  const answers = await Promise.all(Array.from({ length: 8 }, async () => claim(await jobsOf(endpointId))));
  const got = answers.flat();
  t.is(got.length, 50);
  t.is(new Set(got.map(({ deliveryId }) => deliveryId)).size, 50);
  // Each delivery is also throttled for the jobs that did not get it, because the attempt in progress may fail.
  t.is((await h.throttled(endpointId)).length, 50);
});

test('of several jobs for one delivery that a worker claims together, one gets it, of the newest', async t => {
  const { jobs } = await endpoint(1);
  const [job] = jobs;
  const queue = newAttemptQueue(query, null, { onClaimed: () => {}, onThrottledAllowed: () => {} });
  const claims = await Promise.all([{ ...job, jobNumber: 0 }, job, job].map(one => queue.claim(one)));
  t.deepEqual(
    claims.map(claim => claim?.jobNumber),
    [undefined, 1, undefined],
  );
});

test('an expired claim is taken over, and its former holder can’t release the new one', async t => {
  const { endpointId, jobs } = await endpoint(1);
  const [first] = await claim(jobs);
  await sql('update corkboard.webhook_claims set claimed_until = now() where id = $1', first.deliveryId);
  const [second] = await claim(jobs);
  t.truthy(second.claim);
  t.not(second.claim, first.claim);
  await finish([first], 'timeout');
  t.is((await h.claims(endpointId))[0].claim, second.claim);
});

test('an outdated job and jobs of settled or deleted deliveries leave no claim', async t => {
  const { endpointId, jobs } = await endpoint(3);
  const [settled, gone, again] = jobs as any[];
  await change(settled.deliveryId, `status = 'succeeded', due_at = null, settled_at = now()`);
  await sql('delete from corkboard.webhook_deliveries where id = $1', gone.deliveryId);
  t.deepEqual(await claim([settled, gone, { ...again, jobNumber: 0 }]), []);
  t.deepEqual(
    await sql('select 1 from corkboard.webhook_claims where workspace_id = $1', again.workspaceId),
    [],
  );
  t.truthy((await claim([again]))[0].claim);
  t.is((await h.claims(endpointId)).length, 1);
});

test('a delivery that is due while its endpoint is being turned off is missed, not claimed', async t => {
  const { endpointId, jobs } = await endpoint(2);
  await sql('update corkboard.webhook_endpoints set disabled_at = now() where id = $1', endpointId);
  t.deepEqual(await claim(jobs), []);
  const missed = { status: 'missed', due_at: null };
  t.like(await h.deliveries(endpointId), [missed, missed]);
  t.deepEqual(await h.claims(endpointId), []);
});

test('a claim that waits for the recording of the previous attempt sees its outcome', async t => {
  const { endpointId, jobs, tally } = await endpoint(20);
  const claims = await claim(jobs);
  const results = await Promise.all(
    claims.flatMap(claimed => {
      const job = jobs.find(({ deliveryId }) => deliveryId === claimed.deliveryId);
      return [finish([claimed], 'succeeded').then(() => []), claim([job]), claim([job])];
    }),
  );
  // These claims came too early, or the delivery was already settled.
  t.deepEqual(results.flat(), []);
  t.deepEqual(await tally('status'), [{ status: 'succeeded', count: 20 }]);
  t.deepEqual(await h.claims(endpointId), []);
});

test('many workers that claim and record batches in any order never deadlock', async t => {
  const { endpointId, jobs } = await endpoint(40);
  const rounds = async () => {
    for (let left = jobs, round = 0; left.length > 0 && round < 1_000; round++) {
      await finish((await claim(left)).reverse(), 'succeeded');
      left = await jobsOf(endpointId, `status = 'pending'`);
    }
  };
  await Promise.all(Array.from({ length: 4 }, rounds));
  const made = await sql(
    'select 1 from corkboard.webhook_attempts a where a.delivery_id = any ($1)',
    jobs.map(({ deliveryId }) => deliveryId),
  );
  t.is(made.length, 40);
});

/** Makes this many deliveries and claims their attempts. Returns their successful outcomes. */
async function succeeding(count: number) {
  const { jobs, ...rest } = await endpoint(count);
  return { ...rest, made: attempted(await claim(jobs), 'succeeded') };
}

const allButOne = [
  { status: 'pending', count: 1 },
  { status: 'succeeded', count: 19 },
];

/** Records attempts in a batch, as a worker does. Returns the places of those that could not be recorded. */
async function failures(made: Attempted[], on: Query): Promise<number[]> {
  const work = batched<Attempted, void>(400, 0, async batch => {
    await recordAttempts(on, batch);
    return undefined;
  });
  const results = await Promise.allSettled(made.map(work));
  return results.flatMap(({ status }, i) => (status === 'rejected' ? [i] : []));
}

const lock = 'select 1 from corkboard.webhook_deliveries where workspace_id = $1 and id = $2 for update';

test('if one attempt of a batch can’t be recorded, the others still are', async t => {
  const { made, tally } = await succeeding(20);
  made[7]!.durationMs = -1;
  t.deepEqual(await failures(made, query), [7]);
  t.deepEqual(await tally('status'), allButOne);
});

test('if another transaction locks a row of a batch, the other rows are still recorded', async t => {
  const { made, tally } = await succeeding(20);
  await hold(t, w.db, lock, made[3]!.workspaceId, made[3]!.deliveryId);
  const impatient = await w.db.connect();
  await impatient.query(`set lock_timeout = '100ms'`);
  t.deepEqual(await failures(made, (text, values) => impatient.query(text, values)), [3]);
  impatient.release(true);
  t.deepEqual(await tally('status'), allButOne);
});

test('a batch that is ended by a deadlock is retried', async t => {
  const { made, tally } = await succeeding(2);
  const [first, second] = made.map(({ workspaceId, deliveryId }) => [workspaceId, deliveryId]).sort();
  const other = await hold(t, w.db, lock, ...second!);
  const recorded = recordAttempts(retryingConflicts(query), made);
  // The batch holds the first row and waits for the second; now the other transaction waits for the first.
  await other.blocks();
  await other.query(lock, first).catch(() => {});
  await other.release();
  await recorded;
  t.deepEqual(await tally('status'), [{ status: 'succeeded', count: 2 }]);
});

test('an attempt is recorded even if another transaction writes its delivery at its end', async t => {
  const { endpointId, made, tally } = await succeeding(3);
  const change = 'update corkboard.webhook_deliveries set created_at = created_at where endpoint_id = $1';
  const other = await hold(t, w.db, change, endpointId);
  await other.delays(() => recordAttempts(query, made));
  t.deepEqual(await tally('status'), [{ status: 'succeeded', count: 3 }]);
  t.deepEqual(await h.claims(endpointId), []);
});
