import test from 'ava';
import { settledAs } from '../support/attempts.ts';
import { operator } from '../support/command.ts';
import { endpoints } from '../support/endpoints.ts';
import { hold } from '../support/hold.ts';
import { isIn } from '../support/hooks.ts';
import { queuedJobs } from '../support/queue.ts';

// Deliveries of endpoints that are off, of suspended workspaces, and of plans without webhooks.

const { w, sql, h, add, change, claim, finish, jobOf, endpoint } = endpoints(test);

// Off

test('an endpoint turned off by a person misses pending and new deliveries, and an attempt in progress may still succeed', async t => {
  const { workspaceId, endpointId, jobs, call, tally } = await endpoint(2);
  const claims = await claim(jobs.slice(0, 1));
  await call('disable_endpoint');
  await h.emit(workspaceId);
  t.deepEqual(await tally('status'), [{ status: 'missed', count: 3 }]);
  await finish(claims, 'succeeded');
  t.deepEqual(await tally('status'), [
    { status: 'missed', count: 2 },
    { status: 'succeeded', count: 1 },
  ]);
  t.truthy((await h.endpoint(endpointId)).disabled_at);
  t.deepEqual(await h.claims(endpointId), []);
});

test('a removed endpoint gets nothing more, not even retries, and its room is free', async t => {
  const { workspaceId, endpointId, jobs, call, claimAll } = await endpoint(1);
  await finish(await claimAll(), 'timeout');
  const retry = await jobOf(jobs[0].deliveryId);
  await call('remove_endpoint');
  t.deepEqual(await claim([retry]), []);
  await t.throwsAsync(call('rotate_secret'), { message: /No endpoint/ });
  for (let i = 0; i < 5; i++) await h.subscribe(workspaceId);
  await h.emit(workspaceId);
  t.is((await h.deliveries(endpointId)).filter(({ attempts_made }) => attempts_made === 0).length, 0);
});

test('a success restarts the count of failures, and a delivery counts once, replays included', async t => {
  const { endpointId, delivery, replay, claimAll } = await endpoint(10, { attempts_made: '6' });
  const failures = async () => (await h.endpoint(endpointId)).failures_in_row;
  await finish(await claimAll(), 'timeout');
  t.is(await failures(), 10);
  const { id } = await delivery();
  await replay(id);
  await change(id, 'attempts_made = 6');
  await finish(await claim([await jobOf(id)]), 'timeout');
  t.like(await delivery(), { status: 'failed', round: 2 });
  t.is(await failures(), 10);
  await replay(id);
  await finish(await claim([await jobOf(id)]), 'succeeded');
  t.is(await failures(), 0);
  await finish(await claim(await add(endpointId, 12, { attempts_made: '6' })), 'timeout');
  t.like(await h.endpoint(endpointId), { failures_in_row: 12, disabled_at: null });
});

test('a replay also sends deliveries that failed before the endpoint’s last success', async t => {
  const { endpointId, call, deliveries } = await endpoint(3, settledAs('failed'));
  await finish(await claim(await add(endpointId, 1)), 'succeeded');
  await call('replay_deliveries');
  t.is((await deliveries()).filter(isIn('pending')).length, 3);
});

test('a replay during an attempt waits until the attempt ends, whose outcome has no effect', async t => {
  const { jobs, call, delivery, replay, claimAll, claimMore } = await endpoint(1);
  const claims = await claim(jobs);
  await call('disable_endpoint');
  await call('enable_endpoint');
  await replay(jobs[0].deliveryId);
  t.deepEqual(await claimAll(), []);
  t.deepEqual(await claimMore(), []);
  await finish(claims, 'timeout');
  t.like(await delivery(), { status: 'pending', attempts_made: 0, round: 2 });
  const again = await claimMore();
  t.is(again.length, 1);
  await finish(again, 'succeeded');
  t.like(await delivery(), { status: 'succeeded', attempts_made: 1 });
  t.deepEqual(await claimMore(), []);
});

// Suspended

test('events are recorded while a workspace is suspended, and claimed when it is resumed', async t => {
  const { workspaceId, claimAll, claimMore, deliveries, waiting, ...studio } = await endpoint(0);
  await studio.suspend();
  await h.emit(workspaceId, 30);
  t.deepEqual(await claimAll(), []);
  t.is(await waiting(), 30);
  t.deepEqual(await claimMore(), []);
  t.true((await deliveries()).every(row => row.status === 'pending' && row.attempts_made === 0));
  await studio.resume();
  t.is((await claimMore()).length, 30);
});

test('other workspaces’ deliveries are claimed meanwhile', async t => {
  const [studio, other] = [await endpoint(1), await endpoint(1)];
  await studio.suspend();
  const [claimed, ...more] = await claim([...studio.jobs, ...other.jobs]);
  t.is(claimed.endpointId, other.endpointId);
  t.deepEqual(more, []);
});

test('a retry that comes due waits however long that takes, and the schedule continues where it was', async t => {
  const { claimAll, claimMore, delivery, waiting, ...studio } = await endpoint(1);
  const claims = await claimAll();
  await studio.suspend();
  // The attempt in progress ends as usual.
  await finish(claims, 'timeout');
  t.deepEqual(await claimAll(), []);
  const { id } = await delivery();
  await change(id, `due_at = now() - interval '29 days'`);
  await sql('select corkboard.requeue_deliveries(), corkboard.wake_waiting_endpoints()');
  t.deepEqual(await claimMore(), []);
  t.is(await waiting(), 1);
  await studio.resume();
  await finish(await claimMore(), 'timeout', { durationMs: 0 });
  const { due_at, ...rest } = await delivery();
  t.like(rest, { status: 'pending', attempts_made: 2 });
  // The second retry is due after 5 minutes, plus up to a tenth of that.
  const delay = (due_at - (await h.attempts(id)).at(-1).attempted_at) / 60_000;
  t.true(delay >= 5 && delay <= 5.5, `${delay} minutes`);
});

test('throttled deliveries wait too, and no worker looks for them', async t => {
  const { claimAll, claimMore, ...studio } = await endpoint(5);
  const isLookedFor = async () => (await studio.throttle()).has_waiting;
  await studio.set(`resumes_at = now() + interval '1 hour'`);
  t.deepEqual(await claimAll(), []);
  await studio.suspend();
  await studio.set('resumes_at = null');
  t.deepEqual(await claimMore(), []);
  t.false(await isLookedFor());
  await studio.resume();
  t.true(await isLookedFor());
  t.is((await claimMore()).length, 5);
});

test.serial('once suspend has returned, not even a worker that waited for it claims an attempt', async t => {
  const { workspaceId, jobs, waiting } = await endpoint(1);
  const suspending = await hold(t, w.db, 'select corkboard.suspend_workspace($1)', workspaceId);
  t.deepEqual(await suspending.delays(() => claim(jobs)), []);
  t.is(await waiting(), 1);
});

test('the rest of a replay that was begun before waits with the other deliveries', async t => {
  const { call, claimMore, waiting, ...studio } = await endpoint(3, settledAs('missed'));
  await studio.suspend();
  await call('replay_deliveries', '-infinity', new Date().toISOString());
  t.is(await waiting(), 3);
  t.deepEqual(await claimMore(), []);
  await studio.resume();
  t.is((await claimMore()).length, 3);
});

test('the backlog shows deliveries that wait for the end of a suspension, but not as late', async t => {
  const { endpointId, jobs, claimAll, ...studio } = await endpoint(2);
  await studio.suspend();
  await claimAll();
  const backlog = await sql(
    'select pending::int, behind from corkboard_ops.delivery_backlog where endpoint_id = $1',
    endpointId,
  );
  t.deepEqual(backlog, [{ pending: 2, behind: null }]);
  const { delivery } = await operator(w)('delivery', 'show', jobs[0].deliveryId);
  t.like(delivery, { status: 'pending', waitingSince: null });
});

// Without webhooks in the plan

const setPlan = (workspaceId: string, plan: string) =>
  sql('select corkboard.change_workspace($1, $2)', workspaceId, JSON.stringify({ plan }));

/** An endpoint whose plan lost its webhooks after its delivery failed once. */
async function lapsed() {
  await sql(`select corkboard.set_plan('lapsed', '{"webhooks": false}')`);
  const made = await endpoint(1);
  await finish(await made.claimAll(), 'timeout');
  await setPlan(made.workspaceId, 'lapsed');
  return made;
}

test('retries wait with a job while the plan has no webhooks, and continue when it has them again', async t => {
  const { workspaceId, jobs, delivery, claimAll } = await lapsed();
  const [{ deliveryId }] = jobs;
  await sql(`delete from ${queuedJobs} where payload ->> 'deliveryId' = $1`, deliveryId);
  for (let i = 1; i <= 2; i++) {
    t.deepEqual(await claimAll(), []);
    const queued = await sql(
      `select run_at > now() + interval '1 minute' as later from ${queuedJobs} where payload ->> 'deliveryId' = $1`,
      deliveryId,
    );
    t.deepEqual(queued, Array(i).fill({ later: true }));
  }
  t.like(await delivery(), { status: 'pending', attempts_made: 1 });
  await setPlan(workspaceId, 'pro');
  t.deepEqual(
    (await claimAll()).map(claimed => claimed.deliveryId),
    [deliveryId],
  );
});

test('a delivery whose last retry would already be due is missed, and can be replayed later', async t => {
  const { workspaceId, jobs, call, delivery, claimAll } = await lapsed();
  // The second attempt of seven; the others would follow after 5 and 30 minutes and 2, 6 and 12 hours.
  const dueFor = (interval: string) => change(jobs[0].deliveryId, `due_at = now() - interval '${interval}'`);
  await dueFor('20 hours 30 minutes');
  t.deepEqual(await claimAll(), []);
  t.like(await delivery(), { status: 'pending' });
  await dueFor('20 hours 35 minutes');
  t.deepEqual(await claimAll(), []);
  t.like(await delivery(), { status: 'missed', due_at: null });
  await setPlan(workspaceId, 'pro');
  await call('replay_deliveries');
  t.like(await delivery(), { status: 'pending', round: 2 });
});
