import test from 'ava';
import { sql as fragment } from 'slonik';
import { setClient, trashClient } from '../../src/actions/client.ts';
import { createKey } from '../../src/actions/key.ts';
import { addMember } from '../../src/actions/member.ts';
import { form, formOfMany } from '../../src/console/forms/form.ts';
import { html } from '../../src/console/html/html.ts';
import { byAction } from '../../src/console/posts/byAction.ts';
import { page } from '../../src/console/routing/page.ts';
import { workspaceId } from '../../src/operations/define.ts';
import { Browser } from '../support/browser.ts';
import { consoleWith, type Shell } from '../support/console.ts';
import { signIn } from '../support/session.ts';
import { world } from '../support/world.ts';

// Actions on the records of a list, on a test page. The results apply to every page with such a list.

const w = world(test);
const { sql } = w;

const set = byAction(setClient, { path: '/people/:person/set', record: 'person' });
const trash = byAction(trashClient, {
  path: '/people/:person/trash',
  record: 'person',
  redirectTo: () => '/people',
});
const join = byAction(addMember, { path: '/people/join' });
const key = byAction(createKey, {
  path: '/people/key',
  resultView: ({ secret }) => ({ title: 'Key', body: html`<code>${secret}</code>` }),
});

const people = page<{ people: { rows: { id: string; name: string; trashedAt: string | null }[] } }>({
  path: '/people',
  reads: () => ({
    people: fragment.fragment`
      select array(select row_to_json(c) from (
        select c.id, c.name, c.trashed_at as "trashedAt" from corkboard.clients c where c.workspace_id = ${workspaceId} order by c.id) c) as rows`,
  }),
  view: ({ people: { rows } }, visit) => ({
    title: 'People',
    body: html`${rows.map(row =>
      form(visit, set, { params: { person: row.id }, values: { ...row }, record: row }),
    )}${formOfMany(
      html`${rows.map(row => form(visit, trash, { params: { person: row.id }, record: row, recordName: row.name }))}`,
    )}${form(visit, join)}${form(visit, key)}`,
  }),
  posts: [set, trash, join, key],
});

let shell: Shell;
test.serial.before(async () => {
  shell = await consoleWith(w, [people]);
});
w.atEnd(() => shell?.stop());

async function studioOf() {
  const studio = await w.workspace();
  const client = await studio.client({ name: 'Ada' });
  const browser = new Browser(shell.baseUrl, await signIn(w, studio.id));
  return { studio, client, browser };
}
const trashed = async (id: string) =>
  (await sql('select trashed_at is not null as is from corkboard.clients where id = $1', id))[0].is;

test('a form changes the fields it sends and no others', async t => {
  const { client, browser } = await studioOf();
  const path = `/people/${client.id}/set`;
  t.is((await browser.post(path, { company: 'Harbour Ltd', notes: '' })).status, 303);
  const [row] = await sql(
    'select name, company, notes, email from corkboard.clients where id = $1',
    client.id,
  );
  t.deepEqual(row, {
    name: 'Ada',
    company: 'Harbour Ltd',
    notes: null,
    email: 'never-leaves@client.example',
  });
});

test('a warning names the record for screen readers, and says what happens', async t => {
  const { client, browser } = await studioOf();
  const page = await browser.get('/people');
  t.regex(
    page.text,
    /<summary aria-label="Move client to trash Ada">Move client to trash<\/summary><p>[^<]+<\/p><button/,
  );
  const done = await browser.press(page, 'Move client to trash');
  t.is(done.location, '/people?done=client.trash');
  t.true(await trashed(client.id));
  t.regex((await browser.get(done.location!)).text, /Client moved to the trash\./);
});

test('an action that the record’s state doesn’t allow isn’t offered', async t => {
  const { studio, client, browser } = await studioOf();
  await sql('select corkboard.trash_client($1, $2)', studio.id, client.id);
  t.notRegex((await browser.get('/people')).text, /trash/);
});

test('records of other workspaces, malformed ids and trashed records show the same page', async t => {
  const { studio, client, browser } = await studioOf();
  await sql('select corkboard.trash_client($1, $2)', studio.id, client.id);
  const { client: foreign } = await studioOf();
  const answers = [];
  for (const id of [client.id, foreign.id, 'x', 'a%00b', '00000000-0000-0000-0000-000000000000']) {
    answers.push(
      await browser.post(`/people/${id}/trash`),
      await browser.post(`/people/${id}/set`, { name: 'Mine' }),
    );
  }
  t.deepEqual([...new Set(answers.map(({ status }) => status))], [404]);
  t.is(new Set(answers.map(({ text }) => text)).size, 1);
  t.false(await trashed(foreign.id));
});

test('a reached limit is reported with a link to the plan', async t => {
  const { studio, browser } = await studioOf();
  await sql(`update corkboard.workspaces set plan = 'free' where id = $1`, studio.id);
  const { status, text } = await browser.press(await browser.get('/people'), 'Add member', {
    email: 'b@b.example',
  });
  t.is(status, 422);
  t.regex(text, /role="alert"[\s\S]*seat[\s\S]*<a href="\/settings\/billing">/);
  t.regex(text, /value="b@b\.example"/);
});
