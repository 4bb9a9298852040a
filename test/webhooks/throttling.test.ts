import test from 'ava';
import { attempts } from '../support/attempts.ts';
import { subscriptions } from '../support/hooks.ts';
import { queuedJobs } from '../support/queue.ts';
import { world } from '../support/world.ts';

const w = world(test);
const h = subscriptions(w);
const { add, claim, claimThrottled, record } = attempts(w);

const { sql } = w;

/** A new endpoint with this many deliveries, and their jobs. */
async function endpoint(count: number, format = 'json') {
  const studio = await w.workspace();
  const { endpointId } = await h.subscribe(studio.id, { format });
  const jobs = await add(endpointId, count);
  await sql('update corkboard.webhook_throttles set concurrency_window = 24 where id = $1', endpointId);
  const throttle = async () =>
    (await sql('select * from corkboard.webhook_throttles where id = $1', endpointId))[0];
  const waiting = async () =>
    (await sql('select id from corkboard.webhook_throttled_deliveries where endpoint_id = $1', endpointId))
      .length;
  /** Claims the throttled deliveries of this endpoint. */
  const claimMore = async () =>
    (await claimThrottled(studio.id)).filter(claimed => claimed.endpointId === endpointId);
  const timePasses = async (interval: string) => {
    const columns = ['next_attempt_at', 'resumes_at', 'first_failed_at', 'first_limited_at'];
    await sql(
      `update corkboard.webhook_throttles set ${columns.map(name => `${name} = ${name} - $2::interval`)} where id = $1`,
      endpointId,
      interval,
    );
  };
  return { studio, endpointId, jobs, throttle, waiting, claimMore, timePasses };
}

const limited = (retryAfterMs?: number) => ({
  status: 429,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});

test.serial(
  'a new endpoint gets 24 simultaneous attempts; other deliveries wait without a job and without counting an attempt',
  async t => {
    const { endpointId, jobs, waiting, claimMore } = await endpoint(60);
    const claims = await claim(jobs);
    t.is(claims.length, 24);
    t.true(claims.every(({ atOnce }) => atOnce === 24));
    t.is(await waiting(), 36);
    t.deepEqual(await claimMore(), []);
    const left = (await h.deliveries(endpointId)).filter(({ id }) => !claims.some(c => c.deliveryId === id));
    t.true(left.every(({ status, attempts_made }) => status === 'pending' && attempts_made === 0));
    t.deepEqual(await sql(`select 1 from ${queuedJobs} where payload ->> 'endpointId' = $1`, endpointId), []);
  },
);

test.serial('workers that claim simultaneously stay within the window together', async t => {
  const { jobs, endpointId, waiting } = await endpoint(200);
  const share = jobs.length / 8;
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => claim(jobs.slice(n * share, (n + 1) * share))),
  );
  t.is(answers.flat().length, 24);
  t.is((await h.claims(endpointId)).length, 24);
  t.is(await waiting(), 176);
});

test.serial('the window grows with each fast response while deliveries wait, up to 256', async t => {
  const { jobs, throttle, claimMore } = await endpoint(1_000);
  let claims = await claim(jobs);
  const sizes: number[] = [];
  for (let round = 0; round < 5; round++) {
    t.true(await record(claims, jobs, 'succeeded', undefined, { durationMs: 9_000 }));
    claims = await claimMore();
    sizes.push(claims.length);
  }
  t.deepEqual(sizes, [48, 96, 192, 256, 256]);
  t.is((await throttle()).concurrency_window, 256);
});

test.serial('the window stays while less than half of it is used', async t => {
  const { jobs, throttle } = await endpoint(11);
  t.false(await record(await claim(jobs), jobs, 'succeeded'));
  t.is((await throttle()).concurrency_window, 24);
});

test.serial('responses that slow down with concurrency narrow the window, down to 1', async t => {
  const { jobs, throttle, claimMore } = await endpoint(200);
  // The first attempt runs alone.
  await record(await claim([jobs[0]]), jobs, 'succeeded', undefined, { durationMs: 300 });
  t.is((await throttle()).baseline_ms, 300);
  const claims = await claim(jobs.slice(1));
  const [first, ...slow] = claims;
  // adjusted_window defines which durations are fast and slow. In between, the window stays as it is.
  await record([first], jobs, 'succeeded', undefined, { durationMs: 500 });
  t.is((await throttle()).concurrency_window, 25);
  await record(slow.slice(0, 3), jobs, 'succeeded', undefined, { durationMs: 850 });
  t.is((await throttle()).concurrency_window, 25);
  await record(slow.slice(3, 13), jobs, 'succeeded', undefined, { durationMs: 851 });
  t.is((await throttle()).concurrency_window, 20);
  await record(slow.slice(13), jobs, 'succeeded', undefined, { durationMs: 6_000 });
  t.is((await throttle()).concurrency_window, 15);
  for (const narrowed of [7.5, 4, 2, 1, 1]) {
    const more = await claimMore();
    await record(more, jobs, 'succeeded', undefined, { durationMs: 6_000 });
    t.is((await throttle()).concurrency_window, narrowed);
  }
});

test.serial('failures narrow the window while other attempts succeed, down to 1', async t => {
  const { jobs, throttle } = await endpoint(48);
  const claims = await claim(jobs);
  await record(claims.slice(0, 2), jobs, 'succeeded');
  await record(claims.slice(2, 4), jobs, 'connection');
  t.is((await throttle()).concurrency_window, 20);
  await record(claims.slice(4), jobs, 'timeout');
  t.is((await throttle()).concurrency_window, 1);
});

test.serial(
  'an endpoint without successes gets 16 simultaneous attempts, and 16 new ones a second',
  async t => {
    const { jobs, throttle, claimMore, timePasses } = await endpoint(60);
    await record(await claim(jobs), jobs, 'timeout', undefined, { durationMs: 10_000 });
    t.is((await throttle()).concurrency_window, 16);
    const counts: number[] = [];
    for (let quarter = 0; quarter < 5; quarter++) {
      await timePasses('250 milliseconds');
      counts.push((await claimMore()).length);
    }
    t.is(
      counts.reduce((sum, count) => sum + count, 0),
      16,
    );
    t.true(counts.every(count => count <= 5));
  },
);

test.serial(
  'an endpoint that starts to fail gets 16 simultaneous attempts again after 30 seconds, and its former window when it recovers',
  async t => {
    const { jobs, throttle, claimMore, timePasses } = await endpoint(100);
    const claims = await claim(jobs);
    await record(claims.slice(0, 4), jobs, 'succeeded');
    await record(claims.slice(4), jobs, 'connection');
    t.is((await throttle()).concurrency_window, 1);
    t.is((await claimMore()).length, 1);
    await timePasses('30 seconds');
    const more: any[] = [];
    for (let n = 0; n < 4; n++) {
      more.push(...(await claimMore()));
      await timePasses('1 second');
    }
    t.is(more.length, 15);
    await record(more, jobs, 'connection');
    t.is((await throttle()).concurrency_window, 1);
    const [last] = await claimMore();
    await record([last], jobs, 'succeeded');
    t.is((await throttle()).first_failed_at, null);
  },
);

test.serial(
  'after 429 no attempt starts until Retry-After is over, and then they start at the rate that was accepted',
  async t => {
    const { endpointId, jobs, throttle, waiting, claimMore, timePasses } = await endpoint(60);
    const claims = await claim(jobs);
    await record(claims.slice(0, 4), jobs, 'succeeded');
    await record(claims.slice(4), jobs, 'http_status', undefined, limited(2_000));
    const { rate, resumes_at, concurrency_window } = await throttle();
    // Four attempts succeeded within the two seconds that the header asks for.
    t.is(rate, 2);
    t.is(concurrency_window, 28);
    t.true(resumes_at > new Date());
    t.deepEqual(await claimMore(), []);
    const [another] = await add(endpointId, 1);
    t.deepEqual(await claim([another]), []);
    t.is(await waiting(), 37);
    await sql('update corkboard.webhook_throttles set concurrency_window = 24 where id = $1', endpointId);
    await timePasses('3 seconds');
    t.is((await claimMore()).length, 1);
    t.deepEqual(await claimMore(), []);
    await timePasses('0.5 seconds');
    t.is((await claimMore()).length, 1);
    // Capacity that no worker used is lost, except that of the last quarter of a second.
    await timePasses('40 seconds');
    t.is((await claimMore()).length, 1);
  },
);

for (const [what, status, retryAfterMs, seconds] of [
  ['429 without Retry-After pauses for a second', 429, undefined, 1],
  ['Retry-After of 429 is respected for five minutes at most', 429, 3_600_000, 300],
  ['Retry-After of 503 is respected as well, for five minutes at most', 503, 3_600_000, 300],
  ['Retry-After of 0 with 429 still pauses for a second', 429, 0, 1],
] as const) {
  test.serial(what, async t => {
    const { jobs, throttle } = await endpoint(1);
    const before = Date.now();
    const more = { status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
    await record(await claim(jobs), jobs, 'http_status', undefined, more);
    const until = (await throttle()).resumes_at.getTime();
    t.true(until >= before + seconds * 1_000 - 50 && until <= Date.now() + seconds * 1_000 + 50);
  });
}

test.serial('503 without Retry-After and 500 with it cause no pause', async t => {
  const { jobs, throttle } = await endpoint(2);
  const claims = await claim(jobs);
  await record(claims.slice(0, 1), jobs, 'http_status', undefined, { status: 503 });
  await record(claims.slice(1), jobs, 'http_status', undefined, { status: 500, retryAfterMs: 60_000 });
  t.is((await throttle()).resumes_at, null);
});

test.serial(
  'a healthy endpoint that answered one 429 gets everything at full speed after the pause it asked for',
  async t => {
    const { endpointId, jobs, throttle, claimMore, timePasses } = await endpoint(8);
    const claims = await claim(jobs);
    await record(claims.slice(1), jobs, 'succeeded');
    await record(claims.slice(0, 1), jobs, 'http_status', undefined, limited(5_000));
    const burst = await add(endpointId, 30);
    t.deepEqual(await claim(burst), []);
    await timePasses('6 seconds');
    t.is((await claimMore()).length, 30);
    t.is((await throttle()).rate, null);
  },
);

test.serial('a first rate takes 20 attempts, and those of the same burst don’t lower it again', async t => {
  const { jobs, throttle } = await endpoint(24);
  const claims = await claim(jobs);
  await record(claims.slice(0, 8), jobs, 'succeeded');
  const rates: (number | null)[] = [];
  for (const claimed of claims.slice(8)) {
    await record([claimed], jobs, 'http_status', undefined, limited(40_000));
    rates.push((await throttle()).rate);
  }
  // Eight attempts succeeded within the 40 seconds that the header asks for.
  const learned = 0.2;
  t.deepEqual(rates, [...Array(11).fill(null), ...Array(5).fill(learned)]);
});

test.serial('a first rate is learned from several short bursts', async t => {
  const { endpointId, throttle, timePasses } = await endpoint(0);
  for (let burst = 0; burst < 2; burst++) {
    t.is((await throttle()).rate, null);
    const jobs = await add(endpointId, 10);
    const claims = await claim(jobs);
    await record(claims.slice(0, 2), jobs, 'succeeded');
    await record(claims.slice(2), jobs, 'http_status', undefined, limited(1_000));
    await timePasses(burst === 0 ? '2 seconds' : '0 seconds');
  }
  const { rate } = await throttle();
  t.true(rate > 1 && rate <= 2, `${rate}`);
});

test.serial('the less was sent since a pause, the less another 429 lowers the rate', async t => {
  const { endpointId, jobs, throttle } = await endpoint(4);
  await sql(
    `update corkboard.webhook_throttles set rate = 50, resumes_at = now() - interval '5 seconds' where id = $1`,
    endpointId,
  );
  const claims = await claim(jobs);
  await record(claims.slice(1), jobs, 'succeeded');
  await record(claims.slice(0, 1), jobs, 'http_status', undefined, limited(1_000));
  t.is((await throttle()).rate, 25);
});

for (const [format, rate, minutes, faded] of [
  ['json', 0.4, '0.99', 0.4],
  ['json', 0.4, '1', 0.8],
  ['json', 0.4, '2.5', 1.6],
  ['json', 0.4, '7', 51.2],
  ['json', 0.4, '8', null],
  ['json', 0.4, '1000000', null],
  ['slack', 0.4, '1', 0.8],
  ['discord', 0.4, '1000000', 1],
  ['slack', 3, '1000000', 3],
] as const) {
  test.serial(
    `after ${minutes} quiet minutes a ${format} endpoint’s rate of ${rate} is ${faded}`,
    async t => {
      const { endpointId } = await endpoint(0, format);
      const [{ now }] = await sql(
        `update corkboard.webhook_throttles set rate = $2, resumes_at = now() where id = $1
       returning corkboard.effective_rate(row(webhook_throttles.*)::corkboard.webhook_throttles, now() + $3 * interval '1 minute') as now`,
        endpointId,
        rate,
        minutes,
      );
      t.is(now, faded);
    },
  );
}

for (const [status, rate] of [
  [429, 0.64],
  [503, 1.6],
] as const) {
  test.serial(`${status} after two quiet minutes leaves ${rate} of a rate of 0.4`, async t => {
    const { endpointId, jobs, throttle, timePasses } = await endpoint(1);
    await sql(
      `update corkboard.webhook_throttles set rate = 0.4, resumes_at = now() where id = $1`,
      endpointId,
    );
    await timePasses('2.5 minutes');
    await record(await claim(jobs), jobs, 'http_status', undefined, { status, retryAfterMs: 1_000 });
    t.is((await throttle()).rate, rate);
  });
}

test.serial('an accepted rate grows while deliveries wait, and is dropped once it is high', async t => {
  const { endpointId, jobs, throttle, claimMore } = await endpoint(300);
  await sql(
    `update corkboard.webhook_throttles set rate = 2, resumes_at = now() - interval '50 seconds', concurrency_window = 1 where id = $1`,
    endpointId,
  );
  /** Records these attempts as if they started a moment ago, however long this machine took since. */
  const succeed = async (claims: any[]) => {
    await sql(
      `update corkboard.webhook_throttles set next_attempt_at = now() + interval '1 minute' where id = $1`,
      endpointId,
    );
    await record(claims, jobs, 'succeeded');
  };
  await succeed(await claim(jobs));
  const { rate } = await throttle();
  t.true(rate > 2 && rate < 2.1, `${rate}`);
  await sql(
    `update corkboard.webhook_throttles set rate = 99.9, next_attempt_at = now() - interval '1 second' where id = $1`,
    endpointId,
  );
  await succeed(await claimMore());
  t.is((await throttle()).rate, null);
});

for (const format of ['slack', 'discord']) {
  test.serial(`a ${format} endpoint gets one message a second at first`, async t => {
    const { jobs, waiting, claimMore, timePasses } = await endpoint(5, format);
    t.is((await claim(jobs)).length, 1);
    t.is(await waiting(), 4);
    t.deepEqual(await claimMore(), []);
    await timePasses('1 second');
    t.is((await claimMore()).length, 1);
  });
}

test.serial('new deliveries go before retries and replays, which are ordered by due time', async t => {
  const { endpointId, jobs, claimMore } = await endpoint(4);
  const [latest, earliest, later, fresh] = jobs as any[];
  await sql('update corkboard.webhook_throttles set concurrency_window = 1 where id = $1', endpointId);
  const due = (job: any, minutes: number) =>
    sql(
      `update corkboard.webhook_deliveries set job_number = 2, due_at = now() - $2 * interval '1 minute' where id = $1`,
      job.deliveryId,
      minutes,
    );
  await due(latest, 1);
  await due(earliest, 3);
  await due(later, 2);
  const again = [latest, earliest, later].map(job => ({ ...job, jobNumber: 2 }));
  // Another worker's attempt is in progress meanwhile.
  const [blocker] = await add(endpointId, 1);
  await sql('update corkboard.webhook_throttles set concurrency_window = 1 where id = $1', endpointId);
  let claims = await claim([blocker]);
  t.deepEqual(await claim([...again, fresh]), []);
  const order: string[] = [];
  for (let round = 0; order.length < 4 && round < 20; round++) {
    await record(claims, [blocker, fresh, ...again], 'succeeded', undefined, { durationMs: 50_000 });
    claims = await claimMore();
    order.push(...claims.map(({ deliveryId }) => deliveryId));
  }
  t.deepEqual(
    order,
    [fresh, earliest, later, latest].map(({ deliveryId }) => deliveryId),
  );
});

test.serial('a delivery whose worker died is claimed again when its claim expires', async t => {
  const { endpointId, jobs, waiting, claimMore } = await endpoint(30);
  const [first] = await claim(jobs);
  await record([first], jobs, 'succeeded');
  const lost = await claimMore();
  t.true(lost.length > 0);
  t.deepEqual(await claimMore(), []);
  await sql(
    `update corkboard.webhook_claims set claimed_until = now() where endpoint_id = $1 and id = any ($2)`,
    endpointId,
    lost.map(({ deliveryId }) => deliveryId),
  );
  const again = await claimMore();
  t.deepEqual(
    again.map(({ deliveryId }) => deliveryId).sort(),
    lost.map(({ deliveryId }) => deliveryId).sort(),
  );
  await record(again, jobs, 'succeeded');
  t.is(await waiting(), 6 - again.length);
});

test.serial(
  'a throttled delivery that is replayed, missed or deleted meanwhile isn’t sent by its old order',
  async t => {
    const { studio, endpointId, jobs, waiting, claimMore } = await endpoint(27);
    const claims = await claim(jobs);
    const held = jobs.filter(({ deliveryId }) => !claims.some(c => c.deliveryId === deliveryId));
    t.is(held.length, 3);
    const [settled, gone, replayed] = held as any[];
    await sql(
      `update corkboard.webhook_deliveries set status = 'missed', due_at = null, settled_at = now() where id = any ($1)`,
      [settled.deliveryId, replayed.deliveryId],
    );
    await sql('delete from corkboard.webhook_deliveries where id = $1', gone.deliveryId);
    await sql('select corkboard.replay_delivery($1, $2)', studio.id, replayed.deliveryId);
    await record(claims.slice(0, 10), jobs, 'succeeded');
    t.deepEqual(await claimMore(), []);
    t.is(await waiting(), 0);
    const [job] = await sql(
      `select job_number as "jobNumber" from corkboard.webhook_deliveries where id = $1`,
      replayed.deliveryId,
    );
    t.is((await claim([{ ...replayed, ...job }])).length, 1);
    t.deepEqual(await claimMore(), []);
    t.false(
      (await sql('select has_waiting from corkboard.webhook_throttles where id = $1', endpointId))[0]
        .has_waiting,
    );
  },
);

test.serial('turning an endpoint off and on keeps its window, and forgets its rate and failures', async t => {
  const { studio, endpointId, jobs, throttle } = await endpoint(24);
  const claims = await claim(jobs);
  await record(claims.slice(0, 4), jobs, 'succeeded', undefined, { durationMs: 500 });
  await record(claims.slice(4), jobs, 'http_status', undefined, limited(60_000));
  const { concurrency_window, baseline_ms } = await throttle();
  await sql('select corkboard.disable_endpoint($1, $2)', studio.id, endpointId);
  await sql('select corkboard.enable_endpoint($1, $2)', studio.id, endpointId);
  t.like(await throttle(), {
    rate: null,
    concurrency_window,
    baseline_ms,
    first_failed_at: null,
    resumes_at: null,
  });
});

test.serial('throttles that no worker checks although deliveries wait are found once a minute', async t => {
  const { endpointId, jobs, claimMore } = await endpoint(30);
  const claims = await claim(jobs);
  await record(claims, jobs, 'succeeded');
  await sql('update corkboard.webhook_throttles set has_waiting = false where id = $1', endpointId);
  t.deepEqual(await claimMore(), []);
  await sql('select corkboard.wake_waiting_endpoints()');
  t.is((await claimMore()).length, 6);
});

test.serial('503 with Retry-After pauses, and doesn’t change the rate', async t => {
  const { jobs, throttle, claimMore, timePasses } = await endpoint(30);
  await record(await claim(jobs), jobs, 'http_status', undefined, { status: 503, retryAfterMs: 60_000 });
  t.is((await throttle()).rate, null);
  t.deepEqual(await claimMore(), []);
  await timePasses('61 seconds');
  t.true((await claimMore()).length > 0);
});

test.serial('a throttled delivery that was replayed waits with its new order', async t => {
  const { endpointId, jobs } = await endpoint(1);
  const [job] = jobs as any[];
  const waitsAs = async () =>
    (
      await sql('select job_number from corkboard.webhook_throttled_deliveries where id = $1', job.deliveryId)
    )[0];
  await sql('update corkboard.webhook_deliveries set job_number = 2 where id = $1', job.deliveryId);
  const holdBack = (jobNumber: number) =>
    sql(
      'select corkboard.throttle_jobs($1, $2, $3, $4)',
      [job.workspaceId],
      [endpointId],
      [job.deliveryId],
      [jobNumber],
    );
  await holdBack(2);
  t.deepEqual(await waitsAs(), { job_number: 2 });
  await sql('update corkboard.webhook_deliveries set job_number = 1 where id = $1', job.deliveryId);
  await holdBack(1);
  t.deepEqual(await waitsAs(), { job_number: 2 });
});

for (const [change, call] of [
  [
    'a new URL',
    `corkboard.edit_endpoint($1, $2, null, 'https://other.example/', array['client.created'], null)`,
  ],
  ['enabling', 'corkboard.disable_endpoint($1, $2), corkboard.enable_endpoint($1, $2)'],
  ['sending all waiting deliveries now', 'corkboard.retry_deliveries($1, $2)'],
] as const) {
  for (const [format, rate] of [
    ['json', null],
    ['slack', 1],
  ] as const) {
    test.serial(`what was learned of the rate of a ${format} endpoint is forgotten by ${change}`, async t => {
      const { studio, endpointId, throttle } = await endpoint(1, format);
      await sql('update corkboard.webhook_throttles set rate = 0.5 where id = $1', endpointId);
      await sql(`select ${call}`, studio.id, endpointId);
      t.is((await throttle()).rate, rate);
    });
  }
}
