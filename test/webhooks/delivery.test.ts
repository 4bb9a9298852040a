import test from 'ava';
import { work } from '../../src/jobs/work.ts';
import { attempts, settledAs } from '../support/attempts.ts';
import { operator } from '../support/command.ts';
import { eventually } from '../support/eventually.ts';
import { hooks, isIn, workerConfig } from '../support/hooks.ts';
import { mailServer } from '../support/mailServer.ts';
import { queuedJobs } from '../support/queue.ts';
import { suspension } from '../support/suspension.ts';
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
const { add, jobOf } = attempts(w);
const { sql } = w;

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

test('each endpoint gets the events it subscribes to, and other workspaces’ endpoints get none', async t => {
  const studio = await w.workspace();
  const events = ['client.created', 'revision.logged'];
  const stranger = await h.subscribe((await w.workspace()).id, { events });
  const [clients, both] = [await h.subscribe(studio.id), await h.subscribe(studio.id, { events })];
  const { id } = await studio.project();
  await studio.post(`/projects/${id}/revisions`, { description: 'Calmer' });
  await both.gets(2);
  await clients.gets(1);
  const kinds = [both, clients].map(({ received }) => received.map(({ body }) => body.event).sort());
  t.deepEqual(kinds, [events, ['client.created']]);
  t.is(stranger.received.length, 0);
});

test('attempts of one delivery never overlap, however many jobs it has', async t => {
  const studio = await w.workspace();
  let inFlight = 0;
  let most = 0;
  const answers: (() => void)[] = [];
  const hook = await h.subscribe(studio.id, {
    reaction: (_, res) => {
      most = Math.max(most, ++inFlight);
      answers.push(() => {
        inFlight--;
        res.writeHead(500).end();
      });
    },
  });
  await studio.client();
  await hook.gets(1);
  // Runs the same job many times, as if workers that were presumed dead were still alive.
  const [{ id }] = await h.deliveries(hook.endpointId);
  await sql(
    `select graphile_worker.add_job('attempt_delivery', $1::json) from generate_series(1, 20)`,
    JSON.stringify(await jobOf(id)),
  );
  // The delivery is already claimed. One job of the batch is postponed, and the others end.
  const due = `select 1 from ${queuedJobs} j where j.payload ->> 'workspaceId' = $1 and j.run_at <= now()`;
  await eventually(async () => (await sql(due, studio.id)).length <= 1);
  for (const answer of answers.splice(0)) answer();
  await h.settled(hook.endpointId, d => d.attempts_made === 1);
  // After the attempt, these jobs are outdated.
  await h.timePasses(studio.id);
  await hook.gets(2);
  for (const answer of answers.splice(0)) answer();
  await h.settled(hook.endpointId, d => d.attempts_made === 2);
  t.deepEqual([most, hook.received.length], [1, 2]);
});

test.serial('a burst of events between suspend and resume, again and again, is sent once each', async t => {
  const { suspend, resume } = suspension(w);
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id);
  const toggling = (async () => {
    for (let i = 0; i < 10; i++) {
      await suspend(studio.id);
      await resume(studio.id);
    }
  })();
  const emitting = Promise.all(Array.from({ length: 10 }, () => h.emit(studio.id, 10)));
  await Promise.all([toggling, emitting]);
  await h.allSucceed(hook, 100);
  t.is((await h.arrived(hook)).size, 100);
});

test.serial(
  'after 20 failed deliveries in a row an endpoint is off, pending ones are missed, and its owner gets one email',
  async t => {
    const studio = await w.workspace();
    const hook = await h.subscribe(studio.id, { reaction: 500 });
    const { endpointId } = hook;
    // Two more workers race for the same failures.
    const start = () => work(workerConfig(env()), w.serviceUrl);
    const workers = await Promise.all([start(), start()]);
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
    t.deepEqual(
      [mail!.from, mail!.recipients],
      ['corkboard@service.example', ['never-leaves@owner.example']],
    );
    t.regex(mail!.raw, /Subject: Webhook to 127\.0\.0\.1:\d+ turned off/);
    t.false(mail!.raw.includes('/hook'));
    t.regex(mail!.raw, /20 deliveries in a row failed/);
    for (const { stop } of workers) await stop();
  },
);

// Work that takes several batches of 250. One at a time, because the database is busy with each.

/** An endpoint with this many deliveries that no worker attempts, because they have no jobs. */
async function without(count: number, columns: Record<string, string> = {}) {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id);
  await add(hook.endpointId, count, columns);
  return { studio, hook };
}

test.serial('a job deletes a removed endpoint and its deliveries, however many there are', async t => {
  const { studio, hook } = await without(520);
  await hook.call('remove_endpoint');
  await h.idle(studio.id);
  t.deepEqual(await h.deliveries(hook.endpointId), []);
  t.is(await h.endpoint(hook.endpointId), undefined);
  t.is(hook.received.length, 0);
});

const inHours = { attempts_made: '3', due_at: `now() + interval '6 hours'` };

for (const [what, columns, name, started, settled] of [
  [
    'a replay of more than a batch sends each delivery once',
    { ...settledAs('missed'), status: `case when n % 2 = 0 then 'failed' else 'missed' end` },
    'start_replay',
    { replayed: 250, isAll: false },
    { round: 2, attempts_made: 1 },
  ],
  [
    'a retry of more than a batch makes the next attempt of each delivery, one of its seven',
    inHours,
    'start_retry',
    { retried: 250, isAll: false },
    { round: 1, attempts_made: 4 },
  ],
] as const) {
  test.serial(what, async t => {
    const { hook } = await without(260, columns);
    t.deepEqual(await hook.call(name), started);
    const deliveries = await h.allSucceed(hook, 260);
    t.is((await h.arrived(hook)).size, 260);
    const { round, attempts_made } = settled;
    t.true(deliveries.every(delivery => delivery.round === round && delivery.attempts_made >= attempts_made));
  });
}

test.serial('turning an endpoint off stops a retry, and all its deliveries are missed', async t => {
  const { studio, hook } = await without(520, inHours);
  // Both in one transaction, so that the job finds it off.
  await sql(
    'select corkboard.start_retry($1, $2), corkboard.disable_endpoint($1, $2)',
    studio.id,
    hook.endpointId,
  );
  await h.idle(studio.id);
  t.is((await h.deliveries(hook.endpointId)).filter(isIn('missed')).length, 520);
  t.is(hook.received.length, 0);
});

test.serial(
  'a receiver that asks for a pause gets nothing until it is over, others do, and no job waits',
  async t => {
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
  },
);

// Messages of channels

async function studioIn(locale: string, zone: string) {
  const studio = await w.workspace();
  await sql(
    'update corkboard.workspaces set locale = $2, time_zone = $3 where id = $1',
    studio.id,
    locale,
    zone,
  );
  return studio;
}

test('Slack and Discord get amounts, days and times in the workspace’s locale and time zone; JSON doesn’t', async t => {
  const studio = await studioIn('de-DE', 'Pacific/Kiritimati');
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
  const facts = message.body.blocks.at(-1).elements.map(({ text }: any) => text);
  t.is(facts[0], 'Was due: 31. Januar 1990');
  t.regex(facts[1], /^\d+\. \S+ \d{4}, \d\d:\d\d GMT\+14$/);
  t.is(facts[2], `<${publicUrl}/invoices/${invoice.id}|Open in Corkboard>`);
  const [card] = (await discord.gets(1)) as [any];
  t.is(card.body.content, sentence);
  t.deepEqual(card.body.embeds[0].fields, [{ name: 'Was due', value: '31\\. Januar 1990', inline: true }]);
  t.is(card.body.embeds[0].description, `[Open in Corkboard](${publicUrl}/invoices/${invoice.id})`);
  for (const { headers } of [message, card]) t.false('x-service-signature' in headers);
  const [plain] = (await json.gets(1)) as [any];
  t.false(plain.text.includes(publicUrl));
  t.like(plain.body.data, { dueDate: '1990-01-31', totalCents: 123_456, daysOverdue: 1096 });
});

test('a test of a channel, and a sample for it, use the workspace’s formats and time zone', async t => {
  const studio = await studioIn('de-DE', 'Asia/Kathmandu');
  const [slack, discord] = [
    await h.subscribe(studio.id, { format: 'slack' }),
    await h.subscribe(studio.id, { format: 'discord' }),
  ];
  await corkboard('endpoint', 'test', slack.endpointId);
  for (const { endpointId } of [slack, discord])
    await corkboard('endpoint', 'test', endpointId, '--event', 'invoice.overdue');
  const [ping, sample] = (await slack.gets(2)) as [any, any];
  const [small, ofSample] = [ping, sample].map(({ body }) =>
    body.blocks.at(-1).elements.map(({ text }: any) => text),
  );
  const time = /^\d+\. \S+ \d{4}, \d\d:\d\d GMT\+5:45$/;
  t.regex(small[0], time);
  t.regex(sample.body.text, /^Sample client is 7 days late with SAMPLE-0001: 5\.040,00 € · Sample project$/);
  t.regex(ofSample[0], /^Was due: \d+\. [A-ZÄ][a-zä]+ \d{4}$/);
  t.regex(ofSample[1], time);
  t.regex(ofSample[2], /^<https:\/\/console\.example\/invoices\/[0-9a-f-]{36}\|Open in Corkboard>$/);
  const [card] = (await discord.gets(1)) as [any];
  t.regex(card.body.embeds[0].description, /^\[Open in Corkboard\]\(https:\/\/console\.example\/invoices\//);
});

for (const format of ['slack', 'discord']) {
  test(`every attempt sends the same bytes to ${format}`, async t => {
    const studio = await studioIn('pt-BR', 'America/Sao_Paulo');
    const hook = await h.subscribe(studio.id, { events: ['invoice.sent'], format, reaction: 500 });
    const project = await studio.project();
    const invoice = await studio.invoice(project.id, { dueDate: '2099-01-31' });
    await corkboard('invoice', 'send', invoice.id);
    const [{ id }] = await h.settled(hook.endpointId, ({ attempts_made }) => attempts_made === 1);
    hook.reaction = 200;
    await corkboard('delivery', 'retry', id);
    await h.settled(hook.endpointId, isIn('succeeded'));
    await corkboard('delivery', 'replay', id);
    const texts = (await hook.gets(3)).map(({ text }) => text);
    t.true(texts[0]!.includes(`${publicUrl}/invoices/${invoice.id}`));
    t.is(new Set(texts).size, 1);
  });
}
