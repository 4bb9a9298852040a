import test from 'ava';
import { work } from '../../src/jobs/work.ts';
import { attempts } from '../support/attempts.ts';
import { operator } from '../support/command.ts';
import { eventually } from '../support/eventually.ts';
import { hooks, isIn, workerConfig } from '../support/hooks.ts';
import { mailServer } from '../support/mailServer.ts';
import { queuedJobs } from '../support/queue.ts';
import { world } from '../support/world.ts';

// From an event through the queue and a worker to a receiver. The rules of claims, retries and replays are tested on their
// functions.

const mails = mailServer();
test.serial.before(mails.open);
const publicUrl = 'https://console.example';
const env = () => ({
  PUBLIC_URL: publicUrl,
  SMTP_URL: mails.url(),
  MAIL_FROM: 'Corkboard <corkboard@service.example>',
});
const w = world(test);
w.atEnd(mails.close);
const h = hooks(test, w, env);
const corkboard = operator(w, { WEBHOOK_ALLOW_PRIVATE: 'true', PUBLIC_URL: publicUrl });
const { add } = attempts(w);
const { sql, call } = w;

test('an event reaches the receiver at once, and its attempt is recorded', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id);
  const client = await studio.client({ name: 'Harbour Bakery', company: 'Bakery Ltd' });
  const [{ body, text, headers }] = (await hook.gets(1)) as [any];
  t.deepEqual(body, {
    id: headers['x-service-delivery'],
    event: 'client.created',
    createdAt: body.createdAt,
    workspaceId: studio.id,
    data: {
      clientId: client.id,
      clientName: 'Harbour Bakery',
      contactName: null,
      company: 'Bakery Ltd',
      createdAt: client.createdAt,
    },
  });
  t.is(text, JSON.stringify(body));
  const [delivery] = await h.settled(hook.endpointId, isIn('succeeded'));
  t.like(delivery, { id: body.id, attempts_made: 1, due_at: null });
  t.deepEqual(await h.claims(hook.endpointId), []);
  const [attempt, ...more] = await h.attempts(delivery.id);
  t.like(attempt, { number: 1, outcome: 'succeeded', status_code: 200, response: null });
  t.deepEqual(more, []);
});

test('a failing delivery is attempted seven times, when it is due, with one body and id, and then fails', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id, { reaction: 503 });
  await studio.client();
  for (let made = 1; made < 7; made++) {
    const [delivery] = await h.settled(hook.endpointId, d => d.attempts_made === made);
    t.is(delivery.status, 'pending');
    const scheduled = await sql(
      `select j.run_at = d.due_at as "isDue" from ${queuedJobs} j
         join corkboard.webhook_deliveries d on d.id::text = j.payload ->> 'deliveryId'
        where d.id = $1 and j.locked_at is null`,
      delivery.id,
    );
    t.deepEqual(scheduled, [{ isDue: true }]);
    await h.timePasses(studio.id);
  }
  const [delivery] = await h.settled(hook.endpointId, isIn('failed'));
  t.is(hook.received.length, 7);
  t.is(new Set(hook.received.map(({ text }) => text)).size, 1);
  const failed = { outcome: 'http_status', status_code: 503, response: 'answer' };
  t.like(
    await h.attempts(delivery.id),
    [1, 2, 3, 4, 5, 6, 7].map(number => ({ number, ...failed })),
  );
  t.is((await h.endpoint(hook.endpointId)).failures_in_row, 1);
  await h.idle(studio.id);
});

test('the reason for a missing response is recorded with the attempt, and the command shows it', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id);
  await hook.close();
  await studio.client();
  const [{ id }] = await h.settled(hook.endpointId, ({ attempts_made }) => attempts_made === 1);
  const reason = { outcome: 'connection', reason: 'connection refused', statusCode: null };
  const { delivery } = await corkboard('delivery', 'show', id);
  t.like(delivery.attempts, [reason]);
  t.deepEqual(delivery.lastAttempt, reason);
  const failures = await sql('select reason from corkboard_ops.recent_failures where delivery_id = $1', id);
  t.deepEqual(failures, [{ reason: 'connection refused' }]);
});

test.serial('a burst of events between suspend and resume, again and again, is sent once each', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id);
  const toggling = (async () => {
    for (let i = 0; i < 10; i++) {
      await call('suspend_workspace', studio.id);
      await call('resume_workspace', studio.id);
    }
  })();
  const emitting = Promise.all(Array.from({ length: 10 }, () => h.emit(studio.id, 10)));
  await Promise.all([toggling, emitting]);
  await h.allSucceed(hook, 100);
  t.is((await h.arrived(hook)).size, 100);
});

test.serial('20 failed deliveries in a row turn an endpoint off, and its owner gets one email', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id, { reaction: 500 });
  const { endpointId } = hook;
  // Another worker races for the same failures.
  const { stop } = await work(workerConfig(env()), w.serviceUrl);
  await studio.client();
  await h.settled(endpointId, d => d.attempts_made === 1);
  // They have only the last attempt of their schedule left.
  await add(endpointId, 40, { attempts_made: '6', due_at: `now() - interval '10 minutes'` });
  await sql('select corkboard.requeue_deliveries()');
  await h.settled(endpointId, d => d.status !== 'pending', 41);
  await h.timePasses(studio.id);
  await h.idle(studio.id);
  const { failures_in_row, disabled_at } = await h.endpoint(endpointId);
  t.truthy(disabled_at);
  // Attempts in progress at that time may fail later. The endpoint's page and the email name the same number.
  t.is(failures_in_row, 20);
  const deliveries = await h.deliveries(endpointId);
  t.true(deliveries.filter(isIn('failed')).length >= 20);
  t.is(deliveries[0].status, 'missed');
  const log = await sql(
    `select actor, via, action from corkboard.audit_log where workspace_id = $1 and record_id = $2 order by id`,
    studio.id,
    endpointId,
  );
  t.deepEqual(log, [
    { actor: 'operator', via: 'app', action: 'endpoint.added' },
    { actor: 'service', via: 'app', action: 'endpoint.disabled' },
  ]);
  const [mail, ...more] = mails.mails.filter(({ raw }) => raw.includes(endpointId));
  t.deepEqual(more, []);
  t.deepEqual([mail!.from, mail!.recipients], ['corkboard@service.example', ['never-leaves@owner.example']]);
  t.regex(mail!.raw, /Subject: Webhook to 127\.0\.0\.1:\d+ turned off/);
  t.false(mail!.raw.includes('/hook'));
  t.regex(mail!.raw, /20 deliveries in a row failed/);
  await stop();
});

test.serial('a receiver that asks for a pause gets nothing until it is over, and others do', async t => {
  const studio = await w.workspace();
  const paused = await h.subscribe(studio.id, {
    reaction: (_, res) => res.writeHead(503, { 'Retry-After': '300' }).end(),
  });
  const well = await h.subscribe(studio.id);
  await h.emit(studio.id);
  await h.settled(paused.endpointId, ({ attempts_made }) => attempts_made === 1);
  await h.emit(studio.id, 40);
  await h.settled(well.endpointId, isIn('succeeded'), 41);
  await eventually(async () => (await h.throttled(paused.endpointId)).length === 40);
  t.is(paused.received.length, 1);
  // The queue deletes a job a moment after the job's work is committed.
  const dueJobs = `select 1 from ${queuedJobs} where payload ->> 'endpointId' = $1 and run_at <= now()`;
  await eventually(async () => (await sql(dueJobs, paused.endpointId)).length === 0);
  paused.reaction = 200;
  await sql('update corkboard.webhook_throttles set resumes_at = now() where id = $1', paused.endpointId);
  await h.allSucceed(paused, 41);
  t.is((await h.arrived(paused)).size, 41);
});

test('Slack and Discord get amounts, days and times in the workspace’s locale and time zone, in samples too; JSON doesn’t', async t => {
  const studio = await w.workspace();
  const columns = `locale = 'de-DE', time_zone = 'Pacific/Kiritimati'`;
  await sql(`update corkboard.workspaces set ${columns} where id = $1`, studio.id);
  const events = ['invoice.overdue'];
  const [slack, discord, json] = [
    await h.subscribe(studio.id, { events, format: 'slack' }),
    await h.subscribe(studio.id, { events, format: 'discord' }),
    await h.subscribe(studio.id, { events }),
  ];
  const project = await studio.project({ name: 'Website' });
  const invoice = await studio.invoice(project.id, {
    amountCents: 123_456,
    currency: 'EUR',
    dueDate: '1990-01-31',
  });
  await corkboard('invoice', 'send', invoice.id);
  await sql(`select corkboard.detect_overdue('1993-01-31')`);
  const [message] = (await slack.gets(1)) as [any];
  const sentence = 'Client is 1.096 days late with INV-0001: 1.234,56 € · Website';
  t.is(message.body.text, sentence);
  const factsOf = ({ body }: any) => body.blocks.at(-1).elements.map(({ text }: any) => text);
  const facts = factsOf(message);
  const time = /^\d+\. \S+ \d{4}, \d\d:\d\d GMT\+14$/;
  t.is(facts[0], 'Was due: 31. Januar 1990');
  t.regex(facts[1], time);
  t.is(facts[2], `<${publicUrl}/invoices/${invoice.id}|Open in Corkboard>`);
  const [card] = (await discord.gets(1)) as [any];
  t.is(card.body.content, sentence);
  t.deepEqual(card.body.embeds[0].fields, [{ name: 'Was due', value: '31\\. Januar 1990', inline: true }]);
  t.is(card.body.embeds[0].description, `[Open in Corkboard](${publicUrl}/invoices/${invoice.id})`);
  for (const { headers } of [message, card]) t.false('x-service-signature' in headers);
  const [plain] = (await json.gets(1)) as [any];
  t.false(plain.text.includes(publicUrl));
  t.like(plain.body.data, { dueDate: '1990-01-31', totalCents: 123_456, daysOverdue: 1096 });
  await corkboard('endpoint', 'test', slack.endpointId, '--event', 'invoice.overdue');
  const [, sample] = (await slack.gets(2)) as [any, any];
  t.is(sample.body.text, 'Sample client is 7 days late with SAMPLE-0001: 5.040,00 € · Sample project');
  const [due, now, link] = factsOf(sample);
  t.regex(due, /^Was due: \d+\. [A-ZÄ][a-zä]+ \d{4}$/);
  t.regex(now, time);
  t.regex(link, /^<https:\/\/console\.example\/invoices\/[0-9a-f-]{36}\|Open in Corkboard>$/);
});
