import test from 'ava';
import { people } from '../support/console.ts';
import { world } from '../support/world.ts';

// Corrections of a project's time entries, notes and revisions.

const w = world(test);
const p = people(test, w);
const { sql } = w;

async function worked() {
  const studio = await w.workspace({ label: 'Claude' });
  const { id } = await studio.project();
  const time = (
    await studio.post(`/projects/${id}/time`, { minutes: 90, date: '2026-02-01', description: 'Menu' })
  ).body.timeEntry;
  const note = (await studio.post(`/projects/${id}/notes`, { body: 'Secret remark' })).body.note;
  const revision = (await studio.post(`/projects/${id}/revisions`, { description: 'Calmer' })).body.revision;
  return { studio, id, at: `/projects/${id}`, time, note, revision, owner: await p.owner(studio.id) };
}

const entryOf = (workspace: string, action: string) =>
  sql(
    'select via, actor, record_id, changes from corkboard.audit_log where workspace_id = $1 and action = $2',
    workspace,
    action,
  );
const timeOf = async (studio: Awaited<ReturnType<typeof worked>>['studio'], id: string) =>
  (await studio.get(`/projects/${id}`)).body.project.time;

test('a time entry is edited in a form that shows its values, and the totals change with it', async t => {
  const { studio, id, at, time, owner } = await worked();
  const list = await owner.get(`${at}?tab=time`);
  t.true(list.text.includes(`href="?tab=time&amp;edit=${time.id}"`));
  const page = await owner.get(`${at}?tab=time&edit=${time.id}`);
  const unchanged = await owner.press(page, 'Save time entry');
  t.is(unchanged.location, `${at}?tab=time&done=time.edit`);
  t.deepEqual(await entryOf(studio.id, 'time.edited'), []);
  const saved = await owner.press(page, 'Save time entry', { minutes: '2:00', description: '' });
  t.is(saved.status, 303, saved.text);
  t.deepEqual(await timeOf(studio, id), { entryCount: 1, totalMinutes: 120, billableMinutes: 120 });
  const changes = { minutes: [90, 120], description: ['Menu', null] };
  t.deepEqual(await entryOf(studio.id, 'time.edited'), [
    { via: 'app', actor: owner.person.email, record_id: time.id, changes },
  ]);
  const { text } = await owner.get('/settings/audit');
  t.true(text.includes('<li>Time: <del>1 h 30 min</del> <ins>2 h</ins></li>'));
});

test('a time entry becomes not billable when the box is cleared', async t => {
  const { studio, id, at, time, owner } = await worked();
  const page = await owner.get(`${at}?tab=time&edit=${time.id}`);
  const digests = /name="digests" value="([^"]+)"/.exec(page.text.split('Edit time entry')[1]!)![1]!;
  await owner.post(`${at}/time/${time.id}/edit?tab=time`, {
    minutes: '1:30',
    date: '2026-02-01',
    description: 'Menu',
    digests,
  });
  t.deepEqual(await timeOf(studio, id), { entryCount: 1, totalMinutes: 90, billableMinutes: 0 });
});

test('if two people edit one time entry, each changes only the fields that they edited', async t => {
  const { studio, at, time, owner } = await worked();
  const colleague = await p.member(studio.id);
  const address = `${at}?tab=time&edit=${time.id}`;
  const [one, other] = [await owner.get(address), await colleague.get(address)];
  const outcomes = await Promise.all([
    owner.press(one, 'Save time entry', { minutes: '2:00' }),
    colleague.press(other, 'Save time entry', { description: 'Menu and map' }),
  ]);
  t.deepEqual(
    outcomes.map(({ status }) => status),
    [303, 303],
  );
  const [row] = await sql('select minutes, description from corkboard.time_entries where id = $1', time.id);
  t.deepEqual(row, { minutes: 120, description: 'Menu and map' });
});

test('a deleted time entry no longer counts in totals, and the audit log keeps its content', async t => {
  const { studio, id, at, time, owner } = await worked();
  const page = await owner.get(`${at}?tab=time&edit=${time.id}`);
  const deleted = await owner.press(page, 'Delete time entry');
  t.is(deleted.location, `${at}?tab=time&done=time.delete`);
  t.is((await owner.press(page, 'Delete time entry')).status, 303);
  t.deepEqual(await timeOf(studio, id), { entryCount: 0, totalMinutes: 0, billableMinutes: 0 });
  const [entry, ...more] = await entryOf(studio.id, 'time.deleted');
  t.deepEqual(more, []);
  t.deepEqual(entry.changes, {
    date: ['2026-02-01', null],
    minutes: [90, null],
    description: ['Menu', null],
    billable: [true, null],
  });
  const { text } = await owner.get('/settings/audit');
  t.true(text.includes('<del>February 1, 2026</del>'));
  t.is((await owner.get(`${at}?tab=time&edit=${time.id}`)).status, 200);
});

test('a time entry that was edited meanwhile is not deleted, and the page says what changed', async t => {
  const { studio, id, at, time, owner } = await worked();
  const colleague = await p.member(studio.id);
  const address = `${at}?tab=time&edit=${time.id}`;
  const page = await colleague.get(address);
  await owner.press(await owner.get(address), 'Save time entry', { minutes: '3:00' });
  const refused = await colleague.press(page, 'Delete time entry');
  t.is(refused.status, 409);
  t.regex(refused.text, /role="alert"[\s\S]*This time entry was changed since you opened this page\./);
  t.true(refused.text.includes('<li>Time: <del>1 h 30 min</del> <ins>3 h</ins></li>'));
  t.like(await timeOf(studio, id), { totalMinutes: 180 });
  t.is((await colleague.press(refused, 'Delete time entry')).status, 303);
  t.like(await timeOf(studio, id), { totalMinutes: 0 });
});

test('if people delete and edit an entry at once, the totals match the result', async t => {
  const { studio, id, at, time, owner } = await worked();
  const editors = [owner, await p.member(studio.id, 'a@w.example'), await p.member(studio.id, 'b@w.example')];
  const address = `${at}?tab=time&edit=${time.id}`;
  const pages = await Promise.all(editors.map(editor => editor.get(address)));
  const [edited, ...deleted] = await Promise.all([
    editors[0]!.press(pages[0]!, 'Save time entry', { minutes: '3:00' }),
    editors[1]!.press(pages[1]!, 'Delete time entry'),
    editors[2]!.press(pages[2]!, 'Delete time entry'),
  ]);
  const outcome = [edited, ...deleted].map(({ status }) => status);
  const isEdited = edited.status === 303;
  t.deepEqual(outcome.toSorted(), isEdited ? [303, 409, 409] : [303, 404, 404]);
  t.is((await entryOf(studio.id, 'time.deleted')).length, isEdited ? 0 : 1);
  t.like(await timeOf(studio, id), { totalMinutes: isEdited ? 180 : 0 });
});

test('a note is edited and deleted, and the audit log says only that the text changed', async t => {
  const { studio, at, note, owner } = await worked();
  const address = `${at}?tab=notes&edit=${note.id}`;
  const page = await owner.get(address);
  const saved = await owner.press(page, 'Save note', { body: 'Kind remark' });
  t.is(saved.location, `${at}?tab=notes&done=note.edit`);
  t.true((await owner.get(`${at}?tab=notes`)).text.includes('Kind remark'));
  t.is((await owner.press(await owner.get(address), 'Save note', { body: ' ' })).status, 422);
  const refused = await owner.press(page, 'Delete note');
  t.is(refused.status, 409);
  t.regex(refused.text, /role="alert"[\s\S]*This note was changed since[\s\S]*edited the text of a note/);
  t.is((await owner.press(refused, 'Delete note')).status, 303);
  t.regex((await owner.get(`${at}?tab=notes`)).text, /No notes yet/);
  for (const action of ['note.edited', 'note.deleted'])
    t.deepEqual(await entryOf(studio.id, action), [
      { via: 'app', actor: owner.person.email, record_id: note.id, changes: null },
    ]);
});

test('the description of a revision is edited, and its round stays', async t => {
  const { studio, id, at, revision, owner } = await worked();
  const page = await owner.get(`${at}?tab=revisions&edit=${revision.id}`);
  t.false(page.text.includes('Delete revision'));
  const saved = await owner.press(page, 'Save revision round', { description: 'Louder' });
  t.is(saved.location, `${at}?tab=revisions&done=revision.edit`);
  t.regex((await owner.get(`${at}?tab=revisions`)).text, /Revision round 1[\s\S]*Louder/);
  t.is((await studio.get(`/projects/${id}`)).body.project.roundsUsed, 1);
  const [entry] = await entryOf(studio.id, 'revision.edited');
  t.deepEqual(entry.changes, { description: ['Calmer', 'Louder'] });
});

test('entries of other workspaces, of other projects and of trashed projects are not found', async t => {
  const { studio, id, at, time, note, revision, owner } = await worked();
  const stranger = await p.owner((await w.workspace()).id);
  const other = await studio.project();
  const count = async () =>
    (
      await sql(
        `select (select count(*) from corkboard.time_entries where project_id = $1)
              + (select count(*) from corkboard.notes where project_id = $1) as count`,
        id,
      )
    )[0].count;
  const posts: [string, Record<string, string>][] = [
    [`time/${time.id}/edit`, { minutes: '5' }],
    [`time/${time.id}/delete`, {}],
    [`notes/${note.id}/edit`, { body: 'x' }],
    [`notes/${note.id}/delete`, {}],
    [`revisions/${revision.id}/edit`, { description: 'x' }],
  ];
  for (const [path, form] of posts) {
    t.is((await stranger.post(`${at}/${path}`, form)).status, 404, path);
    t.is((await owner.post(`/projects/${other.id}/${path}`, form)).status, 404, path);
  }
  await sql('select corkboard.trash_project($1, $2)', studio.id, id);
  for (const [path, form] of posts) t.is((await owner.post(`${at}/${path}`, form)).status, 404, path);
  t.is(Number(await count()), 2);
});

test('corrections emit no events', async t => {
  const { studio, at, time, note, revision, owner } = await worked();
  await sql(
    `select corkboard.add_endpoint($1, 'https://hooks.example/', 'json', corkboard.subscribable_events())`,
    studio.id,
  );
  await owner.post(`${at}/time/${time.id}/edit`, { minutes: '5' });
  await owner.post(`${at}/time/${time.id}/delete`);
  await owner.post(`${at}/notes/${note.id}/delete`);
  await owner.post(`${at}/revisions/${revision.id}/edit`, { description: 'x' });
  t.deepEqual(await sql('select 1 from corkboard.webhook_deliveries where workspace_id = $1', studio.id), []);
});
