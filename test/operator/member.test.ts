import test from 'ava';
import { act } from '../support/actor.ts';
import { operator } from '../support/command.ts';
import { queuedJobs } from '../support/queue.ts';
import { signIn } from '../support/session.ts';
import { sharedWorld } from '../support/world.ts';

// What becomes of a member's sessions, links and codes, and whom an email tells.

const w = sharedWorld(test, 'api');

const count = async (rows: string, ...values: unknown[]) =>
  (await w.sql(`select count(*)::int from corkboard.${rows}`, ...values))[0].count;
/** A workspace whose owner has this address. */
async function ownedBy(email: string) {
  const { id } = await w.workspace();
  const [{ member }] = await w.sql(
    'update corkboard.members set email = $2 where workspace_id = $1 returning id as member',
    id,
    email,
  );
  return { workspace: id, member: member as string };
}
const ownerEmail = async (workspace: string) =>
  (await w.sql('select corkboard.owner_email($1) as email', workspace))[0].email;
/** The queued emails: the kind of notice, and the recipient. */
const notices = async (...addresses: string[]) =>
  (
    await w.sql(
      `select j.payload ->> 'notice' as notice, j.payload ->> 'to' as "to", j.payload ->> 'changedBy' as by
         from ${queuedJobs} j where j.payload ->> 'to' = any ($1) order by j.id`,
      addresses,
    )
  ).map(({ notice, to, by }) => [notice, to, by]);

test('sign-in prints a link that works for an hour, of which only the hash is stored', async t => {
  const { workspace, member } = await ownedBy('link@w.example');
  const link = await operator(w)('member', 'sign-in', member);
  const [, token] = /^http:\/\/localhost:3000\/sign-in\/([\w-]{43})[\w-]{22}$/.exec(link.url)!;
  const rows = await w.sql(
    `select s.link_hash = sha256(convert_to($2, 'UTF8')) as hashed, s::text like '%' || $2 || '%' as plain,
            s.expires_at - s.created_at between '59 minutes' and '61 minutes' as an_hour
       from corkboard.sign_in_links s where s.workspace_id = $1`,
    workspace,
    token,
  );
  t.deepEqual(rows, [{ hashed: true, plain: false, an_hour: true }]);
});

test('set changes the address of a member who lost their mailbox: both addresses are told, and every browser is signed out', async t => {
  const ids = await ownedBy('lost@w.example');
  await signIn(w, ids.workspace);
  await act(w.db, 'member.sign-in', ids);
  const { member } = await act(w.db, 'member.set', ids, { email: 'found@w.example' });
  t.like(member, { id: ids.member, email: 'found@w.example', role: 'owner' });
  t.deepEqual(await notices('lost@w.example', 'found@w.example'), [
    ['email_changed_new', 'found@w.example', 'operator'],
    ['email_changed_old', 'lost@w.example', 'operator'],
  ]);
  for (const table of ['sessions', 'sign_in_links'])
    t.is(await count(`${table} where member_id = $1`, ids.member), 0, table);
  t.is(await ownerEmail(ids.workspace), 'found@w.example');
});

test('sign-out ends all sessions, sign-in links, codes and email changes of a member, the owner too', async t => {
  const ids = await ownedBy('stolen@w.example');
  const { workspace, member } = ids;
  const [person] = [await signIn(w, workspace), await signIn(w, workspace)];
  const bystander = await signIn(w, workspace, { email: 'bystander@w.example' });
  await act(w.db, 'member.sign-in', ids);
  const browser = Buffer.alloc(32, 7);
  await w.sql(`select corkboard.request_sign_in_code('Stolen@w.example', $1, '192.0.2.1', '/')`, browser);
  const change = `select corkboard.request_email_change($1, $2, 'thief@w.example', $3)`;
  await w.sql(change, workspace, member, person!.tokenHash);
  await act(w.db, 'member.sign-out', ids);
  for (const [rows, value] of [
    ['sessions where member_id = $1', member],
    ['sign_in_links where member_id = $1', member],
    ['email_changes where member_id = $1 and expires_at > now()', member],
    ['sign_ins where browser_hash = $1 and expires_at > now()', browser],
  ] as const)
    t.is(await count(rows, value), 0, rows);
  t.is(await count('sessions where member_id = $1', bystander.memberId), 1);
});

test('make-owner makes a member the owner; the former owner stays a member, and both are told', async t => {
  const ids = await ownedBy('gone@w.example');
  const heir = await signIn(w, ids.workspace, { email: 'heir@w.example' });
  await act(w.db, 'member.make-owner', { ...ids, member: heir.memberId });
  const members = 'select email, role from corkboard.members where workspace_id = $1 order by email';
  t.deepEqual(await w.sql(members, ids.workspace), [
    { email: 'gone@w.example', role: 'member' },
    { email: 'heir@w.example', role: 'owner' },
  ]);
  t.deepEqual(await notices('gone@w.example', 'heir@w.example'), [
    ['ownership_received', 'heir@w.example', 'operator'],
    ['ownership_passed_on', 'gone@w.example', 'operator'],
  ]);
  t.is(await ownerEmail(ids.workspace), 'heir@w.example');
});
