import { randomBytes } from 'node:crypto';
import test from 'ava';
import { subscribable } from '../../src/records/event.ts';
import { Keyring } from '../../src/webhooks/keyring.ts';
import type { Seen } from '../support/browser.ts';
import { people } from '../support/console.ts';
import { hooks } from '../support/hooks.ts';
import { subscriber } from '../support/subscriber.ts';
import { world } from '../support/world.ts';

const w = world(test);
const h = hooks(test, w);
const p = people(test, w, { WEBHOOK_ALLOW_PRIVATE: 'true' });
const strict = people(test, w);
const { sql } = w;

const sealingKey = randomBytes(32);
const sealed = people(test, w, {
  WEBHOOK_ALLOW_PRIVATE: 'true',
  SECRETS_KEY: sealingKey.toString('base64'),
});
const endpoints = (id: string) =>
  sql(
    'select id, url, events, secret from corkboard.webhook_endpoints where workspace_id = $1 and removed_at is null order by id',
    id,
  );
const given = (url: string, ...events: string[]): [string, string][] => [
  ['url', url],
  ['format', 'json'],
  ...events.map((event): [string, string] => ['events', event]),
];
/** Adds this many deliveries to an endpoint, all with this outcome. */
const settle = (workspaceId: string, endpointId: string, status: string, count: number) =>
  sql(
    `insert into corkboard.webhook_deliveries (workspace_id, endpoint_id, event, data, status, attempts_made, due_at, settled_at)
     select $1, $2, 'client.created', '{"clientName":"C","contactName":null,"company":null}', $3, 7, null, clock_timestamp()
       from generate_series(1, $4::int)`,
    workspaceId,
    endpointId,
    status,
    count,
  );

test('an added endpoint shows its secret once, and its deliveries are signed with it', async t => {
  const studio = await w.workspace();
  const owner = await p.owner(studio.id);
  const server = await subscriber();
  t.teardown(server.close);
  const empty = await owner.get('/settings/webhooks');
  t.regex(empty.text, /No endpoints yet/);
  const [, once] = /name="once" value="([^"]+)"/.exec(empty.text)!;
  const form: [string, string][] = [['once', once!], ...given(server.url, 'client.created', 'invoice.paid')];
  const added = await owner.post('/settings/webhooks/add', form);
  t.is(added.status, 200);
  const [, secret] = /<input id="secret" type="text" readonly value="(whsec_[^"]+)">/.exec(added.text)!;
  const [endpoint] = await endpoints(studio.id);
  t.like(endpoint, { url: server.url, events: ['client.created', 'invoice.paid'], secret });
  const again = await owner.post('/settings/webhooks/add', form);
  t.is(again.status, 200);
  t.true(again.text.includes(`value="${secret}"`));
  t.is((await endpoints(studio.id)).length, 1);
  for (const path of ['/settings/webhooks', `/settings/webhooks/${endpoint.id}`])
    t.false((await owner.get(path)).text.includes(secret!));
  const kept = await sql(
    'select response from corkboard.idempotency_keys where workspace_id = $1',
    studio.id,
  );
  t.false(JSON.stringify(kept).includes(secret!));
  const [log] = await sql(
    `select actor from corkboard.audit_log where workspace_id = $1 and action = 'endpoint.added'`,
    studio.id,
  );
  t.is(log.actor, owner.person.email);
});

test('an endpoint’s URL that is private, invalid or can’t be resolved is rejected beside its field', async t => {
  const studio = await w.workspace();
  const owner = await strict.owner(studio.id);
  for (const url of ['http://127.0.0.1:1/', 'https://10.0.0.1/', 'nonsense', 'https://127.0.0.1/x']) {
    const { status, text } = await owner.post('/settings/webhooks/add', given(url, 'client.created'));
    t.is(status, 422, url);
    t.regex(text, /href="#add-url"/, url);
    t.true(text.includes(`value="${url}"`), url);
  }
  const none = await owner.post('/settings/webhooks/add', given('https://example.com/'));
  t.is(none.status, 422);
  t.deepEqual(await endpoints(studio.id), []);
});

test('links lead to the deliveries of each status, with counts', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id);
  await settle(studio.id, hook.endpointId, 'failed', 3);
  await settle(studio.id, hook.endpointId, 'missed', 2);
  const at = `/settings/webhooks/${hook.endpointId}`;
  const member = await p.member(studio.id);
  const { text } = await member.get(at);
  const [nav] = /<nav class="tabs" aria-label="Deliveries by status">[\s\S]*?<\/nav>/.exec(text)!;
  t.deepEqual(
    [...nav.matchAll(/<a href="([^"]+)"[^>]*>([\s\S]*?)<\/a>/g)].map(([, href, name]) => [
      href,
      name!.replaceAll(/<[^>]+>/g, ''),
    ]),
    [
      [`${at}#deliveries`, 'All'],
      [`${at}?status=pending#deliveries`, 'Pending 0'],
      [`${at}?status=failed#deliveries`, 'Failed 3'],
      [`${at}?status=missed#deliveries`, 'Missed 2'],
      [`${at}?status=succeeded#deliveries`, 'Succeeded'],
    ],
  );
  const failed = (await member.get(`${at}?status=failed`)).text;
  t.is([...failed.matchAll(/<span class="pill bad">Failed<\/span>/g)].length, 3);
  t.regex(failed, /\?status=failed#deliveries" aria-current="page"/);
  t.regex(failed, /<h2 id="deliveries">/);
});

test('each form sends one test, and its result is shown', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id);
  const owner = await p.owner(studio.id);
  const page = await owner.get(`/settings/webhooks/${hook.endpointId}`);
  const tested = await owner.press(page, 'Send test');
  t.is(tested.status, 200);
  t.regex(tested.text, /Delivered: answered 200/);
  t.is((await owner.press(page, 'Send test')).status, 303);
  t.is(hook.received.length, 1);
  t.is(hook.received[0]!.body.event, 'ping');
  hook.reaction = 500;
  const failed = await owner.press(await owner.get(`/settings/webhooks/${hook.endpointId}`), 'Send test');
  t.regex(failed.text, /Failed: answered 500<\/strong>[\s\S]*<code>http_status<\/code>, after [\d,.]+ m?s/);
  const kept = await sql(
    'select response from corkboard.idempotency_keys where workspace_id = $1',
    studio.id,
  );
  t.false(JSON.stringify(kept).includes(hook.secret));
  t.is((await h.deliveries(hook.endpointId)).length, 0);
});

test('a sample of the chosen event is sent, subscribed or not', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id, { events: ['client.created'] });
  const owner = await p.owner(studio.id);
  const page = await owner.get(`/settings/webhooks/${hook.endpointId}`);
  const offered = /<select name="event"[^>]* required[\s\S]*?<\/select>/.exec(page.text)![0];
  t.deepEqual(
    [...offered.matchAll(/<option value="([^"]*)"/g)].map(([, event]) => event),
    ['ping', ...subscribable],
  );
  await owner.press(page, 'Send test', { event: 'invoice.overdue' });
  t.is((hook.received as [any])[0].body.event, 'invoice.overdue');
  const at = `/settings/webhooks/${hook.endpointId}/test`;
  const refused = await owner.post(at, { event: 'invoice.lost' });
  t.is(refused.status, 422);
  t.regex(refused.text, /must be one of ping, intake\.submitted/);
  t.is(hook.received.length, 1);
});

const secretIn = ({ text }: Seen) =>
  /<input id="secret" type="text" readonly value="(whsec_[^"]+)">/.exec(text)?.[1];

/** The signing secrets of an endpoint, as they are stored: the current one and the previous one. */
const storedOf = async (id: string) => {
  const [{ secret, previous_secret }] = await sql(
    'select secret, previous_secret from corkboard.webhook_endpoints where id = $1',
    id,
  );
  return [secret, previous_secret];
};

test('a rotation needs a warning, and resending its form shows the same secret', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id);
  const owner = await p.owner(studio.id);
  const at = `/settings/webhooks/${hook.endpointId}`;
  const page = await owner.get(at);
  t.regex(page.text, /<summary>Rotate secret<\/summary><p>[^<]*The previous secret stays valid for 24 hours/);
  const pressed = await Promise.all([1, 2, 3].map(() => owner.press(page, 'Rotate secret')));
  const shown = new Set(pressed.map(secretIn));
  t.is(shown.size, 1);
  const [secret] = [...shown];
  t.deepEqual(await storedOf(hook.endpointId), [secret, hook.secret]);
  t.regex((await owner.get(at)).text, /<dt>Previous secret<\/dt><dd>valid until/);
  t.false((await owner.get(at)).text.includes(secret!));
});

test('rotating again within 24 hours warns that the older secret stops working, also on an outdated page', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id);
  const owner = await p.owner(studio.id);
  const at = `/settings/webhooks/${hook.endpointId}`;
  const before = await owner.get(at);
  const first = secretIn(await owner.press(await owner.get(at), 'Rotate secret'))!;
  const warning =
    /<details class="ask"( open)?><summary>Rotate secret<\/summary><p>[^<]*previous secret stops working now/;
  t.regex((await owner.get(at)).text, warning);
  const refused = await owner.press(before, 'Rotate secret');
  t.is(refused.status, 409);
  t.regex(refused.text, warning);
  t.deepEqual(await storedOf(hook.endpointId), [first, hook.secret]);
  const second = secretIn(await owner.press(refused, 'Rotate secret'));
  t.deepEqual(await storedOf(hook.endpointId), [second, first]);
});

test('a resent form shows its secret only while that is valid', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id);
  const owner = await p.owner(studio.id);
  const at = `/settings/webhooks/${hook.endpointId}`;
  const [one, two] = [await owner.get(at), await owner.get(at)];
  const first = secretIn(await owner.press(one, 'Rotate secret'));
  const outdated = await owner.press(two, 'Rotate secret', { retire: 'on' });
  t.is(outdated.status, 409);
  t.regex(outdated.text, /The secret was rotated since you opened this page\./);
  await owner.press(outdated, 'Rotate secret');
  t.is(secretIn(await owner.press(one, 'Rotate secret')), first);
  await owner.press(await owner.get(at), 'Rotate secret');
  t.is((await owner.press(one, 'Rotate secret')).location, `${at}?done=endpoint.rotate`);
});

test.serial('with encryption, a resent form shows the secret, and no table contains it', async t => {
  const studio = await w.workspace();
  const server = await subscriber();
  t.teardown(server.close);
  const owner = await sealed.owner(studio.id);
  const page = await owner.get('/settings/webhooks');
  const [, once] = /name="once" value="([^"]+)"/.exec(page.text)!;
  const form: [string, string][] = [['once', once!], ...given(server.url, 'client.created')];
  const [one, two] = [
    await owner.post('/settings/webhooks/add', form),
    await owner.post('/settings/webhooks/add', form),
  ].map(secretIn);
  t.regex(one!, /^whsec_[\w+/]{43}=$/);
  t.is(one, two);
  const [endpoint] = await endpoints(studio.id);
  t.regex(endpoint.secret, /^encrypted-v1:/);
  t.is(new Keyring([sealingKey]).decrypt(endpoint.secret, endpoint.id), one!);
  // Other tests can store unencrypted secrets only if none is encrypted.
  await sql('delete from corkboard.webhook_endpoints where id = $1', endpoint.id);
});

test('an endpoint is turned off and on, and removed after a warning', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id);
  const owner = await p.owner(studio.id);
  const at = `/settings/webhooks/${hook.endpointId}`;
  t.is((await owner.press(await owner.get(at), 'Turn off')).location, `${at}?done=endpoint.disable`);
  const off = await owner.get(at);
  t.regex(off.text, /<span class="pill bad">Off<\/span> since /);
  t.notRegex(off.text, />Disable<|>Replay missed</);
  t.is((await owner.press(off, 'Turn on')).location, `${at}?done=endpoint.enable`);
  t.regex((await owner.get(at)).text, /<span class="pill good">Working<\/span>/);
  const well = await owner.get(at);
  t.regex(well.text, /<summary>Remove endpoint<\/summary><p>[^<]*nothing more is sent/);
  t.is((await owner.press(well, 'Remove endpoint')).location, '/settings/webhooks?done=endpoint.remove');
  t.deepEqual(await endpoints(studio.id), []);
  t.is((await owner.get(at)).status, 404);
  t.is((await owner.post(`${at}/enable`)).status, 404);
});

test('deliveries are filtered by status, event and the workspace’s days, and paged', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id, { events: ['client.created', 'invoice.paid'] });
  await settle(studio.id, hook.endpointId, 'failed', 30);
  await settle(studio.id, hook.endpointId, 'missed', 2);
  await sql(
    `update corkboard.webhook_deliveries set created_at = '2026-03-01 23:30Z', event = 'invoice.paid'
     where endpoint_id = $1 and status = 'missed'`,
    hook.endpointId,
  );
  await sql(`update corkboard.workspaces set time_zone = 'Europe/Berlin' where id = $1`, studio.id);
  const member = await p.member(studio.id);
  const at = `/settings/webhooks/${hook.endpointId}`;
  const rows = async (query: string) => {
    const { text } = await member.get(`${at}?${query}`);
    return [...text.matchAll(/\/deliveries\/([0-9a-f-]{36})"/g)].map(([, id]) => id!);
  };
  t.is((await rows('status=missed')).length, 2);
  t.is((await rows('status=succeeded')).length, 0);
  t.is((await rows('status=failed&event=invoice.paid')).length, 0);
  t.is((await rows('status=&event=invoice.paid&from=&to=')).length, 2);
  t.is((await rows('from=2026-03-02&to=2026-03-02')).length, 2);
  t.is((await rows('from=2026-03-01&to=2026-03-01')).length, 0);
  const first = await member.get(`${at}?status=failed`);
  const [, next] = /href="([^"]+)" rel="next"/.exec(first.text)!;
  const query = next!.replaceAll('&amp;', '&').split('?')[1]!;
  t.regex(query, /^status=failed&after=/);
  const all = [...(await rows('status=failed')), ...(await rows(query))];
  t.is(all.length, 30);
  t.is(new Set(all).size, 30);
  t.true(Buffer.byteLength(first.text) <= 25 * 1024, `${Buffer.byteLength(first.text)}`);
  const wrong = await member.get(`${at}?status=lost`);
  t.is(wrong.status, 422);
  t.is((await member.get(`${at}?from=2026-02-30`)).status, 422);
});

test('only the owner sees the endpoint’s URL, which may contain a credential', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id);
  const at = `/settings/webhooks/${hook.endpointId}`;
  t.true((await (await p.owner(studio.id)).get(at)).text.includes(hook.url));
  t.false((await (await p.member(studio.id)).get(at)).text.includes(hook.url));
});

test('without webhooks in the plan the page says so, and a test links to the plan', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id);
  await sql(`insert into corkboard.plans (name, webhooks) values ('quiet', false) on conflict do nothing`);
  await sql(`update corkboard.workspaces set plan = 'quiet' where id = $1`, studio.id);
  const owner = await p.owner(studio.id);
  t.regex((await owner.get('/settings/webhooks')).text, /Your plan doesn't include webhooks/);
  const { status, text } = await owner.post(`/settings/webhooks/${hook.endpointId}/test`);
  t.is(status, 422);
  t.regex(text, /role="alert"[\s\S]*href="\/settings\/billing"/);
});

test('the endpoints are the tab Integrations, also at the former address', async t => {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id);
  const owner = await p.owner(studio.id);
  const tab = /<a href="\/settings\/integrations" aria-current="page">Integrations<\/a>/;
  for (const path of ['/settings/integrations', '/settings/webhooks']) {
    const { status, text } = await owner.get(path);
    t.is(status, 200, path);
    t.regex(text, tab, path);
    t.regex(text, /<h1>Integrations<\/h1>/, path);
    t.true(text.includes(`/settings/webhooks/${hook.endpointId}`), path);
  }
  t.regex((await owner.get('/settings')).text, /<a href="\/settings\/integrations">Integrations<\/a>/);
  const { location } = await p.stranger().get('/settings/integrations');
  t.is(location, '/sign-in?next=%2Fsettings%2Fintegrations');
  const page = await owner.get('/settings/integrations');
  const typed = { url: 'nonsense', events: 'client.created' };
  const refused = await owner.press(page, 'Add endpoint', typed);
  t.is(refused.status, 422);
  t.regex(refused.text, tab);
  const added = await owner.press(refused, 'Add endpoint', { url: hook.url });
  t.regex(added.text, /<a href="\/settings\/integrations">Integrations<\/a>[\s\S]*whsec_/);
});

// The form that edits an endpoint, on the endpoint's page.

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
