import test from 'ava';
import { batched } from '../../src/concurrency/batch.ts';
import { retryingConflicts } from '../../src/database/connection.ts';
import { type Attempted, type Query, recordAttempts } from '../../src/webhooks/attempts.ts';
import { attempts } from '../support/attempts.ts';
import { subscriptions } from '../support/hooks.ts';
import { waitsForLock } from '../support/lockWaits.ts';
import { world } from '../support/world.ts';

const w = world(test);
const h = subscriptions(w);
const { add, claim, record } = attempts(w);

const query: Query = (text, values) => w.db.query(text, values);

const lock = 'select 1 from corkboard.webhook_deliveries where workspace_id = $1 and id = $2 for update';

/** Makes this many deliveries and claims their attempts. */
async function claimed(count: number) {
  const { endpointId } = await h.subscribe((await w.workspace()).id);
  const jobs = await add(endpointId, count);
  return { endpointId, jobs, claims: await claim(jobs) };
}

/** The outcomes of the attempts of these claims. */
const succeeded = (claims: any[], jobs: any[]): Attempted[] =>
  claims.map(({ deliveryId, claim, atOnce, claimedAt }) => ({
    ...jobs.find(job => job.deliveryId === deliveryId),
    claim,
    atOnce,
    attemptedAt: claimedAt,
    outcome: 'succeeded',
    status: 200,
    reason: null,
    durationMs: 12,
    response: null,
  }));

const statuses = async (endpointId: string) =>
  (await h.deliveries(endpointId)).map(({ status }) => status).sort();

test('if one attempt of a batch can’t be recorded, the others still are', async t => {
  const { endpointId, jobs, claims } = await claimed(20);
  const work = batched<Attempted, void>(400, 0, async made => {
    await recordAttempts(query, made);
    return undefined;
  });
  const made = succeeded(claims, jobs);
  made[7]!.durationMs = -1;
  const results = await Promise.allSettled(made.map(work));
  t.deepEqual(
    results.flatMap(({ status }, i) => (status === 'rejected' ? [i] : [])),
    [7],
  );
  t.deepEqual(await statuses(endpointId), ['pending', ...Array(19).fill('succeeded')]);
});

test('if another transaction locks a row of a batch, the other rows are still recorded', async t => {
  const { endpointId, jobs, claims } = await claimed(20);
  const holder = await w.db.connect();
  await holder.query('begin');
  await holder.query(lock, [jobs[3].workspaceId, claims[3].deliveryId]);
  const impatient = await w.db.connect();
  await impatient.query(`set lock_timeout = '100ms'`);
  const work = batched<Attempted, void>(400, 0, async made => {
    await recordAttempts((text, values) => impatient.query(text, values), made);
    return undefined;
  });
  const results = await Promise.allSettled(succeeded(claims, jobs).map(work));
  await holder.query('rollback');
  impatient.release(true);
  holder.release();
  t.is(results.filter(({ status }) => status === 'rejected').length, 1);
  t.deepEqual(await statuses(endpointId), ['pending', ...Array(19).fill('succeeded')]);
});

test('a batch that is ended by a deadlock is retried', async t => {
  const { endpointId, jobs, claims } = await claimed(2);
  const [first, second] = jobs.map(({ workspaceId, deliveryId }) => [workspaceId, deliveryId]).sort();
  const other = await w.db.connect();
  await other.query('begin');
  await other.query(lock, second);
  let tries = 0;
  const recorded = recordAttempts(
    retryingConflicts((text, values) => {
      tries++;
      return query(text, values);
    }),
    succeeded(claims, jobs),
  );
  // The batch holds the first row and waits for the second; now the other transaction waits for the first.
  await waitsForLock(w.db, { query: 'record_attempts' });
  await other.query(lock, first).then(
    () => other.query('commit'),
    () => other.query('rollback'),
  );
  other.release();
  await recorded;
  t.true(tries <= 2);
  t.deepEqual(await statuses(endpointId), ['succeeded', 'succeeded']);
});

test('an attempt is recorded even if another transaction writes its delivery at its end', async t => {
  const { endpointId, jobs, claims } = await claimed(3);
  const other = await w.db.connect();
  await other.query('begin');
  await other.query(
    'update corkboard.webhook_deliveries set created_at = created_at where endpoint_id = $1',
    [endpointId],
  );
  const recorded = record(claims, jobs, 'succeeded');
  await waitsForLock(w.db, { query: 'record_attempts' });
  await other.query('commit');
  other.release();
  await recorded;
  t.deepEqual(await statuses(endpointId), ['succeeded', 'succeeded', 'succeeded']);
  t.deepEqual(await h.claims(endpointId), []);
});
