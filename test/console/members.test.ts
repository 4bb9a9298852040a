import test from 'ava';
import { people } from '../support/console.ts';
import { world } from '../support/world.ts';

const w = world(test);
const p = people(test, w);
const { sql } = w;
const emails = async (id: string) =>
  (await sql('select email from corkboard.members where workspace_id = $1 order by id', id)).map(
    ({ email }) => email,
  );

test('the owner removes a member after a warning, who is signed out at once', async t => {
  const removed = await w.workspace();
  const other = await p.owner(removed.id);
  const member = await p.member(removed.id);
  t.is((await member.get('/settings/members')).status, 200);
  const listed = await other.get('/settings/members');
  t.regex(
    listed.text,
    /<summary aria-label="Remove colleague@studio\.example">Remove<\/summary><p>[^<]+<\/p>/,
  );
  t.is((await other.press(listed, 'Remove')).location, '/settings/members?done=member.remove');
  t.is((await emails(removed.id)).length, 1);
  t.is((await member.get('/settings/members')).status, 303);
});

test('a person signs out everywhere: in this browser, in others, and with links and codes that are not used yet', async t => {
  const studio = await w.workspace();
  const owner = await p.owner(studio.id);
  const thief = await p.owner(studio.id);
  const member = await p.member(studio.id);
  const { memberId, email } = owner.person;
  await sql('select corkboard.create_sign_in_link($1)', memberId);
  const page = await owner.get('/settings/members');
  t.regex(page.text, /In this browser and 1 other\./);
  const done = await owner.post('/settings/members/sign-out');
  t.is(done.location, '/sign-in?done=member.sign-out-everywhere');
  t.regex((await owner.get(done.location!)).text, /role="status">You are signed out everywhere\./);
  for (const browser of [owner, thief])
    t.is((await browser.get('/settings/members')).location, '/sign-in?next=%2Fsettings%2Fmembers');
  t.regex((await thief.post('/settings/set', { name: 'Stolen' })).text, /You are signed out/);
  t.deepEqual(await sql('select name from corkboard.workspaces where id = $1', studio.id), [
    { name: 'Studio' },
  ]);
  t.is((await member.get('/settings/members')).status, 200);
  const left = await sql('select 1 from corkboard.sign_in_links where member_id = $1', memberId);
  t.is(left.length, 0);
  const entries = await sql(
    `select actor, action, record_id from corkboard.audit_log where workspace_id = $1 and action like 'member.signed_out%'`,
    studio.id,
  );
  t.deepEqual(entries, [{ actor: email, action: 'member.signed_out_everywhere', record_id: memberId }]);
});

test('the owner signs a member out of the workspace; members can’t sign out others', async t => {
  const studio = await w.workspace();
  const owner = await p.owner(studio.id);
  const member = await p.member(studio.id);
  const address = `/settings/members/${member.person.memberId}/sign-out`;
  t.is((await member.post(`/settings/members/${owner.person.memberId}/sign-out`)).status, 403);
  t.is((await owner.get('/settings/members')).status, 200);
  const page = await owner.get('/settings/members');
  t.regex(page.text, /aria-label="Sign out colleague@studio\.example"/);
  t.is(page.text.split(`/sign-out"`).length - 1, 3, 'the header’s, one’s own, and the member’s');
  const done = await owner.post(address);
  t.is(done.location, '/settings/members?done=member.sign-out');
  t.regex((await owner.get(done.location!)).text, /The member was signed out of this workspace\./);
  t.is((await member.get('/settings/members')).status, 303);
  const late = await p.owner(studio.id, '31 minutes');
  t.is((await late.post(address)).status, 422);
});

test('a member leaves the workspace after a warning, and is signed out of it at once; the owner can’t', async t => {
  const studio = await w.workspace();
  const owner = await p.owner(studio.id);
  const member = await p.member(studio.id);
  const page = await member.get('/settings/members');
  t.regex(
    page.text,
    /<summary>Leave this workspace<\/summary><p>You are signed out of this workspace at once/,
  );
  const left = await member.press(page, 'Leave this workspace');
  t.is(left.location, '/sign-in?done=member.leave');
  t.regex((await member.get(left.location!)).text, /role="status">You left the workspace\./);
  t.is((await member.get('/settings/members')).status, 303);
  t.deepEqual(await emails(studio.id), [owner.person.email]);
  t.notRegex((await owner.get('/settings/members')).text, /Leave this workspace/);
  t.is((await owner.post('/settings/members/leave')).status, 409);
  t.regex((await owner.get('/settings/audit')).text, /left the workspace/);
});

test('members and simultaneous invitations together never exceed the seats', async t => {
  const studio = await w.workspace();
  const owner = await p.owner(studio.id);
  for (const n of [2, 3]) await sql('select corkboard.add_member($1, $2)', studio.id, `m${n}@studio.example`);
  await owner.post('/settings/members/add', { email: 'm4@studio.example' });
  const answers = await Promise.all(
    ['a', 'b', 'c'].map(name => owner.post('/settings/members/add', { email: `${name}@studio.example` })),
  );
  t.deepEqual(answers.map(({ status }) => status).sort(), [303, 422, 422]);
  const { text } = answers.find(({ status }) => status === 422)!;
  t.regex(text, /role="alert"[\s\S]*href="\/settings\/billing"/);
  t.is((await emails(studio.id)).length, 3);
});

test('a member sees all members and can’t change them', async t => {
  const studio = await w.workspace();
  const member = await p.member(studio.id);
  const { text } = await member.get('/settings/members');
  t.regex(text, /colleague@studio\.example/);
  t.regex(text, /Only the owner can invite and remove members/);
  t.deepEqual(text.match(/action="\/settings\/members\/[^"]*/g), [
    'action="/settings/members/change-email',
    'action="/settings/members/sign-out',
    'action="/settings/members/leave',
  ]);
  t.is((await member.post('/settings/members/add', { email: 'b@b.example' })).status, 403);
  t.is((await member.post(`/settings/members/${member.person.memberId}/remove`)).status, 403);
  t.is((await p.stranger().get('/settings/members')).location, '/sign-in?next=%2Fsettings%2Fmembers');
  t.is((await emails(studio.id)).length, 2);
});

test('31 members take two pages without repeats, and a page is small', async t => {
  const studio = await w.workspace({ plan: 'studio' });
  const owner = await p.owner(studio.id);
  await sql(
    `select corkboard.add_member($1, 'm' || n || '@studio.example') from generate_series(1, 30) n`,
    studio.id,
  );
  const first = await owner.get('/settings/members');
  t.true(Buffer.byteLength(first.text) <= 25 * 1024, `${Buffer.byteLength(first.text)}`);
  const second = await owner.follow(first, 'Next page');
  const rows = ({ text }: { text: string }) =>
    [...text.matchAll(/<th scope="row">([^<]+)/g)].map(([, one]) => one);
  t.is(rows(first).length, 25);
  t.deepEqual([...rows(first), ...rows(second)], await emails(studio.id));
  t.regex(second.text, /href="\/settings\/members">First page/);
});
