import test from 'ava';
import { dangerous, hostile, people } from '../support/console.ts';
import { hooks } from '../support/hooks.ts';
import { world } from '../support/world.ts';

const w = world(test);
const h = hooks(test, w);
const p = people(test, w);
const { sql } = w;
const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll("'", '&#39;');

/** A workspace with an endpoint that got a delivery, which was tried once. */
async function delivered(reaction: Parameters<typeof h.subscribe>[1] = {}) {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id, reaction);
  await studio.client({ name: `Harbour "Bakery"` });
  const [delivery] = await h.settled(hook.endpointId, ({ attempts_made }) => attempts_made === 1);
  await h.unclaimed(hook.endpointId);
  return { studio, hook, delivery, at: `/settings/webhooks/${hook.endpointId}/deliveries/${delivery.id}` };
}

test('a delivery’s page shows the body byte for byte, and never the secret', async t => {
  const { studio, hook, at } = await delivered();
  const { text } = await (await p.owner(studio.id)).get(at);
  t.true(text.includes(escaped(hook.received[0]!.text)));
  t.false(text.includes(hook.secret));
});

test('a failed attempt is shown with outcome, status, duration and response, and the time of the next one', async t => {
  const { studio, at } = await delivered({
    reaction: (_, res) => res.writeHead(503).end(hostile),
  });
  const { text } = await (await p.member(studio.id)).get(at);
  t.regex(text, /Attempt 1 of 7/);
  t.regex(text, /Failed: answered 503/);
  t.regex(text, /<code>http_status<\/code>\), after \d+ ms/);
  t.regex(text, /&lt;script&gt;alert/);
  t.notRegex(text, dangerous);
  t.regex(text, /<dt>Next attempt<\/dt>/);
  t.notRegex(text, />Replay</);
});

test('a member replays a delivery, once for two clicks, and not while an attempt is in progress', async t => {
  const { studio, hook, at } = await delivered();
  const member = await p.member(studio.id);
  const page = await member.get(at);
  const answers = await Promise.all([1, 2].map(() => member.press(page, 'Replay delivery')));
  t.deepEqual(
    answers.map(({ location }) => location),
    [1, 2].map(() => `${at}?done=delivery.replay`),
  );
  await hook.gets(2);
  await h.settled(hook.endpointId, ({ status }) => status === 'succeeded');
  t.is(hook.received.length, 2);
  t.is(hook.received[0]!.text, hook.received[1]!.text);
  const log = await sql(
    `select actor from corkboard.audit_log where workspace_id = $1 and action = 'delivery.replayed'`,
    studio.id,
  );
  t.deepEqual(log, [{ actor: member.person.email }]);
  const failing = await delivered({ reaction: 500 });
  const owner = await p.owner(failing.studio.id);
  const { status, text } = await owner.post(`${failing.at}/replay`);
  t.is(status, 409);
  t.regex(text, /still being tried/);
});

test('a pending delivery has a button that sends it now', async t => {
  const { studio, hook, at } = await delivered({ reaction: 500 });
  const member = await p.member(studio.id);
  const page = await member.get(at);
  t.regex(page.text, /<dt>Attempts<\/dt><dd>1 of 7<\/dd>/);
  t.notRegex(page.text, /Kept until/);
  hook.reaction = 200;
  const { location } = await member.press(page, 'Send now');
  t.is(location, `${at}?done=delivery.retry`);
  await h.settled(hook.endpointId, ({ status }) => status === 'succeeded');
  const after = await member.get(location!);
  t.regex(after.text, /role="status">The delivery is being sent now/);
  t.notRegex(after.text, />Send now</);
  t.is(hook.received.length, 2);
  const { status, text } = await member.post(`${at}/retry`);
  t.is(status, 409);
  t.regex(text, /it succeeded\. Replay it to send it again/);
  const log = await member.get('/settings/audit');
  t.regex(log.text, /sent a pending delivery ahead of schedule/);
});

test('a settled delivery shows the day until which it is kept', async t => {
  const { studio, delivery, at } = await delivered();
  await sql(
    `update corkboard.webhook_deliveries set settled_at = '2126-11-23T23:30:00Z' where id = $1`,
    delivery.id,
  );
  await sql(`update corkboard.workspaces set time_zone = 'Europe/Berlin' where id = $1`, studio.id);
  const { text } = await (await p.member(studio.id)).get(at);
  t.regex(text, /<dt>Kept until at least<\/dt><dd>[^<]*\b24\b[^<]*2126<\/dd>/);
});

/**
 * Attempts of a delivery that all failed, one after the other: their rounds, and their numbers as they were recorded.
 */
const record = (delivery: { workspace_id: string; id: string }, rounds: number[], numbers: number[]) =>
  sql(
    `insert into corkboard.webhook_attempts (workspace_id, delivery_id, number, round, outcome, duration_ms, attempted_at)
     select $1, $2, a.number, a.round, 'timeout', 5, now() + a.n * interval '1 second'
       from unnest($3::int[], $4::int[]) with ordinality a (number, round, n)`,
    delivery.workspace_id,
    delivery.id,
    numbers,
    rounds,
  );
const headings = (text: string) =>
  [...text.matchAll(/<h3>(Attempt \d+(?:, round \d+)?), <time/g)].map(([, name]) => name);

test('attempts are numbered across replays, and each shows its round', async t => {
  const { studio, delivery, at } = await delivered({ reaction: 500 });
  await record(delivery, [1, 2, 2], [2, 3, 4]);
  await sql(
    'update corkboard.webhook_deliveries set round = 2, earlier_attempts = 2, attempts_made = 2 where id = $1',
    delivery.id,
  );
  const { text } = await (await p.member(studio.id)).get(at);
  t.deepEqual(headings(text), ['Attempt 4, round 2', 'Attempt 3, round 2', 'Attempt 2', 'Attempt 1']);
  t.regex(text, /<dt>Attempts<\/dt><dd>2 of 7 in round 2<\/dd>/);
});

test('attempts from before rounds were recorded are numbered in the same way', async t => {
  const { studio, delivery, at } = await delivered({ reaction: 500 });
  await record(delivery, [1, 1, 1], [2, 1, 2]);
  await sql('update corkboard.webhook_deliveries set attempts_made = 2 where id = $1', delivery.id);
  const { text } = await (await p.member(studio.id)).get(at);
  t.deepEqual(headings(text), ['Attempt 4', 'Attempt 3', 'Attempt 2', 'Attempt 1']);
});

test('a delivery of an endpoint that is off says so, and its replay is rejected', async t => {
  const { studio, hook, at } = await delivered();
  await sql('select corkboard.disable_endpoint($1, $2)', studio.id, hook.endpointId);
  const owner = await p.owner(studio.id);
  t.regex((await owner.get(at)).text, /The endpoint is off/);
  const { status, text } = await owner.post(`${at}/replay`);
  t.is(status, 409);
  t.regex(text, /turn it on first/);
});

test('deliveries of other workspaces and unknown ones show the same page, and nothing is sent', async t => {
  const { studio, hook, delivery, at } = await delivered();
  const other = await h.subscribe(studio.id);
  const owner = await p.owner(studio.id);
  const foreign = await p.owner((await w.workspace()).id);
  for (const [browser, path] of [
    [foreign, at],
    [owner, `/settings/webhooks/${other.endpointId}/deliveries/${delivery.id}`],
    [owner, `/settings/webhooks/x/deliveries/${delivery.id}`],
    [owner, `/settings/webhooks/${hook.endpointId}/deliveries/x`],
  ] as const) {
    t.is((await browser.get(path)).status, 404, path);
    for (const verb of ['replay', 'retry']) t.is((await browser.post(`${path}/${verb}`)).status, 404, path);
  }
  t.regex((await p.stranger().post(`${at}/replay`)).location!, /^\/sign-in\?next=/);
  t.is(hook.received.length, 1);
});

test('an attempt that was redirected says where to, without secrets', async t => {
  const { studio, at } = await delivered({
    reaction: (_, res) =>
      res.writeHead(301, { Location: 'https://a:secret@www.example.com/new?secret' }).end(),
  });
  const { text } = await (await p.member(studio.id)).get(at);
  t.regex(text, /Answered 301 to https:\/\/www\.example\.com\/new \(<code>redirect<\/code>\)/);
  t.false(text.includes('secret@') || text.includes('?secret'));
});

for (const [outcome, reason, advice] of [
  ['tls', 'certificate is self-signed', /Check the receiver’s certificate/],
  ['tls', 'receiver speaks only HTTP/2: HTTP/1.1 is required', /accept HTTP\/1\.1 beside HTTP\/2/],
  ['connection', 'connection refused', /Check that the receiver is running/],
] as const) {
  test(`an attempt without a response says why, and what to do: ${reason}`, async t => {
    const { studio, delivery, at } = await delivered({ reaction: 500 });
    await sql(
      `insert into corkboard.webhook_attempts (workspace_id, delivery_id, number, outcome, reason, duration_ms, attempted_at)
       values ($1, $2, 2, $3, $4, 5, now())`,
      delivery.workspace_id,
      delivery.id,
      outcome,
      reason,
    );
    const { text } = await (await p.member(studio.id)).get(at);
    t.true(text.includes(`: ${reason} (<code>${outcome}</code>)`));
    t.regex(text, advice);
  });
}
