import test from 'ava';
import { people } from '../support/console.ts';
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
