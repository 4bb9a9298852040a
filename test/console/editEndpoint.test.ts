import test from 'ava';
import { people } from '../support/console.ts';
import { hooks } from '../support/hooks.ts';
import { subscriber } from '../support/subscriber.ts';
import { world } from '../support/world.ts';

// The form that edits an endpoint, on the endpoint's page.

const w = world(test);
const h = hooks(test, w);
const p = people(test, w, { WEBHOOK_ALLOW_PRIVATE: 'true' });
const strict = people(test, w);
const { sql } = w;

async function subscribed(reaction = 200) {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id, { reaction });
  return { studio, hook, at: `/settings/webhooks/${hook.endpointId}`, owner: await p.owner(studio.id) };
}

/** The fields that the form of an endpoint sends: its hidden version, and the typed values. */
const typed = (page: string, url: string, events: string[], description = ''): [string, string][] => [
  ['version', /name="version" value="(\d+)"/.exec(page)![1]!],
  ['url', url],
  ...events.map((event): [string, string] => ['events', event]),
  ['description', description],
];

test('an endpoint with a new URL keeps its secret, deliveries and history, and pending deliveries go to the new URL', async t => {
  const { studio, hook, at, owner } = await subscribed(500);
  await studio.client();
  const [delivery] = await h.settled(hook.endpointId, ({ attempts_made }) => attempts_made === 1);
  await h.unclaimed(hook.endpointId);
  const moved = await subscriber();
  t.teardown(moved.close);
  const { text } = await owner.get(at);
  const form = typed(text, moved.url, ['client.created', 'invoice.paid'], 'Accounting');
  const saved = await owner.post(`${at}/edit`, form);
  t.is(saved.status, 303, saved.text);
  const endpoint = await h.endpoint(hook.endpointId);
  t.like(endpoint, {
    ...{ url: moved.url, events: ['client.created', 'invoice.paid'], description: 'Accounting' },
    ...{ secret: hook.secret, version: 2 },
  });
  await owner.post(`${at}/deliveries/${delivery.id}/retry`);
  await moved.gets(1);
  const [settled] = await h.settled(hook.endpointId, ({ status }) => status === 'succeeded');
  t.is(settled.id, delivery.id);
  t.is(hook.received.length, 1);
  t.is((await h.attempts(delivery.id)).length, 2);
  const shown = (await owner.get(saved.location!)).text;
  t.regex(shown, /<h1>Accounting/);
  t.regex(shown, /role="status">Endpoint saved/);
  t.regex((await owner.get('/settings/webhooks')).text, />Accounting<\/a>/);
});

test('the audit log says what changed, without the path of the URL, which may be a credential', async t => {
  const { studio, hook, at, owner } = await subscribed();
  const host = new URL(hook.url).host;
  const { text } = await owner.get(at);
  const url = `http://127.0.0.1:9/services/T0-credential`;
  await owner.post(`${at}/edit`, typed(text, url, ['client.created', 'invoice.paid'], 'Books'));
  await owner.post(
    `${at}/edit`,
    typed((await owner.get(at)).text, `${url}2`, ['client.created', 'invoice.paid'], 'Books'),
  );
  const log = (await (await p.member(studio.id)).get(`/settings/audit?record=${hook.endpointId}`)).text;
  for (const shown of [
    'edited a webhook endpoint',
    '<li>Events: <del>client.created</del> <ins>client.created, invoice.paid</ins></li>',
    '<li>Description: <del>none</del> <ins>Books</ins></li>',
    `<li>URL: <del>${host}</del> <ins>127.0.0.1:9</ins></li>`,
    '<li>URL changed</li>',
  ])
    t.true(log.includes(shown), shown);
  t.false(log.includes('credential'));
});

test('if two people edit the same endpoint, the second one is told, and overwrites nothing unseen', async t => {
  const { studio, hook, at, owner } = await subscribed();
  const other = await p.owner(studio.id);
  const [first, second] = [(await owner.get(at)).text, (await other.get(at)).text];
  await owner.post(`${at}/edit`, typed(first, hook.url, ['invoice.paid'], 'First'));
  const rejected = await other.post(`${at}/edit`, typed(second, hook.url, ['client.created'], 'Second'));
  t.is(rejected.status, 409);
  t.regex(rejected.text, /was edited by [^ ]+ since you opened it/);
  t.regex(rejected.text, /value="Second"/);
  t.like(await h.endpoint(hook.endpointId), { events: ['invoice.paid'], description: 'First' });
  const again = await other.post(`${at}/edit`, typed(rejected.text, hook.url, ['client.created'], 'Second'));
  t.is(again.status, 303);
  t.like(await h.endpoint(hook.endpointId), {
    events: ['client.created'],
    description: 'Second',
    version: 3,
  });
});

test('an endpoint that was edited meanwhile is not removed, and the page says what changed', async t => {
  const { studio, hook, at, owner } = await subscribed();
  const other = await p.owner(studio.id);
  const page = await other.get(at);
  await owner.post(`${at}/edit`, typed((await owner.get(at)).text, hook.url, ['invoice.paid'], 'Books'));
  const refused = await other.press(page, 'Remove endpoint');
  t.is(refused.status, 409);
  t.regex(refused.text, /role="alert"[\s\S]*This endpoint was edited since you opened this page\./);
  t.true(refused.text.includes('<li>Description: <del>none</del> <ins>Books</ins></li>'));
  t.is((await other.press(refused, 'Remove endpoint')).status, 303);
});

test('only one of several simultaneous edits is saved', async t => {
  const { hook, at, owner } = await subscribed();
  const { text } = await owner.get(at);
  const answers = await Promise.all(
    ['A', 'B', 'C'].map(name => owner.post(`${at}/edit`, typed(text, hook.url, ['client.created'], name))),
  );
  t.deepEqual(answers.map(({ status }) => status).sort(), [303, 409, 409]);
  t.is((await h.endpoint(hook.endpointId)).version, 2);
});

test('the URL is checked as for a new endpoint, and events are required', async t => {
  const { studio, hook, at } = await subscribed();
  const owner = await strict.owner(studio.id);
  const { text } = await owner.get(at);
  for (const url of [
    'http://127.0.0.1:1/',
    'https://10.0.0.1/',
    'nonsense',
    'https://user:pw@example.com/',
  ]) {
    const { status, text: shown } = await owner.post(`${at}/edit`, typed(text, url, ['client.created']));
    t.is(status, 422, url);
    t.true(shown.includes(`value="${url}"`), url);
  }
  const none = await (await p.owner(studio.id)).post(`${at}/edit`, typed(text, hook.url, []));
  t.is(none.status, 422);
  t.like(await h.endpoint(hook.endpointId), { url: hook.url, events: ['client.created'], version: 1 });
});

test('saving without a change changes nothing and leaves no entry in the audit log', async t => {
  const { hook, at, owner } = await subscribed();
  const saved = await owner.post(
    `${at}/edit`,
    typed((await owner.get(at)).text, hook.url, ['client.created']),
  );
  t.is(saved.status, 303);
  t.is((await h.endpoint(hook.endpointId)).version, 1);
  t.deepEqual(
    await sql(
      `select 1 from corkboard.audit_log where record_id = $1 and action = 'endpoint.edited'`,
      hook.endpointId,
    ),
    [],
  );
});

test('an endpoint is added with a description', async t => {
  const studio = await w.workspace();
  const owner = await p.owner(studio.id);
  await owner.post('/settings/webhooks/add', [
    ...([
      ['url', 'http://127.0.0.1:9/x'],
      ['format', 'slack'],
      ['events', 'client.created'],
    ] as [string, string][]),
    ['description', 'Channel #clients'],
  ]);
  const [endpoint] = await sql(
    'select description from corkboard.webhook_endpoints where workspace_id = $1',
    studio.id,
  );
  t.is(endpoint.description, 'Channel #clients');
});
