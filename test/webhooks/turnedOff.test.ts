import test from 'ava';
import { work } from '../../src/jobs/work.ts';
import { eventually } from '../support/eventually.ts';
import { hooks, workerConfig } from '../support/hooks.ts';
import { mailServer } from '../support/mailServer.ts';
import { world } from '../support/world.ts';

const server = mailServer();
test.serial.before(() => server.open());
const mailing = () => ({ SMTP_URL: server.url(), MAIL_FROM: 'Corkboard <corkboard@service.example>' });
const w = world(test);
w.atEnd(server.close);
const h = hooks(test, w, mailing);

const { sql } = w;

/** Makes this many deliveries that have only the last attempt of their schedule left. */
const lastAttempts = (workspaceId: string, endpointId: string, count: number) =>
  sql(
    `with made as (
       insert into corkboard.webhook_deliveries as d (workspace_id, endpoint_id, event, data, attempts_made)
       select $1, $2, 'client.created', '{"clientName":"C","contactName":null,"company":null}', 6
         from generate_series(1, $3::int)
       returning d.*)
     select corkboard.enqueue_attempts(array_agg(row(m.*)::corkboard.webhook_deliveries)) from made m`,
    workspaceId,
    endpointId,
    count,
  );

const failed = ({ status }: { status: string }) => status === 'failed';
const mailsAbout = (endpointId: string) => server.mails.filter(({ raw }) => raw.includes(endpointId));

test('each time an endpoint is turned off, its owner gets another email', async t => {
  const studio = await w.workspace();
  const { endpointId } = await h.subscribe(studio.id);
  const turnedOff = (at: string) =>
    sql('update corkboard.webhook_endpoints set notice_due_at = $2 where id = $1', endpointId, at);
  const told = () => sql('select * from corkboard.disabled_notice($1, $2)', studio.id, endpointId);
  await turnedOff('2027-01-31T09:05:07.131234Z');
  const [first] = await told();
  await turnedOff('2027-01-31T09:05:09.5Z');
  const end = (at: string) =>
    sql('select corkboard.clear_disabled_notice($1, $2, $3)', studio.id, endpointId, at);
  await end(first.turnedOffAt);
  const [second] = await told();
  t.is(second.turnedOffAt, '2027-01-31T09:05:09.500Z');
  await end(second.turnedOffAt);
  t.deepEqual(await told(), []);
});

test('the email goes to the current owner at their current address', async t => {
  const studio = await w.workspace();
  const { endpointId } = await h.subscribe(studio.id);
  await sql('update corkboard.webhook_endpoints set notice_due_at = now() where id = $1', endpointId);
  const toWhom = async () =>
    (await sql('select * from corkboard.disabled_notice($1, $2)', studio.id, endpointId))[0].ownerEmail;
  const [{ id }] = await sql('select id from corkboard.members where workspace_id = $1', studio.id);
  await sql('select corkboard.set_member_email($1, $2, $3)', studio.id, id, 'moved@studio.example');
  t.is(await toWhom(), 'moved@studio.example');
  const [heir] = await sql('select id from corkboard.add_member($1, $2)', studio.id, 'heir@studio.example');
  await sql('select corkboard.make_owner($1, $2)', studio.id, heir.id);
  t.is(await toWhom(), 'heir@studio.example');
});

test('after 20 failed deliveries in a row an endpoint is off, pending ones are missed, and its owner gets one email', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id, { reaction: 500 });
  // Two more workers race for the same failures.
  const workers = await Promise.all([
    work(workerConfig(mailing()), w.serviceUrl),
    work(workerConfig(mailing()), w.serviceUrl),
  ]);
  await studio.client();
  await h.settled(hook.endpointId, d => d.attempts_made === 1);
  await lastAttempts(studio.id, hook.endpointId, 19);
  await h.settled(hook.endpointId, d => d.status !== 'pending' || d.attempts_made === 1, 20);
  t.like(await h.endpoint(hook.endpointId), { failures_in_row: 19, disabled_at: null });
  await lastAttempts(studio.id, hook.endpointId, 30);
  await h.settled(hook.endpointId, d => d.status !== 'pending', 50);
  await h.timePasses(studio.id);
  await h.idle(studio.id);
  const deliveries = await h.deliveries(hook.endpointId);
  const { failures_in_row, disabled_at } = await h.endpoint(hook.endpointId);
  t.truthy(disabled_at);
  // Attempts in progress at that time may fail later. The endpoint's page and the email name the same number.
  t.true(deliveries.filter(failed).length >= failures_in_row);
  t.is(failures_in_row, 20);
  t.is(deliveries[0].status, 'missed');
  t.deepEqual(
    await sql(
      `select actor, via, action from corkboard.audit_log where workspace_id = $1 and record_id = $2 order by id`,
      studio.id,
      hook.endpointId,
    ),
    [
      { actor: 'operator', via: 'app', action: 'endpoint.added' },
      { actor: 'service', via: 'app', action: 'endpoint.disabled' },
    ],
  );
  const [mail, ...more] = mailsAbout(hook.endpointId);
  t.deepEqual(more, []);
  t.deepEqual([mail!.from, mail!.recipients], ['corkboard@service.example', ['never-leaves@owner.example']]);
  t.regex(mail!.raw, /Subject: Webhook to 127\.0\.0\.1:\d+ turned off/);
  t.false(mail!.raw.includes('/hook'));
  t.regex(mail!.raw, /20 deliveries in a row failed/);
  for (const { stop } of workers) await stop();

  // No new events are sent.
  const before = hook.received.length;
  hook.reaction = 200;
  await studio.client();
  const missed = await h.settled(hook.endpointId, d => d.status !== 'pending', 51);
  t.is(missed.at(-1).status, 'missed');
  t.is(hook.received.length, before);
  await t.throwsAsync(sql('select corkboard.replay_delivery($1, $2)', studio.id, missed[0].id), {
    message: /is off/,
  });

  // A person turns it on again and replays: every failed or missed delivery arrives.
  await sql('select corkboard.enable_endpoint($1, $2)', studio.id, hook.endpointId);
  t.like(await h.endpoint(hook.endpointId), { failures_in_row: 0, disabled_at: null });
  await studio.client();
  await h.settled(hook.endpointId, d => d.status !== 'pending', 52);
  await sql('select corkboard.replay_deliveries($1, $2)', studio.id, hook.endpointId);
  await h.settled(hook.endpointId, d => d.status === 'succeeded', 52);
  t.is(new Set(hook.received.slice(before).map(({ body }) => body.id)).size, 52);
});

test('the twentieth failed delivery in a row turns an endpoint off, not the nineteenth or a later one', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id, { reaction: 500 });
  for (const [count, isOff] of [
    [19, false],
    [20, true],
  ] as const) {
    await lastAttempts(studio.id, hook.endpointId, count === 19 ? 19 : 1);
    await h.settled(hook.endpointId, failed, count);
    const { failures_in_row, disabled_at } = await h.endpoint(hook.endpointId);
    t.deepEqual([failures_in_row, disabled_at !== null], [count, isOff]);
  }
});

test('a success restarts the count, and a delivery counts once, replays included', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id, { reaction: 500 });
  await lastAttempts(studio.id, hook.endpointId, 10);
  const [first] = await h.settled(hook.endpointId, failed, 10);
  t.is((await h.endpoint(hook.endpointId)).failures_in_row, 10);
  await sql('select corkboard.replay_delivery($1, $2)', studio.id, first.id);
  await h.settled(hook.endpointId, d => d.id !== first.id || d.attempts_made === 1, 10);
  await sql('update corkboard.webhook_deliveries set attempts_made = 6 where id = $1', first.id);
  await h.timePasses(studio.id);
  await h.settled(hook.endpointId, failed, 10);
  t.is((await h.endpoint(hook.endpointId)).failures_in_row, 10);
  hook.reaction = 200;
  await sql('select corkboard.replay_delivery($1, $2)', studio.id, first.id);
  await h.settled(hook.endpointId, d => d.status !== 'pending', 10);
  t.is((await h.endpoint(hook.endpointId)).failures_in_row, 0);
  hook.reaction = 500;
  await lastAttempts(studio.id, hook.endpointId, 12);
  await h.settled(hook.endpointId, d => d.status !== 'pending', 22);
  t.like(await h.endpoint(hook.endpointId), { failures_in_row: 12, disabled_at: null });
});

test('a replay also sends deliveries that failed before the endpoint’s last success', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id, { reaction: 500 });
  await lastAttempts(studio.id, hook.endpointId, 19);
  await h.settled(hook.endpointId, failed, 19);
  hook.reaction = 200;
  await studio.client();
  await h.settled(hook.endpointId, d => d.status === 'succeeded' || failed(d), 20);
  const [{ replayed }] = await sql(
    'select cardinality(r.deliveries) as replayed from corkboard.replay_deliveries($1, $2) r',
    studio.id,
    hook.endpointId,
  );
  t.is(replayed, 19);
  await h.settled(hook.endpointId, d => d.status === 'succeeded', 20);
});

test('an endpoint turned off by a person misses pending and new deliveries, and an attempt in progress may still succeed', async t => {
  const studio = await w.workspace();
  const answers: (() => void)[] = [];
  const hook = await h.subscribe(studio.id, { reaction: (_, res) => void answers.push(() => res.end()) });
  await studio.client();
  await hook.gets(1);
  await sql('select corkboard.disable_endpoint($1, $2)', studio.id, hook.endpointId);
  await studio.client();
  t.deepEqual(
    (await h.deliveries(hook.endpointId)).map(({ status }) => status),
    ['missed', 'missed'],
  );
  answers[0]!();
  await h.unclaimed(hook.endpointId);
  const [first] = await h.deliveries(hook.endpointId);
  t.is(first.status, 'succeeded');
  t.truthy((await h.endpoint(hook.endpointId)).disabled_at);
  t.is(hook.received.length, 1);
});

test('a removed endpoint gets nothing more, not even retries', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id, { reaction: 500 });
  await studio.client();
  await h.settled(hook.endpointId, d => d.attempts_made === 1);
  await sql('select corkboard.remove_endpoint($1, $2)', studio.id, hook.endpointId);
  await h.timePasses(studio.id);
  await h.idle(studio.id);
  t.is(hook.received.length, 1);
  t.deepEqual(await h.deliveries(hook.endpointId), []);
});

test('a replay during an attempt waits until the attempt ends', async t => {
  const studio = await w.workspace();
  const answers: ((status: number) => void)[] = [];
  const hook = await h.subscribe(studio.id, {
    reaction: (_, res) => void answers.push(status => res.writeHead(status).end()),
  });
  await studio.client();
  await hook.gets(1);
  const [delivery] = await h.deliveries(hook.endpointId);
  await sql('select corkboard.disable_endpoint($1, $2)', studio.id, hook.endpointId);
  await sql('select corkboard.enable_endpoint($1, $2)', studio.id, hook.endpointId);
  await sql('select corkboard.replay_delivery($1, $2)', studio.id, delivery.id);
  const waits = 'select 1 from corkboard.webhook_throttled_deliveries where id = $1';
  await eventually(
    () => sql(waits, delivery.id),
    rows => rows.length === 1,
  );
  t.is(hook.received.length, 1);
  answers[0]!(500);
  await hook.gets(2);
  // The outcome of the old attempt has no effect: the replay's schedule starts over.
  t.like((await h.deliveries(hook.endpointId))[0], { status: 'pending', attempts_made: 0 });
  answers[1]!(200);
  await h.settled(hook.endpointId, d => d.status === 'succeeded');
  t.deepEqual(await sql(waits, delivery.id), []);
});
