import test from 'ava';
import { eventually } from '../support/eventually.ts';
import { hooks } from '../support/hooks.ts';
import { world } from '../support/world.ts';

const w = world(test);
const { sql } = w;
const h = hooks(test, w);

/** Waits until a delivery has had this many attempts and none is in progress. */
async function tried(endpointId: string, count: number) {
  await eventually(
    async () => ({
      attempts: await sql(
        `select 1 from corkboard.webhook_attempts a
           join corkboard.webhook_deliveries d on d.workspace_id = a.workspace_id and d.id = a.delivery_id
          where d.endpoint_id = $1`,
        endpointId,
      ),
      claims: await h.claims(endpointId),
    }),
    ({ attempts, claims }) => attempts.length === count && claims.length === 0,
  );
  return (await h.deliveries(endpointId))[0];
}

/** A delivery that failed once and awaits its second attempt. */
async function failedOnce() {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id, { reaction: 500 });
  await studio.client();
  const delivery = await tried(hook.endpointId, 1);
  const retry = async () =>
    (await sql('select r.* from corkboard.retry_delivery($1, $2) r', studio.id, delivery.id))[0];
  return { studio, hook, delivery, retry };
}

test('a retry makes the next attempt of a pending delivery at once, and its old job does nothing', async t => {
  const { studio, hook, delivery, retry } = await failedOnce();
  hook.reaction = 200;
  const retried = await retry();
  t.like(retried, { id: delivery.id, status: 'pending', attempts_made: 1 });
  t.true(retried.due_at < delivery.due_at);
  t.like(await tried(hook.endpointId, 2), { status: 'succeeded', attempts_made: 2, round: 1 });
  await h.timePasses(studio.id);
  await h.idle(studio.id);
  t.is(hook.received.length, 2);
  t.is(hook.received[0]!.text, hook.received[1]!.text);
  const logged = await sql(
    `select actor, via, record_id from corkboard.audit_log where workspace_id = $1 and action = 'delivery.retried'`,
    studio.id,
  );
  t.deepEqual(logged, [{ actor: 'operator', via: 'app', record_id: delivery.id }]);
});

test('each retry is one of the seven attempts, and after the last one the delivery has failed', async t => {
  const { hook, retry } = await failedOnce();
  const minutes: number[] = [];
  for (let made = 2; made <= 7; made++) {
    await retry();
    const { due_at, attempts_made } = await tried(hook.endpointId, made);
    t.is(attempts_made, made);
    if (due_at !== null) minutes.push(Math.floor((due_at - Date.now() + 5_000) / 60_000));
  }
  t.like((await h.deliveries(hook.endpointId))[0], { status: 'failed', attempts_made: 7 });
  t.is(hook.received.length, 7);
  // After each retry the schedule continues with its next delay, plus up to a tenth of jitter.
  for (const [n, delay] of [5, 30, 120, 360, 720].entries())
    t.true(minutes[n]! >= delay && minutes[n]! <= delay * 1.1, `${minutes}`);
  await t.throwsAsync(retry(), { message: /not waiting for an attempt: it failed\. Replay it/ });
});

test('a retry during an attempt is rejected, and the attempt counts', async t => {
  const studio = await w.workspace();
  const answers: (() => void)[] = [];
  const hook = await h.subscribe(studio.id, {
    reaction: (_, res) => void answers.push(() => res.writeHead(500).end()),
  });
  await studio.client();
  await hook.gets(1);
  const [{ id, job_number }] = await h.deliveries(hook.endpointId);
  await t.throwsAsync(sql('select corkboard.retry_delivery($1, $2)', studio.id, id), {
    message: /An attempt of the delivery is under way/,
  });
  t.is((await h.deliveries(hook.endpointId))[0].job_number, job_number);
  answers[0]!();
  t.like(await tried(hook.endpointId, 1), { status: 'pending', attempts_made: 1 });
  t.is(hook.received.length, 1);
});

test('only pending deliveries are retried, and none while the endpoint is off or the plan has no webhooks', async t => {
  const { studio, hook, delivery, retry } = await failedOnce();
  const plan = (name: string) =>
    sql('select corkboard.change_workspace($1, $2)', studio.id, JSON.stringify({ plan: name }));
  await sql(`select corkboard.set_plan('silent', '{"webhooks": false}')`);
  await plan('silent');
  await t.throwsAsync(retry(), { message: 'The silent plan does not include webhooks.' });
  await plan('pro');
  await sql('select corkboard.disable_endpoint($1, $2)', studio.id, hook.endpointId);
  await t.throwsAsync(retry(), { message: /is off/ });
  await sql('select corkboard.enable_endpoint($1, $2)', studio.id, hook.endpointId);
  await t.throwsAsync(retry(), { message: /not waiting for an attempt: it was missed\. Replay it/ });
  hook.reaction = 200;
  await sql('select corkboard.replay_delivery($1, $2)', studio.id, delivery.id);
  await tried(hook.endpointId, 2);
  await t.throwsAsync(retry(), { message: /it succeeded\. Replay it/ });
  const foreign = await w.workspace();
  await t.throwsAsync(sql('select corkboard.retry_delivery($1, $2)', foreign.id, delivery.id), {
    message: 'No delivery with this id.',
  });
  t.is(hook.received.length, 2);
});

test('changing the retry schedule changes the number of attempts', async t => {
  const client = await w.db.connect();
  t.teardown(() => client.release(true));
  await client.query('begin');
  await client.query(
    `create or replace function corkboard.retry_delays() returns interval[] language sql immutable
     as $$ select '{1 minute,1 hour}'::interval[] $$`,
  );
  const { rows } = await client.query(
    `select extract(epoch from corkboard.last_retry_at('2027-01-31Z', n) - '2027-01-31Z')::integer / 60 as minutes,
            corkboard.status_after_attempt('timeout', 'pending', true, n) as verdict
       from generate_series(0, 2) n`,
  );
  t.deepEqual(rows, [
    { minutes: 61, verdict: 'pending' },
    { minutes: 60, verdict: 'pending' },
    { minutes: 0, verdict: 'failed' },
  ]);
});
