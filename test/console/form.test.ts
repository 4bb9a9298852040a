import test, { type ExecutionContext } from 'ava';
import { fieldOf, shows } from '../support/browser.ts';
import { consoleWorld, dangerous, hostile } from '../support/console.ts';
import { shareLinks } from '../support/shareLinks.ts';

// What a person types into a form is never lost and never performed twice, and it is performed on the version they
// read.

const w = consoleWorld(test);
const { sql, call } = w;
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

test('a form that is too large is rejected without rendering it', async t => {
  const answer = await fetch(`${w.baseUrl}/intake/${'w'.repeat(65)}/submit`, {
    method: 'POST',
    headers: { Origin: w.baseUrl, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: '&a'.repeat(1_000),
  });
  t.is(answer.status, 400);
  t.regex(await answer.text(), /This form can’t be read/);
  const submit = (answers: Record<string, string>) =>
    w.stranger().post('/projects/none/intake/submit', answers);
  const long = await submit({ 'answers.0.answer': '*'.repeat(1_000_000) });
  t.is(long.status, 413);
  t.true(long.text.length < 10_000);
  // A high row number doesn't make a long page.
  const kept = await submit({ 'answers.0.answer': 'Red', 'answers.999.answer': 'Blue' });
  t.is(kept.status, 422);
  shows(t, kept, 'Red');
  t.true(kept.text.split('class="row"').length < 10);
});

test('texts of the maximum length are accepted in any alphabet, and longer ones come back', async t => {
  const studio = await w.workspace();
  const owner = await w.owner(studio.id);
  const page = await owner.get('/settings');
  const intakeQuestions = Array.from({ length: 40 }, (_, n) => letters(190) + n).join('\r\n');
  const typed = { terms: letters(20_000), letterhead: letters(2_000), intakeQuestions };
  t.is((await owner.press(page, 'Save changes', typed)).status, 303);
  const [{ terms }] = await sql('select terms from corkboard.workspaces where id = $1', studio.id);
  t.is(terms, typed.terms);
  const refused = await owner.press(page, 'Save changes', { terms: letters(25_000) });
  t.is(refused.status, 422);
  t.true(refused.text.includes(letters(25_000)));
  await call('change_workspace', studio.id, { intake_questions: ['One?', 'Two?'] });
  const { intake } = await shareLinks(w, (await studio.project({ intake: {} })).id);
  const answers = { 'answers.0.answer': letters(5_000), 'answers.1.answer': letters(5_000) };
  const client = w.stranger();
  t.is((await client.press(await client.get(intake), 'Submit answers', answers)).status, 303);
});

test('a form resent by the browser acts once; with other content it acts again', async t => {
  const studio = await w.workspace();
  const owner = await w.owner(studio.id);
  const page = await owner.get('/clients/new');
  const press = (name: string) => owner.press(page, 'Add client', { name });
  const [ada, again, bob] = [await press('Ada'), await press('Ada'), await press('Bob')];
  t.is(again.location, ada.location);
  t.not(bob.location, ada.location);
  t.is((await press('Bob')).location, bob.location);
  t.is((await studio.get('/clients')).body.data.length, 2);
});

test('a client who goes back and enters another name isn’t told that it was saved', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  await studio.scope(id);
  const { scope } = await shareLinks(w, id);
  const page = await w.stranger().get(scope);
  const press = (by: string) => w.stranger().press(page, 'Approve scope', { by });
  t.deepEqual([(await press('Ada')).status, (await press('Ada')).status], [303, 303]);
  t.is((await press('Eve')).status, 409);
  // The address of the form, in which a rejection leaves the browser, leads to its page.
  const { status, location, headers } = await w.stranger().get(`${scope}/approve`);
  t.deepEqual([status, location], [303, scope]);
  t.is(headers.get('x-robots-tag'), 'noindex, nofollow');
  t.is((await w.stranger().get('/scope/x/approve')).status, 404);
});

test('a rejected form shows what others changed meanwhile in fields that were not edited', async t => {
  const studio = await w.workspace();
  const { id } = await studio.client({ name: 'Bakery' });
  const [owner, colleague] = [await w.owner(studio.id), await w.member(studio.id)];
  const form = `/clients/${id}?new=set`;
  const [mine, theirs] = [await owner.get(form), await colleague.get(form)];
  await owner.press(mine, 'Save changes', { address: '1 Quay Street', company: 'Harbour Ltd' });
  const refused = await colleague.press(theirs, 'Save changes', { name: ' ', company: 'Harbour GmbH' });
  t.is(refused.status, 422);
  t.is(fieldOf(refused, 'Address as text'), '1 Quay Street');
  t.is(fieldOf(refused, 'Company'), 'Harbour GmbH');
  // They saw the address, and clear it.
  t.is((await colleague.press(refused, 'Save changes', { name: 'Bakery', address: '' })).status, 303);
  t.like((await sql('select * from corkboard.clients where id = $1', id))[0], {
    company: 'Harbour GmbH',
    address: null,
  });
});

test('a signed-out person sees what they typed, signs in, and presses again', async t => {
  const studio = await w.workspace();
  const [client, other] = [await studio.client({ name: 'Harbour' }), await studio.client()];
  const owner = await w.owner(studio.id);
  const page = await owner.get(`/clients/${client.id}?new=set`);
  const { token } = owner.person;
  await sql('delete from corkboard.sessions where token_hash = $1', owner.person.tokenHash);
  const typed = { name: 'Bakery', notes: `${hostile}${letters(4_000)}`, address: '1 Quay Street' };
  const kept = await owner.press(page, 'Save changes', typed);
  t.is(kept.status, 422);
  t.regex(
    kept.text,
    new RegExp(`<a href="/sign-in\\?next=%2Fclients%2F${client.id}%3Fnew%3Dset" target="_blank">`),
  );
  t.is(fieldOf(kept, 'Address as text'), '1 Quay Street');
  t.notRegex(kept.text, dangerous);
  t.false(kept.text.includes('Harbour'));
  wellLinked(t, kept.text);
  // The page doesn't say whether the record exists.
  const seen = await Promise.all(
    [client.id, other.id, crypto.randomUUID()].map(async id => {
      const { text } = await w.stranger().post(`/clients/${id}/set`, { name: 'Mine' });
      return text.replaceAll(id, '');
    }),
  );
  t.is(new Set(seen).size, 1);
  const back = await w.owner(studio.id);
  t.not(back.person.token, token);
  t.is((await back.press(kept, 'Save changes')).status, 303);
  t.like((await sql('select * from corkboard.clients where id = $1', client.id))[0], {
    name: 'Bakery',
    notes: typed.notes,
    address: '1 Quay Street',
    email: 'never-leaves@client.example',
  });
});

test('each message links to its field, choices, row or answer, stands beside it, and names the line', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  const owner = await w.owner(studio.id);
  const scope = await owner.post(`/projects/${id}/scope/draft`, {
    deliverables: ['Logo', 'x'.repeat(501), '', 'y'.repeat(501)].join('\r\n'),
    timeline: 'z'.repeat(501),
  });
  const at = '#scope-draft';
  for (const line of [2, 4])
    t.true(scope.text.includes(`<a href="${at}-deliverables">Deliverables, line ${line} must be at most`));
  t.true(scope.text.includes(`<a href="${at}-timeline">Timeline must be at most`));
  t.regex(scope.text, /<textarea name="deliverables"[^>]* aria-invalid="true"[^>]*-deliverables-error"/);
  const keys = await owner.post('/settings/keys/create', { label: 'Robot', scopes: 'write:everything' });
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
  t.regex(price.text, /-lineItems-2-unitPriceCents">Line 3, Unit price must be/);
  const fresh = await studio.project({ intake: {} });
  const links = await shareLinks(w, fresh.id);
  const intake = await w.stranger().press(await w.stranger().get(links.intake), 'Submit answers');
  for (const { status, text } of [scope, keys, invoice, price, intake]) {
    t.is(status, 422);
    t.regex(text, /<a href="#/);
    wellLinked(t, text);
  }
});
