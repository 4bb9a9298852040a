import test from 'ava';
import { dayOf } from '../../src/formatting/index.ts';
import type { Browser, Seen } from '../support/browser.ts';
import { people } from '../support/console.ts';
import { world } from '../support/world.ts';

const w = world(test);
const p = people(test, w);
const { sql } = w;
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
