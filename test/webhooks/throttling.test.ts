import test from 'ava';
import { endpoints } from '../support/endpoints.ts';
import { queuedJobs } from '../support/queue.ts';

const { sql, h, add, change, claim, finish, jobOf, throttle: takeFromJobs, endpoint: open } = endpoints(test);

/** A new endpoint with this many deliveries, and their jobs. */
async function endpoint(count: number, format = 'json') {
  const made = await open(count, {}, format);
  await made.set('concurrency_window = 24');
  const ofThrottle = (column: string) => async () => (await made.throttle())[column];
  // In two statements, because Citus subtracts no interval from a column in an update.
  const timePasses = async (interval: string) => {
    const columns = ['next_attempt_at', 'resumes_at', 'first_failed_at', 'first_limited_at'];
    const earlier = columns.map(
      name => `format('${name} = %L::timestamptz', ${name} - interval '${interval}')`,
    );
    const [{ text }] = await sql(
      `select concat_ws(', ', ${earlier.join(', ')}) as text from corkboard.webhook_throttles where id = $1`,
      made.endpointId,
    );
    await made.set(text);
  };
  return { ...made, timePasses, window: ofThrottle('concurrency_window'), rate: ofThrottle('rate') };
}

const limited = (retryAfterMs?: number) => ({ status: 429, retryAfterMs });

test.serial('a new endpoint gets 24 attempts at once; other deliveries wait without a job', async t => {
  const { endpointId, jobs, waiting, claimMore } = await endpoint(60);
  const claims = await claim(jobs);
  t.is(claims.length, 24);
  t.true(claims.every(({ atOnce }) => atOnce === 24));
  t.is(await waiting(), 36);
  t.deepEqual(await claimMore(), []);
  const left = (await h.deliveries(endpointId)).filter(({ id }) => !claims.some(c => c.deliveryId === id));
  t.true(left.every(({ status, attempts_made }) => status === 'pending' && attempts_made === 0));
  t.deepEqual(await sql(`select 1 from ${queuedJobs} where payload ->> 'endpointId' = $1`, endpointId), []);
});

test.serial('workers that claim simultaneously stay within the window together', async t => {
  const { jobs, endpointId, waiting } = await endpoint(80);
  const share = jobs.length / 8;
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => claim(jobs.slice(n * share, (n + 1) * share))),
  );
  t.is(answers.flat().length, 24);
  t.is((await h.claims(endpointId)).length, 24);
  t.is(await waiting(), 56);
});

test.serial('the window grows with each fast response while deliveries wait, up to 256', async t => {
  const { jobs, window, claimMore } = await endpoint(640);
  let claims = await claim(jobs);
  const sizes: number[] = [];
  for (let round = 0; round < 4; round++) {
    t.true(await finish(claims, 'succeeded', { durationMs: 9_000 }));
    claims = await claimMore();
    sizes.push(claims.length);
  }
  t.deepEqual(sizes, [48, 96, 192, 256]);
  t.is(await window(), 256);
});

test.serial('the window stays while less than half of it is used', async t => {
  const { jobs, window } = await endpoint(11);
  t.false(await finish(await claim(jobs), 'succeeded'));
  t.is(await window(), 24);
});

test.serial('responses that slow down with concurrency narrow the window, down to 1', async t => {
  const { jobs, throttle, window, claimMore } = await endpoint(200);
  // The first attempt runs alone.
  await finish(await claim([jobs[0]]), 'succeeded', { durationMs: 300 });
  t.is((await throttle()).baseline_ms, 300);
  const claims = await claim(jobs.slice(1));
  // adjusted_window defines which durations are fast and slow. In between, the window stays as it is.
  for (const [from, to, durationMs, left] of [
    [0, 1, 500, 25],
    [1, 4, 850, 25],
    [4, 14, 851, 20],
    [14, 24, 6_000, 15],
  ] as const) {
    await finish(claims.slice(from, to), 'succeeded', { durationMs });
    t.is(await window(), left);
  }
  for (const narrowed of [7.5, 4, 2, 1, 1]) {
    await finish(await claimMore(), 'succeeded', { durationMs: 6_000 });
    t.is(await window(), narrowed);
  }
});

test.serial('failures narrow the window while other attempts succeed, down to 1', async t => {
  const { jobs, window } = await endpoint(48);
  const claims = await claim(jobs);
  await finish(claims.slice(0, 2), 'succeeded');
  await finish(claims.slice(2, 4), 'connection');
  t.is(await window(), 20);
  await finish(claims.slice(4), 'timeout');
  t.is(await window(), 1);
});

test.serial('an endpoint without successes gets 16 attempts at once, and 16 a second', async t => {
  const { jobs, window, claimMore, timePasses } = await endpoint(60);
  await finish(await claim(jobs), 'timeout', { durationMs: 10_000 });
  t.is(await window(), 16);
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
});

test.serial('an endpoint that starts to fail gets 16 attempts at once again after 30 seconds', async t => {
  const { jobs, throttle, window, claimMore, timePasses } = await endpoint(100);
  const claims = await claim(jobs);
  await finish(claims.slice(0, 4), 'succeeded');
  await finish(claims.slice(4), 'connection');
  t.is(await window(), 1);
  t.is((await claimMore()).length, 1);
  await timePasses('30 seconds');
  const more: any[] = [];
  for (let n = 0; n < 4; n++) {
    more.push(...(await claimMore()));
    await timePasses('1 second');
  }
  t.is(more.length, 15);
  await finish(more, 'connection');
  t.is(await window(), 1);
  const [last] = await claimMore();
  await finish([last], 'succeeded');
  t.is((await throttle()).first_failed_at, null);
});

test.serial('after 429 attempts start when Retry-After is over, at the rate that was accepted', async t => {
  const { endpointId, jobs, set, throttle, waiting, claimMore, timePasses } = await endpoint(60);
  const claims = await claim(jobs);
  await finish(claims.slice(0, 4), 'succeeded');
  await finish(claims.slice(4), 'http_status', limited(20_000));
  const { resumes_at, ...learned } = await throttle();
  const [{ attempted_at }] = await h.attempts(claims[4].deliveryId);
  // Four attempts succeeded within the twenty seconds that the header asks for.
  t.like(learned, { rate: 0.2, concurrency_window: 28 });
  t.is(resumes_at.getTime(), attempted_at.getTime() + 12 + 20_000);
  t.deepEqual(await claimMore(), []);
  t.deepEqual(await claim(await add(endpointId, 1)), []);
  t.is(await waiting(), 37);
  await set('concurrency_window = 24');
  await timePasses('30 seconds');
  t.is((await claimMore()).length, 1);
  t.deepEqual(await claimMore(), []);
  await timePasses('5 seconds');
  t.is((await claimMore()).length, 1);
  // Capacity that no worker used is lost, except that of the last quarter of a second.
  await timePasses('40 seconds');
  t.is((await claimMore()).length, 1);
});

test('429 pauses for as long as Retry-After asks, within limits, and 503 only if it asks', async t => {
  for (const [status, retryAfterMs, seconds] of [
    [429, undefined, 1],
    [429, 0, 1],
    [429, 2_000, 2],
    [429, 3_600_000, 300],
    [503, 60_000, 60],
    [503, 3_600_000, 300],
    [503, undefined, null],
    [500, 60_000, null],
  ] as const) {
    const asked = 'select extract(epoch from corkboard.requested_pause($1, $2))::integer as seconds';
    t.deepEqual(await sql(asked, status, retryAfterMs), [{ seconds }], `${status}: ${retryAfterMs}`);
  }
});

test.serial('a healthy endpoint that answered one 429 gets everything at once after its pause', async t => {
  const { endpointId, jobs, rate, claimMore, timePasses } = await endpoint(8);
  const claims = await claim(jobs);
  await finish(claims.slice(1), 'succeeded');
  await finish(claims.slice(0, 1), 'http_status', limited(5_000));
  t.deepEqual(await claim(await add(endpointId, 30)), []);
  await timePasses('6 seconds');
  t.is((await claimMore()).length, 30);
  t.is(await rate(), null);
});

test.serial('a first rate takes 20 attempts, and those of the same burst don’t lower it again', async t => {
  const { jobs, rate } = await endpoint(24);
  const claims = await claim(jobs);
  await finish(claims.slice(0, 8), 'succeeded');
  const rates: (number | null)[] = [];
  for (const claimed of claims.slice(8)) {
    await finish([claimed], 'http_status', limited(40_000));
    rates.push(await rate());
  }
  // Eight attempts succeeded within the 40 seconds that the header asks for.
  const learned = 0.2;
  t.deepEqual(rates, [...Array(11).fill(null), ...Array(5).fill(learned)]);
});

test.serial('a first rate is learned from several short bursts', async t => {
  const { endpointId, rate, timePasses } = await endpoint(0);
  for (const passed of ['6 seconds', '0 seconds']) {
    t.is(await rate(), null);
    const claims = await claim(await add(endpointId, 10));
    await finish(claims.slice(0, 2), 'succeeded');
    await finish(claims.slice(2), 'http_status', limited(5_000));
    await timePasses(passed);
  }
  // Four attempts succeeded in little more than six seconds.
  const learned = await rate();
  t.true(learned > 0 && learned <= 4 / 6, `${learned}`);
});

test.serial('the less was sent since a pause, the less another 429 lowers the rate', async t => {
  const { jobs, set, rate } = await endpoint(4);
  await set('rate = 50, resumes_at = now()');
  const claims = await claim(jobs);
  await finish(claims.slice(1), 'succeeded');
  await finish(claims.slice(0, 1), 'http_status', limited(1_000));
  t.is(await rate(), 25);
});

test('a rate fades with each quiet minute, down to the initial one of its format', async t => {
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
    const [{ now }] = await sql(
      `select corkboard.effective_rate(p, now() + $3 * interval '1 minute') as now
         from jsonb_populate_record(null::corkboard.webhook_throttles, jsonb_build_object(
           'rate', $2::real, 'initial_rate', corkboard.initial_rate($1), 'resumes_at', now())) p`,
      format,
      rate,
      minutes,
    );
    t.is(now, faded, `${format}: ${rate} after ${minutes} minutes`);
  }
});

test.serial('429 after two quiet minutes lowers the rate that has doubled, and 503 does not', async t => {
  for (const [status, left] of [
    [429, 0.64],
    [503, 1.6],
  ] as const) {
    const { jobs, set, rate } = await endpoint(1);
    await set(`rate = 0.4, resumes_at = now() - interval '2.5 minutes'`);
    await finish(await claim(jobs), 'http_status', { status, retryAfterMs: 1_000 });
    t.is(await rate(), left);
  }
});

test.serial('an accepted rate grows while deliveries wait, and is dropped once it is high', async t => {
  const { jobs, set, rate, claimMore } = await endpoint(300);
  /** Records these attempts as if they started a moment ago, however long this machine took since. */
  const succeed = async (claims: any[]) => {
    await set(`next_attempt_at = now() + interval '1 minute'`);
    await finish(claims, 'succeeded');
  };
  await set(`rate = 2, resumes_at = now() - interval '50 seconds', concurrency_window = 1`);
  await succeed(await claim(jobs));
  const grown = await rate();
  t.true(grown > 2 && grown < 2.1, `${grown}`);
  await set(`rate = 99.9, next_attempt_at = now() - interval '1 second'`);
  await succeed(await claimMore());
  t.is(await rate(), null);
});

test.serial('an endpoint for a channel gets one message a second at first', async t => {
  const { jobs, waiting, claimMore, timePasses } = await endpoint(5, 'slack');
  t.is((await claim(jobs)).length, 1);
  t.is(await waiting(), 4);
  t.deepEqual(await claimMore(), []);
  await timePasses('1 second');
  t.is((await claimMore()).length, 1);
});

test.serial('new deliveries go before retries and replays, which are ordered by due time', async t => {
  const { endpointId, jobs, set, claimMore } = await endpoint(4);
  const [latest, earliest, later, fresh] = jobs as any[];
  for (const [job, minutes] of [
    [latest, 1],
    [earliest, 3],
    [later, 2],
  ])
    await change(job.deliveryId, `job_number = 2, due_at = now() - interval '${minutes} minutes'`);
  // Another worker's attempt is in progress meanwhile.
  const [blocker] = await add(endpointId, 1);
  await set('concurrency_window = 1');
  let claims = await claim([blocker]);
  const again = [latest, earliest, later].map(job => ({ ...job, jobNumber: 2 }));
  t.deepEqual(await claim([...again, fresh]), []);
  const order: string[] = [];
  for (let round = 0; order.length < 4 && round < 20; round++) {
    await finish(claims, 'succeeded', { durationMs: 50_000 });
    claims = await claimMore();
    order.push(...claims.map(({ deliveryId }) => deliveryId));
  }
  t.deepEqual(
    order,
    [fresh, earliest, later, latest].map(({ deliveryId }) => deliveryId),
  );
});

test.serial('a delivery whose worker died is claimed again when its claim expires', async t => {
  const { jobs, waiting, claimMore } = await endpoint(30);
  const idsOf = (claims: any[]) => claims.map(({ deliveryId }) => deliveryId).sort();
  await finish((await claim(jobs)).slice(0, 1), 'succeeded');
  const lost = idsOf(await claimMore());
  t.true(lost.length > 0);
  t.deepEqual(await claimMore(), []);
  await sql('update corkboard.webhook_claims set claimed_until = now() where id = any ($1)', lost);
  const again = await claimMore();
  t.deepEqual(idsOf(again), lost);
  await finish(again, 'succeeded');
  t.is(await waiting(), 6 - again.length);
});

test.serial('a throttled delivery that is replayed, missed or gone isn’t sent by its old order', async t => {
  const { workspaceId, jobs, throttle, waiting, claimMore } = await endpoint(27);
  const claims = await claim(jobs);
  const held = jobs.filter(({ deliveryId }) => !claims.some(c => c.deliveryId === deliveryId));
  const [settled, gone, replayed] = held.map(({ deliveryId }) => deliveryId);
  await change([settled, replayed], `status = 'missed', due_at = null, settled_at = now()`);
  await sql('delete from corkboard.webhook_deliveries where id = $1', gone);
  await sql('select corkboard.replay_delivery($1, $2)', workspaceId, replayed);
  await finish(claims.slice(0, 10), 'succeeded');
  t.deepEqual(await claimMore(), []);
  t.is(await waiting(), 0);
  t.is((await claim([await jobOf(replayed)])).length, 1);
  t.deepEqual(await claimMore(), []);
  t.false((await throttle()).has_waiting);
});

test.serial('turning an endpoint off and on keeps its window, and forgets its rate and failures', async t => {
  const { call, set, throttle } = await endpoint(0);
  await set(
    `concurrency_window = 28, baseline_ms = 500, rate = 0.5, first_failed_at = now(), resumes_at = now(), next_attempt_at = now()`,
  );
  await call('disable_endpoint');
  await call('enable_endpoint');
  const kept = { concurrency_window: 28, baseline_ms: 500 };
  const forgotten = { rate: null, first_failed_at: null, resumes_at: null, next_attempt_at: -Infinity };
  t.like(await throttle(), { ...kept, ...forgotten });
});

test.serial('throttles that no worker checks although deliveries wait are found once a minute', async t => {
  const { jobs, set, claimMore } = await endpoint(30);
  await finish(await claim(jobs), 'succeeded');
  await set('has_waiting = false');
  await sql('select corkboard.wake_waiting_endpoints()');
  t.is((await claimMore()).length, 6);
});

test.serial('a throttled delivery that was replayed waits with its new order', async t => {
  const { endpointId, jobs } = await endpoint(1);
  await takeFromJobs([{ ...jobs[0], jobNumber: 0 }]);
  t.deepEqual(await h.throttled(endpointId), []);
  for (const jobNumber of [2, 1]) {
    await change(jobs[0].deliveryId, `job_number = ${jobNumber}`);
    await takeFromJobs([{ ...jobs[0], jobNumber }]);
    t.like(await h.throttled(endpointId), [{ job_number: 2 }]);
  }
});

for (const [change, calls] of [
  ['a new URL', [['edit_endpoint', null, 'https://other.example/', ['client.created'], null]]],
  ['enabling', [['disable_endpoint'], ['enable_endpoint']]],
  ['sending all waiting deliveries now', [['retry_deliveries']]],
] as [string, [string, ...unknown[]][]][]) {
  test.serial(`what was learned of an endpoint’s rate is forgotten by ${change}`, async t => {
    for (const [format, initial] of [
      ['json', null],
      ['slack', 1],
    ] as const) {
      const { call, set, rate } = await endpoint(1, format);
      await set('rate = 0.5');
      for (const [name, ...args] of calls) await call(name, ...args);
      t.is(await rate(), initial);
    }
  });
}

// Which deliveries wait for the workers, and which for their endpoint (overdue_deliveries.sql).

/** How many deliveries of an endpoint wait for the workers, and for how many minutes. */
const overdueAt = async (endpointId: string) => {
  const rows = await sql(
    `select overdue::int, floor(extract(epoch from behind) / 60)::int as minutes
       from corkboard_ops.overdue_deliveries where endpoint_id = $1`,
    endpointId,
  );
  return rows.map(({ overdue, minutes }) => [overdue, minutes]);
};

/** An endpoint with three deliveries that have been due for fifty minutes. */
async function due() {
  const made = await endpoint(0);
  return { ...made, jobs: await add(made.endpointId, 3, { due_at: `now() - interval '50 minutes'` }) };
}
type Due = Awaited<ReturnType<typeof due>>;

/** A worker without a free slot gave the deliveries back to their throttle, of which this is known. */
const throttled = (columns: string) => async (made: Due) => {
  await takeFromJobs(made.jobs);
  await made.set(`has_waiting = true, ${columns}`);
};
const changed = (text: string) => (made: Due) => sql(text, made.workspaceId, made.endpointId);

for (const [what, expected, change] of [
  ['that no worker has taken', [[3, 50]], () => {}],
  ['that a worker gave back, and nothing limits', [[3, 50]], throttled('rate = null')],
  ['of an endpoint that asked for a pause', [], throttled(`resumes_at = now() + interval '1 minute'`)],
  ['since the end of a pause', [[3, 10]], throttled(`resumes_at = now() - interval '10 minutes'`)],
  ['whose rate is used up', [], throttled(`rate = 1, next_attempt_at = now() + interval '1 minute'`)],
  [
    'behind a full window, and those in progress',
    [],
    async ({ jobs, set }) => {
      await set('concurrency_window = 2');
      await claim(jobs);
    },
  ],
  [
    'that are scheduled for later',
    [],
    changed(
      `update corkboard.webhook_deliveries set due_at = now() + interval '5 minutes' where workspace_id = $1 and endpoint_id = $2`,
    ),
  ],
  [
    'of a disabled endpoint',
    [],
    changed('update corkboard.webhook_endpoints set disabled_at = now() where workspace_id = $1 and id = $2'),
  ],
  ['of a suspended workspace', [], ({ suspend }) => suspend()],
  [
    'of a plan without webhooks',
    [],
    changed(
      `with plan as (insert into corkboard.plans (name, webhooks) values ('without_webhooks', false) returning name)
       update corkboard.workspaces set plan = plan.name from plan where id = $1 and $2::uuid is not null`,
    ),
  ],
] as [string, number[][], (made: Due) => unknown][]) {
  test.serial(`how many deliveries wait for the workers, and since when: those ${what}`, async t => {
    const made = await due();
    await change(made);
    t.deepEqual(await overdueAt(made.endpointId), expected);
  });
}
