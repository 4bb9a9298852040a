import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { setupsOf } from '../../src/console/pages/assistants/setups.ts';
import { dayOf } from '../../src/formatting/index.ts';
import type { Browser, Seen } from '../support/browser.ts';
import { people } from '../support/console.ts';
import { holdMonth } from '../support/rates.ts';
import { world } from '../support/world.ts';

const w = world(test);
const p = people(test, w);
const { sql } = w;

const workspaceOf = async (id: string) =>
  (await sql('select * from corkboard.workspaces where id = $1', id))[0];
const log = (id: string) =>
  sql(
    `select actor, via, action from corkboard.audit_log where workspace_id = $1 and action = 'workspace.changed'`,
    id,
  );

test('the owner changes all settings, and the audit log names the owner', async t => {
  const studio = await w.workspace();
  const owner = await p.owner(studio.id);
  const saved = await owner.press(await owner.get('/settings'), 'Save changes', {
    name: ' Harbour Studio ',
    currency: 'EUR',
    taxRateBps: '7,7',
    pricesIncludeTax: 'on',
    ai: 'on',
    timeZone: 'Europe/Zurich',
    locale: 'de-CH',
    letterhead: 'Harbour Studio\r\nQuay 1',
    terms: 'Pay in 30 days.',
    intakeQuestions: 'Who visits?\r\n\r\nWhy?',
  });
  t.is(saved.status, 303);
  t.is(saved.location, '/settings?done=workspace.set');
  t.like(await workspaceOf(studio.id), {
    name: 'Harbour Studio',
    default_currency: 'EUR',
    tax_rate_bps: 770,
    prices_include_tax: true,
    ai: true,
    time_zone: 'Europe/Zurich',
    locale: 'de-CH',
    letterhead: 'Harbour Studio\nQuay 1',
    terms: 'Pay in 30 days.',
    intake_questions: ['Who visits?', 'Why?'],
    plan: 'pro',
  });
  t.deepEqual(await log(studio.id), [{ actor: owner.person.email, via: 'app', action: 'workspace.changed' }]);
  const after = await owner.get(saved.location!);
  t.regex(after.text, /role="status">You changed the settings\./);
  t.regex(after.text, /name="taxRateBps" value="7\.7"/);
});

test('a day follows the time zone wherever it is shown', async t => {
  const studio = await w.workspace();
  const { id, clientId } = await studio.project();
  await studio.scope(id);
  await sql(`select corkboard.approve_scope($1, $2, 'Ana')`, studio.id, id);
  await sql('select corkboard.sign_contract($1, $2)', studio.id, id);
  const [endpoint] = await sql(
    `select id from corkboard.store_endpoint($1, corkboard.uuid_v7(), 'https://h.example/x', 'json', '{client.created}', corkboard.new_webhook_secret(), null)`,
    studio.id,
  );
  await sql(`update corkboard.workspaces set time_zone = 'Asia/Tokyo' where id = $1`, studio.id);
  const evening = `timestamptz '2026-03-01 20:00Z'`;
  for (const [table, column] of [
    ['projects', 'created_at'],
    ['scopes', 'approved_at'],
    ['agreements', 'signed_at'],
    ['webhook_endpoints', 'created_at'],
    ['api_keys', 'created_at'],
  ])
    await sql(`update corkboard.${table} set ${column} = ${evening} where workspace_id = $1`, studio.id);
  const owner = await p.owner(studio.id);
  await sql(`update corkboard.members set created_at = ${evening} where workspace_id = $1`, studio.id);
  for (const path of [
    `/clients/${clientId}`,
    `/projects/${id}`,
    `/projects/${id}?tab=scope`,
    `/settings/webhooks/${endpoint.id}`,
    '/settings/keys',
    '/settings/members',
  ]) {
    const { text } = await owner.get(path);
    t.true(text.includes('March 2, 2026'), path);
    t.false(text.includes('March 1, 2026'), path);
  }
});

test('saving the settings unchanged changes nothing and writes no audit entry', async t => {
  const studio = await w.workspace({ pricesIncludeTax: true, taxRateBps: 1900 });
  const owner = await p.owner(studio.id);
  const before = await workspaceOf(studio.id);
  t.is((await owner.press(await owner.get('/settings'), 'Save changes')).status, 303);
  t.deepEqual(await workspaceOf(studio.id), before);
  t.deepEqual(await log(studio.id), []);
});

test('an emptied letterhead is cleared, and an unticked box turns its setting off', async t => {
  const studio = await w.workspace({ pricesIncludeTax: true });
  await sql(`update corkboard.workspaces set letterhead = 'Old', terms = 'Old' where id = $1`, studio.id);
  const owner = await p.owner(studio.id);
  const { text } = await owner.get('/settings');
  t.is(
    (await owner.press({ text: text.replaceAll(' checked', '') } as any, 'Save changes', { letterhead: ' ' }))
      .status,
    303,
  );
  t.like(await workspaceOf(studio.id), { letterhead: null, terms: 'Old', prices_include_tax: false });
});

test('a form can’t change the plan', async t => {
  const studio = await w.workspace({ plan: 'free' });
  const owner = await p.owner(studio.id);
  await owner.press(await owner.get('/settings'), 'Save changes', { plan: 'studio' });
  t.is((await workspaceOf(studio.id)).plan, 'free');
});

test('a member sees the settings without a form', async t => {
  const studio = await w.workspace({ taxRateBps: 1900 });
  const { text } = await (await p.member(studio.id)).get('/settings');
  t.regex(text, /<dt>Tax rate<\/dt><dd>19%<\/dd>/);
  t.notRegex(text, /<button[^>]*>Save/);
});

// The plan and its usage.

test('usage equals the API’s, as a meter and as text, with the day on which it resets', async t => {
  const studio = await w.workspace({ plan: 'free' });
  await studio.project();
  await holdMonth(w, studio, 2);
  const owner = await p.owner(studio.id);
  const told = async () => (await studio.get('/me')).body.limits;
  const shown = async () => (await owner.get('/settings/billing')).text;
  let [limits, text, after] = [await told(), await shown(), await told()];
  // If the month ended in between, the API and the page showed different months.
  if (after.monthlyWrites.resetsAt !== limits.monthlyWrites.resetsAt) [limits, text] = [after, await shown()];
  t.like(limits, { clients: { used: 1, allowed: 3 }, monthlyWrites: { used: 2, allowed: 200 } });
  t.regex(text, /<dt>Clients<\/dt><dd>1 of 3<meter aria-label="Clients" value="1" max="3"/);
  t.regex(text, /<dt>Active projects<\/dt><dd>1 of 3<meter/);
  t.regex(text, /<dt>Seats<\/dt><dd>1 of 1<meter/);
  t.regex(text, /<dt>API writes this month<\/dt><dd>2 of 200<meter/);
  const resets = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  t.true(text.includes(resets.format(new Date(limits.monthlyWrites.resetsAt))));
  t.regex(text, /<dt>Revision classification<\/dt><dd>No<\/dd>/);
  t.true(text.includes(`<code>${studio.id}</code>`));
});

test('an unlimited value has no meter, and numbers are written as in the locale', async t => {
  const studio = await w.workspace({ plan: 'studio' });
  await sql(`update corkboard.workspaces set locale = 'de-DE' where id = $1`, studio.id);
  const { text } = await (await p.owner(studio.id)).get('/settings/billing');
  t.regex(text, /<dt>Clients<\/dt><dd>0, no limit<\/dd>/);
  t.regex(text, /0 of 100\.000<meter/);
  t.regex(text, /<th scope="row">Studio \(your plan\)<\/th>/);
});

test('caps of zero, and caps below the usage, are shown correctly', async t => {
  await sql(`insert into corkboard.plans (name, clients, monthly_writes) values ('none', 0, 0)`);
  const studio = await w.workspace();
  await studio.client();
  await sql(`update corkboard.workspaces set plan = 'none' where id = $1`, studio.id);
  const { status, text } = await (await p.owner(studio.id)).get('/settings/billing');
  t.is(status, 200);
  t.regex(text, /<dt>Clients<\/dt><dd>1 of 0<\/dd>/);
});

test('the billing page is for members, at the URL that errors about limits contain', async t => {
  const studio = await w.workspace({ plan: 'free' });
  await sql(`update corkboard.workspaces set plan = 'studio' where id = $1`, studio.id);
  const member = await p.member(studio.id);
  await sql(`update corkboard.workspaces set plan = 'free' where id = $1`, studio.id);
  for (let n = 0; n < 3; n++) await studio.client();
  const { status, body } = await studio.post('/clients', { name: 'One more' });
  t.is(status, 402);
  t.regex((await member.get(body.upgradeUrl)).text, /3 of 3/);
  t.is((await p.stranger().get(body.upgradeUrl)).location, '/sign-in?next=%2Fsettings%2Fbilling');
});

// API keys.

const keys = (id: string) =>
  sql(
    `select id, label, scopes, revoked_at is not null as revoked from corkboard.api_keys
     where workspace_id = $1 and label <> 'Test key' order by id`,
    id,
  );
const create = (label: string, ...scopes: string[]): [string, string][] => [
  ['label', label],
  ...scopes.map((scope): [string, string] => ['scopes', scope]),
];

test('a key is shown once, in the response to its form, works from then on, and is not stored', async t => {
  const studio = await w.workspace();
  const owner = await p.owner(studio.id);
  const page = await owner.get('/settings/keys');
  t.regex(page.text, /value="write:projects"> Write projects/);
  t.notRegex(page.text, /value="read"/);
  const [, once] = /name="once" value="([^"]+)"/.exec(page.text)!;
  const form: [string, string][] = [['once', once!], ...create('Robot', 'write:projects', 'write:time')];
  const made = await owner.post('/settings/keys/create', form);
  t.is(made.status, 200);
  t.is(made.headers.get('cache-control'), 'no-store');
  const [, secret] = /<input id="secret" type="text" readonly value="(crk_[^"]+)">/.exec(made.text)!;
  const [key] = await keys(studio.id);
  t.like(key, { label: 'Robot', scopes: ['read', 'write:projects', 'write:time'], revoked: false });
  t.is((await studio.send({ key: secret, method: 'GET', path: '/me' } as any)).status, 200);
  const again = await owner.post('/settings/keys/create', form);
  t.is(again.status, 200);
  t.true(again.text.includes(`value="${secret}"`));
  t.is((await keys(studio.id)).length, 1);
  const listed = await owner.get('/settings/keys');
  t.regex(listed.text, /Robot<\/th>[\s\S]*?<td[^>]*>Read, write projects, write time<\/td>/);
  t.false(listed.text.includes(secret!));
  const [{ kept }] = await sql(
    `select json_agg(k)::text || (select json_agg(a)::text from corkboard.api_keys a) as kept from corkboard.idempotency_keys k`,
  );
  t.false(kept.includes(secret!));
});

/** The fields of a form on the page of keys, with its idempotency token. */
async function keyForm(owner: Browser, label: string): Promise<[string, string][]> {
  const { text } = await owner.get('/settings/keys');
  return [['once', /name="once" value="([^"]+)"/.exec(text)![1]!], ...create(label)];
}

const shownIn = ({ text }: Seen) =>
  /<input id="secret" type="text" readonly value="(crk_[^"]+)">/.exec(text)?.[1];

test('ten simultaneous presses of the button create one key, and every response shows it', async t => {
  const studio = await w.workspace();
  const owner = await p.owner(studio.id);
  const form = await keyForm(owner, 'Robot');
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => owner.post('/settings/keys/create', form)),
  );
  const shown = new Set(answers.map(shownIn));
  t.is(shown.size, 1);
  t.regex([...shown][0]!, /^crk_[\w-]{43}$/);
  t.is((await keys(studio.id)).length, 1);
});

test('different pages, labels and people get different keys, and so do forms without a token', async t => {
  const studio = await w.workspace();
  const [owner, again] = [await p.owner(studio.id), await p.owner(studio.id)];
  const form = await keyForm(owner, 'Robot');
  const [once] = form;
  const made = [
    await owner.post('/settings/keys/create', form),
    await owner.post('/settings/keys/create', await keyForm(owner, 'Robot')),
    await owner.post('/settings/keys/create', [once!, ...create('Another')]),
    // The same form, sent from another session of the owner after the first response is no longer stored.
    await owner
      .post('/settings/keys/create', create('Robot'))
      .finally(() => sql('delete from corkboard.idempotency_keys where workspace_id = $1', studio.id)),
    await again.post('/settings/keys/create', form),
    await owner.post('/settings/keys/create', create('Robot')),
  ].map(shownIn);
  t.true(made.every(Boolean));
  t.is(new Set(made).size, 6);
});

test('a form older than its idempotency record creates another key', async t => {
  const studio = await w.workspace();
  const owner = await p.owner(studio.id);
  const [, random] = (await keyForm(owner, 'Robot'))[0]![1].split('.');
  const once = `${(Date.now() - 21 * 3_600_000).toString(36)}.${random}`;
  const press = async () =>
    shownIn(await owner.post('/settings/keys/create', [['once', once], ...create('Robot')]));
  const first = await press();
  await sql(
    `update corkboard.idempotency_keys set created_at = created_at - interval '25 hours' where workspace_id = $1`,
    studio.id,
  );
  const second = await press();
  t.truthy(first);
  t.truthy(second);
  t.not(first, second);
});

test('a key is no longer shown after 15 minutes, after it is revoked, or to another session', async t => {
  const studio = await w.workspace();
  const owner = await p.owner(studio.id);
  const notShown = async (form: [string, string][], by = owner) => {
    const { status, location } = await by.post('/settings/keys/create', form);
    t.deepEqual([status, location], [303, '/settings/keys?done=key.create']);
  };
  const late = await keyForm(owner, 'Late');
  await owner.post('/settings/keys/create', late);
  await sql(
    `update corkboard.idempotency_keys set created_at = created_at - interval '15 minutes' where workspace_id = $1`,
    studio.id,
  );
  await notShown(late);
  const revoked = await keyForm(owner, 'Revoked');
  await owner.post('/settings/keys/create', revoked);
  await sql(`update corkboard.api_keys set revoked_at = now() where label = 'Revoked'`);
  await notShown(revoked);
  const foreign = await keyForm(owner, 'Foreign');
  await owner.post('/settings/keys/create', foreign);
  await notShown(foreign, await p.owner(studio.id));
  t.is((await keys(studio.id)).length, 3);
});

test('a key is revoked after a warning, and listed among the revoked keys', async t => {
  const studio = await w.workspace();
  const owner = await p.owner(studio.id);
  const [{ secret }] = await sql(`select secret from corkboard.create_key($1, 'Robot', '{}')`, studio.id);
  const [{ id }] = await keys(studio.id);
  const page = await owner.get('/settings/keys');
  t.regex(
    page.text,
    /<summary aria-label="Revoke Robot">Revoke<\/summary><p>[^<]* at once\. You can’t undo this\.<\/p>/,
  );
  t.is((await studio.send({ key: secret, method: 'GET', path: '/me' } as any)).status, 200);
  const [, revoke] = new RegExp(`"(/settings/keys/${id}/revoke)"`).exec(page.text)!;
  t.is((await owner.post(revoke!)).location, '/settings/keys?done=key.revoke');
  t.is((await studio.send({ key: secret, method: 'GET', path: '/me' } as any)).status, 401);
  t.notRegex((await owner.get('/settings/keys')).text, /Robot/);
  t.regex((await owner.get('/settings/keys?revoked=true')).text, /Robot/);
});

test('the page says on which day each key was last used, also of revoked ones', async t => {
  const studio = await w.workspace({ label: 'Reader' });
  const owner = await p.owner(studio.id);
  const usedOn = async (query = '') => {
    const { text } = await owner.get(`/settings/keys${query}`);
    t.regex(text, /<th[^>]*>Last used<\/th>/);
    return /data-label="Last used">([^<]*)</.exec(text)?.[1];
  };
  t.is(await usedOn(), 'Never');
  t.is((await studio.send({ method: 'GET', path: '/me' } as any)).status, 200);
  t.is(await usedOn(), dayOf(new Date().toISOString(), 'en-US', 'UTC'));
  await sql(
    `update corkboard.api_keys set last_used_at = '2026-11-13T09:05:00Z', revoked_at = now() where workspace_id = $1`,
    studio.id,
  );
  t.is(await usedOn('?revoked=true'), dayOf('2026-11-13T09:05:00Z', 'en-US', 'UTC'));
});

test('a page without keys says what to do', async t => {
  const studio = await w.workspace();
  await sql('update corkboard.api_keys set revoked_at = now() where workspace_id = $1', studio.id);
  const owner = await p.owner(studio.id);
  t.regex((await owner.get('/settings/keys')).text, /No API keys yet\./);
});

// The first steps in a new workspace, and the page that connects an assistant.

/** The owner of an empty workspace. */
async function newcomer() {
  const [{ id }] = await sql(`select id from corkboard.create_workspace('New Studio', 'owner@new.example')`);
  return { id, owner: await p.owner(id) };
}

type Owner = Awaited<ReturnType<typeof newcomer>>['owner'];

/** The steps on the home page that are done. */
async function doneSteps(owner: Owner): Promise<string[] | null> {
  const { text } = await owner.get('/');
  const list = /<ol class="steps">([\s\S]*?)<\/ol>/.exec(text);
  return (
    list && [...list[1]!.matchAll(/<li class="done">[\s\S]*?<a [^>]*>([^<]*)</g)].map(([, name]) => name!)
  );
}

/** Sends a message to the tool server with this key. */
const greet = (key: string, method = 'initialize') =>
  fetch(`${w.baseUrl}/api/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params:
        method === 'initialize'
          ? { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
          : {},
    }),
  });

test('a new workspace shows four steps, each marked as done once it is', async t => {
  const { owner } = await newcomer();
  t.deepEqual(await doneSteps(owner), []);
  for (const href of ['/settings', '/clients', '/projects', '/settings/assistants'])
    t.is((await owner.get(href)).status, 200);
  await owner.post('/settings/set', { letterhead: 'New Studio\n1 Quay' });
  t.deepEqual(await doneSteps(owner), ['Enter your details']);
  const client = await owner.press(await owner.get('/clients'), 'Add client', { name: 'Ada' });
  const clientId = /clients\/([0-9a-f-]{36})/.exec(client.location!)![1]!;
  await owner.press(await owner.get('/projects'), 'Add project', { name: 'Website', clientId });
  t.deepEqual(await doneSteps(owner), [
    'Enter your details',
    'Add your first client',
    'Add your first project',
  ]);
  const made = await owner.press(await owner.get('/settings/assistants'), 'Create API key', {
    label: 'Claude',
  });
  const [key] = /crk_[\w-]{43}/.exec(made.text)!;
  t.is((await doneSteps(owner))!.length, 3, 'a key alone is no connection');
  t.is((await greet(key)).status, 200);
  t.is(await doneSteps(owner), null);
});

test('the steps disappear once the workspace sends invoices', async t => {
  const { id, owner } = await newcomer();
  await sql('select corkboard.set_plan($1, $2)', id, 'pro').catch(() => null);
  const [{ id: client }] = await sql(
    `insert into corkboard.clients (workspace_id, name, created_via) values ($1, 'Ada', 'app') returning id`,
    id,
  );
  t.truthy(client);
  t.deepEqual(await doneSteps(owner), ['Add your first client']);
  await sql(
    `insert into corkboard.invoice_counts (workspace_id, kind, status, invoices) values ($1, 'invoice', 'SENT', 1)`,
    id,
  );
  t.is(await doneSteps(owner), null);
});

test('connecting an assistant creates a key that may draft, and shows the setup of each program', async t => {
  const { owner } = await newcomer();
  const page = await owner.get('/settings/assistants');
  const made = await owner.press(page, 'Create API key');
  t.is(made.status, 200);
  const [key] = /crk_[\w-]{43}/.exec(made.text)!;
  for (const { name, text } of setupsOf(/http:\/\/[\w.:]+\/api\/mcp/.exec(made.text)![0], key)) {
    t.true(made.text.includes(`<h2>${name}</h2>`), name);
    t.true(
      made.text.includes(text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')),
      name,
    );
  }
  const stored = await sql('select label, scopes from corkboard.api_keys where label = $1', 'Claude');
  t.true(stored.some(({ scopes }: any) => scopes.length === 4));
});

test('the page shows that an assistant has connected after its first message to the tool server', async t => {
  const { id, owner } = await newcomer();
  const made = await owner.press(await owner.get('/settings/assistants'), 'Create API key', {
    label: 'Robot',
  });
  const [key] = /crk_[\w-]{43}/.exec(made.text)!;
  t.regex((await owner.get('/settings/assistants')).text, /Robot<\/th>[\s\S]*Not yet/);
  t.is((await fetch(`${w.baseUrl}/api/v1/me`, { headers: { Authorization: `Bearer ${key}` } })).status, 200);
  t.regex(
    (await owner.get('/settings/assistants')).text,
    /Not yet/,
    'a program that uses REST is no assistant',
  );
  t.is((await greet(key, 'tools/list')).status, 200);
  t.regex((await owner.get('/settings/assistants')).text, /Robot<\/th>[\s\S]*Since /);
  const at = () =>
    sql('select connected_at from corkboard.api_keys where workspace_id = $1 and label = $2', id, 'Robot');
  const before = await at();
  await Promise.all([greet(key), greet(key), greet(key)]);
  t.deepEqual(await at(), before);
  t.is((await greet(`${key.slice(0, -1)}_`)).status, 401);
});

test('a country fills in currency, locale and time zone, and nothing is saved before the owner saves', async t => {
  const { id, owner } = await newcomer();
  const settingsNow = async () =>
    (
      await sql(
        'select default_currency, locale, time_zone, name, letterhead from corkboard.workspaces where id = $1',
        id,
      )
    )[0];
  const before = await settingsNow();
  await owner.post('/settings/set', { letterhead: 'New Studio' });
  const page = await owner.get('/settings?country=DE&zone=Europe%2FBerlin');
  t.is(page.status, 200);
  t.like(await settingsNow(), { ...before, letterhead: 'New Studio' });
  t.is((await owner.press(page, 'Save changes')).status, 303);
  t.deepEqual(await settingsNow(), {
    default_currency: 'EUR',
    locale: 'de-DE',
    time_zone: 'Europe/Berlin',
    name: 'New Studio',
    letterhead: 'New Studio',
  });
});

for (const [country, zone, expected] of [
  ['US', 'America/Chicago', 'USD|en-US|America/Chicago'],
  ['GB', 'America/Chicago', 'GBP|en-GB|Europe/London'],
  ['JP', '', 'JPY|ja-JP|Asia/Tokyo'],
  ['KW', '', 'KWD|ar-KW|Asia/Kuwait'],
  ['XK', 'Europe/Belgrade', 'EUR|sq-XK|UTC'],
] as const)
  test(`the settings of ${country} are accepted`, async t => {
    const { id, owner } = await newcomer();
    const page = await owner.get(`/settings?country=${country}&zone=${encodeURIComponent(zone)}`);
    t.is((await owner.press(page, 'Save changes')).status, 303);
    const [row] = await sql(
      'select default_currency, locale, time_zone from corkboard.workspaces where id = $1',
      id,
    );
    t.is(Object.values(row).join('|'), expected);
  });

test('an unknown country fills in nothing', async t => {
  const { owner } = await newcomer();
  for (const country of ['XX', '', '<b>', 'toString', 'constructor'])
    t.regex(
      (await owner.get(`/settings?country=${encodeURIComponent(country)}`)).text,
      /name="currency" value="USD"/,
    );
});

test('docs/assistants.md contains the setups of the page', async t => {
  const docs = (await readFile(join(import.meta.dirname, '../../docs/assistants.md'), 'utf8')).replaceAll(
    /\s+/g,
    '',
  );
  const setups = setupsOf('http://localhost:3000/api/mcp', '$KEY');
  t.true(docs.includes(setups[0]!.text.replaceAll(/\s+/g, '')));
  for (const { name } of setups.slice(0, -1)) t.true(docs.includes(`##${name.replaceAll(' ', '')}`), name);
});
