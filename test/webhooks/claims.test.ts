import test from 'ava';
import { attempts } from '../support/attempts.ts';
import { subscriptions } from '../support/hooks.ts';
import { world } from '../support/world.ts';

const w = world(test);
const { sql } = w;
const h = subscriptions(w);

const { add, claim, record } = attempts(w);

/** An endpoint with this many pending deliveries, and their jobs. */
async function waiting(count: number) {
  const { endpointId } = await h.subscribe((await w.workspace()).id);
  return { endpointId, jobs: await add(endpointId, count) };
}

test('if several workers claim the same deliveries at once, each delivery is claimed once', async t => {
  const { jobs } = await waiting(50);
  const shuffled = () => jobs.map(job => [Math.random(), job] as const).sort(([a], [b]) => a - b);
  const answers = await Promise.all(Array.from({ length: 8 }, () => claim(shuffled().map(([, job]) => job))));
  const got = answers.flat();
  t.is(got.length, 50);
  t.is(new Set(got.map(({ deliveryId }) => deliveryId)).size, 50);
  // Each delivery is also throttled for the jobs that did not get it, because the attempt in progress may fail.
  t.is(
    (
      await sql(
        'select 1 from corkboard.webhook_throttled_deliveries where workspace_id = $1',
        jobs[0].workspaceId,
      )
    ).length,
    50,
  );
});

test('if a batch has two jobs for one delivery, the newer job gets the claim', async t => {
  const { jobs } = await waiting(1);
  const [job] = jobs;
  const claimed = await claim([{ ...job, jobNumber: 0 }, job, job]);
  t.is(claimed.length, 1);
  t.like(claimed[0], { deliveryId: job.deliveryId, jobNumber: 1 });
  t.truthy(claimed[0].claim);
});

test('an expired claim is taken over, and its former holder can’t release the new one', async t => {
  const { endpointId, jobs } = await waiting(1);
  const [first] = await claim(jobs);
  await sql('update corkboard.webhook_claims set claimed_until = now() where id = $1', first.deliveryId);
  const [second] = await claim(jobs);
  t.truthy(second.claim);
  t.not(second.claim, first.claim);
  await record([first], jobs, 'timeout');
  const [left] = await h.claims(endpointId);
  t.is(left.claim, second.claim);
});

test('an outdated job and jobs of settled or deleted deliveries leave no claim', async t => {
  const { endpointId, jobs } = await waiting(3);
  const [settled, gone, again] = jobs as any[];
  await sql(
    `update corkboard.webhook_deliveries set status = 'succeeded', due_at = null, settled_at = now() where id = $1`,
    settled.deliveryId,
  );
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
  const { endpointId, jobs } = await waiting(2);
  await sql('update corkboard.webhook_endpoints set disabled_at = now() where id = $1', endpointId);
  t.deepEqual(await claim(jobs), []);
  t.deepEqual(
    (await h.deliveries(endpointId)).map(({ status, due_at }) => [status, due_at]),
    Array(2).fill(['missed', null]),
  );
  t.deepEqual(await h.claims(endpointId), []);
});

test('a claim that waits for the recording of the previous attempt sees its outcome', async t => {
  const { endpointId, jobs } = await waiting(20);
  const claims = await claim(jobs);
  const results = await Promise.all(
    claims.flatMap(claimed => {
      const job = jobs.find(({ deliveryId }) => deliveryId === claimed.deliveryId);
      return [record([claimed], jobs, 'succeeded').then(() => []), claim([job]), claim([job])];
    }),
  );
  // These claims came too early, or the delivery was already settled.
  t.deepEqual(results.flat(), []);
  t.true((await h.deliveries(endpointId)).every(({ status }) => status === 'succeeded'));
  t.deepEqual(await h.claims(endpointId), []);
});

test('many workers that claim and record batches in any order never deadlock', async t => {
  const { endpointId, jobs } = await waiting(100);
  const rounds = async () => {
    for (let left = jobs, round = 0; left.length > 0 && round < 1_000; round++) {
      const claims = await claim(left);
      await record(claims.reverse(), jobs, 'succeeded');
      left = (await h.deliveries(endpointId))
        .filter(({ status }) => status === 'pending')
        .map(d => ({
          workspaceId: d.workspace_id,
          endpointId,
          deliveryId: d.id,
          jobNumber: d.job_number,
        }));
    }
  };
  await Promise.all(Array.from({ length: 6 }, rounds));
  const { attempts } = (
    await sql(
      'select count(*)::int as attempts from corkboard.webhook_attempts a join corkboard.webhook_deliveries d on d.workspace_id = a.workspace_id and d.id = a.delivery_id where d.endpoint_id = $1',
      endpointId,
    )
  )[0];
  t.is(attempts, 100);
});
