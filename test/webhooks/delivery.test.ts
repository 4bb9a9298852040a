import test from 'ava';
import { eventually } from '../support/eventually.ts';
import { hooks } from '../support/hooks.ts';
import { queuedJobs } from '../support/queue.ts';
import { world } from '../support/world.ts';

const w = world(test);
const h = hooks(test, w);

const succeeded = ({ status }: { status: string }) => status === 'succeeded';

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
  const [delivery] = await h.settled(hook.endpointId, succeeded);
  t.like(delivery, { id: body.id, attempts_made: 1, due_at: null });
  t.deepEqual(await h.claims(hook.endpointId), []);
  const [attempt, ...more] = await h.attempts(delivery.id);
  t.like(attempt, { number: 1, outcome: 'succeeded', status_code: 200, response: null });
  t.deepEqual(more, []);
});

test('a failing delivery is attempted seven times on schedule, with one body and id, and then fails', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id, { reaction: 503 });
  await studio.client();
  const schedule = ['00:01:00', '00:05:00', '00:30:00', '02:00:00', '06:00:00', '12:00:00'];
  for (const [i, delay] of schedule.entries()) {
    const [delivery] = await h.settled(hook.endpointId, d => d.attempts_made === i + 1);
    t.is(delivery.status, 'pending');
    const [inTime] = await w.sql(
      `select d.due_at - a.attempted_at - a.duration_ms * interval '1 ms' - $2::interval
                between interval '0' and least($2::interval / 10, interval '5 minutes') as "isInTime", d.due_at::text
       from corkboard.webhook_deliveries d
       join corkboard.webhook_attempts a on a.workspace_id = d.workspace_id and a.delivery_id = d.id
       where d.id = $1 order by a.number desc limit 1`,
      delivery.id,
      delay,
    );
    const scheduled = await w.sql(
      `select run_at::text as due_at from ${queuedJobs} where payload ->> 'deliveryId' = $1 and locked_at is null`,
      delivery.id,
    );
    t.true(inTime.isInTime);
    t.deepEqual(scheduled, [{ due_at: inTime.due_at }]);
    await h.timePasses(studio.id);
  }
  const [delivery] = await h.settled(hook.endpointId, d => d.status === 'failed');
  t.is(hook.received.length, 7);
  t.is(new Set(hook.received.map(({ text }) => text)).size, 1);
  t.deepEqual(
    (await h.attempts(delivery.id)).map(({ number, outcome, status_code, response }) => [
      number,
      outcome,
      status_code,
      response,
    ]),
    [1, 2, 3, 4, 5, 6, 7].map(number => [number, 'http_status', 503, 'answer']),
  );
  t.is((await h.endpoint(hook.endpointId)).failures_in_row, 1);
  await h.idle(studio.id);
});

test('a receiver that recovers gets each event that it missed once', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id, { reaction: (_, res) => res.destroy() });
  await studio.client();
  const [failed] = await h.settled(hook.endpointId, d => d.attempts_made === 1);
  t.is((await h.attempts(failed.id))[0].outcome, 'connection');
  hook.reaction = 204;
  await h.timePasses(studio.id);
  await h.settled(hook.endpointId, succeeded);
  t.is(hook.received.length, 2);
  t.is(hook.received[0]!.text, hook.received[1]!.text);
});

test('a redirect is not followed', async t => {
  const studio = await w.workspace();
  const elsewhere = await h.subscribe((await w.workspace()).id);
  const hook = await h.subscribe(studio.id, {
    reaction: (_, res) => res.writeHead(307, { Location: elsewhere.url }).end(),
  });
  await studio.client();
  const [delivery] = await h.settled(hook.endpointId, d => d.attempts_made === 1);
  t.like((await h.attempts(delivery.id))[0], { outcome: 'redirect', status_code: 307 });
  t.is(elsewhere.received.length, 0);
});

test('each endpoint gets the events it subscribes to, and other workspaces’ endpoints get none', async t => {
  const studio = await w.workspace();
  const stranger = await h.subscribe((await w.workspace()).id, {
    events: ['client.created', 'revision.logged'],
  });
  const clients = await h.subscribe(studio.id);
  const both = await h.subscribe(studio.id, { events: ['client.created', 'revision.logged'] });
  const { id } = await studio.project();
  await studio.post(`/projects/${id}/revisions`, { description: 'Calmer' });
  await both.gets(2);
  await clients.gets(1);
  t.deepEqual(both.received.map(({ body }) => body.event).sort(), ['client.created', 'revision.logged']);
  t.deepEqual(
    clients.received.map(({ body }) => body.event),
    ['client.created'],
  );
  t.is(stranger.received.length, 0);
});

test('Slack and Discord get their message, unsigned', async t => {
  const studio = await w.workspace();
  const slack = await h.subscribe(studio.id, { format: 'slack' });
  const discord = await h.subscribe(studio.id, { format: 'discord' });
  t.deepEqual([slack.secret, discord.secret], [null, null]);
  await studio.client({ name: 'A & <B>' });
  const [toSlack] = (await slack.gets(1)) as [any];
  const [toDiscord] = (await discord.gets(1)) as [any];
  t.deepEqual(Object.keys(toSlack.body), ['text', 'blocks', 'unfurl_links', 'unfurl_media']);
  t.regex(toSlack.body.text, /A &amp; &lt;B&gt;/);
  t.deepEqual(Object.keys(toDiscord.body), ['content', 'embeds', 'allowed_mentions']);
  for (const { headers } of [toSlack, toDiscord]) {
    t.is(headers['x-service-event'], 'client.created');
    t.false('x-service-signature' in headers || 'x-service-timestamp' in headers);
  }
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
  const [{ job }] = await w.sql(
    `select json_build_object(
       'workspaceId', workspace_id, 'endpointId', endpoint_id, 'deliveryId', id, 'jobNumber', job_number) as job
     from corkboard.webhook_deliveries where endpoint_id = $1`,
    hook.endpointId,
  );
  await w.sql(
    `select graphile_worker.add_job('attempt_delivery', $1::json) from generate_series(1, 20)`,
    JSON.stringify(job),
  );
  // The delivery is already claimed. One job of the batch is postponed, and the others end.
  const due = `select count(*)::int as jobs from ${queuedJobs} j
    where j.payload ->> 'workspaceId' = $1 and j.run_at <= now()`;
  await eventually(async () => (await w.db.query(due, [studio.id])).rows[0].jobs <= 1);
  for (const answer of answers.splice(0)) answer();
  await h.settled(hook.endpointId, d => d.attempts_made === 1);
  // After the attempt, these jobs are outdated.
  await h.timePasses(studio.id);
  await hook.gets(2);
  for (const answer of answers.splice(0)) answer();
  await h.settled(hook.endpointId, d => d.attempts_made === 2);
  t.is(most, 1);
  t.is(hook.received.length, 2);
});
