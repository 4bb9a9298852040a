import test from 'ava';
import { buttonsOf, lacks, rowsOf, shows } from '../support/browser.ts';
import { consoleWorld } from '../support/console.ts';

const w = consoleWorld(test);
const { sql, call } = w;
const page = '/settings/members';
const membersOf = 'select email from corkboard.members where workspace_id = $1 order by id';
const emails = async (id: string) => (await sql(membersOf, id)).map(({ email }) => email);

test('the owner signs a member out, and removes them after a warning, who is signed out at once', async t => {
  const { id } = await w.workspace();
  const owner = await w.owner(id);
  const member = await w.member(id);
  t.is((await member.get(page)).status, 200);
  await owner.press(await owner.get(page), 'Sign out colleague@studio.example');
  t.is((await member.get(page)).status, 303);
  const { memberId, tokenHash } = member.person;
  await sql(
    `insert into corkboard.sessions (workspace_id, member_id, token_hash, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
    ...[id, memberId, tokenHash],
  );
  t.is((await member.get(page)).status, 200);
  const listed = await owner.get(page);
  t.regex(
    listed.text,
    /<summary aria-label="Remove colleague@studio\.example">Remove<\/summary><p>[^<]+<\/p>/,
  );
  await owner.press(listed, 'Remove');
  t.deepEqual(await emails(id), [owner.person.email]);
  t.is((await member.get(page)).status, 303);
});

test('a person signs out everywhere: in this browser, in others, and with links and codes that are not used yet', async t => {
  const { id } = await w.workspace();
  const [owner, thief, member] = [await w.owner(id), await w.owner(id), await w.member(id)];
  const { memberId } = owner.person;
  await call('create_sign_in_link', memberId);
  shows(t, await owner.get(page), 'In this browser and 1 other.');
  const done = await owner.post(`${page}/sign-out`);
  shows(t, await owner.get(done.location!), 'You are signed out everywhere.');
  for (const browser of [owner, thief])
    t.is((await browser.get(page)).location, '/sign-in?next=%2Fsettings%2Fmembers');
  shows(t, await thief.post('/settings/set', { name: 'Stolen' }), 'You are signed out');
  t.deepEqual(await sql('select name from corkboard.workspaces where id = $1', id), [{ name: 'Studio' }]);
  t.is((await member.get(page)).status, 200);
  t.deepEqual(await sql('select 1 from corkboard.sign_in_links where member_id = $1', memberId), []);
});

test('a member leaves the workspace after a warning, and is signed out of it at once; the owner can’t', async t => {
  const { id } = await w.workspace();
  const [owner, member] = [await w.owner(id), await w.member(id)];
  const shown = await member.get(page);
  shows(t, shown, 'Only the owner can invite and remove members');
  shows(t, shown, 'Leave this workspace You are signed out of this workspace at once');
  await member.press(shown, 'Leave this workspace');
  t.is((await member.get(page)).status, 303);
  t.deepEqual(await emails(id), [owner.person.email]);
  t.false(buttonsOf(await owner.get(page)).includes('Leave this workspace'));
});

test('31 members take two pages without repeats', async t => {
  const { id } = await w.workspace({ plan: 'studio' });
  const owner = await w.owner(id);
  await sql(
    `select corkboard.add_member($1, 'm' || n || '@studio.example') from generate_series(1, 30) n`,
    id,
  );
  const first = await owner.get(page);
  const second = await owner.follow(first, 'Next page');
  const listed = [first, second].map(({ text }) => rowsOf(text).map(([email]) => email));
  t.is(listed[0]!.length, 25);
  t.deepEqual(listed.flat(), await emails(id));
  lacks(t, await owner.follow(second, 'First page'), 'm30@studio.example');
});

test('pages name a member, with the address as title; what is stored, files and other people’s pages keep to their own', async t => {
  const studio = await w.workspace();
  const [owner, member] = [await w.owner(studio.id), await w.member(studio.id, 'ada@studio.example')];
  await member.press(await member.get(page), 'Save name', { name: 'Ada Marsh' });
  const named = '<bdi title="ada@studio.example">Ada Marsh</bdi>';
  shows(t, await member.get(`${page}?done=member.set-name`), 'Your name was saved.');
  shows(t, await owner.get(page), 'Ada Marsh ada@studio.example Member');
  const project = await studio.project();
  const path = `/projects/${project.id}`;
  await member.post(`${path}/time/log`, { minutes: '1:00', date: '2026-11-02' });
  await member.post(`${path}/notes/add`, { body: 'Call them' });
  for (const at of ['?tab=time', '?tab=notes']) t.true((await owner.get(path + at)).text.includes(named), at);
  for (const at of ['hours?by=person&', 'time?']) {
    const days = 'from=2026-11-01&until=2026-11-30';
    t.true((await owner.get(`/reports/${at}${days}`)).text.includes(named), at);
    const file = at.startsWith('hours') ? 'hours-by-person.csv?' : 'time.csv?';
    const { text } = await owner.get(`/reports/${file}${days}`);
    t.true(text.includes('ada@studio.example') && !text.includes('Ada'), file);
  }
  const week = await owner.get(`/time?person=${member.person.memberId}`);
  shows(t, week, 'The week of Ada Marsh');
  shows(
    t,
    await owner.get('/settings/audit?actor=marsh&type=time_entry'),
    'Ada Marsh … in the app logged time',
  );
  shows(t, await owner.get('/settings/audit?actor=ada%40'), 'Ada Marsh … in the app changed their name');
  t.true((await owner.get('/settings/audit.csv')).text.includes('ada@studio.example'));
  t.deepEqual(
    await sql(
      "select distinct actor from corkboard.audit_log where workspace_id = $1 and actor ilike '%ada%'",
      studio.id,
    ),
    [{ actor: 'ada@studio.example' }],
  );
  // What a client reads of who recorded their answer.
  const recorder = () => call('name_for_clients', studio.id, 'ada@studio.example');
  const nameOf = async (found: Promise<any[]>) => Object.values((await found)[0])[0];
  t.is(await nameOf(recorder()), 'Ada Marsh');
  await member.press(await member.get(page), 'Save name', { name: '' });
  t.is(await nameOf(recorder()), 'Studio');
  t.is(await nameOf(call('name_for_clients', studio.id, 'operator')), 'operator');
  t.false((await owner.get(`${path}?tab=time`)).text.includes('Ada'));
});
