import test from 'ava';
import type pg from 'pg';
import { attempts } from '../support/attempts.ts';
import { subscriptions } from '../support/hooks.ts';
import { waitsForLock } from '../support/lockWaits.ts';
import { queuedJobs } from '../support/queue.ts';
import { world } from '../support/world.ts';

const w = world(test);
const h = subscriptions(w);
const { add, claim, jobOf, record } = attempts(w);

const { sql } = w;
const retry = 'select r.id from corkboard.retry_delivery($1, $2) r';

// These tests run serially, because transactions that wait on purpose would use up the connections.

/** A pending delivery and its job. No worker is running. */
async function pending() {
  const studio = await w.workspace();
  const { endpointId } = await h.subscribe(studio.id);
  const [job] = await add(endpointId, 1);
  return { studio, endpointId, job, of: [studio.id, job.deliveryId] };
}

/** Runs `work` on a connection in its own transaction; `pid` identifies its session. */
async function within(work: (connection: pg.PoolClient, pid: number) => Promise<void>) {
  const connection = await w.db.connect();
  try {
    await connection.query('begin');
    const { rows } = await connection.query('select pg_backend_pid() as pid');
    await work(connection, rows[0].pid);
    await connection.query('commit');
  } finally {
    connection.release();
  }
}

test.serial(
  'a worker that claims a delivery during its retry waits, and then its job does nothing',
  async t => {
    const { endpointId, job, of } = await pending();
    const claims: Promise<any[]>[] = [];
    await within(async retrying => {
      await retrying.query(retry, of);
      await within(async (claiming, pid) => {
        claims.push(claim([job], (text, values) => claiming.query(text, values)));
        await waitsForLock(w.db, { pid });
        await retrying.query('commit');
        t.deepEqual(await claims[0], []);
      });
    });
    const [delivery] = await h.deliveries(endpointId);
    t.like(delivery, { status: 'pending', attempts_made: 0, job_number: 2 });
    t.truthy((await claim([await jobOf(job.deliveryId)]))[0].claim);
  },
);

test.serial('a retry during a worker’s claim waits, and is rejected', async t => {
  const { endpointId, job, of } = await pending();
  await within(async claiming => {
    const claimed = await claim([job], (text, values) => claiming.query(text, values));
    t.truthy(claimed[0].claim);
    await within(async (retrying, pid) => {
      const refused = t.throwsAsync(retrying.query(retry, of), { message: /is under way/ });
      await waitsForLock(w.db, { pid });
      await claiming.query('commit');
      await refused;
    });
    await record(claimed, [job], 'timeout');
  });
  t.like((await h.deliveries(endpointId))[0], { attempts_made: 1, job_number: 2 });
});

test.serial('simultaneous retries and claims make one attempt at a time, and each counts', async t => {
  const { endpointId, job, of } = await pending();
  let underWay = 0;
  let made = 0;
  const attempt = async () => {
    const now = await jobOf(job.deliveryId);
    const claimed = (await claim([now])).filter(({ claim }) => claim !== null);
    if (claimed.length === 0) return;
    underWay += 1;
    t.is(underWay, 1);
    made += 1;
    await new Promise(setImmediate);
    underWay -= 1;
    await record(claimed, [now], 'timeout');
  };
  const retried = () =>
    sql(retry, ...of).catch((error: Error) => t.regex(error.message, /under way|it failed/));
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let i = 0; i < 15; i++) await Promise.all([attempt(), retried()]);
    }),
  );
  const [delivery] = await h.deliveries(endpointId);
  t.is(delivery.attempts_made, made);
  t.is((await h.attempts(job.deliveryId)).length, made);
  t.deepEqual(await h.claims(endpointId), []);
});

test.serial('a retry takes over the attempt of a worker that died', async t => {
  const { endpointId, job, of } = await pending();
  await claim([job]);
  await sql('update corkboard.webhook_claims set claimed_until = now() where id = $1', job.deliveryId);
  await sql(retry, ...of);
  t.deepEqual(await h.claims(endpointId), []);
  t.truthy((await claim([await jobOf(job.deliveryId)]))[0].claim);
});

test.serial('two simultaneous retries of a delivery leave one effective job', async t => {
  const { job, of } = await pending();
  await Promise.all([sql(retry, ...of), sql(retry, ...of)]);
  const jobs = await sql(
    `select (payload ->> 'jobNumber')::int as n from ${queuedJobs}
      where payload ->> 'deliveryId' = $1 and run_at <= now() order by 1`,
    job.deliveryId,
  );
  t.deepEqual(
    jobs.map(({ n }) => n),
    [2, 3],
  );
  t.is((await jobOf(job.deliveryId)).jobNumber, 3);
});
