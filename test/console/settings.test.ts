import test from 'ava';
import { dangerous, hostile, people } from '../support/console.ts';
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

test.serial('the settings page takes one statement, and so does saving', async t => {
  const studio = await w.workspace();
  const owner = await p.owner(studio.id);
  const page = await owner.get('/settings');
  t.is(await p.counted(() => owner.get('/settings')), 1);
  t.is(await p.counted(() => owner.press(page, 'Save changes', { name: 'Other' })), 1);
});

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
    `select id from corkboard.store_endpoint($1, corkboard.uuid_v7(), 'https://h.example/x', 'json', '{client.created}', corkboard.new_webhook_secret())`,
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

test('a rejected settings form shows all messages beside their fields and changes nothing', async t => {
  const studio = await w.workspace();
  const owner = await p.owner(studio.id);
  const before = await workspaceOf(studio.id);
  const { status, text } = await owner.press(await owner.get('/settings'), 'Save changes', {
    name: ' ',
    currency: 'euro',
    taxRateBps: '101',
    timeZone: 'Mars/Olympus',
    locale: 'german',
    terms: 'kept as typed',
  });
  t.is(status, 422);
  for (const wrong of [
    'Name must not be blank.',
    'Currency must be three uppercase letters',
    'Tax rate (%) must be at most 100.00.',
    'Time zone must be a time zone',
    'Locale must be a language and a country',
  ])
    t.true(text.includes(wrong), wrong);
  t.true(text.includes('kept as typed'));
  t.deepEqual(await workspaceOf(studio.id), before);
});

test('a form can’t change the plan', async t => {
  const studio = await w.workspace({ plan: 'free' });
  const owner = await p.owner(studio.id);
  await owner.press(await owner.get('/settings'), 'Save changes', { plan: 'studio' });
  t.is((await workspaceOf(studio.id)).plan, 'free');
});

test('a member sees the settings and can’t change them, and signed-out people must sign in', async t => {
  const studio = await w.workspace({ taxRateBps: 1900 });
  const member = await p.member(studio.id);
  const { text } = await member.get('/settings');
  t.regex(text, /<dt>Tax rate<\/dt><dd>19%<\/dd>/);
  t.notRegex(text, /<button[^>]*>Save/);
  const before = await workspaceOf(studio.id);
  t.is((await member.post('/settings/set', { name: 'Mine' })).status, 403);
  t.is((await p.stranger().post('/settings/set')).location, '/sign-in?next=%2Fsettings');
  t.is((await p.stranger().post('/settings/set', { name: 'Mine' })).status, 422);
  t.is((await p.stranger().get('/settings')).location, '/sign-in?next=%2Fsettings');
  t.deepEqual(await workspaceOf(studio.id), before);
});

test('two clicks save once', async t => {
  const studio = await w.workspace();
  const owner = await p.owner(studio.id);
  const page = await owner.get('/settings');
  await Promise.all([1, 2].map(() => owner.press(page, 'Save changes', { name: 'Twice' })));
  t.is((await log(studio.id)).length, 1);
});

test('hostile text is shown as text, in the form, after a rejection, and to a member', async t => {
  const studio = await w.workspace();
  await sql(
    `update corkboard.workspaces set name = $2, letterhead = $2, terms = $2, intake_questions = array[$2] where id = $1`,
    studio.id,
    hostile,
  );
  const owner = await p.owner(studio.id);
  const page = await owner.get('/settings');
  t.notRegex(page.text, dangerous);
  t.notRegex(
    (await owner.press(page, 'Save changes', { locale: hostile, timeZone: hostile })).text,
    dangerous,
  );
  t.notRegex((await (await p.member(studio.id)).get('/settings')).text, dangerous);
});
