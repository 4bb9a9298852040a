import test from 'ava';
import { buttonsOf, fieldOf, lacks, rowsOf, type Seen, shows } from '../support/browser.ts';
import { consoleWorld } from '../support/console.ts';
import { shareLinks } from '../support/shareLinks.ts';

const w = consoleWorld(test);
const { sql, call } = w;

test('projects are listed with client, price and outstanding amount, filtered by status and stage', async t => {
  const studio = await w.workspace({ plan: 'studio', currency: 'JPY' });
  const beta = await studio.project({ name: 'Beta' });
  await call('change_project', studio.id, beta.id, { status: 'paused' });
  const { id } = await studio.project({ name: 'Alpha', stage: 'lead' });
  await studio.scope(id, { priceCents: 840_000 });
  const invoice = await studio.invoice(id, { amountCents: 1434 });
  await call('send_invoice', studio.id, invoice.id);
  await sql('update corkboard.invoices set part_paid_cents = 200 where id = $1', invoice.id);
  const owner = await w.owner(studio.id);
  for (const [query, names] of [
    ['?status=&stage=', ['Alpha', 'Beta']],
    ['?stage=lead', ['Alpha']],
  ] as const)
    t.deepEqual(
      rowsOf((await owner.get(`/projects${query}`)).text).map(([name]) => name),
      names,
    );
  shows(t, await owner.get('/projects?stage=lead'), 'Alpha Client … ¥840,000 ¥1,234');
  const { text } = await owner.get('/projects?status=paused&include_archived=true');
  t.regex(text, /<a href="\/projects\?status=paused" aria-current="page">Paused <span class="count">1</);
  shows(t, await owner.get('/projects?status=completed'), 'No projects match these filters');
  t.is((await owner.get('/projects?status=lost')).status, 422);
});

test('a new project’s client is searched for where there are more than the form offers', async t => {
  const studio = await w.workspace({ plan: 'studio' });
  const owner = await w.owner(studio.id);
  await studio.client({ name: 'Zoë First' });
  lacks(t, await owner.get('/projects?new=add'), 'Find client');
  await sql(
    `select corkboard.create_client(($1::uuid, 'app', 'a@b.example')::corkboard.caller, 'Later ' || n, null, null, null)
       from generate_series(1, 25) n`,
    studio.id,
  );
  const page = await owner.get('/projects?new=add');
  shows(t, page, 'Find client', 'Only 25 clients are offered below');
  lacks(t, page, 'Zoë First');
  const found = await owner.get('/projects?new=add&client=zoe');
  t.regex(found.text, /<details id="add" open><summary class="button">Add project/);
  const [, id] = /<option value="([^"]+)">Zoë First/.exec(found.text)!;
  t.is((await owner.press(found, 'Add project', { clientId: id!, name: 'Sign' })).status, 303);
  const none = await owner.get('/projects?new=add&client=nobody');
  shows(t, none, 'No clients match “nobody”');
  shows(t, await owner.follow(none, 'add a client'), 'Legal name');
});

test('a person adds a project for a client; without one, or for an unknown one, what was typed is kept', async t => {
  const studio = await w.workspace();
  const member = await w.member(studio.id);
  t.is((await member.follow(await member.get('/projects'), 'add a client')).status, 200);
  const { id: clientId } = await studio.client({ name: 'Bakery' });
  shows(t, await member.get('/projects'), 'No projects yet. … connect one');
  const page = await member.get('/projects?new=add');
  const foreign = (await (await w.workspace()).client()).id;
  for (const [id, says] of [
    ['', 'Client must not be blank'],
    [foreign, 'No client with this id'],
  ] as const) {
    const refused = await member.press(page, 'Add project', { clientId: id, name: 'Menu' });
    t.is(refused.status, 422);
    shows(t, refused, says);
    t.is(fieldOf(refused, 'Name'), 'Menu');
  }
  t.regex(page.text, new RegExp(`<option value="${clientId}">Bakery`));
  const typed = { clientId, name: 'Spring menu', stage: 'scoping', notes: 'Quiet.', hourlyRateCents: '95.5' };
  const done = await member.press(page, 'Add project', typed);
  const projects = await sql('select * from corkboard.projects where workspace_id = $1', studio.id);
  t.is(projects.length, 1);
  t.is(done.location, `/projects/${projects[0].id}?done=createProject`);
  t.like(projects[0], { name: 'Spring menu', stage: 'scoping', hourly_rate_cents: 9550, created_via: 'app' });
  const added = await member.get(done.location!);
  shows(t, added, 'Project added. … Added by colleague@studio.example', '$95.50 … Quiet.');
});

test('the summary shows the project’s details, who added it, and its totals', async t => {
  const studio = await w.workspace({ label: 'Zapier' });
  const { id: clientId } = await studio.client({ name: 'Bakery', company: 'Harbour Ltd' });
  const { id } = await studio.project({ clientId, budgetMinutes: 600, hourlyRateCents: 9500 });
  await studio.scope(id, { priceCents: 840_000, currency: 'KWD' });
  await studio.post(`/projects/${id}/time`, { minutes: 630 });
  await studio.post(`/projects/${id}/time`, { minutes: 30, billable: false });
  await studio.post(`/projects/${id}/revisions`, { description: 'Calmer' });
  await studio.post(`/projects/${id}/notes`, { body: 'Bakes at four.' });
  const invoice = await studio.invoice(id, { currency: 'EUR', amountCents: 10_000 });
  const paid = await studio.invoice(id, { currency: 'EUR', amountCents: 2_000 });
  for (const one of [invoice, paid]) await call('send_invoice', studio.id, one.id);
  await call('record_payment', studio.id, paid.id);
  // What was credited of it is a balance.
  await call('credit_invoice', studio.id, paid.id, 'Late', null, 500, 0);
  await sql('update corkboard.invoices set part_paid_cents = 3000 where id = $1', invoice.id);
  await studio.invoice(id, { currency: 'EUR', amountCents: 700 });
  await studio.invoice(id, { currency: 'USD', amountCents: 500 });
  const owner = await w.owner(studio.id);
  const page = await owner.get(`/projects/${id}`);
  shows(t, page, 'Added by Zapier (assistant, via API), ', 'Client Bakery, Harbour Ltd');
  shows(t, page, 'Price KWD 840.000', 'Hourly rate KWD 9.500', 'Private notes never-leaves');
  shows(t, page, '11 h (10 h 30 min billable)', '11 h of 10 h over by 1 h', '1 of 2');
  t.deepEqual(rowsOf(page.text), [
    ['EUR', '€115.00', '€50.00', '€70.00', '€7.00'],
    ['USD', '$0.00', '$0.00', '$0.00', '$5.00'],
  ]);
  const counted =
    'Invoiced is the total of sent invoices, less credits. Drafts, void invoices and estimates aren’t counted.';
  shows(t, page, counted);
  const tab = await owner.get(`/projects/${id}?tab=invoices`);
  shows(t, tab, 'Partly paid … €70.00 due of €100.00', 'EUR €115.00 €50.00 €70.00 €7.00', counted);
  shows(t, page, 'Written by Zapier (assistant, via API), … Bakes at four.');
  t.is((await owner.follow(page, 'Bakery')).status, 200);
});

test('an unknown tab shows the first one, and every tab has its own title and says what to do while it is empty', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project({ name: 'Menu', intake: {} });
  const owner = await w.owner(studio.id);
  for (const [tab, title, says] of [
    ['nothing', 'Menu', 'Summary'],
    ['scope', 'Menu: Scope', 'No scope yet. Draft it below.'],
    ['time', 'Menu: Time', 'No time logged yet.'],
    ['revisions', 'Menu: Revisions', 'No revision rounds yet.'],
    ['notes', 'Menu: Notes', 'No notes yet.'],
    ['intake', 'Menu: Intake', 'The client hasn’t answered yet'],
  ] as const) {
    const page = await owner.get(`/projects/${id}?tab=${tab}`);
    t.is(/<title>([^<]*)/.exec(page.text)![1], `${title} · Studio`);
    shows(t, page, says);
  }
});

test('editing a project saves what changed; amounts are in the currency of its scope', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project({ name: 'Menu', hourlyRateCents: 9500, budgetMinutes: 60 });
  await studio.scope(id, { currency: 'JPY' });
  const owner = await w.owner(studio.id);
  const page = await owner.get(`/projects/${id}`);
  t.is(fieldOf(page, 'Hourly rate'), '9500');
  const texts = { name: 'Menu II', status: 'paused', stage: 'delivered' };
  const numbers = { hourlyRateCents: '12,000', budgetMinutes: '', notes: '' };
  const done = await owner.press(page, 'Save changes', { ...texts, ...numbers });
  t.is(done.location, `/projects/${id}?done=project.set`);
  const [project] = await sql('select * from corkboard.projects where id = $1', id);
  t.like(project, { ...texts, hourly_rate_cents: 12_000, budget_minutes: null, notes: null });
  const refused = await owner.press(page, 'Save changes', { hourlyRateCents: '1.5' });
  t.is(refused.status, 422);
  shows(t, refused, 'Hourly rate must be a whole number');
  t.is(fieldOf(refused, 'Hourly rate'), '1.5');
});

// A project's time entries, revisions, notes, and intake answers.

async function studioWithProject(fields: object = {}) {
  const studio = await w.workspace({ label: 'Zapier' });
  const { id } = await studio.project({ name: 'Menu', ...fields });
  return { studio, id, owner: await w.owner(studio.id), at: `/projects/${id}` };
}

test('time logged by a person has their name and the given day, and is billable or not', async t => {
  const { studio, id, owner, at } = await studioWithProject();
  await studio.post(`/projects/${id}/time`, { minutes: 45, date: '2026-01-31', description: 'By program' });
  const page = await owner.get(`${at}?tab=time`);
  const typed = { minutes: '90 min', date: '2026-02-01', description: 'Templates' };
  const done = await owner.press(page, 'Log time', typed);
  t.is(done.location, `${at}?tab=time&done=logTime.90`);
  shows(t, await owner.get(done.location!), 'Logged 1 h 30 min.');
  await owner.post(`/projects/${id}/time/log`, { minutes: '30 min', date: '2026-01-01' });
  const list = await owner.get(`${at}?tab=time`);
  shows(t, list, 'Total 2 h 45 min Billable 2 h 15 min');
  const { email } = owner.person;
  t.deepEqual(
    rowsOf(list.text).map(([date, ...cells]) => [date!.split(',')[0], ...cells.slice(0, 4)]),
    [
      ['Feb 1', 'Templates', 'Yes', email, '1 h 30 min'],
      ['Jan 31', 'By program', 'Yes', 'Zapier (assistant, via API)', '45 min'],
      ['Jan 1', '', 'No', email, '30 min'],
    ],
  );
  const refused = await owner.press(page, 'Log time', { ...typed, minutes: '961 min' });
  t.is(refused.status, 422);
  shows(t, refused, 'Time must be at most 16:00');
});

test('time entries are found by description, with their sum, sorted by date and duration, and paged', async t => {
  const { studio, id, owner, at } = await studioWithProject();
  for (const entry of [
    { description: 'Café menu', minutes: 60, date: '2026-01-03' },
    { description: 'CAFE signs', minutes: 30, date: '2026-01-01', billable: false },
    { description: 'Letters', minutes: 90, date: '2026-01-02' },
  ])
    await studio.post(`/projects/${id}/time`, entry);
  const page = (query: string) => owner.get(`${at}?tab=time${query}`);
  const found = async (query: string) =>
    rowsOf((await page(query)).text).map(([, description]) => description);
  t.deepEqual(await found('&search=cafe'), ['Café menu', 'CAFE signs']);
  shows(t, await page('&search=cafe'), 'Found: 1 h 30 min (1 h billable)');
  t.deepEqual(await found('&sort=date'), ['CAFE signs', 'Letters', 'Café menu']);
  t.deepEqual(await found('&sort=-time'), ['Letters', 'Café menu', 'CAFE signs']);
  t.deepEqual(await found(''), ['Café menu', 'Letters', 'CAFE signs']);
  t.deepEqual(await found('&from=2026-01-02&until=2026-01-02'), ['Letters']);
  const [{ timekeeper_id: program }] = await sql(
    'select * from corkboard.time_entries where project_id = $1',
    id,
  );
  t.is((await found(`&person=${program}`)).length, 3);
  t.deepEqual(await found(`&person=${studio.id}`), []);
  shows(t, await page('&search=%25'), 'No time entries match');
  await sql(
    `select corkboard.log_time(($1::uuid, 'app', 'Ada')::corkboard.caller, $2, 10, '2026-02-01', null, true)
       from generate_series(1, 23)`,
    ...[studio.id, id],
  );
  t.deepEqual(await found('&page=2'), ['CAFE signs']);
});

test('the tab shows how many rounds are used, and each revision with its verdict, reason and question', async t => {
  const { studio, id, owner, at } = await studioWithProject();
  await studio.scope(id, { revisionRounds: 1 });
  for (const [description, verdict, reason, question, unclassified] of [
    ['Calmer', 'in_scope', 'Included.'],
    ['A shop', 'new_work', 'It is new.'],
    ['Bolder', 'needs_question', 'It is vague.', 'Which part?'],
    ['Odd', null, null, null, 'unusable'],
  ]) {
    const { body } = await studio.post(`/projects/${id}/revisions`, { description });
    await sql(
      `update corkboard.revisions
          set classify = true, verdict = $2, verdict_reason = $3, verdict_question = $4, unclassified = $5 where id = $1`,
      ...[body.revision.id, verdict, reason, question, unclassified],
    );
  }
  const page = await owner.get(`${at}?tab=revisions`);
  shows(t, page, 'Revision rounds used: 4 of 1 … Over budget');
  shows(t, page, 'Revision round 4 … No verdict: gave no usable answer');
  shows(t, page, 'Revision round 3 … Needs question It is vague. … Question for the client: Which part?');
  shows(t, page, 'Revision round 2 Not included in the scope … New work … Revision round 1 … In scope');
  await call('approve_scope', studio.id, id, 'Ada');
  await sql('select corkboard.approve_change_order($1, $2, 1, null, 5)', studio.id, id);
  shows(t, await owner.get(`${at}?tab=revisions`), '4 of 6 (1 from the scope, 5 from change orders)');
});

test('a revision is logged by a person, with a verdict on request, and its description edited', async t => {
  const { studio, owner, at } = await studioWithProject();
  const tab = `${at}?tab=revisions`;
  const done = await owner.press(await owner.get(tab), 'Log revision round', {
    ...{ description: 'Larger photos', classify: 'on' },
  });
  t.is(done.location, `${tab}&verdict=not_configured&done=logRevision`);
  const page = await owner.get(done.location!);
  shows(t, page, 'No verdict: not configured for this workspace.');
  shows(t, page, `Revision round 1 … Logged by ${owner.person.email}, … Larger photos`);
  const editing = await owner.follow(page, 'Edit revision round 1');
  t.false(buttonsOf(editing).some(name => name.startsWith('Delete')));
  const saved = await owner.press(editing, 'Save revision round', { description: 'Louder' });
  t.is(saved.location, `${tab}&done=revision.edit`);
  shows(t, await owner.get(tab), 'Revision round 1 … Louder');
  t.deepEqual(await changesOf(studio.id, 'revision.edited'), [{ description: ['Larger photos', 'Louder'] }]);
});

test('an intake is submitted with the workspace’s and other questions, and then shows the answers', async t => {
  const { studio, id, owner, at } = await studioWithProject({ intake: {} });
  await call('change_workspace', studio.id, { intake_questions: ['Who visits?', 'When?'] });
  const page = await owner.get(`${at}?tab=intake`);
  t.regex(
    page.text,
    /name="answers\.0\.question" value="Who visits\?"[\s\S]*name="answers\.1\.question" value="When\?"/,
  );
  t.true(fieldOf(page, 'Link to the questions').startsWith(w.baseUrl + (await shareLinks(w, id)).intake));
  const submit = (typed: Record<string, string>) => owner.press(page, 'Record answers', typed);
  shows(t, await submit({}), 'Answers must have an answer');
  const answers = { 'answers.0.answer': 'Regulars', 'answers.2.answer': 'Blue' };
  const twice = await submit({ ...answers, 'answers.2.question': 'Who visits?' });
  t.is(twice.status, 422);
  shows(t, twice, 'Answer 3, Question must be asked once');
  const done = await submit({ ...answers, 'answers.2.question': 'Which colour?' });
  t.is(done.location, `${at}?tab=intake&done=intake.submit`);
  const after = await owner.get(done.location!);
  shows(t, after, `Submitted by ${owner.person.email}, … Who visits? Regulars Which colour? Blue`);
  t.false(buttonsOf(after).includes('Record answers'));
});

test('the url in the response to a program leads to a page that shows the record', async t => {
  const studio = await w.workspace();
  const owner = await w.owner(studio.id);
  const { body: client } = await studio.post('/clients', { name: 'Seen client' });
  shows(t, await owner.get(client.url), 'Seen client');
  const { body } = await studio.post('/projects', { clientId: client.client.id, name: 'Seen project' });
  const of = `/projects/${body.project.id}`;
  for (const url of [body.url, (await studio.get(of)).body.url])
    shows(t, await owner.get(url), 'Client Seen client');
  for (const [path, input, says] of [
    ['scope', { deliverables: ['Seen deliverable'] }, 'Seen deliverable'],
    ['revisions', { description: 'Seen revision' }, 'Seen revision'],
    ['time', { minutes: 1, description: 'Seen time' }, 'Seen time'],
    ['notes', { body: 'Seen note' }, 'Seen note'],
  ] as const)
    shows(t, await owner.get((await studio.post(`${of}/${path}`, input)).body.url), says);
});

// Corrections of a project's time entries, notes and revisions.

/** A project with a time entry and a note. */
async function worked() {
  const { studio, owner, at } = await studioWithProject();
  const entry = { minutes: 90, date: '2026-02-01', description: 'Menu' };
  const time = (await studio.post(`${at}/time`, entry)).body.timeEntry;
  const note = (await studio.post(`${at}/notes`, { body: 'Secret remark' })).body.note;
  const totals = async () => (await studio.get(at)).body.project.time;
  const [editTime, editNote] = [`${at}?tab=time&edit=${time.id}`, `${at}?tab=notes&edit=${note.id}`];
  return { studio, at, owner, totals, editTime, editNote };
}

/** What the entries of an action in the audit log say that people changed. */
async function changesOf(workspaceId: string, action: string) {
  const query = 'select changes from corkboard.audit_log where workspace_id = $1 and action = $2 order by id';
  return (await sql(query, workspaceId, action)).map(({ changes }) => changes);
}

test('a time entry is edited in a form that shows its values, and the totals and the audit log follow', async t => {
  const { studio, at, editTime, totals, owner } = await worked();
  const page = await owner.get(editTime);
  const save = (from: Seen, typed = {}) => owner.press(from, 'Save time entry', typed);
  t.is((await save(page)).location, `${at}?tab=time&done=time.edit`);
  t.is((await save(page, { minutes: '2:00', description: '' })).status, 303);
  // Who has read the earlier values changes only the fields that they edit.
  await save(page, { description: 'Menu and map' });
  const changes = { minutes: [90, 120], description: ['Menu', null] };
  t.deepEqual(await changesOf(studio.id, 'time.edited'), [changes, { description: [null, 'Menu and map'] }]);
  t.deepEqual(await totals(), { entryCount: 1, totalMinutes: 120, billableMinutes: 120 });
  shows(t, await owner.get('/settings/audit'), 'Time: 1 h 30 min 2 h');
  // A box that is cleared sends nothing.
  const shown = await owner.get(editTime);
  await save({ ...shown, text: shown.text.replaceAll(' checked', '') });
  t.deepEqual(await totals(), { entryCount: 1, totalMinutes: 120, billableMinutes: 0 });
});

test('a deleted time entry no longer counts, unless it was edited meanwhile, and the audit log keeps its content', async t => {
  const { studio, at, editTime, totals, owner } = await worked();
  const colleague = await w.member(studio.id);
  const page = await colleague.get(editTime);
  await owner.press(await owner.get(editTime), 'Save time entry', { minutes: '3:00' });
  const refused = await colleague.press(page, 'Delete time entry');
  t.is(refused.status, 409);
  shows(t, refused, 'This time entry was changed since you opened this page. … Time: 1 h 30 min 3 h');
  t.like(await totals(), { totalMinutes: 180 });
  const deleted = await colleague.press(refused, 'Delete time entry');
  t.is(deleted.location, `${at}?tab=time&done=time.delete`);
  t.deepEqual(await totals(), { entryCount: 0, totalMinutes: 0, billableMinutes: 0 });
  t.deepEqual(await changesOf(studio.id, 'time.deleted'), [
    { date: ['2026-02-01', null], minutes: [180, null], description: ['Menu', null], billable: [true, null] },
  ]);
  shows(t, await owner.get('/settings/audit'), 'Date: February 1, 2026 none');
  t.is((await owner.get(editTime)).status, 200);
});

test('if people delete and edit an entry at once, the totals match the result', async t => {
  const { studio, editTime, totals, owner } = await worked();
  const page = await owner.get(editTime);
  const others = [await w.member(studio.id, 'a@w.example'), await w.member(studio.id, 'b@w.example')];
  // Each deletes by a form of their own: the same form sent again is the same change.
  const otherPages = await Promise.all(others.map(other => other.get(editTime)));
  const [edited, ...deleted] = await Promise.all([
    owner.press(page, 'Save time entry', { minutes: '3:00' }),
    ...others.map((other, n) => other.press(otherPages[n]!, 'Delete time entry')),
  ]);
  const isEdited = edited.status === 303;
  t.deepEqual(deleted.map(({ status }) => status).sort(), isEdited ? [409, 409] : [303, 404]);
  t.is((await changesOf(studio.id, 'time.deleted')).length, isEdited ? 0 : 1);
  t.like(await totals(), { totalMinutes: isEdited ? 180 : 0 });
});

test('a note is added, edited and deleted under the person’s name, and the audit log says only that the text changed', async t => {
  const { studio, at, editNote, owner } = await worked();
  const tab = await owner.get(`${at}?tab=notes`);
  shows(t, tab, 'Private notes … never-leaves', 'Written by Zapier (assistant, via API), ');
  const { location } = await owner.press(tab, 'Add note', { body: 'Bakes at four.\r\nCall late.' });
  t.is(location, `${at}?tab=notes&done=addNote`);
  const added = await owner.get(location!);
  shows(t, added, `Note added … Written by ${owner.person.email}, … Bakes at four. Call late.`);
  t.true(added.text.includes('Bakes at four.\nCall late.'));
  shows(t, await owner.get(at), 'Bakes at four.');
  const page = await owner.get(editNote);
  const saved = await owner.press(page, 'Save note', { body: 'Kind remark' });
  t.is(saved.location, `${at}?tab=notes&done=note.edit`);
  shows(t, await owner.get(`${at}?tab=notes`), 'Kind remark');
  t.is((await owner.press(await owner.get(editNote), 'Save note', { body: ' ' })).status, 422);
  const refused = await owner.press(page, 'Delete note');
  t.is(refused.status, 409);
  shows(t, refused, 'This note was changed since … edited the text of a note');
  t.is((await owner.press(refused, 'Delete note')).status, 303);
  lacks(t, await owner.get(`${at}?tab=notes`), 'Kind remark');
  for (const action of ['note.edited', 'note.deleted'])
    t.deepEqual(await changesOf(studio.id, action), [null]);
});
