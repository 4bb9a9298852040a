import test from 'ava';
import { type TurnedOff, turnedOffMail } from '../../src/webhooks/turnedOffMail.ts';
import { settledAs } from '../support/attempts.ts';
import { operator } from '../support/command.ts';
import { endpoints } from '../support/endpoints.ts';

// What the database knows of an endpoint: its health, secrets, failures and tests. No worker is running.

const { w, sql, h, add, claim, finish, endpoint: open } = endpoints(test);
const corkboard = operator(w, { WEBHOOK_ALLOW_PRIVATE: 'true' });

const endpoint = async () => {
  const { endpointId: id, set: setThrottle, ...made } = await open(0);
  const set = (columns: string) => sql(`update corkboard.webhook_endpoints set ${columns} where id = $1`, id);
  return { ...made, id, set, setThrottle };
};

// One function decides the health of an endpoint.

/** Returns the health of an endpoint, after checking that the command and the view agree. */
async function healthOf(t: { deepEqual(a: unknown, b: unknown): unknown }, id: string) {
  const { health } = (await corkboard('endpoint', 'show', id)).endpoint;
  const [seen] = await sql(
    `select state, corkboard.iso(state_since) as since, state_reason as why, corkboard.iso(state_until) as until
       from corkboard_ops.endpoint_health where endpoint_id = $1`,
    id,
  );
  t.deepEqual(seen, health);
  return health;
}

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const [recently, longAgo, soon] = [minutesFromNow(-50), minutesFromNow(-70), minutesFromNow(50)];

test('the state of an endpoint, with its reason', async t => {
  const none = { state: 'working', since: null, why: null, until: null };
  const pause = 'it asked for a pause';
  for (const [columns, expected] of [
    ['id = id', none],
    [`first_failed_at = '${recently}'`, { since: recently, why: 'the latest attempts failed' }],
    [
      `first_failed_at = '${longAgo}'`,
      { state: 'failing', since: longAgo, why: 'no attempt has succeeded for an hour' },
    ],
    [`resumes_at = '${soon}', has_waiting = true, rate = 2`, { state: 'slowed', why: pause, until: soon }],
    [`resumes_at = now(), has_waiting = true, rate = 2`, { state: 'slowed', why: 'it takes 2 a second' }],
    ['has_waiting = true, rate = 0.05', { state: 'slowed', why: 'it takes 3 a minute' }],
    ['has_waiting = true, concurrency_window = 3', { state: 'slowed', why: 'it takes 3 at a time' }],
    // These limits hold nothing back.
    ['rate = 0.5, concurrency_window = 3', none],
  ] as [string, object][]) {
    const { id, setThrottle } = await endpoint();
    await setThrottle(columns);
    t.deepEqual(await healthOf(t, id), { ...none, ...expected }, columns);
  }
});

test('a delivery’s final failure makes an endpoint failing at once, until the next success', async t => {
  const { id } = await endpoint();
  const jobs = await add(id, 2, { attempts_made: '6' });
  await finish(await claim([jobs[0]]), 'tls');
  t.like(await healthOf(t, id), { state: 'failing', why: '1 delivery failed' });
  await finish(await claim([jobs[1]]), 'succeeded');
  t.like(await healthOf(t, id), { state: 'working', why: null });
});

test('off takes precedence over failing, failing over slowed, a plan without webhooks over these, and a suspension over all', async t => {
  await corkboard('plan', 'set', 'without');
  const { workspaceId, id, set, setThrottle } = await endpoint();
  await sql(`select corkboard.change_workspace($1, '{"plan": "without"}')`, workspaceId);
  await setThrottle(`resumes_at = '${soon}', first_failed_at = '${longAgo}'`);
  t.like(await healthOf(t, id), { state: 'failing' });
  await set('failures_in_row = 20');
  const { endpoint: off } = await corkboard('endpoint', 'disable', id);
  t.like(await healthOf(t, id), {
    state: 'off',
    since: off.disabledAt,
    why: '20 deliveries in a row failed',
  });
  await corkboard('plan', 'set', 'without', '--webhooks', 'false');
  const why = 'events are not recorded and nothing is sent while the plan has no webhooks';
  t.deepEqual(await healthOf(t, id), { state: 'not_in_plan', since: null, why, until: null });
  const list = await corkboard.read('endpoint', 'list', '--workspace', workspaceId);
  t.true(list.includes(`not_in_plan: ${why}`));
  const { workspace } = await corkboard('workspace', 'suspend', workspaceId);
  t.deepEqual(await healthOf(t, id), {
    state: 'suspended',
    since: workspace.suspendedAt,
    why: 'nothing is sent while the workspace is suspended',
    until: null,
  });
});

// Secrets

test('for 24 hours after a rotation both secrets are valid, the newest first, also for retries made then', async t => {
  const { id, secret: first, call, set } = await endpoint();
  const other = await endpoint();
  t.regex(first, /^whsec_[A-Za-z0-9+/]{43}=$/);
  const jobs = await add(id, 4);
  const secrets = async () => (await claim([jobs.pop()]))[0].secrets;
  t.deepEqual(await secrets(), [first]);
  const { secret: second } = await call('rotate_secret');
  t.deepEqual(await secrets(), [second, first]);
  // After a rotation within the 24 hours the oldest secret expires at once, and the 24 hours restart.
  const { secret: third } = await call('rotate_secret');
  t.deepEqual(await secrets(), [third, second]);
  const [{ restarted }] = await sql(
    `select previous_secret_expires_at - clock_timestamp() between '23:50' and '24:00' as restarted
     from corkboard.webhook_endpoints where id = $1`,
    id,
  );
  t.true(restarted);
  await set('previous_secret_expires_at = now()');
  t.deepEqual(await secrets(), [third]);
  const [claimed] = await claim(await add(other.id, 1));
  t.deepEqual(claimed.secrets, [other.secret]);
});

// The email to the owner of an endpoint that failures turned off

const turnedOff: TurnedOff = {
  ownerEmail: 'owner@studio.example',
  workspaceName: 'Studio',
  endpointId: '01994c35-0f6a-7d48-8e97-3ac1b5d2e604',
  host: 'hooks.example.com',
  turnedOffAt: '2026-11-21T09:30:00.000Z',
  lastOutcome: 'http_status 500',
  keptDays: 30,
  keptUntil: '2026-12-20T23:30:00.000Z',
  locale: 'en-GB',
  timeZone: 'Europe/Berlin',
};

test('the email says why the last delivery failed, where to replay, and by which day', t => {
  const link = `: https://corkboard.example/settings/webhooks/${turnedOff.endpointId}\n`;
  t.true(turnedOffMail(turnedOff, 3, 'https://corkboard.example').text.includes(`missed deliveries${link}`));
  for (const [more, expected] of [
    [{}, /replay the failed and missed deliveries\.\n/],
    [{}, /failed, the last one because it answered with status 500\.\n/],
    [{ lastOutcome: 'redirect 302' }, /because it answered with a redirect, status 302\.\n/],
    [{ lastOutcome: 'timeout' }, /because it did not answer in time\.\n/],
    [{ lastOutcome: null }, /20 deliveries in a row failed\.\n/],
    [{}, /for 30 days after it failed or was missed\. To lose none, replay them before 21 December 2026\.\n/],
    [{ timeZone: 'UTC', locale: 'en-US' }, /before December 20, 2026\./],
    [{ keptUntil: null }, /was missed\.\n/],
  ] as [Partial<TurnedOff>, RegExp][])
    t.regex(turnedOffMail({ ...turnedOff, ...more }, 0, undefined).text, expected);
});

test('the email names the number of failures that turn an endpoint off, and later ones don’t count', async t => {
  const [, told] = /: (\d+) deliveries in a row failed/.exec(turnedOffMail(turnedOff, 0, undefined).text)!;
  const { id, workspaceId } = await endpoint();
  const isOffAfter = async (failures: number) => {
    await sql(
      `select corkboard.count_endpoint_results(array_fill($1::uuid, array[$3::int]), array_fill($2::uuid, array[$3::int]), array_fill(false, array[$3::int]))`,
      workspaceId,
      id,
      failures,
    );
    return (await h.endpoint(id)).disabled_at !== null;
  };
  t.false(await isOffAfter(Number(told) - 1));
  t.true(await isOffAfter(1));
  // Attempts that were in progress then fail, too.
  await isOffAfter(2);
  t.like(await healthOf(t, id), { why: `${told} deliveries in a row failed` });
});

test('the email names the day on which the oldest replayable delivery may be deleted', async t => {
  const { id, set, call } = await endpoint();
  await set('notice_due_at = now()');
  const keptUntil = async () => (await call('disabled_notice')).keptUntil;
  t.like(await call('disabled_notice'), { keptDays: 30, keptUntil: null });
  for (const [status, at] of [
    ['succeeded', '2126-01-01T00:00:00Z'],
    ['missed', '2126-01-03T09:00:00.5Z'],
    ['failed', '2126-01-02T09:00:00Z'],
  ])
    await add(id, 1, settledAs(status!, `'${at}'`));
  t.is(await keptUntil(), '2126-02-01T09:00:00.000Z');
  await sql(`delete from corkboard.webhook_deliveries where endpoint_id = $1 and status = 'failed'`, id);
  t.is(await keptUntil(), '2126-02-02T09:00:00.500Z');
});

test('each time an endpoint is turned off, its owner gets another email', async t => {
  const { set, call } = await endpoint();
  await set(`notice_due_at = '2027-01-31T09:05:07.131234Z'`);
  const first = await call('disabled_notice');
  await set(`notice_due_at = '2027-01-31T09:05:09.5Z'`);
  await call('clear_disabled_notice', first.turnedOffAt);
  const second = await call('disabled_notice');
  t.is(second.turnedOffAt, '2027-01-31T09:05:09.500Z');
  await call('clear_disabled_notice', second.turnedOffAt);
  t.is(await call('disabled_notice'), undefined);
});

test('the email goes to the current owner at their current address', async t => {
  const { workspaceId, set, call } = await endpoint();
  await set('notice_due_at = now()');
  const toWhom = async () => (await call('disabled_notice')).ownerEmail;
  const [{ id }] = await sql('select id from corkboard.members where workspace_id = $1', workspaceId);
  await sql('select corkboard.set_member_email($1, $2, $3)', workspaceId, id, 'moved@studio.example');
  t.is(await toWhom(), 'moved@studio.example');
  const [heir] = await sql('select id from corkboard.add_member($1, $2)', workspaceId, 'heir@studio.example');
  await sql('select corkboard.make_owner($1, $2)', workspaceId, heir.id);
  t.is(await toWhom(), 'heir@studio.example');
});

test('the host of a URL is found whether its scheme is in upper or lower case', async t => {
  for (const url of [
    'https://hooks.example.com/x',
    'HTTPS://hooks.example.com?x',
    'hTTp://hooks.example.com',
  ])
    t.deepEqual(await sql('select corkboard.url_host($1) as host', url), [{ host: 'hooks.example.com' }]);
});

// Tests of an endpoint

/** Tests an endpoint this many times at once. Returns the messages of those that are rejected. */
async function refusals(count: number, ...hooks: Pick<Awaited<ReturnType<typeof endpoint>>, 'call'>[]) {
  const tests = hooks.flatMap(({ call }) => Array.from({ length: count }, () => call('test_endpoint')));
  const results = await Promise.allSettled(tests);
  return results.filter(result => result.status === 'rejected').map(({ reason }) => reason.message);
}

/** Makes the tests of a workspace a minute older. */
const aMinutePasses = (workspaceId: string) =>
  sql(
    `update corkboard.webhook_tests set tested_at = now() - interval '1 minute' where workspace_id = $1`,
    workspaceId,
  );

const tries = (what: string, most: number) =>
  new RegExp(
    `^${what} has had ${most} tests in the last minute, the most allowed\\. Try again in \\d+ seconds\\.$`,
  );

test('an endpoint gets ten tests a minute, also if they are simultaneous', async t => {
  const hook = await endpoint();
  const another = await h.subscribe(hook.workspaceId);
  const refused = await refusals(25, hook);
  t.is(refused.length, 15);
  for (const message of refused) t.regex(message, tries('This endpoint', 10));
  // Rejected tests don't count, and other endpoints may be tested.
  t.deepEqual(await refusals(1, another), []);
  await aMinutePasses(hook.workspaceId);
  t.is((await refusals(25, hook)).length, 15);
});

test('a workspace gets thirty tests a minute, also if they are simultaneous, independently of other workspaces', async t => {
  for (const studio of [await w.workspace(), await w.workspace()]) {
    const refused = await refusals(9, ...(await Promise.all([1, 2, 3, 4].map(() => h.subscribe(studio.id)))));
    t.is(refused.length, 6);
    for (const message of refused) t.regex(message, tries('The workspace', 30));
  }
});

test('an endpoint that was just tested can be removed', async t => {
  const { id, call } = await endpoint();
  await call('test_endpoint');
  await call('remove_endpoint');
  t.deepEqual(await sql('select 1 from corkboard.webhook_tests where endpoint_id = $1', id), []);
});
