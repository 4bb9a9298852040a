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
