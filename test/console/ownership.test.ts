import { randomUUID } from 'node:crypto';
import test from 'ava';
import { type Browser, lacks, shows } from '../support/browser.ts';
import { mailbox, mailWorld } from '../support/mailbox.ts';

const w = mailWorld(test);
const m = mailbox(test, w);
const { sql, call } = w;
const page = '/settings/members';

/** A workspace with its owner and two members, all signed in, with unique addresses. */
async function team() {
  const name = randomUUID();
  const emails = {
    owner: `owner-${name}@x.example`,
    lee: `lee-${name}@x.example`,
    kim: `kim-${name}@x.example`,
  };
  const studio = await w.workspace({ ownerEmail: emails.owner });
  return {
    studio,
    emails,
    owner: await w.owner(studio.id),
    lee: await w.member(studio.id, emails.lee),
    kim: await w.member(studio.id, emails.kim),
  };
}

async function roles(workspaceId: string) {
  const rows = await sql('select email, role from corkboard.members where workspace_id = $1', workspaceId);
  return Object.fromEntries(rows.map(({ email, role }) => [email.split('-')[0], role]));
}
const makeOwner = async (owner: Browser, email: string) =>
  owner.press(await owner.get(`${page}?new=offer-ownership`), 'Make owner', { email });
const isOffered = async (browser: Browser) => (await browser.get(page)).text.includes('Accept ownership');

test('the owner offers ownership, the member accepts, and both are told', async t => {
  const { studio, emails, owner, lee, kim } = await team();
  const offered = await makeOwner(owner, ` ${emails.lee.toUpperCase()} `);
  t.is(offered.location, `${page}?done=member.offer-ownership`);
  const after = await owner.get(offered.location!);
  shows(t, after, `You offered ownership of this workspace to ${emails.lee}`);
  lacks(t, after, 'Hand over ownership');
  t.deepEqual(await roles(studio.id), { owner: 'owner', lee: 'member', kim: 'member' });
  const [offerMail] = await m.to(emails.lee);
  t.true(offerMail!.text.includes(`${emails.owner} wants to make you the owner`));
  t.true(offerMail!.text.includes('https://console.example/settings/members'));

  const home = await lee.get('/');
  shows(t, home, 'Ownership offered to you');
  t.is((await lee.follow(home, 'Accept or decline ownership of Studio')).status, 200);
  for (const other of [owner, kim]) lacks(t, await other.get('/'), 'Ownership offered');
  t.false(await isOffered(kim));
  const asked = await lee.get(page);
  t.regex(
    asked.text,
    /<details class="ask"><summary[^>]*>Accept ownership<\/summary><p>You become the owner/,
  );
  const done = await lee.press(asked, 'Accept ownership');
  t.is(done.location, `${page}?done=member.accept-ownership`);
  t.deepEqual(await roles(studio.id), { owner: 'member', lee: 'owner', kim: 'member' });
  shows(t, await lee.get(page), 'Invite a member');
  shows(t, await owner.get(page), 'Only the owner can');
  t.is((await owner.post('/settings/keys/create', { label: 'x' })).status, 403);
  lacks(t, await lee.get('/'), 'Ownership offered');

  const [, received, ...others] = await m.to(emails.lee);
  t.deepEqual(others, []);
  t.true(received!.text.includes(`${emails.owner}, the former owner, is a member now`));
  const [passedOn, ...rest] = await m.to(emails.owner);
  t.deepEqual(rest, []);
  t.true(passedOn!.text.includes(`${emails.lee} accepted ownership`));
  const log = await sql(
    `select actor, action, record_id as id from corkboard.audit_log
      where workspace_id = $1 and record_type = 'member' and actor <> 'operator' order by recorded_at`,
    studio.id,
  );
  t.deepEqual(log, [
    { actor: emails.owner, action: 'member.ownership_offered', id: lee.person.memberId },
    { actor: emails.lee, action: 'member.owner_replaced', id: owner.person.memberId },
    { actor: emails.lee, action: 'member.ownership_accepted', id: lee.person.memberId },
  ]);
});

test('only its recipient declines an offer, the owner withdraws it without a recent code, and another offer can be made each time', async t => {
  const { studio, emails, owner, lee, kim } = await team();
  await makeOwner(owner, emails.lee);
  const declined = await lee.press(await lee.get(page), 'Decline');
  t.is(declined.location, `${page}?done=member.decline-ownership`);
  t.false(await isOffered(lee));
  await makeOwner(owner, emails.kim);
  for (const answer of ['accept-ownership', 'decline-ownership'])
    for (const other of [lee, owner]) t.is((await other.post(`/settings/members/${answer}`)).status, 409);
  t.true(await isOffered(kim));
  await sql(
    `update corkboard.sessions set confirmed_at = now() - interval '31 minutes' where member_id = $1`,
    owner.person.memberId,
  );
  const withdrawn = await owner.press(await owner.get(page), 'Withdraw offer');
  t.is(withdrawn.location, `${page}?done=member.withdraw-ownership`);
  t.false(await isOffered(kim));
  const late = await kim.post('/settings/members/accept-ownership');
  t.is(late.status, 409);
  shows(t, late, 'There is no such offer any more');
  t.deepEqual(await roles(studio.id), { owner: 'owner', lee: 'member', kim: 'member' });
});

test('an offer expires after 7 days, and ends with its member, and then another one can be made', async t => {
  const { studio, emails, owner, lee, kim } = await team();
  const age = `update corkboard.ownership_offers set expires_at = expires_at - $2::interval where workspace_id = $1`;
  await makeOwner(owner, emails.lee);
  await sql(age, studio.id, '6 days 23 hours');
  t.true(await isOffered(lee));
  await sql(age, studio.id, '1 hour');
  t.false(await isOffered(lee));
  t.is((await lee.post('/settings/members/accept-ownership')).status, 409);
  t.is((await makeOwner(owner, emails.kim)).status, 303);
  await call('remove_member', studio.id, kim.person.memberId);
  t.is((await kim.post('/settings/members/accept-ownership')).status, 303);
  const refused = await makeOwner(owner, emails.kim);
  t.regex(refused.text, /href="#offer-ownership-email">Email address of the member must be the address of a/);
  t.is((await makeOwner(owner, emails.lee)).status, 303);
  t.deepEqual(await roles(studio.id), { owner: 'owner', lee: 'member' });
});
