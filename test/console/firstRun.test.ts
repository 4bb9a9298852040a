import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { setupsOf } from '../../src/console/pages/assistants/setups.ts';
import { people } from '../support/console.ts';
import { world } from '../support/world.ts';

const w = world(test);
const p = people(test, w);
const { sql } = w;

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
  const { owner } = await newcomer();
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
  const at = () => sql('select connected_at from corkboard.api_keys where label = $1', 'Robot');
  const before = await at();
  await Promise.all([greet(key), greet(key), greet(key)]);
  t.deepEqual(await at(), before);
  t.is((await greet(`${key.slice(0, -1)}_`)).status, 401);
});

test('a country fills in currency, locale and time zone, and nothing is saved before the owner saves', async t => {
  const { id, owner } = await newcomer();
  const settings = async () =>
    (
      await sql(
        'select default_currency, locale, time_zone, name, letterhead from corkboard.workspaces where id = $1',
        id,
      )
    )[0];
  const before = await settings();
  await owner.post('/settings/set', { letterhead: 'New Studio' });
  const page = await owner.get('/settings?country=DE&zone=Europe%2FBerlin');
  t.is(page.status, 200);
  t.like(await settings(), { ...before, letterhead: 'New Studio' });
  t.is((await owner.press(page, 'Save changes')).status, 303);
  t.deepEqual(await settings(), {
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
