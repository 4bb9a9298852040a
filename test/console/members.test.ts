import test from 'ava';
import { buttonsOf, lacks, rowsOf, shows } from '../support/browser.ts';
import { consoleWorld } from '../support/console.ts';

const w = consoleWorld(test);
const { sql, call } = w;
const page = '/settings/members';
const emails = async (id: string) =>
  (await sql('select email from corkboard.members where workspace_id = $1 order by id', id)).map(
    ({ email }) => email,
  );

test('the owner signs a member out, and removes them after a warning, who is signed out at once', async t => {
  const { id } = await w.workspace();
  const owner = await w.owner(id);
  const member = await w.member(id);
  t.is((await member.get(page)).status, 200);
  const out = await owner.press(await owner.get(page), 'Sign out colleague@studio.example');
  t.is(out.location, `${page}?done=member.sign-out`);
  shows(t, await owner.get(out.location!), 'The member was signed out of this workspace.');
  t.is((await member.get(page)).status, 303);
  const [{ id: memberId }] = await sql(
    `select id from corkboard.members where workspace_id = $1 and role = 'member'`,
    id,
  );
  await sql(
    `insert into corkboard.sessions (workspace_id, member_id, token_hash, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
    ...[id, memberId, member.person.tokenHash],
  );
  t.is((await member.get(page)).status, 200);
  const listed = await owner.get(page);
  t.regex(
    listed.text,
    /<summary aria-label="Remove colleague@studio\.example">Remove<\/summary><p>[^<]+<\/p>/,
  );
  t.is((await owner.press(listed, 'Remove')).location, `${page}?done=member.remove`);
  t.deepEqual(await emails(id), [owner.person.email]);
  t.is((await member.get(page)).status, 303);
});

test('a person signs out everywhere: in this browser, in others, and with links and codes that are not used yet', async t => {
  const { id } = await w.workspace();
  const [owner, thief, member] = [await w.owner(id), await w.owner(id), await w.member(id)];
  const { memberId, email } = owner.person;
  await call('create_sign_in_link', memberId);
  shows(t, await owner.get(page), 'In this browser and 1 other.');
  const done = await owner.post(`${page}/sign-out`);
  t.is(done.location, '/sign-in?done=member.sign-out-everywhere');
  shows(t, await owner.get(done.location!), 'You are signed out everywhere.');
  for (const browser of [owner, thief])
    t.is((await browser.get(page)).location, '/sign-in?next=%2Fsettings%2Fmembers');
  shows(t, await thief.post('/settings/set', { name: 'Stolen' }), 'You are signed out');
  t.deepEqual(await sql('select name from corkboard.workspaces where id = $1', id), [{ name: 'Studio' }]);
  t.is((await member.get(page)).status, 200);
  t.deepEqual(await sql('select 1 from corkboard.sign_in_links where member_id = $1', memberId), []);
  const entries = await sql(
    `select actor, action, record_id from corkboard.audit_log where workspace_id = $1 and action like 'member.signed_out%'`,
    id,
  );
  t.deepEqual(entries, [{ actor: email, action: 'member.signed_out_everywhere', record_id: memberId }]);
});

test('a member leaves the workspace after a warning, and is signed out of it at once; the owner can’t', async t => {
  const { id } = await w.workspace();
  const [owner, member] = [await w.owner(id), await w.member(id)];
  const shown = await member.get(page);
  shows(t, shown, 'Only the owner can invite and remove members');
  shows(t, shown, 'Leave this workspace You are signed out of this workspace at once');
  const left = await member.press(shown, 'Leave this workspace');
  t.is(left.location, '/sign-in?done=member.leave');
  shows(t, await member.get(left.location!), 'You left the workspace.');
  t.is((await member.get(page)).status, 303);
  t.deepEqual(await emails(id), [owner.person.email]);
  t.false(buttonsOf(await owner.get(page)).includes('Leave this workspace'));
  shows(t, await owner.get('/settings/audit'), 'left the workspace');
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
