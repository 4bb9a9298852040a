import test from 'ava';
import { formOf, lacks, linksOf, rowsOf, type Seen, shows } from '../support/browser.ts';
import { consoleWorld } from '../support/console.ts';
import { refusalOf } from '../support/refusal.ts';

const w = consoleWorld(test);
const { sql, call } = w;

test('each entry knows who logged it, a member also after they changed their address and left', async t => {
  const studio = await w.workspace({ label: 'Claude' });
  const { id } = await studio.project();
  const member = await w.member(studio.id, 'Ann@studio.example');
  const log = (label: string) =>
    sql(
      `select corkboard.log_time(($1, 'app', $3)::corkboard.caller, $2, 5, null, null, true)`,
      ...[studio.id, id, label],
    );
  await studio.post(`/projects/${id}/time`, { minutes: 5 });
  await Promise.all(['operator', 'operator', 'ann@studio.example', 'ANN@studio.example'].map(log));
  const keepers = () =>
    sql(
      `select k.kind, k.name, count(*)::integer as entries from corkboard.time_entries t
         join corkboard.timekeepers k on k.workspace_id = t.workspace_id and k.id = t.timekeeper_id
        where t.workspace_id = $1 group by k.id, k.kind, k.name order by k.kind`,
      studio.id,
    );
  const others = [
    { kind: 'key', name: 'Claude', entries: 1 },
    { kind: 'operator', name: 'operator', entries: 2 },
  ];
  const [key, operator] = others;
  t.deepEqual(await keepers(), [key, { kind: 'member', name: 'Ann@studio.example', entries: 2 }, operator]);
  await call('set_member_email', studio.id, member.person.memberId, 'ann@home.example');
  await call('remove_member', studio.id, member.person.memberId);
  t.deepEqual(await keepers(), [key, { kind: 'member', name: 'ann@home.example', entries: 2 }, operator]);
  const owner = await w.owner(studio.id);
  const rows = rowsOf((await owner.get(`/projects/${id}?tab=time`)).text);
  t.deepEqual([...new Set(rows.map(([, , , by]) => by))].sort(), [
    'Claude (assistant, via API)',
    'ann@home.example',
    'operator',
  ]);
});

/** A week in which clocks change in many countries. */
const monday = '2026-03-23';

/** A member's project, and what saves rows of their week by the SQL function. */
async function working() {
  const studio = await w.workspace({ label: 'Claude' });
  const project = await studio.project({ name: 'Menu', hourlyRateCents: 9000 });
  const [owner, ann] = [await w.owner(studio.id), await w.member(studio.id, 'ann@studio.example')];
  /** Saves what is wanted of days, by number, over what was shown. */
  const save = (days: Record<number, [wanted: number | null, shown: number | null]>, more: object = {}) => {
    const { by = ann, whose = null, week = monday, id = project.id } = more as Record<string, any>;
    const seven = (at: 0 | 1) => Array.from({ length: 7 }, (_, day) => days[day]?.[at] ?? null);
    const rows = [id].flat().map(projectId => ({ projectId, minutes: seven(0), shown: seven(1) }));
    const people = [by.person.memberId, whose?.person.memberId ?? null];
    return call('save_week', studio.id, ...people, week, JSON.stringify(rows)).then(() => 'saved', refusalOf);
  };
  const entries = async () =>
    (
      await sql(
        `select t.date::text, t.minutes, t.billable, t.description, k.name
           from corkboard.time_entries t
           join corkboard.timekeepers k on k.workspace_id = t.workspace_id and k.id = t.timekeeper_id
          where t.workspace_id = $1 order by t.date, t.id`,
        studio.id,
      )
    ).map(row => Object.values(row).join(' '));
  return { studio, project, owner, ann, save, entries };
}

test('a week is saved cell by cell: new, changed and emptied, and nothing if one can’t be', async t => {
  const { studio, project, save, entries } = await working();
  t.is(await save({ 0: [90, null], 6: [960, null] }), 'saved');
  await sql(`update corkboard.time_entries set billable = false, description = 'Tea' where minutes = 960`);
  t.is(await save({ 0: [null, 90], 6: [30, 960], 2: [5, null] }), 'saved');
  const now = ['2026-03-25 5 true  ann@studio.example', '2026-03-29 30 false Tea ann@studio.example'];
  t.deepEqual(await entries(), now);
  const actions = await sql(
    `select action from corkboard.audit_log where workspace_id = $1 and record_type = 'time_entry' order by id`,
    studio.id,
  );
  t.deepEqual(
    actions.map(({ action }) => action.slice(5)),
    ['logged', 'logged', 'deleted', 'logged', 'edited'],
  );
  // What is there already needs no saving, as when a form is sent twice.
  t.is(await save({ 2: [5, null] }), 'saved');
  const foreign = await (await w.workspace()).project();
  const trashed = await studio.project();
  await call('trash_project', studio.id, trashed.id);
  const one = { 0: [60, null] };
  const notThere = 'validation: rows.1.projectId must be a project that is not in the trash.';
  for (const [days, says, more] of [
    [{ 0: [60, null], 2: [60, 4] }, 'conflict: rows.0.wed is 0:05 by now. Save again to replace that.'],
    [{ 0: [60, null], 1: [60, 4] }, 'conflict: rows.0.tue is empty by now. Save again to replace that.'],
    [{ 0: [60, null], 1: [961, null] }, 'validation: rows.0.tue must be at most 960.'],
    [one, 'validation: week must be a Monday.', { week: '2026-03-24' }],
    [one, 'validation: rows must have at most 50 items.', { id: Array(51).fill(project.id) }],
    [one, 'validation: rows.1.projectId must be in one row only.', { id: [project.id, project.id] }],
    [one, notThere, { id: [project.id, foreign.id] }],
    [one, notThere, { id: [project.id, trashed.id] }],
  ] as const)
    t.is(await save(days as any, more), says);
  t.deepEqual(await entries(), now);
});

test('a cell of several entries, or one that an invoice bills, can’t be typed in', async t => {
  const { studio, project, ann, save, entries } = await working();
  await save({ 0: [60, null], 1: [30, null] });
  const log = `select corkboard.log_time(($1, 'app', 'ann@studio.example')::corkboard.caller, $2, 15, $3, null, false)`;
  await sql(log, studio.id, project.id, '2026-03-24');
  t.is(
    await save({ 1: [30, 45] }),
    'conflict: rows.0.tue has several time entries by now. Change them in the project.',
  );
  await ann.press(await ann.get(`/projects/${project.id}/time/invoice?until=2026-03-23`), 'Draft invoice');
  t.is(await save({ 0: [30, 60] }), "conflict: rows.0.mon is billed by INV-0001, so it can't be changed.");
  t.is((await entries()).length, 3);
  const page = await ann.get(`/time?week=${monday}`);
  shows(t, page, 'Logged 1 h 45 min Billable 1 h 30 min (86%)', 'Menu … 1:00 INV-0001 0:45 2 entries … 1:45');
  const of = linksOf(page).find(([name]) => name === '2 entries')![1];
  shows(t, await ann.get(of.replaceAll('&amp;', '&')), 'Found: 45 min (30 min billable)');
});

test('of two people who save a cell at once one is told what the other one saved', async t => {
  const { owner, ann, save, entries } = await working();
  const outcomes = await Promise.all([
    save({ 3: [60, null] }),
    save({ 3: [90, null] }, { by: owner, whose: ann }),
    save({ 3: [60, null] }),
  ]);
  const [entry, ...others] = await entries();
  t.deepEqual(others, []);
  const told = `conflict: rows.0.thu is ${entry!.includes(' 60 ') ? '1:00' : '1:30'} by now. Save again to replace that.`;
  t.deepEqual([...new Set(outcomes)].sort(), [told, 'saved']);
});

test('members see and save their own week only, the owner everyone’s, and those of keys to read', async t => {
  const { studio, project, owner, ann, save, entries } = await working();
  const ben = await w.member(studio.id, 'ben@studio.example');
  await studio.post(`/projects/${project.id}/time`, { minutes: 40, date: monday });
  t.is(await save({ 0: [60, null] }, { by: ben, whose: ann }), 'not_found: No member with this id.');
  t.is(await save({ 0: [60, null] }, { by: owner, whose: ann }), 'saved');
  await save({ 0: [20, null] }, { by: ben });
  t.deepEqual(
    (await entries()).map(entry => entry.split(' ').at(-1)),
    ['Claude', 'ann@studio.example', 'ben@studio.example'],
  );
  const at = (of: string) => `/time?week=${monday}&person=${of}`;
  const keepers = await sql('select * from corkboard.timekeepers where workspace_id = $1', studio.id);
  for (const { id } of keepers.filter(({ name }) => !name.startsWith('ben')))
    t.is((await ben.get(at(id))).status, 404);
  t.is((await ben.get(at(ann.person.memberId))).status, 404);
  const own = await ben.get(`/time?week=${monday}`);
  shows(t, own, 'Logged 20 min');
  lacks(t, own, 'Person', 'Claude');
  const her = await owner.get(at(ann.person.memberId));
  shows(t, her, 'The week of ann@studio.example.', 'Logged 1 h');
  t.is((await owner.press(her, 'Save week', { 'rows.0.tue': '2h' })).status, 303);
  shows(t, await owner.get(at(ann.person.memberId)), 'Logged 3 h');
  const claude = await owner.get(at(keepers.find(({ name }) => name === 'Claude')!.id));
  shows(t, claude, 'with the API key Claude', 'Menu … 0:40');
  lacks(t, claude, 'Save week', 'weekly hours');
  const form = { once: '', week: monday, memberId: ann.person.memberId, hoursHundredths: '30' };
  for (const path of ['/time/save', '/time/hours']) t.is((await ben.post(path, form)).status, 422, path);
  await owner.post('/settings/set', { membersSeeTime: 'on' });
  const seen = await ben.get(at(ann.person.memberId));
  shows(t, seen, 'The week of ann@studio.example. Logged 3 h', 'Claude');
  lacks(t, seen, 'Save week', 'weekly hours', 'What you enter');
  t.is((await ben.post('/time/save', form)).status, 422);
  t.is((await owner.get(at(studio.id))).status, 404);
  t.is((await owner.get('/time?week=soon')).status, 422);
});

/** What the fields of the grid of a page have. */
const cellsOf = (page: Seen) =>
  Object.fromEntries(formOf(page.text, 'Save week').fields.filter(([name]) => name.startsWith('rows.')));

test('the grid takes every notation, keeps what was typed over mistakes and conflicts, and adds and copies rows', async t => {
  const { studio, project, ann, save } = await working();
  const other = await studio.project({ name: 'Sign' });
  await save({ 4: [90, null] }, { week: '2026-03-16' });
  const address = `/time?week=${monday}`;
  const empty = await ann.get('/time?week=2026-03-26');
  shows(t, empty, 'Mar 23 – 29, 2026', 'No time in this week yet. Add a project below.');
  const newcomer = await (await w.owner((await w.workspace()).id)).get('/time');
  shows(t, newcomer, 'No time in this week yet. Time belongs to projects. Add your first project.');
  lacks(t, newcomer, 'Save week');
  const copied = await ann.press(empty, 'Copy rows of last week');
  t.is(copied.status, 200);
  const added = await ann.press(copied, 'Add row', { project: other.id, 'rows.0.mon': '1h30' });
  t.like(cellsOf(added), {
    'rows.0.projectId': project.id,
    'rows.0.mon': '1h30',
    'rows.1.projectId': other.id,
  });
  const typed = { 'rows.0.tue': '1.5 h Call about <b>', 'rows.0.wed': '90 min', 'rows.1.sun': '1:15' };
  const wrong = await ann.press(added, 'Save week', { ...typed, 'rows.1.fri': 'long', 'rows.1.sat': '17 h' });
  t.is(wrong.status, 422);
  shows(t, wrong, 'Row 2, Friday must be a duration');
  shows(t, wrong, 'Sign … Friday must be … Saturday must be at most 16:00');
  t.like(cellsOf(wrong), { ...typed, 'rows.0.mon': '1h30', 'rows.1.fri': 'long', 'rows.1.shown': ',,,,,,' });
  const saved = await ann.press(wrong, 'Save week', { 'rows.1.fri': '', 'rows.1.sat': '' });
  t.is(saved.location, `${address}&done=time.save-week`);
  const page = await ann.get(saved.location!);
  shows(t, page, 'Week saved. … Logged 5 h 45 min', 'Total 1:30 1:30 1:30 1:15 5:45');
  t.like(cellsOf(page), { 'rows.0.shown': '90,90,90,,,,', 'rows.1.sun': '1:15' });
  // Meanwhile the person saved other cells on a phone.
  await save({ 0: [30, 90], 1: [20, 90], 3: [10, null] });
  const refused = await ann.press(page, 'Save week', { 'rows.0.mon': '', 'rows.0.wed': '2:00' });
  t.is(refused.status, 409);
  shows(t, refused, 'Row 1, Monday is 0:30 by now. Save again to replace that.');
  t.like(cellsOf(refused), {
    ...{ 'rows.0.mon': '', 'rows.0.tue': '0:20', 'rows.0.wed': '2:00', 'rows.0.thu': '0:10' },
    'rows.0.shown': '30,20,90,10,,,',
  });
  t.is((await ann.press(refused, 'Save week')).status, 303);
  const last = await ann.get(address);
  shows(t, last, 'Total 0:20 2:00 0:10 1:15 3:45');
  lacks(t, last, 'You can type into');
  // A description follows the time; it stays if only the time is typed again.
  shows(t, last, 'Menu Client Call about <b>');
  await ann.press(last, 'Save week', { 'rows.0.tue': '25 min', 'rows.0.wed': '2:00 Wireframes of 3 pages' });
  t.deepEqual(
    await sql(
      'select minutes, description from corkboard.time_entries where workspace_id = $1 and description > $2 order by 1',
      studio.id,
      '',
    ),
    [
      { minutes: 25, description: 'Call about <b>' },
      { minutes: 120, description: 'Wireframes of 3 pages' },
    ],
  );
  await sql(`update corkboard.workspaces set plan = 'studio' where id = $1`, studio.id);
  const by = `($1::uuid, 'app', 'ann@studio.example')::corkboard.caller`;
  await sql(
    `select corkboard.log_time(${by}, p.id, 30, '2026-03-31', null, true)
       from generate_series(1, 51) n
      cross join lateral corkboard.create_project(${by}, $2, 'Project ' || n, 'lead', null, null, null, null) p`,
    ...[studio.id, project.clientId],
  );
  const crowded = await ann.get('/time?week=2026-03-30');
  shows(t, crowded, 'You can type into 50 rows here.');
  t.is(Object.keys(cellsOf(crowded)).filter(name => name.endsWith('.tue')).length, 50);
});

test('a week is compared with the hours that the person or the owner has set', async t => {
  const { ann, owner, save } = await working();
  const page = await ann.get(`/time?week=${monday}`);
  lacks(t, page, 'Weekly hours');
  t.is((await ann.press(page, 'Save hours', { hoursHundredths: '0.5' })).status, 422);
  await ann.press(page, 'Save hours', { hoursHundredths: '37.5' });
  await save({ 0: [960, null] });
  shows(t, await ann.get(`/time?week=${monday}`), 'Weekly hours 16 h of 37 h 30 min, 21 h 30 min left');
  const hers = `/time?week=${monday}&person=${ann.person.memberId}`;
  await owner.press(await owner.get(hers), 'Save hours', { hoursHundredths: '8' });
  shows(t, await owner.get(hers), 'Weekly hours 16 h of 8 h, over by 8 h');
  const log = await owner.get('/settings/audit');
  shows(t, log, 'set the weekly hours of a member … Time a week: 37 h 30 min 8 h');
});
