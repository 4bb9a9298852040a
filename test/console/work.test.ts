import test from 'ava';
import { people } from '../support/console.ts';
import { world } from '../support/world.ts';

// A project's time entries, revisions, notes, and intake answers.

const w = world(test);
const console = people(test, w);
const { sql } = w;

async function studioWithProject(fields: object = {}) {
  const studio = await w.workspace({ label: 'Zapier' });
  const { id } = await studio.project({ name: 'Menu', ...fields });
  return { studio, id, owner: await console.owner(studio.id), at: `/projects/${id}` };
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
  const owner = await console.owner(studio.id);
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
  const owner = await console.owner(studio.id);
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
