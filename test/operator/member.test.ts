import test from 'ava';
import { operator } from '../support/command.ts';
import { queuedJobs } from '../support/queue.ts';
import { signIn } from '../support/session.ts';
import { sharedWorld } from '../support/world.ts';

const w = sharedWorld(test, 'api');
const corkboard = operator(w);

const count = async (rows: string, ...values: unknown[]) =>
  (await w.sql(`select count(*)::int from corkboard.${rows}`, ...values))[0].count;
const owner = async (workspace: string) =>
  (await corkboard('member', 'list', '--workspace', workspace)).members[0];
/** The queued emails: the kind of notice, and the recipient. */
const notices = async (...addresses: string[]) =>
  (
    await w.sql(
      `select j.payload ->> 'notice' as notice, j.payload ->> 'to' as "to", j.payload ->> 'changedBy' as by
         from ${queuedJobs} j where j.payload ->> 'to' = any ($1) order by j.id`,
      addresses,
    )
  ).map(({ notice, to, by }) => [notice, to, by]);

test('a member takes a seat, until they are removed', async t => {
  const studio = await w.workspace();
  const seats = async () => (await studio.get('/me')).body.limits.seats.used;
  const { member } = await corkboard('member', 'add', '--workspace', studio.id, '--email', 'ana@w.example');
  t.is(await seats(), 2);
  await corkboard('member', 'remove', member.id);
  t.is(await seats(), 1);
});

test('sign-in creates a link that works for an hour, stores only its hash, and adds an audit entry', async t => {
  const studio = await w.workspace();
  const { members } = await corkboard('member', 'list', '--workspace', studio.id);
  const link = await corkboard('member', 'sign-in', members[0].id);
  t.deepEqual(Object.keys(link), ['url', 'expiresAt']);
  const [, token] = /^http:\/\/localhost:3000\/sign-in\/([\w-]{43})[\w-]{22}$/.exec(link.url)!;
  const rows = await w.sql(
    `select s.link_hash = sha256(convert_to($2, 'UTF8')) as hashed, s::text like '%' || $2 || '%' as plain,
            s.expires_at - s.created_at between '59 minutes' and '61 minutes' as an_hour
       from corkboard.sign_in_links s where s.workspace_id = $1`,
    studio.id,
    token,
  );
  t.deepEqual(rows, [{ hashed: true, plain: false, an_hour: true }]);
});

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
  t.is((await corkboard('workspace', 'show', id)).workspace.ownerEmail, 'found@w.example');
  const { workspaces } = await corkboard('workspace', 'list');
  t.is(workspaces.find((one: { id: string }) => one.id === id).ownerEmail, 'found@w.example');
});

test('sign-out ends all sessions, sign-in links, codes and email changes of a member, the owner too', async t => {
  const { id } = await w.workspace();
  const { id: memberId } = await owner(id);
  await corkboard('member', 'set', memberId, '--email', 'stolen@w.example');
  const [person] = [await signIn(w, id), await signIn(w, id)];
  const bystander = await signIn(w, id, { email: 'bystander@w.example' });
  await corkboard('member', 'sign-in', memberId);
  const browser = Buffer.alloc(32, 7);
  await w.sql(`select corkboard.request_sign_in_code('Stolen@w.example', $1, '192.0.2.1', '/')`, browser);
  await w.sql(
    `select corkboard.request_email_change($1, $2, 'thief@w.example', $3)`,
    id,
    memberId,
    person!.tokenHash,
  );
  const { member } = await corkboard('member', 'sign-out', memberId);
  t.like(member, { id: memberId, email: 'stolen@w.example', role: 'owner' });
  t.is(await count('sessions where member_id = $1', memberId), 0);
  t.is(await count('sign_in_links where member_id = $1', memberId), 0);
  t.is(await count('email_changes where member_id = $1 and expires_at > now()', memberId), 0);
  t.is(await count('sign_ins where browser_hash = $1 and expires_at > now()', browser), 0);
  t.is(await count('sessions where member_id = $1', bystander.memberId), 1);
});

test('make-owner makes a member the owner; the former owner stays a member', async t => {
  const { id } = await w.workspace();
  const former = await owner(id);
  await w.sql('update corkboard.members set email = $2 where id = $1', former.id, 'gone@w.example');
  const { member } = await corkboard('member', 'add', '--workspace', id, '--email', 'heir@w.example');
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
  t.is((await corkboard('workspace', 'show', id)).workspace.ownerEmail, 'heir@w.example');
});
