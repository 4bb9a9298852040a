import test, { type ExecutionContext } from 'ava';
import { dangerous, hostile, people } from '../support/console.ts';
import { world } from '../support/world.ts';

// What a person types into a form is never lost and never performed twice, and it is performed on the version they
// read.

const w = world(test);
const p = people(test, w);
const { sql } = w;
const names = async (workspaceId: string) =>
  (await sql('select name from corkboard.clients where workspace_id = $1 order by id', workspaceId)).map(
    ({ name }) => name,
  );
/** Each letter takes 9 bytes in a form. */
const letters = (count: number) => 'あ'.repeat(count);

/** Checks that every id is unique, and that every reference to an id has a target. */
function wellLinked(t: ExecutionContext, page: string): void {
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!);
  t.is(new Set(ids).size, ids.length);
  const named = [...page.matchAll(/ (?:href="#|aria-describedby="|for=")([^"]+)"/g)].flatMap(([, list]) =>
    list!.split(' '),
  );
  t.deepEqual(
    named.filter(id => !ids.includes(id)),
    [],
  );
}

test('a form with too many fields is rejected before it is parsed', async t => {
  const answer = await fetch(`${w.baseUrl}/intake/${'x'.repeat(43)}/submit`, {
    method: 'POST',
    headers: { Origin: w.baseUrl, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: '&a'.repeat(1_000),
  });
  t.is(answer.status, 400);
  t.regex(await answer.text(), /A form has at most 1000 fields\./);
});

test('thousands of lines in one field come back with a message', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  const deliverables = Array.from({ length: 1_001 }, (_, n) => `Page ${n}`).join('\r\n');
  const refused = await (await p.owner(studio.id)).post(`/projects/${id}/scope/draft`, { deliverables });
  t.is(refused.status, 422);
  t.regex(refused.text, /Deliverables must have at most 50 elements\./);
  t.true(refused.text.includes('Page 1000'));
});

test('a form with too much text is rejected without rendering it', async t => {
  const refused = await p.stranger().post('/projects/none/intake/submit', {
    'answers.0.answer': '*'.repeat(1_000_000),
  });
  t.is(refused.status, 413);
  t.true(refused.text.length < 10_000);
});

test('a high row number doesn’t make a long page', async t => {
  const kept = await p.stranger().post('/projects/none/intake/submit', {
    'answers.0.answer': 'Red',
    'answers.999.answer': 'Blue',
  });
  t.is(kept.status, 422);
  t.true(kept.text.includes('Red'));
  t.true(kept.text.split('class="row"').length < 10);
});

test.serial(
  'a long form takes one statement more than a short one, because its sender is checked before it is read',
  async t => {
    const studio = await w.workspace();
    const owner = await p.owner(studio.id);
    // From then on the session's workspace is cached.
    await owner.get('/settings');
    t.is(await p.counted(() => owner.post('/settings/set', { terms: letters(1_000) })), 1);
    t.is(await p.counted(() => owner.post('/settings/set', { terms: letters(20_000) })), 2);
  },
);

test('texts of the maximum length are accepted in any alphabet, and longer ones come back', async t => {
  const studio = await w.workspace();
  const owner = await p.owner(studio.id);
  const page = await owner.get('/settings');
  const questions = Array.from({ length: 40 }, (_, n) => letters(190) + n).join('\r\n');
  const typed = { terms: letters(20_000), letterhead: letters(2_000), intakeQuestions: questions };
  t.is((await owner.press(page, 'Save changes', typed)).status, 303);
  const [{ length }] = await sql(
    'select char_length(terms) as length from corkboard.workspaces where id = $1',
    studio.id,
  );
  t.is(length, 20_000);
  const refused = await owner.press(page, 'Save changes', { terms: letters(25_000) });
  t.is(refused.status, 422);
  t.true(refused.text.includes(letters(25_000)));
});

test('a client’s answers of the maximum length are accepted in any alphabet', async t => {
  const studio = await w.workspace();
  const project = await studio.project({ intake: {} });
  await sql(
    `update corkboard.workspaces set intake_questions = array['One?', 'Two?'] where id = $1`,
    studio.id,
  );
  const [{ token }] = await sql('select token from corkboard.intakes where project_id = $1', project.id);
  const page = await p.stranger().get(`/intake/${token}`);
  const typed = { 'answers.0.answer': letters(5_000), 'answers.1.answer': letters(5_000) };
  t.is((await p.stranger().press(page, 'Submit answers', typed)).status, 303);
});

test('a form resent by the browser acts once; with other content it acts again', async t => {
  const studio = await w.workspace();
  const owner = await p.owner(studio.id);
  const page = await owner.get('/clients');
  const press = (name: string) => owner.press(page, 'Add client', { name });
  const [ada, again, bob] = [await press('Ada'), await press('Ada'), await press('Bob')];
  t.is(again.location, ada.location);
  t.not(bob.location, ada.location);
  t.is((await press('Bob')).location, bob.location);
  t.deepEqual(await names(studio.id), ['Ada', 'Bob']);
});

test('a client who goes back and enters another name isn’t told that it was saved', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  await studio.scope(id);
  const [{ token }] = await sql(
    'select share_token as token from corkboard.scopes where project_id = $1',
    id,
  );
  const page = await p.stranger().get(`/scope/${token}`);
  const press = (by: string) => p.stranger().press(page, 'Approve scope', { by });
  t.deepEqual([(await press('Ada')).status, (await press('Ada')).status], [303, 303]);
  t.is((await press('Eve')).status, 409);
});

test('the address of a client’s form leads to its page', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  const [{ token }] = await sql(
    'select share_token as token from corkboard.scopes where project_id = $1',
    id,
  );
  const { status, location, headers } = await p.stranger().get(`/scope/${token}/approve`);
  t.deepEqual([status, location], [303, `/scope/${token}`]);
  t.is(headers.get('x-robots-tag'), 'noindex, nofollow');
  t.is((await p.stranger().get('/scope/x/approve')).status, 404);
});

test('a rejected form shows what others changed meanwhile in fields that were not edited', async t => {
  const studio = await w.workspace();
  const { id } = await studio.client({ name: 'Bakery' });
  const [owner, colleague] = [await p.owner(studio.id), await p.member(studio.id)];
  const [mine, theirs] = [await owner.get(`/clients/${id}`), await colleague.get(`/clients/${id}`)];
  await owner.press(mine, 'Save changes', { address: '1 Quay Street', company: 'Harbour Ltd' });
  const refused = await colleague.press(theirs, 'Save changes', { name: ' ', company: 'Harbour GmbH' });
  t.is(refused.status, 422);
  t.regex(refused.text, />\n1 Quay Street<\/textarea>/);
  t.regex(refused.text, /value="Harbour GmbH"/);
  // They saw the address, and clear it.
  t.is((await colleague.press(refused, 'Save changes', { name: 'Bakery', address: '' })).status, 303);
  t.like((await sql('select * from corkboard.clients where id = $1', id))[0], {
    company: 'Harbour GmbH',
    address: null,
  });
});

test('a person whose recent code expired while typing confirms in another tab and presses again', async t => {
  const studio = await w.workspace();
  const owner = await p.owner(studio.id, '29 minutes');
  const page = await owner.get('/settings/keys');
  const confirmed = (ago: string) =>
    sql(
      'update corkboard.sessions set confirmed_at = clock_timestamp() - $2::interval where token_hash = $1',
      owner.person.tokenHash,
      ago,
    );
  await confirmed('31 minutes');
  const refused = await owner.press(page, 'Create API key', { label: 'Robot' });
  t.is(refused.status, 422);
  t.regex(
    refused.text,
    /role="alert"[\s\S]*<a href="\/sign-in\/confirm\?next=%2Fsettings%2Fkeys" target="_blank">/,
  );
  t.regex(refused.text, /value="Robot"/);
  t.is((await owner.press(refused, 'Create API key')).status, 422);
  t.is((await sql('select 1 from corkboard.api_keys where workspace_id = $1', studio.id)).length, 1);
  await confirmed('0');
  t.regex((await owner.press(refused, 'Create API key')).text, /crk_/);
});

test('a signed-out person sees what they typed, signs in, and presses again', async t => {
  const studio = await w.workspace();
  const [client, other] = [await studio.client({ name: 'Harbour' }), await studio.client()];
  const owner = await p.owner(studio.id);
  const page = await owner.get(`/clients/${client.id}`);
  const { token } = owner.person;
  await sql('delete from corkboard.sessions where token_hash = $1', owner.person.tokenHash);
  const typed = { name: 'Bakery', notes: `${hostile}${letters(4_000)}`, address: '1 Quay Street' };
  const kept = await owner.press(page, 'Save changes', typed);
  t.is(kept.status, 422);
  t.regex(kept.text, new RegExp(`<a href="/sign-in\\?next=%2Fclients%2F${client.id}" target="_blank">`));
  t.regex(kept.text, />\n1 Quay Street<\/textarea>/);
  t.notRegex(kept.text, dangerous);
  t.false(kept.text.includes('Harbour'));
  wellLinked(t, kept.text);
  // The page doesn't say whether the record exists.
  const seen = await Promise.all(
    [client.id, other.id, crypto.randomUUID()].map(async id => {
      const { text } = await p.stranger().post(`/clients/${id}/set`, { name: 'Mine' });
      return text.replaceAll(id, '');
    }),
  );
  t.is(new Set(seen).size, 1);
  const back = await p.owner(studio.id);
  t.not(back.person.token, token);
  t.is((await back.press(kept, 'Save changes')).status, 303);
  t.like((await sql('select * from corkboard.clients where id = $1', client.id))[0], {
    name: 'Bakery',
    notes: typed.notes,
    address: '1 Quay Street',
    email: 'never-leaves@client.example',
  });
});

test('each message links to its field, stands beside it, and names the line', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  const owner = await p.owner(studio.id);
  const refused = await owner.post(`/projects/${id}/scope/draft`, {
    deliverables: ['Logo', 'x'.repeat(501), '', 'y'.repeat(501)].join('\r\n'),
    timeline: 'z'.repeat(501),
  });
  t.is(refused.status, 422);
  wellLinked(t, refused.text);
  const at = '#scope-draft';
  for (const line of [2, 4])
    t.true(refused.text.includes(`<a href="${at}-deliverables">Deliverables, line ${line} must be at most`));
  t.true(refused.text.includes(`<a href="${at}-timeline">Timeline must be at most`));
  t.regex(refused.text, /<textarea name="deliverables"[^>]* aria-invalid="true"[^>]*-deliverables-error"/);
});

test('a message about choices, rows or answers links to them', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  const owner = await p.owner(studio.id);
  const keys = await owner.post('/settings/keys/create', [
    ['label', 'Robot'],
    ['scopes', 'write:everything'],
    ['scopes', 'write:nothing'],
  ]);
  t.regex(keys.text, /<fieldset id="create-scopes" aria-describedby="[^"]+-hint [^"]+-error">/);
  const invoice = await owner.post(`/projects/${id}/invoices/draft`, {
    amountCents: '1',
    'lineItems.0.description': 'x',
    'lineItems.0.unitPriceCents': '1',
    taxRateBps: '0',
  });
  t.regex(invoice.text, /<fieldset class="rows" id="([^"]+)" aria-describedby="\1-hint \1-error">/);
  const price = await owner.post(`/projects/${id}/invoices/draft`, {
    'lineItems.2.description': 'x',
    'lineItems.2.unitPriceCents': 'y',
  });
  t.regex(price.text, /-lineItems-2-unitPriceCents">Lines 3, Unit price must be/);
  const fresh = await studio.project({ intake: {} });
  const [{ token }] = await sql('select token from corkboard.intakes where project_id = $1', fresh.id);
  const intake = await p.stranger().press(await p.stranger().get(`/intake/${token}`), 'Submit answers');
  for (const { status, text } of [keys, invoice, price, intake]) {
    t.is(status, 422);
    t.regex(text, /<a href="#/);
    wellLinked(t, text);
  }
});
