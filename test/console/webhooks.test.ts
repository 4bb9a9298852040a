import test from 'ava';
import { subscribable } from '../../src/records/event.ts';
import { attempts, settledAs } from '../support/attempts.ts';
import { fieldOf, linksOf, type Seen, shows } from '../support/browser.ts';
import { consoleWorld, people } from '../support/console.ts';
import { hooks } from '../support/hooks.ts';
import { subscriber } from '../support/subscriber.ts';

const w = consoleWorld(test, 'hooks');
const h = hooks(test, w);
const strict = people(test, w);
const { sql } = w;
const { add } = attempts(w);

/** A workspace with an endpoint, whose receiver reacts in this way. */
async function subscribed(reaction = 200) {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id, { reaction, events: ['client.created', 'invoice.paid'] });
  const at = `/settings/webhooks/${hook.endpointId}`;
  return { studio, hook, at, owner: await w.owner(studio.id), stored: () => h.endpoint(hook.endpointId) };
}
const endpoints = (id: string) =>
  sql('select * from corkboard.webhook_endpoints where workspace_id = $1 and removed_at is null', id);
const secretIn = (page: Seen) => /value="(whsec_[^"]+)"/.exec(page.text)?.[1];

test('an added endpoint shows its secret once, and its deliveries are signed with it', async t => {
  const studio = await w.workspace();
  const owner = await w.owner(studio.id);
  const server = await subscriber();
  t.teardown(server.close);
  const page = await owner.get('/settings/webhooks');
  shows(t, page, 'No endpoints yet');
  const add = () => owner.press(page, 'Add endpoint', { url: server.url, events: 'client.created' });
  const added = await add();
  t.is(added.status, 200);
  const secret = fieldOf(added, 'Signing secret');
  const [endpoint] = await endpoints(studio.id);
  t.like(endpoint, { url: server.url, events: ['client.created'], secret });
  t.is(fieldOf(await add(), 'Signing secret'), secret);
  t.is((await endpoints(studio.id)).length, 1);
  for (const path of ['/settings/webhooks', `/settings/webhooks/${endpoint.id}`])
    t.false((await owner.get(path)).text.includes(secret));
  const kept = await sql(
    'select response from corkboard.idempotency_keys where workspace_id = $1',
    studio.id,
  );
  t.false(JSON.stringify(kept).includes(secret));
});

test('the URL of an endpoint is checked before it is added or edited, and events are required', async t => {
  const { studio, hook, at, stored } = await subscribed();
  const owner = await strict.owner(studio.id);
  for (const [page, button, field] of [
    ['/settings/webhooks', 'Add endpoint', '#add-url'],
    [`${at}?new=edit`, 'Save endpoint', '#edit-url'],
  ] as const) {
    const shown = await owner.get(page);
    for (const url of ['http://127.0.0.1:1/', 'https://10.0.0.1/', 'nonsense']) {
      const refused = await owner.press(shown, button, { url, events: 'client.created' });
      t.is(refused.status, 422, url);
      t.true(refused.text.includes(`href="${field}"`), url);
      t.is(fieldOf(refused, 'URL'), url);
    }
  }
  const none = await owner.post('/settings/webhooks/add', { url: 'https://example.com/', format: 'json' });
  t.is(none.status, 422);
  t.is((await endpoints(studio.id)).length, 1);
  t.like(await stored(), { url: hook.url, version: 1 });
});

test('deliveries are filtered by status, event and the workspace’s days, and links lead to those of each status', async t => {
  const { studio, hook, at } = await subscribed();
  await add(hook.endpointId, 3, settledAs('failed'));
  const paidEarlier = { event: `'invoice.paid'`, created_at: `'2026-03-01 23:30Z'` };
  await add(hook.endpointId, 2, { ...settledAs('missed'), ...paidEarlier });
  await sql(`update corkboard.workspaces set time_zone = 'Europe/Berlin' where id = $1`, studio.id);
  const member = await w.member(studio.id);
  const { text } = await member.get(`${at}?status=failed`);
  const [nav] = /<nav class="tabs" aria-label="Deliveries by status">[\s\S]*?<\/nav>/.exec(text)!;
  t.deepEqual(linksOf({ text: nav }), [
    ['All', `${at}#deliveries`],
    ['Pending 0', `${at}?status=pending#deliveries`],
    ['Failed 3', `${at}?status=failed#deliveries`],
    ['Missed 2', `${at}?status=missed#deliveries`],
    ['Succeeded', `${at}?status=succeeded#deliveries`],
  ]);
  t.regex(nav, /\?status=failed#deliveries" aria-current="page"/);
  for (const [query, count] of [
    ['status=failed', 3],
    ['status=missed', 2],
    ['status=succeeded', 0],
    ['status=failed&event=invoice.paid', 0],
    ['status=&event=invoice.paid&from=&to=', 2],
    ['from=2026-03-02&to=2026-03-02', 2],
    ['from=2026-03-01&to=2026-03-01', 0],
  ] as const) {
    const found = (await member.get(`${at}?${query}`)).text;
    t.is([...found.matchAll(/\/deliveries\/[0-9a-f-]{36}"/g)].length, count, query);
  }
  for (const wrong of ['status=lost', 'from=2026-02-30'])
    t.is((await member.get(`${at}?${wrong}`)).status, 422, wrong);
});

test('each form sends one test, of the chosen event, and its result is shown', async t => {
  const { hook, at, owner } = await subscribed();
  const page = await owner.follow(await owner.get(at), 'Send a test');
  const offered = /<select name="event"[^>]* required[\s\S]*?<\/select>/.exec(page.text)![0];
  t.deepEqual(
    [...offered.matchAll(/<option[^>]*>([^<]*)/g)].map(([, event]) => event),
    ['ping', ...subscribable],
  );
  const tested = await owner.press(page, 'Send test');
  t.is(tested.status, 200);
  shows(t, tested, 'Delivered: answered 200');
  t.is((await owner.press(page, 'Send test')).status, 303);
  hook.reaction = 500;
  const failed = await owner.press(await owner.get(`${at}?new=test`), 'Send test', {
    event: 'invoice.overdue',
  });
  shows(t, failed, 'Failed: answered 500 … http_status, after');
  t.deepEqual(
    hook.received.map(({ body }) => body.event),
    ['ping', 'invoice.overdue'],
  );
  const refused = await owner.post(`${at}/test`, { event: 'invoice.lost' });
  t.is(refused.status, 422);
  shows(t, refused, 'must be one of ping, intake.submitted');
  t.is((await h.deliveries(hook.endpointId)).length, 0);
});

test('rotating again within 24 hours warns that the older secret stops working, also on an outdated page', async t => {
  const { hook, at, owner, stored } = await subscribed();
  const secrets = async () => [(await stored()).secret, (await stored()).previous_secret];
  const before = await owner.get(at);
  shows(t, before, 'Rotate secret … The previous secret stays valid for 24 hours');
  const pressed = await Promise.all([1, 2].map(() => owner.press(before, 'Rotate secret')));
  const [first, second] = pressed.map(secretIn);
  t.is(first, second);
  t.deepEqual(await secrets(), [first, hook.secret]);
  const rotated = await owner.get(at);
  shows(t, rotated, 'previous secret stops working now', 'Previous secret valid until');
  t.false(rotated.text.includes(first!));
  // A page that shows no warning does not retire a secret.
  const unwarned = await owner.post(`${at}/rotate`, { version: '1' });
  t.is(unwarned.status, 409);
  t.regex(
    unwarned.text,
    /<details class="ask" open><summary>Rotate secret<.*previous secret stops working now/,
  );
  const third = secretIn(await owner.press(unwarned, 'Rotate secret'));
  t.deepEqual(await secrets(), [third, first]);
  // A resent form shows its secret only while that is valid.
  t.is(secretIn(await owner.press(before, 'Rotate secret')), first);
  const outdated = await owner.press(rotated, 'Rotate secret');
  t.is(outdated.status, 409);
  shows(t, outdated, 'The secret was rotated since you opened this page.');
  await owner.press(outdated, 'Rotate secret');
  t.is((await owner.press(before, 'Rotate secret')).location, `${at}?done=endpoint.rotate`);
});

test('without webhooks in the plan the page says so, and a test links to the plan', async t => {
  const { studio, at, owner } = await subscribed();
  await sql(`insert into corkboard.plans (name, webhooks) values ('quiet', false)`);
  await sql(`update corkboard.workspaces set plan = 'quiet' where id = $1`, studio.id);
  shows(t, await owner.get('/settings/webhooks'), 'Your plan doesn’t include webhooks');
  const { status, text } = await owner.post(`${at}/test`);
  t.is(status, 422);
  t.regex(text, /role="alert"[\s\S]*href="\/settings\/billing"/);
});

test('the endpoints are the tab Integrations, also at the former address', async t => {
  const { at, owner } = await subscribed();
  const settings = await owner.get('/settings');
  for (const page of [await owner.follow(settings, 'Integrations'), await owner.get('/settings/webhooks')]) {
    t.regex(page.text, /<a href="\/settings\/integrations" aria-current="page">Integrations<\/a>/);
    t.regex(page.text, /<h1>Integrations<\/h1>/);
    t.true(page.text.includes(at));
  }
  const refused = await owner.press(await owner.get('/settings/integrations'), 'Add endpoint', { url: 'x' });
  t.regex(refused.text, /<h1>Integrations<\/h1>/);
});

// The form that edits an endpoint, on the endpoint's page.

test('an endpoint with a new URL keeps its secret, deliveries and history, and pending deliveries go to the new URL', async t => {
  const { studio, hook, at, owner, stored } = await subscribed(500);
  await studio.client();
  const [delivery] = await h.settled(hook.endpointId, ({ attempts_made }) => attempts_made === 1);
  await h.unclaimed(hook.endpointId);
  const moved = await subscriber();
  t.teardown(moved.close);
  const typed = { url: moved.url, events: 'client.created', description: 'Accounting' };
  const saved = await owner.press(await owner.get(`${at}?new=edit`), 'Save endpoint', typed);
  t.is(saved.status, 303, saved.text);
  t.like(await stored(), { ...typed, events: ['client.created'], secret: hook.secret, version: 2 });
  await owner.post(`${at}/deliveries/${delivery.id}/retry`);
  await moved.gets(1);
  const [settled] = await h.settled(hook.endpointId, ({ status }) => status === 'succeeded');
  t.is(settled.id, delivery.id);
  t.is(hook.received.length, 1);
  t.is((await h.attempts(delivery.id)).length, 2);
  shows(t, await owner.get(saved.location!), 'Accounting … Endpoint saved');
  t.is((await owner.follow(await owner.get('/settings/webhooks'), 'Accounting')).status, 200);
});

test('only the owner sees the URL, whose path may be a credential; the audit log says what else changed', async t => {
  const { studio, hook, at, owner } = await subscribed();
  const member = await w.member(studio.id);
  t.true((await owner.get(at)).text.includes(hook.url));
  t.false((await member.get(at)).text.includes(hook.url));
  const url = 'http://127.0.0.1:9/services/T0-credential';
  for (const typed of [{ url, events: 'client.created', description: 'Books' }, { url: `${url}2` }])
    t.is((await owner.press(await owner.get(`${at}?new=edit`), 'Save endpoint', typed)).status, 303);
  const log = await member.get(`/settings/audit?record=${hook.endpointId}`);
  shows(t, log, 'edited a webhook endpoint', 'URL changed');
  shows(t, log, 'Events: client.created, invoice.paid client.created', 'Description: none Books');
  shows(t, log, `URL: ${new URL(hook.url).host} 127.0.0.1:9`);
  t.false(log.text.includes('credential'));
});

test('an endpoint that was edited meanwhile is neither overwritten nor removed, and the page says what changed', async t => {
  const { studio, at, owner, stored } = await subscribed();
  const other = await w.owner(studio.id);
  const page = await other.get(`${at}?new=edit`);
  await owner.press(await owner.get(`${at}?new=edit`), 'Save endpoint', {
    events: 'invoice.paid',
    description: 'First',
  });
  const rejected = await other.press(page, 'Save endpoint', { description: 'Second' });
  t.is(rejected.status, 409);
  shows(t, rejected, `was edited by ${owner.person.email} since you opened it`);
  t.is(fieldOf(rejected, 'Description'), 'Second');
  t.like(await stored(), { events: ['invoice.paid'], description: 'First' });
  const refused = await other.press(page, 'Remove endpoint');
  t.is(refused.status, 409);
  shows(t, refused, 'This endpoint was edited since you opened this page. … Description: none First');
  const both = await Promise.all(
    ['A', 'B'].map(name => other.press(rejected, 'Save endpoint', { description: name })),
  );
  t.deepEqual(both.map(({ status }) => status).sort(), [303, 409]);
  t.is((await stored()).version, 3);
  t.is((await other.press(await other.get(at), 'Remove endpoint')).status, 303);
});
