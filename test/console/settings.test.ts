import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { idempotencyKey, secretBytesOf } from '../../src/console/forms/idempotency.ts';
import { setupsOf } from '../../src/console/pages/assistants/setups.ts';
import { shortDay } from '../../src/formatting/index.ts';
import { buttonsOf, fieldOf, lacks, rowsOf, type Seen, shows, wordsOf } from '../support/browser.ts';
import { consoleWorld } from '../support/console.ts';
import { populated } from '../support/populated.ts';
import { holdMonth } from '../support/rates.ts';
import type { PersonBrowser } from '../support/session.ts';
import { rpc } from '../support/tools.ts';

const w = consoleWorld(test);
const { sql, call } = w;

const workspaceOf = async (id: string) =>
  (await sql('select * from corkboard.workspaces where id = $1', id))[0];

test('the owner changes all settings, and saving them unchanged changes nothing', async t => {
  const studio = await w.workspace();
  const owner = await w.owner(studio.id);
  const saved = await owner.press(await owner.get('/settings'), 'Save changes', {
    ...{ name: ' Harbour Studio ', taxRateBps: '7,7', pricesIncludeTax: 'on', ai: 'on' },
    letterhead: 'Harbour Studio\r\nQuay 1',
    ...{ terms: 'Pay in 30 days.', intakeQuestions: 'Who visits?\r\n\r\nWhy?', plan: 'studio' },
  });
  t.is(saved.location, '/settings?done=workspace.set.saved');
  const changed = await owner.follow(await owner.get('/settings'), 'Change currency, locale and time zone');
  const region = { currency: 'EUR', locale: 'de-CH', timeZone: 'Europe/Zurich' };
  t.is((await owner.press(changed, 'Save changes', region)).location, saved.location);
  t.is((await owner.press(await owner.get('/settings/region'), 'Save changes')).status, 303);
  const stored = await workspaceOf(studio.id);
  t.like(stored, {
    ...{ name: 'Harbour Studio', default_currency: 'EUR', tax_rate_bps: 770, prices_include_tax: true },
    ...{ ai: true, time_zone: 'Europe/Zurich', locale: 'de-CH', letterhead: 'Harbour Studio\nQuay 1' },
    ...{ terms: 'Pay in 30 days.', intake_questions: ['Who visits?', 'Why?'] },
    // No form changes the plan.
    plan: 'pro',
  });
  const after = await owner.get(saved.location!);
  shows(t, after, 'You changed the settings.');
  t.is(fieldOf(after, 'Tax rate (%)'), '7.7');
  t.is((await owner.press(after, 'Save changes')).status, 303);
  t.deepEqual(await workspaceOf(studio.id), stored);
  const cleared = { text: after.text.replaceAll(' checked', '') };
  t.is((await owner.press(cleared, 'Save changes', { letterhead: ' ' })).status, 303);
  t.like(await workspaceOf(studio.id), { letterhead: null, ai: false, prices_include_tax: false });
  t.is((await workspaceOf(studio.id)).terms, 'Pay in 30 days.');
  const member = await (await w.member(studio.id)).get('/settings');
  shows(t, member, 'Tax rate 7.7');
  t.false(buttonsOf(member).includes('Save changes'));
});

test('the owner says who issues documents and how they are paid', async t => {
  const studio = await w.workspace();
  const owner = await w.owner(studio.id);
  const path = '/settings/documents';
  await owner.post('/settings/set', {
    letterhead: 'Harbour Studio GmbH\nHinterhof 2\nQuai 1\n8001 Zürich\nSchweiz\nhello@harbour.example',
  });
  const begun = await owner.get(path);
  shows(t, begun, 'The address below is filled in from your letterhead');
  t.is(fieldOf(begun, 'Street address'), 'Hinterhof 2\nQuai 1');
  const wrong = await owner.press(begun, 'Save changes', {
    vatNumber: 'DE136695977',
    paymentTermDays: '366',
  });
  t.is(wrong.status, 422);
  for (const [field, rule] of [
    ['vatNumber', 'VAT number must be a VAT number that exists: check each digit.'],
    ['paymentTermDays', 'Payment term (days) must be at most 365.'],
  ])
    t.true(wrong.text.includes(`id="set-${field}-error">${rule}`), `${field}: ${rule}`);
  t.is((await workspaceOf(studio.id)).city, null);
  const saved = await owner.press(wrong, 'Save changes', {
    ...{ vatNumber: 'che-107.787.577 mwst', iban: 'de89 3704 0044 0532 0130 00', paymentTermDays: '14' },
    ...{ payLink: 'https://pay.example.com/{number}', eInvoiceNetworkId: '0088:4012345000008' },
    ...{ zeroTaxReason: 'small_business', contactEmail: 'ada@harbour.example' },
  });
  t.is(saved.location, `${path}?done=workspace.set.warned`);
  t.like(await workspaceOf(studio.id), {
    ...{ legal_name: 'Harbour Studio GmbH', address_lines: 'Hinterhof 2\nQuai 1', postal_code: '8001' },
    ...{ city: 'Zürich', country: 'CH', vat_number: 'CHE107787577MWST', iban: 'DE89370400440532013000' },
    ...{ payment_term_days: 14, e_invoice_network_id: '0088:4012345000008' },
    ...{ zero_tax_reason: 'small_business', contact_email: 'ada@harbour.example' },
  });
  const after = await owner.get(saved.location!);
  shows(t, after, 'You changed the settings. The check digits of the e-invoice network ID don’t match');
  lacks(t, after, 'filled in from your letterhead');
  const member = await (await w.member(studio.id)).get(path);
  shows(t, member, 'Only the owner', 'Hinterhof 2 Quai 1 8001 Zürich Switzerland', 'Payment term 14 days');
  t.false(buttonsOf(member).some(name => /Save|Upload/.test(name)));
});

test('the owner goes on with the numbers of another program', async t => {
  const studio = await w.workspace();
  const owner = await w.owner(studio.id);
  const path = '/settings/documents';
  const year = new Date().getUTCFullYear();
  const typed = { format: 'RE-{number:3}', restartsYearly: 'on', nextNumber: '118' };
  const set = `${path}/numbers/invoice`;
  const wrong = await owner.post(set, { kind: 'invoice', ...typed });
  t.is(wrong.status, 422);
  shows(t, wrong, 'Format must have {year} if the numbers begin again each year', 'Next: INV-0001');
  const saved = await owner.post(set, { kind: 'invoice', ...typed, format: 'RE-{year}-{number:3}' });
  shows(t, await owner.get(saved.location!), `Next: RE-${year}-118`, 'Next: EST-0001');
  const { id } = await studio.project();
  t.is((await studio.invoice(id)).number, `RE-${year}-118`);
  const member = await (await w.member(studio.id)).get(path);
  shows(t, member, `Next: RE-${year}-119`);
  t.false(buttonsOf(member).includes('Save numbers'));
});

test('a day follows the time zone wherever it is shown', async t => {
  const { studio, at, settled } = await populated(w);
  await sql(`update corkboard.workspaces set time_zone = 'Asia/Tokyo' where id = $1`, studio.id);
  for (const [table, column] of [
    ['projects', 'created_at'],
    ['scopes', 'approved_at'],
    ['agreements', 'signed_at'],
    ['webhook_endpoints', 'created_at'],
    ['api_keys', 'created_at'],
    ['members', 'created_at'],
  ])
    await sql(
      `update corkboard.${table} set ${column} = timestamptz '2026-03-01 20:00Z' where workspace_id = $1 and ${column} is not null`,
      studio.id,
    );
  const owner = await w.owner(studio.id);
  const ofRecords = [
    '/clients/:id',
    '/settings/webhooks/:endpoint',
    '/settings/keys',
    '/settings/members',
  ].map(at);
  for (const path of [...ofRecords, settled.project, `${settled.project}?tab=scope`]) {
    const { text } = await owner.get(path);
    t.true(text.includes('March 2, 2026'), path);
    t.false(text.includes('March 1, 2026'), path);
  }
});

// The plan and its usage.

test('usage equals the API’s, as a meter and as text, with the day on which it resets', async t => {
  const studio = await w.workspace({ plan: 'free' });
  await studio.project();
  await holdMonth(w, studio, 2);
  const owner = await w.owner(studio.id);
  const told = async () => (await studio.get('/me')).body.limits;
  const shown = () => owner.get('/settings/billing');
  let [limits, page, after] = [await told(), await shown(), await told()];
  // If the month ended in between, the API and the page showed different months.
  if (after.monthlyWrites.resetsAt !== limits.monthlyWrites.resetsAt) [limits, page] = [after, await shown()];
  t.like(limits, { clients: { used: 1, allowed: 3 }, monthlyWrites: { used: 2, allowed: 200 } });
  t.regex(page.text, /<dt>Clients<\/dt><dd>1 of 3<meter aria-label="Clients" value="1" max="3"/);
  shows(t, page, 'Active projects 1 of 3', 'Seats 1 of 1', 'API writes this month 2 of 200');
  const resets = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  shows(t, page, resets.format(new Date(limits.monthlyWrites.resetsAt)), studio.id);
  shows(t, page, 'Revision classification No ');
});

test('limits are shown correctly if there are none, if they are zero and if they are below the usage', async t => {
  const studio = await w.workspace({ plan: 'studio' });
  await studio.client();
  await sql(`update corkboard.workspaces set locale = 'de-DE' where id = $1`, studio.id);
  const owner = await w.owner(studio.id);
  const page = await owner.get('/settings/billing');
  shows(t, page, 'Clients 1, no limit', ' of 100.000 ', 'Studio (your plan)');
  await sql(`insert into corkboard.plans (name, clients, monthly_writes) values ('none', 0, 0)`);
  await sql(`update corkboard.workspaces set plan = 'none' where id = $1`, studio.id);
  const { status, body } = await studio.post('/clients', { name: 'One more' });
  t.is(status, 402);
  const reached = await owner.get(body.upgradeUrl);
  shows(t, reached, 'Your plan: None');
  t.regex(reached.text, /<dt>Clients<\/dt><dd>1 of 0<\/dd>/);
});

// API keys.

/** The keys of a workspace that its people created. */
const keys = (id: string) =>
  sql(
    `select id, label, scopes from corkboard.api_keys where workspace_id = $1 and label <> 'Test key' order by id`,
    id,
  );
/** The key that a page shows; undefined if it shows none. */
const shownIn = ({ text }: Seen) => /value="(crk_[^"]+)"/.exec(text)?.[1];
/** A page with the form that creates keys, and a function that presses its button. */
async function keyForm(owner: PersonBrowser) {
  const page = await owner.get('/settings/keys');
  return (label: string, by = owner) => by.press(page, 'Create API key', { label });
}

test('a key is shown once, in the response to its form, works from then on, and is not stored', async t => {
  const studio = await w.workspace();
  const owner = await w.owner(studio.id);
  const page = await owner.get('/settings/keys');
  t.notRegex(page.text, /value="read"/);
  const make = () => owner.press(page, 'Create API key', { label: 'Robot', scopes: 'write:projects' });
  // However often the button is pressed, one key is made, and every response shows it.
  const [made, ...others] = await Promise.all(Array.from({ length: 10 }, make));
  t.is(made!.status, 200);
  t.is(made!.headers.get('cache-control'), 'no-store');
  const secret = fieldOf(made!, 'API key');
  t.regex(secret, /^crk_[\w-]{65}$/);
  t.deepEqual([...new Set(others.map(shownIn))], [secret]);
  const [key, ...more] = await keys(studio.id);
  t.deepEqual(more, []);
  t.like(key, { label: 'Robot', scopes: ['read', 'write:projects'] });
  t.is((await studio.send({ key: secret, method: 'GET', path: '/me' } as any)).status, 200);
  const listed = await owner.get('/settings/keys');
  shows(t, listed, 'Robot … Read, write projects ');
  t.false(listed.text.includes(secret));
  for (const table of ['idempotency_keys', 'api_keys']) {
    const rows = await sql(`select * from corkboard.${table} where workspace_id = $1`, studio.id);
    t.false(JSON.stringify(rows).includes(secret), table);
  }
});

test('a form makes the same secret again, and another one on another page, with other content, for another session or once it is old', t => {
  const made = (hoursAgo: number, random = 'a') =>
    `${(Date.now() - hoursAgo * 3_600_000).toString(36)}.${random.repeat(43)}`;
  const once = made(19);
  const secretOf = (given: Record<string, string>, session = 'one', path = '/settings/keys/create') => {
    const form = new URLSearchParams({ label: 'Robot', ...given });
    return secretBytesOf(session, idempotencyKey(path, form), form).toString('hex');
  };
  t.is(secretOf({ once }), secretOf({ once }));
  const others = [
    secretOf({ once }),
    secretOf({ once: made(19, 'b') }),
    secretOf({ once, label: 'Another' }),
    secretOf({ once }, 'two'),
    secretOf({ once }, 'one', '/settings/assistants/connect'),
    // Without a token, and with one from which a secret is not made again.
    ...[{}, {}, { once: '' }, { once: '' }].map(given => secretOf(given)),
    ...[21, 21, -1, -1].map(hoursAgo => secretOf({ once: made(hoursAgo) })),
  ];
  t.is(new Set(others).size, others.length);
});

test('a key is no longer shown after 15 minutes, after it is revoked, or to another session', async t => {
  const studio = await w.workspace();
  const owner = await w.owner(studio.id);
  const later = `update corkboard.idempotency_keys set created_at = created_at - interval '15 minutes' where workspace_id = $1`;
  for (const [label, meanwhile, by] of [
    ['Late', later, owner],
    ['Revoked', `update corkboard.api_keys set revoked_at = now() where workspace_id = $1`, owner],
    ['Foreign', 'select $1::uuid', await w.owner(studio.id)],
  ] as const) {
    const create = await keyForm(owner);
    t.is((await create(label)).status, 200);
    await sql(meanwhile, studio.id);
    const { status, location } = await create(label, by);
    t.deepEqual([status, location], [303, '/settings/keys?done=key.create'], label);
  }
  t.is((await keys(studio.id)).length, 3);
});

test('a key is revoked after a warning, and listed among the revoked keys with the day of its last use', async t => {
  const studio = await w.workspace({ label: 'Robot' });
  const owner = await w.owner(studio.id);
  const list = (query = '') => owner.get(`/settings/keys${query}`);
  const lastUsed = async (query = '') => rowsOf((await list(query)).text)[0]?.[4];
  t.is(await lastUsed(), 'Never');
  t.is((await studio.get('/me')).status, 200);
  t.is(await lastUsed(), shortDay(new Date().toISOString().slice(0, 10), 'en-US'));
  const page = await list();
  t.regex(
    page.text,
    /<summary aria-label="Revoke Robot">Revoke<\/summary><p>[^<]* at once\. You can’t undo this\.<\/p>/,
  );
  t.is((await owner.press(page, 'Revoke')).location, '/settings/keys?done=key.revoke');
  t.is((await studio.get('/me')).status, 401);
  shows(t, await list(), 'No API keys yet.');
  await sql(
    `update corkboard.api_keys set last_used_at = '2026-11-13T09:05:00Z' where workspace_id = $1`,
    studio.id,
  );
  t.is(await lastUsed('?revoked=true'), shortDay('2026-11-13', 'en-US'));
});

// The first steps in a new workspace, and the page that connects an assistant.

/** The owner of an empty workspace. */
async function newcomer() {
  const [{ id }] = await call('create_workspace', 'New Studio', 'owner@new.example');
  return { id, owner: await w.owner(id) };
}

/** The steps on the home page that are done. */
async function doneSteps(owner: PersonBrowser): Promise<string[] | null> {
  const [, list] = /<ol class="steps">([\s\S]*?)<\/ol>/.exec((await owner.get('/')).text) ?? [];
  const done = list?.matchAll(/<li class="done">[\s\S]*?<a [^>]*>([^<]*)</g);
  return done ? [...done].map(([, name]) => name!) : null;
}

/** Sends a message to the tool server with this key. */
const greet = (key: string) => rpc({ baseUrl: w.baseUrl, key }, 'modern', 'tools/list');

test('a new workspace shows four steps beside what is to review, each marked as done once it is, until it sends invoices or dismisses them', async t => {
  const { owner } = await newcomer();
  t.deepEqual(await doneSteps(owner), []);
  await owner.post('/settings/documents/set', { addressLines: '1 Quay', city: 'Cork' });
  t.deepEqual(await doneSteps(owner), ['Enter your details']);
  const client = await owner.press(await owner.get('/clients/new'), 'Add client', { name: 'Ada' });
  const clientId = /clients\/([0-9a-f-]{36})/.exec(client.location!)![1]!;
  await owner.press(await owner.get('/projects?new=add'), 'Add project', { name: 'Website', clientId });
  const three = ['Enter your details', 'Add your first client', 'Add your first project'];
  t.deepEqual(await doneSteps(owner), three);
  shows(
    t,
    await owner.get('/'),
    'You’re all caught up',
    'Get started 3 of 4 done',
    'Recent activity … added Website',
  );
  const connecting = await owner.get('/settings/assistants');
  const made = await owner.press(connecting, 'Create API key', { label: 'Claude' });
  t.deepEqual(await doneSteps(owner), three, 'a key alone is no connection');
  t.is((await greet(shownIn(made)!)).status, 200);
  t.is(await doneSteps(owner), null);
  const other = await newcomer();
  await sql(
    `insert into corkboard.invoice_counts (workspace_id, kind, status, invoices) values ($1, 'invoice', 'SENT', 1)`,
    other.id,
  );
  t.is(await doneSteps(other.owner), null);
  const third = await newcomer();
  await third.owner.press(await third.owner.get('/'), 'Dismiss');
  t.is(await doneSteps(third.owner), null);
});

test('connecting an assistant creates a key that may draft, shows the setups, and then that the assistant has connected', async t => {
  const { id, owner } = await newcomer();
  const list = () => owner.get('/settings/assistants');
  const made = await owner.press(await list(), 'Create API key');
  const key = shownIn(made)!;
  const words = wordsOf(made);
  for (const { name, text } of setupsOf(`${w.baseUrl}/api/mcp`, key)) {
    t.true(made.text.includes(`<h2>${name}</h2>`), name);
    t.true(words.includes(text.replaceAll(/\s+/g, ' ').trim()), name);
  }
  t.is((await keys(id))[0].scopes.length, 4);
  shows(t, await list(), 'Claude … Not yet');
  t.is((await fetch(`${w.baseUrl}/api/v1/me`, { headers: { Authorization: `Bearer ${key}` } })).status, 200);
  shows(t, await list(), 'Not yet');
  t.is((await greet(key)).status, 200);
  shows(t, await list(), 'Claude … Since ');
  const at = () => sql('select connected_at from corkboard.api_keys where workspace_id = $1', id);
  const before = await at();
  await Promise.all([greet(key), greet(key), greet(key)]);
  t.deepEqual(await at(), before);
});

test('a country fills in currency, locale and time zone, and nothing is saved before the owner saves', async t => {
  const { id, owner } = await newcomer();
  const saved = async () => {
    const { default_currency: currency, locale, time_zone: zone } = await workspaceOf(id);
    return [currency, locale, zone].join('|');
  };
  for (const [country, zone, expected] of [
    ['US', 'America/Chicago', 'USD|en-US|America/Chicago'],
    ['GB', 'America/Chicago', 'GBP|en-GB|Europe/London'],
    ['AU', 'Europe/Vienna', 'AUD|en-AU|Australia/Sydney'],
    ['KW', '', 'KWD|ar-KW|Asia/Kuwait'],
    ['XK', 'Europe/Belgrade', 'EUR|sq-XK|UTC'],
  ] as const) {
    const before = await saved();
    const page = await owner.get(`/settings/region?country=${country}&zone=${encodeURIComponent(zone)}`);
    t.is(await saved(), before);
    // Afterwards the page shows what was saved, not the country's values once more.
    t.is((await owner.press(page, 'Save changes')).location, '/settings?done=workspace.set.saved');
    t.is(await saved(), expected);
  }
  const ofCountry = await owner.get('/settings/region?country=US');
  t.true(ofCountry.text.includes('<option>America/Chicago</option>'));
  t.false(ofCountry.text.includes('<option>Europe/Vienna</option>'));
  const all = await owner.follow(ofCountry, 'all time zones');
  t.true(all.text.includes('<option>Europe/Vienna</option>'));
  t.is(fieldOf(all, 'Locale'), 'en-US');
  for (const country of ['XX', '', 'constructor'])
    t.is(fieldOf(await owner.get(`/settings/region?country=${country}`), 'Currency'), 'EUR');
});

test('docs/assistants.md contains the setups of the page', async t => {
  const file = await readFile(join(import.meta.dirname, '../../docs/assistants.md'), 'utf8');
  const docs = file.replaceAll(/\s+/g, '');
  const setups = setupsOf('http://localhost:3000/api/mcp', '$KEY');
  t.true(docs.includes(setups[0]!.text.replaceAll(/\s+/g, '')));
  for (const { name } of setups.slice(0, -1)) t.true(docs.includes(`##${name.replaceAll(' ', '')}`), name);
});
