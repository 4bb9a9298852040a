import test from 'ava';
import { everything, misuse, operator } from '../support/command.ts';
import { queuedJobs } from '../support/queue.ts';
import { signIn } from '../support/session.ts';
import { world } from '../support/world.ts';

const w = world(test);
const corkboard = operator(w);

const unknown = '01900000-0000-7000-8000-000000000000';

const add = (workspace: string, email: string) => [
  'member',
  'add',
  '--workspace',
  workspace,
  '--email',
  email,
];

test('add takes a seat, list shows members, remove frees the seat', async t => {
  const studio = await w.workspace();
  const seats = async () => (await studio.get('/me')).body.limits.seats.used;
  const { member } = await corkboard(...add(studio.id, 'ana@w.example'));
  t.deepEqual(Object.keys(member), ['id', 'email', 'role', 'createdAt']);
  t.like(member, { email: 'ana@w.example', role: 'member' });
  t.is(await seats(), 2);
  const { members } = await corkboard('member', 'list', '--workspace', studio.id);
  t.is(members.length, 2);
  t.like(members[0], { role: 'owner' });
  t.deepEqual(members[1], member);
  t.deepEqual(await corkboard('member', 'remove', member.id), { member });
  t.is(await seats(), 1);
});

test('a plan has no more members than seats', async t => {
  const { id } = await w.workspace({ plan: 'free' });
  const before = await everything(w, id);
  t.regex(await corkboard.refused(...add(id, 'ana@w.example')), /1 seats/);
  t.deepEqual(await everything(w, id), before);
});

test('an address is a member only once, however it is spelled', async t => {
  const { id } = await w.workspace();
  await corkboard(...add(id, 'ana@w.example'));
  const before = await everything(w, id);
  t.regex(await corkboard.refused(...add(id, 'Ana@W.example')), /member already/);
  t.deepEqual(await everything(w, id), before);
});

test('the owner can’t be removed', async t => {
  const { id } = await w.workspace();
  const { members } = await corkboard('member', 'list', '--workspace', id);
  const before = await everything(w, id);
  t.regex(await corkboard.refused('member', 'remove', members[0].id), /owner/);
  t.deepEqual(await everything(w, id), before);
});

test('an unknown member is not found', async t => {
  t.is(await corkboard.refused(...add(unknown, 'ana@w.example')), 'No workspace with this id.');
  t.is(await corkboard.refused('member', 'list', '--workspace', 'nonsense'), 'No workspace with this id.');
  for (const id of [unknown, 'nonsense']) {
    t.is(await corkboard.refused('member', 'remove', id), 'No member with this id.');
  }
});

test('wrong usage: a missing or invalid email address', async t => {
  t.regex(await misuse(...add(unknown, 'ana')), /email/);
  t.regex(await misuse('member', 'add', '--workspace', unknown), /--email/);
});

test('sign-in creates a link that works for an hour, stores only its hash, and adds an audit entry', async t => {
  const studio = await w.workspace();
  const { members } = await corkboard('member', 'list', '--workspace', studio.id);
  const link = await corkboard('member', 'sign-in', members[0].id);
  t.deepEqual(Object.keys(link), ['url', 'expiresAt']);
  const [, token] = /^http:\/\/localhost:3000\/sign-in\/([\w-]{43})$/.exec(link.url)!;
  const { rows } = await w.db.query(
    `select s.link_hash = sha256(convert_to($2, 'UTF8')) as hashed, s::text like '%' || $2 || '%' as plain,
            s.expires_at - s.created_at between '59 minutes' and '61 minutes' as an_hour
       from corkboard.sign_in_links s where s.workspace_id = $1`,
    [studio.id, token],
  );
  t.deepEqual(rows, [{ hashed: true, plain: false, an_hour: true }]);
  const { audits } = await corkboard('audit', 'list', '--workspace', studio.id);
  t.like(audits[0], { action: 'member.sign_in_link', recordId: members[0].id });
  t.is(await corkboard.refused('member', 'sign-in', 'nonsense'), 'No member with this id.');
});

const count = async (rows: string, ...values: unknown[]) =>
  (await w.sql(`select count(*)::int from corkboard.${rows}`, ...values))[0].count;
const owner = async (workspace: string) =>
  (await corkboard('member', 'list', '--workspace', workspace)).members[0];
/** The queued emails: the kind of notice, and the recipient. */
const notices = async (...addresses: string[]) =>
  (
    await w.db.query(
      `select j.payload ->> 'notice' as notice, j.payload ->> 'to' as "to", j.payload ->> 'changedBy' as by
         from ${queuedJobs} j where j.payload ->> 'to' = any ($1) order by j.id`,
      [addresses],
    )
  ).rows.map(({ notice, to, by }) => [notice, to, by]);

test('set changes the address of a member who lost their mailbox: both addresses are told, and every browser is signed out', async t => {
  const { id } = await w.workspace();
  const { id: memberId } = await owner(id);
  await corkboard('member', 'set', memberId, '--email', 'lost@w.example');
  await signIn(w, id);
  const link = await corkboard('member', 'sign-in', memberId);
  const { member } = await corkboard('member', 'set', memberId, '--email', ' found@w.example ');
  t.like(member, { id: memberId, email: 'found@w.example', role: 'owner' });
  t.deepEqual((await notices('lost@w.example', 'found@w.example')).slice(1), [
    ['email_changed_new', 'found@w.example', 'operator'],
    ['email_changed_old', 'lost@w.example', 'operator'],
  ]);
  t.truthy(link.url);
  t.is(await count('sessions where member_id = $1', memberId), 0);
  t.is(await count('sign_in_links where member_id = $1', memberId), 0);
  const { audits } = await corkboard('audit', 'list', '--workspace', id);
  t.like(
    audits.find(({ action }: { action: string }) => action === 'member.email_set'),
    { actor: 'operator', recordId: memberId },
  );
  t.is((await corkboard('workspace', 'show', id)).workspace.ownerEmail, 'found@w.example');
  const { workspaces } = await corkboard('workspace', 'list');
  t.is(workspaces.find((one: { id: string }) => one.id === id).ownerEmail, 'found@w.example');

  const before = await everything(w, id);
  t.deepEqual(await corkboard('member', 'set', memberId, '--email', 'found@w.example'), { member });
  t.deepEqual(await everything(w, id), before);
});

test('sign-out ends all sessions, sign-in links, codes and email changes of a member, the owner too', async t => {
  const { id } = await w.workspace();
  const { id: memberId } = await owner(id);
  await corkboard('member', 'set', memberId, '--email', 'stolen@w.example');
  const [person] = [await signIn(w, id), await signIn(w, id)];
  const bystander = await signIn(w, id, { email: 'bystander@w.example' });
  await corkboard('member', 'sign-in', memberId);
  const browser = Buffer.alloc(32, 7);
  await w.db.query(`select corkboard.request_sign_in_code('Stolen@w.example', $1, '192.0.2.1', '/')`, [
    browser,
  ]);
  await w.db.query(`select corkboard.request_email_change($1, $2, 'thief@w.example', $3)`, [
    id,
    memberId,
    person!.tokenHash,
  ]);
  const { member } = await corkboard('member', 'sign-out', memberId);
  t.like(member, { id: memberId, email: 'stolen@w.example', role: 'owner' });
  t.is(await count('sessions where member_id = $1', memberId), 0);
  t.is(await count('sign_in_links where member_id = $1', memberId), 0);
  t.is(await count('email_changes where member_id = $1 and expires_at > now()', memberId), 0);
  t.is(await count('sign_ins where browser_hash = $1 and expires_at > now()', browser), 0);
  t.is(await count('sessions where member_id = $1', bystander.memberId), 1);
  const { audits } = await corkboard('audit', 'list', '--workspace', id);
  t.like(audits[0], { actor: 'operator', action: 'member.signed_out', recordId: memberId });
  t.is(await corkboard.refused('member', 'sign-out', unknown), 'No member with this id.');
});

test('set rejects another member’s address and an invalid one', async t => {
  const { id } = await w.workspace();
  await corkboard(...add(id, 'bea@w.example'));
  const { id: memberId } = await owner(id);
  const before = await everything(w, id);
  t.regex(await corkboard.refused('member', 'set', memberId, '--email', 'BEA@w.example'), /member already/);
  t.deepEqual(await everything(w, id), before);
  t.is(
    await corkboard.refused('member', 'set', unknown, '--email', 'a@w.example'),
    'No member with this id.',
  );
  t.regex(await misuse('member', 'set', memberId), /--email/);
  t.regex(await misuse('member', 'set', memberId, '--email', 'bea'), /email/);
});

test('make-owner makes a member the owner; the former owner stays a member', async t => {
  const { id } = await w.workspace();
  const former = await owner(id);
  await w.db.query('update corkboard.members set email = $2 where id = $1', [former.id, 'gone@w.example']);
  const { member } = await corkboard(...add(id, 'heir@w.example'));
  const made = await corkboard('member', 'make-owner', member.id);
  t.like(made.member, { id: member.id, role: 'owner' });
  const { members } = await corkboard('member', 'list', '--workspace', id);
  t.deepEqual(
    members.map(({ email, role }: { email: string; role: string }) => [email, role]),
    [
      ['gone@w.example', 'member'],
      ['heir@w.example', 'owner'],
    ],
  );
  t.deepEqual(await notices('gone@w.example', 'heir@w.example'), [
    ['ownership_received', 'heir@w.example', 'operator'],
    ['ownership_passed_on', 'gone@w.example', 'operator'],
  ]);
  const { audits } = await corkboard('audit', 'list', '--workspace', id);
  const done = (action: string) => audits.find((one: { action: string }) => one.action === action);
  t.like(done('member.made_owner'), { actor: 'operator', recordId: member.id });
  t.like(done('member.owner_replaced'), { actor: 'operator', recordId: former.id });
  t.is((await corkboard('workspace', 'show', id)).workspace.ownerEmail, 'heir@w.example');

  const before = await everything(w, id);
  t.regex(await corkboard.refused('member', 'make-owner', member.id), /owner already/);
  t.is(await corkboard.refused('member', 'make-owner', unknown), 'No member with this id.');
  t.deepEqual(await everything(w, id), before);
});

test('a workspace that lost its owner gets another one', async t => {
  const { id } = await w.workspace();
  const { member } = await corkboard(...add(id, 'orphan@w.example'));
  await w.db.query(`delete from corkboard.members where workspace_id = $1 and role = 'owner'`, [id]);
  t.is((await corkboard('workspace', 'show', id)).workspace.ownerEmail, null);
  t.like((await corkboard('member', 'make-owner', member.id)).member, { role: 'owner' });
});
