import test from 'ava';
import { people } from '../support/console.ts';
import { world } from '../support/world.ts';

const w = world(test);
const p = people(test, w);
const { sql } = w;

const audit = (workspaceId: string) =>
  sql('select via, actor, action from corkboard.audit_log where workspace_id = $1 order by id', workspaceId);

test('projects are filtered by status and stage, and archived ones are listed on request', async t => {
  const studio = await w.workspace();
  const make = async (name: string, status: string, stage: string) => {
    const { id } = await studio.project({ name });
    await sql('select corkboard.change_project($1, $2, $3)', studio.id, id, { status, stage });
  };
  await make('Alpha', 'active', 'lead');
  await make('Beta', 'paused', 'scoping');
  await make('Gamma', 'archived', 'paid');
  const owner = await p.owner(studio.id);
  const names = async (query: string) => {
    const { text } = await owner.get(`/projects${query}`);
    return ['Alpha', 'Beta', 'Gamma'].filter(name => text.includes(`>${name}</a>`));
  };
  t.deepEqual(await names(''), ['Alpha', 'Beta']);
  t.deepEqual(await names('?status=&stage='), ['Alpha', 'Beta']);
  t.deepEqual(await names('?status=paused'), ['Beta']);
  t.deepEqual(await names('?stage=lead'), ['Alpha']);
  t.deepEqual(await names('?include_archived=true'), ['Alpha', 'Beta', 'Gamma']);
  t.deepEqual(await names('?status=archived'), ['Gamma']);
  const { text } = await owner.get('/projects?status=paused&include_archived=true');
  t.regex(text, /<a href="\/projects\?status=paused" aria-current="page">Paused <span class="count">1</);
  t.regex((await owner.get('/projects?status=completed')).text, /No projects match these filters/);
  t.is((await owner.get('/projects?status=lost')).status, 422);
});

test('a page of 25 projects has at most 25 KB, with client, price and outstanding amount', async t => {
  const studio = await w.workspace({ plan: 'studio', currency: 'JPY' });
  const { id: clientId } = await studio.client({ name: 'Bakery' });
  for (let n = 1; n <= 26; n++) await studio.project({ clientId, name: `Project number ${n}` });
  const { id } = await studio.project({ clientId, name: 'Spring menu' });
  await studio.scope(id, { priceCents: 840_000 });
  const invoice = await studio.invoice(id, { amountCents: 1234 });
  await sql('select corkboard.send_invoice($1, $2)', studio.id, invoice.id);
  const owner = await p.owner(studio.id);
  const { text } = await owner.get('/projects');
  t.true(Buffer.byteLength(text) <= 25 * 1024, `${Buffer.byteLength(text)}`);
  t.regex(
    text,
    /Spring menu<\/a><\/th><td[^>]*>Bakery<\/td>[\s\S]*?¥840,000<\/td><td[^>]* class="number">¥1,234</,
  );
  t.regex(text, /Page 1 of 2/);
});

test('without clients the page links to them, and without projects it says what to do', async t => {
  const studio = await w.workspace();
  const owner = await p.owner(studio.id);
  t.regex((await owner.get('/projects')).text, /<a href="\/clients">add a client<\/a>/);
  await studio.client();
  t.regex((await owner.get('/projects')).text, /No projects yet\.[\s\S]*href="\/settings\/assistants"/);
});

test('a person adds a project for a client, and two clicks add one project', async t => {
  const studio = await w.workspace();
  const { id: clientId } = await studio.client({ name: 'Bakery' });
  const member = await p.member(studio.id);
  const page = await member.get('/projects');
  t.regex(page.text, new RegExp(`<option value="${clientId}">Bakery`));
  const typed = { clientId, name: 'Spring menu', stage: 'scoping', notes: 'Quiet.', hourlyRateCents: '95.5' };
  const done = await Promise.all([1, 2].map(() => member.press(page, 'Add project', typed)));
  const [project, ...more] = await sql('select * from corkboard.projects where workspace_id = $1', studio.id);
  t.is(more.length, 0);
  t.deepEqual(
    [...new Set(done.map(({ location }) => location))],
    [`/projects/${project.id}?done=createProject`],
  );
  t.like(project, { name: 'Spring menu', stage: 'scoping', hourly_rate_cents: 9550, created_via: 'app' });
  const { text } = await member.get(done[0]!.location!);
  t.regex(text, /Project added\.[\s\S]*Added by <b>colleague@studio\.example<\/b>/);
  t.regex(text, /\$95\.50[\s\S]*Quiet\./);
});

test('a project without a client, or for an unknown one, is rejected, and what was typed is kept', async t => {
  const studio = await w.workspace();
  await studio.client();
  const foreign = await (await w.workspace()).client();
  const owner = await p.owner(studio.id);
  const page = await owner.get('/projects');
  const none = await owner.press(page, 'Add project', { clientId: '', name: 'Menu' });
  t.is(none.status, 422);
  t.regex(none.text, /href="#add-clientId">Client must not be blank/);
  t.regex(none.text, /name="name" value="Menu"/);
  const other = await owner.press(page, 'Add project', { clientId: foreign.id, name: 'Menu' });
  t.is(other.status, 422);
  t.regex(other.text, /No client with this id/);
  t.deepEqual(await sql('select id from corkboard.projects where workspace_id = $1', studio.id), []);
});

test('the summary shows the project’s details, who added it, and its totals', async t => {
  const studio = await w.workspace({ label: 'Zapier' });
  const { id: clientId } = await studio.client({ name: 'Bakery', company: 'Harbour Ltd' });
  const { id } = await studio.project({
    clientId,
    name: 'Spring menu',
    budgetMinutes: 600,
    hourlyRateCents: 9500,
  });
  await studio.scope(id, { priceCents: 840_000, currency: 'KWD' });
  await studio.post(`/projects/${id}/time`, { minutes: 630 });
  await studio.post(`/projects/${id}/time`, { minutes: 30, billable: false });
  await studio.post(`/projects/${id}/revisions`, { description: 'Calmer' });
  await studio.post(`/projects/${id}/notes`, { body: 'Bakes at four.' });
  const invoice = await studio.invoice(id, { currency: 'EUR', amountCents: 10_000 });
  await sql('select corkboard.send_invoice($1, $2)', studio.id, invoice.id);
  await studio.invoice(id, { currency: 'EUR', amountCents: 700 });
  await studio.invoice(id, { currency: 'USD', amountCents: 500 });
  const owner = await p.owner(studio.id);
  const { text } = await owner.get(`/projects/${id}`);
  t.regex(text, /Added by <b>Zapier<\/b> \(assistant, via API\)/);
  t.regex(text, new RegExp(`href="/clients/${clientId}">Bakery</a>, Harbour Ltd`));
  t.regex(text, /KWD 840\.000/);
  t.regex(text, /KWD 9\.500/);
  t.regex(text, /11 h \(10 h 30 min billable\)/);
  t.regex(text, /11 h of 10 h[\s\S]*over by 1 h/);
  t.regex(text, />1 of 2<\/a>/);
  t.regex(text, /<th scope="row">EUR<\/th><td[^>]*>€100\.00<\/td><td[^>]*>€0\.00<\/td><td[^>]*>€100\.00/);
  t.regex(text, /<th scope="row">USD<\/th><td data-label="Invoiced"[^>]*>\$0\.00/);
  t.regex(text, /Drafts, void invoices and estimates aren’t counted\./);
  t.regex(text, /never-leaves/);
  t.regex(text, /Written by <b>Zapier<\/b> \(assistant, via API\)[\s\S]*Bakes at four\./);
  t.regex(text, /aria-current="page">Summary</);
});

test('an unknown tab shows the first one, and every tab has its own title', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project({ name: 'Menu' });
  const owner = await p.owner(studio.id);
  const title = async (query: string) =>
    /<title>([^<]*)/.exec((await owner.get(`/projects/${id}${query}`)).text)![1];
  t.is(await title(''), 'Menu · Studio');
  t.is(await title('?tab=summary'), 'Menu · Studio');
  t.is(await title('?tab=nothing'), 'Menu · Studio');
  for (const [tab, label] of [
    ['scope', 'Scope'],
    ['time', 'Time'],
    ['revisions', 'Revisions'],
    ['notes', 'Notes'],
    ['intake', 'Intake'],
  ])
    t.is(await title(`?tab=${tab}`), `Menu: ${label} · Studio`);
});

test('editing a project saves what changed; amounts are in the currency of its scope', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project({ name: 'Menu', hourlyRateCents: 9500, budgetMinutes: 60 });
  await studio.scope(id, { currency: 'JPY' });
  const owner = await p.owner(studio.id);
  const page = await owner.get(`/projects/${id}`);
  t.regex(page.text, /name="hourlyRateCents" value="9500"/);
  const typed = {
    name: 'Menu II',
    status: 'paused',
    stage: 'delivered',
    hourlyRateCents: '12,000',
    budgetMinutes: '',
  };
  const done = await owner.press(page, 'Save changes', { ...typed, notes: '' });
  t.deepEqual([done.status, done.location], [303, `/projects/${id}?done=project.set`]);
  const [project] = await sql('select * from corkboard.projects where id = $1', id);
  t.like(project, {
    name: 'Menu II',
    status: 'paused',
    stage: 'delivered',
    hourly_rate_cents: 12_000,
    budget_minutes: null,
    notes: null,
  });
  t.deepEqual((await audit(studio.id)).at(-1), {
    via: 'app',
    actor: owner.person.email,
    action: 'project.changed',
  });
  const refused = await owner.press(await owner.get(`/projects/${id}`), 'Save changes', {
    hourlyRateCents: '1.5',
  });
  t.is(refused.status, 422);
  t.regex(refused.text, /Hourly rate must be a whole number[\s\S]*name="hourlyRateCents" value="1\.5"/);
});

test('a project is trashed after a warning', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project({ name: 'Menu' });
  const owner = await p.owner(studio.id);
  const page = await owner.get(`/projects/${id}`);
  t.regex(page.text, /<summary>Move project to trash<\/summary><p>[^<]*invoices still count/);
  const done = await owner.press(page, 'Move project to trash');
  t.is(done.location, '/projects?done=project.trash');
  t.regex((await owner.get(done.location!)).text, /Project moved to the trash\./);
  t.is((await owner.get(`/projects/${id}`)).status, 404);
  t.is((await owner.post(`/projects/${id}/set`, { name: 'x' })).status, 404);
});

// A project's time entries, revisions, notes, and intake answers.

async function studioWithProject(fields: object = {}) {
  const studio = await w.workspace({ label: 'Zapier' });
  const { id } = await studio.project({ name: 'Menu', ...fields });
  return { studio, id, owner: await p.owner(studio.id), at: `/projects/${id}` };
}

test('empty tabs say what to do', async t => {
  const { owner, at } = await studioWithProject({ intake: {} });
  for (const [tab, call] of [
    ['time', /No time logged yet\./],
    ['revisions', /No revision rounds yet\./],
    ['notes', /No notes yet\./],
    ['intake', /The client hasn’t answered yet/],
  ] as const)
    t.regex((await owner.get(`${at}?tab=${tab}`)).text, call);
});

test('time logged by a person has their name and the given day, and is billable or not', async t => {
  const { studio, id, owner, at } = await studioWithProject();
  await studio.post(`/projects/${id}/time`, { minutes: 45, date: '2026-01-31', description: 'By program' });
  const page = await owner.get(`${at}?tab=time`);
  const typed = { minutes: '90', date: '2026-02-01', description: 'Templates' };
  const done = await owner.press(page, 'Log time', typed);
  t.deepEqual([done.status, done.location], [303, `${at}?tab=time&done=logTime.90`]);
  t.regex((await owner.get(done.location!)).text, /role="status">Logged 1 h 30 min\./);
  await owner.post(`/projects/${id}/time/log`, { minutes: '30' });
  const entries = await sql(
    'select minutes, billable, created_via from corkboard.time_entries where project_id = $1 order by id',
    id,
  );
  t.deepEqual(entries, [
    { minutes: 45, billable: true, created_via: 'api' },
    { minutes: 90, billable: true, created_via: 'app' },
    { minutes: 30, billable: false, created_via: 'app' },
  ]);
  const { text } = await owner.get(`${at}?tab=time`);
  t.regex(text, /<dt>Total<\/dt><dd>2 h 45 min<\/dd><dt>Billable<\/dt><dd>2 h 15 min/);
  t.regex(
    text,
    new RegExp(
      `title="February 1, 2026">Feb 1</time></th><td[^>]*>Templates</td><td[^>]*>Yes</td><td[^>]*><b>${owner.person.email}</b></td><td[^>]*>1 h 30 min`,
    ),
  );
  t.regex(text, /By program<\/td><td[^>]*>Yes<\/td><td[^>]*><b>Zapier<\/b> \(assistant, via API\)/);
  const refused = await owner.press(page, 'Log time', { ...typed, minutes: '961', date: '2026-02-30' });
  t.is(refused.status, 422);
  t.regex(refused.text, /Time must be at most 16:00[\s\S]*Date must be a date that exists[\s\S]*value="961"/);
});

test('26 entries take two pages, and the first has at most 25 KB', async t => {
  const { id, studio, owner, at } = await studioWithProject();
  for (let n = 0; n < 26; n++)
    await studio.post(`/projects/${id}/time`, { minutes: 10, description: `Entry number ${n}` });
  const { text } = await owner.get(`${at}?tab=time`);
  t.true(Buffer.byteLength(text) <= 25 * 1024, `${Buffer.byteLength(text)}`);
  t.regex(text, new RegExp(`href="${at}\\?tab=time&amp;page=2" rel="next"`));
  t.regex((await owner.get(`${at}?tab=time&page=2`)).text, /Entry number 0</);
});

test('the tab shows how many rounds are used, and each revision with its verdict, reason and question', async t => {
  const { studio, id, owner, at } = await studioWithProject();
  await studio.scope(id, { revisionRounds: 1 });
  const log = async (description: string, verdict: string | null, question: string | null) => {
    const { body } = await studio.post(`/projects/${id}/revisions`, { description });
    await sql(
      `update corkboard.revisions set classify = true, verdict = $2, verdict_reason = case when $2::text is null then null else 'Because ' || $2 end,
         verdict_question = $3, unclassified = case when $2::text is null then 'unusable' end where id = $1`,
      body.revision.id,
      verdict,
      question,
    );
  };
  await log('Calmer', 'in_scope', null);
  await log('A shop', 'new_work', null);
  await log('Bolder', 'needs_question', 'Which part?');
  await log('Odd', null, null);
  const { text } = await owner.get(`${at}?tab=revisions`);
  t.regex(text, /Revision rounds used: <b>4 of 1<\/b>[\s\S]*Over budget/);
  t.regex(
    text,
    /Revision round 4[\s\S]*No verdict: gave no usable answer[\s\S]*Revision round 3[\s\S]*Needs question<\/span> Because needs_question[\s\S]*Question for the client:<\/b> Which part\?/,
  );
  t.regex(
    text,
    /Revision round 2 <span class="pill bad">Not included in the scope<\/span>[\s\S]*New work[\s\S]*Revision round 1<\/h2>[\s\S]*In scope/,
  );
  await sql(
    `select corkboard.approve_scope($1, $2, 'Ada'), corkboard.approve_change_order($1, $2, 1, null, 5)`,
    studio.id,
    id,
  );
  t.regex((await owner.get(`${at}?tab=revisions`)).text, /4 of 6 \(1 from the scope, 5 from change orders\)/);
});

test('a revision is logged by a person, with a verdict on request', async t => {
  const { id, owner, at } = await studioWithProject();
  const done = await owner.press(await owner.get(`${at}?tab=revisions`), 'Log revision round', {
    description: 'Larger photos',
    classify: 'on',
  });
  t.is(done.location, `${at}?tab=revisions&verdict=not_configured&done=logRevision`);
  t.regex((await owner.get(done.location!)).text, /No verdict: not configured for this workspace\./);
  await owner.post(`/projects/${id}/revisions/log`, { description: 'Calmer' });
  const [revision] = await sql(
    'select * from corkboard.revisions where project_id = $1 order by round_number',
    id,
  );
  t.like(revision, { description: 'Larger photos', created_via: 'app', round_number: 1 });
  const { text } = await owner.get(`${at}?tab=revisions`);
  t.regex(
    text,
    new RegExp(`Revision round 1[\\s\\S]*Logged by <b>${owner.person.email}</b>[\\s\\S]*Larger photos`),
  );
});

test('a note has the person’s name, and is shown on the notes tab and on the summary', async t => {
  const { studio, id, owner, at } = await studioWithProject();
  await studio.post(`/projects/${id}/notes`, { body: 'From a program' });
  const page = await owner.get(`${at}?tab=notes`);
  t.regex(page.text, /Private notes[\s\S]*never-leaves/);
  t.regex(page.text, /Written by <b>Zapier<\/b> \(assistant, via API\)/);
  const done = await owner.press(page, 'Add note', { body: 'Bakes at four.\r\nCall late.' });
  t.is(done.location, `${at}?tab=notes&done=addNote`);
  const { text } = await owner.get(done.location!);
  t.regex(
    text,
    new RegExp(
      `Note added[\\s\\S]*Written by <b>${owner.person.email}</b>[\\s\\S]*Bakes at four\\.\nCall late\\.`,
    ),
  );
  t.regex((await owner.get(at)).text, /Bakes at four\./);
  const refused = await owner.press(page, 'Add note', { body: ' ' });
  t.is(refused.status, 422);
  t.regex(refused.text, /Note must not be blank[\s\S]*aria-current="page">Notes/);
});

test('an intake is submitted with the workspace’s and other questions, and then shows the answers', async t => {
  const { studio, id, owner, at } = await studioWithProject({ intake: {} });
  await sql(
    `update corkboard.workspaces set intake_questions = '{Who visits?,When?}' where id = $1`,
    studio.id,
  );
  const page = await owner.get(`${at}?tab=intake`);
  t.regex(
    page.text,
    /name="answers\.0\.question" value="Who visits\?"[\s\S]*name="answers\.1\.question" value="When\?"/,
  );
  const [{ token }] = await sql(
    `select token || corkboard.secret_suffix(workspace_id) as token from corkboard.intakes where project_id = $1`,
    id,
  );
  t.regex(page.text, new RegExp(`value="http://127\\.0\\.0\\.1:\\d+/intake/${token}"`));
  const none = await owner.press(page, 'Submit answers');
  t.is(none.status, 422);
  t.regex(none.text, /Answers must have an answer/);
  const twice = await owner.press(page, 'Submit answers', {
    'answers.0.answer': 'Regulars',
    'answers.2.question': 'Who visits?',
    'answers.2.answer': 'Offices',
  });
  t.is(twice.status, 422);
  t.regex(twice.text, /Answers 3, Question must be asked once/);
  const done = await owner.press(page, 'Submit answers', {
    'answers.0.answer': 'Regulars',
    'answers.2.question': 'Which colour?',
    'answers.2.answer': 'Blue',
  });
  t.is(done.location, `${at}?tab=intake&done=intake.submit`);
  const [intake] = await sql('select answers from corkboard.intakes where project_id = $1', id);
  t.deepEqual(intake.answers, { 'Who visits?': 'Regulars', 'Which colour?': 'Blue' });
  const { text } = await owner.get(done.location!);
  t.regex(
    text,
    new RegExp(`Submitted by ${owner.person.email}, [\\s\\S]*<dt>Who visits\\?</dt><dd>Regulars</dd>`),
  );
  t.notRegex(text, />Submit</);
  t.is(
    (
      await owner.post(`/projects/${id}/intake/submit`, {
        'answers.0.question': 'x',
        'answers.0.answer': 'y',
      })
    ).status,
    409,
  );
});

test('the url in the response to a program leads to a page that shows the record', async t => {
  const studio = await w.workspace();
  const owner = await p.owner(studio.id);
  const made = async (path: string, body: object) => (await studio.post(path, body)).body;
  const client = await made('/clients', { name: 'Seen client' });
  const project = await made('/projects', { clientId: client.client.id, name: 'Seen project' });
  const of = `/projects/${project.project.id}`;
  for (const [url, seen] of [
    [client.url, /Seen client/],
    [project.url, /Seen project/],
    [(await made(`${of}/scope`, { deliverables: ['Seen deliverable'] })).url, /Seen deliverable/],
    [(await made(`${of}/revisions`, { description: 'Seen revision' })).url, /Seen revision/],
    [(await made(`${of}/time`, { minutes: 1, description: 'Seen time' })).url, /Seen time/],
    [(await made(`${of}/notes`, { body: 'Seen note' })).url, /Seen note/],
    [(await studio.get(of)).body.url, /Seen project/],
  ] as [string, RegExp][]) {
    const { status, text } = await owner.get(url);
    t.is(status, 200, url);
    t.regex(text, seen);
  }
});

test('time entries are found by description, with their sum, and sorted by date and duration', async t => {
  const studio = await w.workspace({ plan: 'studio' });
  const { id } = await studio.project();
  const log = (description: string, minutes: number, date: string, billable = true) =>
    sql(
      `insert into corkboard.time_entries (workspace_id, project_id, minutes, billable, date, description, created_via)
       values ($1, $2, $3, $4, $5, $6, 'app')`,
      studio.id,
      id,
      minutes,
      billable,
      date,
      description,
    );
  await log('Café menu', 60, '2026-01-03');
  await log('CAFE signs', 30, '2026-01-01', false);
  await log('Letters', 90, '2026-01-02');
  const owner = await p.owner(studio.id);
  const shown = async (query: string) => {
    const { text } = await owner.get(`/projects/${id}?tab=time${query}`);
    return {
      text,
      found: ['Café menu', 'CAFE signs', 'Letters']
        .filter(name => text.includes(name))
        .sort((a, b) => text.indexOf(a) - text.indexOf(b)),
    };
  };
  const { text, found } = await shown('&search=cafe');
  t.deepEqual(found, ['Café menu', 'CAFE signs']);
  t.regex(text, /Found: 1 h 30 min \(1 h billable\)/);
  t.regex(text, /name="tab" value="time"/);
  t.deepEqual((await shown('&sort=date')).found, ['CAFE signs', 'Letters', 'Café menu']);
  t.deepEqual((await shown('&sort=-time')).found, ['Letters', 'Café menu', 'CAFE signs']);
  t.deepEqual((await shown('')).found, ['Café menu', 'Letters', 'CAFE signs']);
  t.regex((await shown('&search=%25')).text, /No time entries match/);
});

// Corrections of a project's time entries, notes and revisions.

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
