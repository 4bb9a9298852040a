import test from 'ava';
import { dangerous, hostile, people } from '../support/console.ts';
import { hooks } from '../support/hooks.ts';
import { world } from '../support/world.ts';

const w = world(test);
const h = hooks(test, w);
const p = people(test, w);
const sql = async (text: string, ...values: unknown[]) => (await w.db.query(text, values)).rows;
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

test.serial('a delivery is one statement, and so is replaying it', async t => {
  const { studio, at } = await delivered();
  const owner = await p.owner(studio.id);
  t.is(await p.counted(() => owner.get(at)), 1);
  t.is(await p.counted(() => owner.post(`${at}/replay`)), 1);
});

test('it shows the body that was sent, byte for byte, the names of the headers, and no signature', async t => {
  const { studio, hook, at } = await delivered();
  const { text } = await (await p.owner(studio.id)).get(at);
  const [received] = hook.received;
  t.true(text.includes(escaped(received!.text)));
  const sent = Object.keys(received!.headers).filter(name =>
    /^x-(service|legacy)-|^content-type$|^user-agent$/.test(name),
  );
  const shown = [...text.matchAll(/<code>([A-Z][\w-]+)<\/code>/g)].map(([, name]) => name!.toLowerCase());
  t.deepEqual(
    sent.filter(name => !shown.includes(name)),
    [],
  );
  t.false(text.includes(hook.secret));
  t.notRegex(text, /v1=/);
});

test('a failed attempt is shown with its outcome, code, time and the answer, and when the next is due', async t => {
  const { studio, at } = await delivered({
    reaction: (_, res) => res.writeHead(503).end(hostile),
  });
  const { text } = await (await p.member(studio.id)).get(at);
  t.regex(text, /Attempt 1 of 7/);
  t.regex(text, /Answered, but not with success \(2xx\): 503/);
  t.regex(text, /<code>http_status<\/code>\), after \d+ ms/);
  t.regex(text, /&lt;script&gt;alert/);
  t.notRegex(text, dangerous);
  t.regex(text, /<dt>Next due<\/dt>/);
  t.notRegex(text, />Replay</);
});

test('a delivery is replayed, by a member, once for two clicks; while it is tried, it is not', async t => {
  const { studio, hook, at } = await delivered();
  const member = await p.member(studio.id);
  const page = await member.get(at);
  const answers = await Promise.all([1, 2].map(() => member.press(page, 'Replay')));
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

test('where its endpoint is off it says so, and is refused', async t => {
  const { studio, hook, at } = await delivered();
  await sql('select corkboard.disable_endpoint($1, $2)', studio.id, hook.endpointId);
  const owner = await p.owner(studio.id);
  t.regex((await owner.get(at)).text, /The endpoint is off/);
  const { status, text } = await owner.post(`${at}/replay`);
  t.is(status, 409);
  t.regex(text, /turn it on first/);
});

test('deliveries of others, of other endpoints, or of none are one page, and nothing is sent', async t => {
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
    t.is((await browser.post(`${path}/replay`)).status, 404, path);
  }
  t.regex((await p.stranger().post(`${at}/replay`)).location!, /^\/sign-in\?next=/);
  t.is(hook.received.length, 1);
});
