import test from 'ava';
import { everything, misuse, operator } from '../support/command.ts';
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

test('add gives a seat, list shows who has one, remove frees it', async t => {
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

test('nobody is a member twice, however it is written', async t => {
  const { id } = await w.workspace();
  await corkboard(...add(id, 'ana@w.example'));
  const before = await everything(w, id);
  t.regex(await corkboard.refused(...add(id, 'Ana@W.example')), /member already/);
  t.deepEqual(await everything(w, id), before);
});

test('the owner stays', async t => {
  const { id } = await w.workspace();
  const { members } = await corkboard('member', 'list', '--workspace', id);
  const before = await everything(w, id);
  t.regex(await corkboard.refused('member', 'remove', members[0].id), /owner/);
  t.deepEqual(await everything(w, id), before);
});

test('what does not exist is not found', async t => {
  t.is(await corkboard.refused(...add(unknown, 'ana@w.example')), 'No workspace with this id.');
  t.is(await corkboard.refused('member', 'list', '--workspace', 'nonsense'), 'No workspace with this id.');
  for (const id of [unknown, 'nonsense']) {
    t.is(await corkboard.refused('member', 'remove', id), 'No member with this id.');
  }
});

test('wrong usage: an e-mail that is none, or left out', async t => {
  t.regex(await misuse(...add(unknown, 'ana')), /e-mail/);
  t.regex(await misuse('member', 'add', '--workspace', unknown), /--email/);
});

test('sign-in makes a link of an hour, of which only a hash is stored, and which is in the audit log', async t => {
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
