import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { Browser } from '../support/browser.ts';
import { people } from '../support/console.ts';
import { mailbox } from '../support/mailbox.ts';
import { world } from '../support/world.ts';

const w = world(test);
const m = mailbox(test, w);
const p = people(test, w);
const { sql } = w;
const page = '/settings/members';

/** A workspace with its owner and two members, all signed in, with unique addresses. */
async function team() {
  const studio = await w.workspace();
  const name = randomUUID();
  const emails = {
    owner: `owner-${name}@x.example`,
    lee: `lee-${name}@x.example`,
    kim: `kim-${name}@x.example`,
  };
  await sql('update corkboard.members set email = $2 where workspace_id = $1', studio.id, emails.owner);
  return {
    studio,
    emails,
    owner: await p.owner(studio.id),
    lee: await p.member(studio.id, emails.lee),
    kim: await p.member(studio.id, emails.kim),
  };
}

const roles = async (workspaceId: string) =>
  Object.fromEntries(
    (await sql('select email, role from corkboard.members where workspace_id = $1', workspaceId)).map(
      ({ email, role }) => [email.split('-')[0], role],
    ),
  );
const makeOwner = async (owner: Browser, email: string) =>
  owner.press(await owner.get(page), 'Make owner', { email });
const isOffered = async (browser: Browser) => (await browser.get(page)).text.includes('Accept ownership');
const stale = (memberId: string) =>
  sql(
    `update corkboard.sessions set confirmed_at = now() - interval '31 minutes' where member_id = $1`,
    memberId,
  );
const expire = (workspaceId: string, by: string) =>
  sql(
    `update corkboard.ownership_offers set expires_at = expires_at - $2::interval where workspace_id = $1`,
    workspaceId,
    by,
  );

test('the owner offers ownership, the member accepts, and both are told', async t => {
  const { studio, emails, owner, lee, kim } = await team();
  const offered = await makeOwner(owner, ` ${emails.lee.toUpperCase()} `);
  t.is(offered.location, `${page}?done=member.offer-ownership`);
  const after = await owner.get(offered.location!);
  t.true(after.text.includes(`You offered ownership of this workspace to <b>${emails.lee}</b>`));
  t.notRegex(after.text, /Hand over ownership/);
  t.deepEqual(await roles(studio.id), { owner: 'owner', lee: 'member', kim: 'member' });
  const [offerMail, ...none] = await m.to(emails.lee);
  t.deepEqual(none, []);
  t.true(offerMail!.text.includes(`${emails.owner} wants to make you the owner`));
  t.true(offerMail!.text.includes('https://console.example/settings/members'));

  t.regex((await lee.get('/')).text, /<h2>Ownership offered to you<\/h2>[\s\S]*href="\/settings\/members"/);
  for (const other of [owner, kim]) t.notRegex((await other.get('/')).text, /Ownership offered/);
  t.false(await isOffered(kim));
  const asked = await lee.get(page);
  t.regex(
    asked.text,
    /<details class="ask"><summary[^>]*>Accept ownership<\/summary><p>You become the owner/,
  );
  const done = await lee.press(asked, 'Accept ownership');
  t.is(done.location, `${page}?done=member.accept-ownership`);
  t.deepEqual(await roles(studio.id), { owner: 'member', lee: 'owner', kim: 'member' });
  t.regex((await lee.get(page)).text, /Invite a member/);
  t.regex((await owner.get(page)).text, /Only the owner can/);
  t.is((await owner.post('/settings/keys/create', { label: 'x' })).status, 403);
  t.notRegex((await lee.get('/')).text, /Ownership offered/);

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
  t.deepEqual(
    log.map(({ actor, action, id }) => [actor, action, id]),
    [
      [emails.owner, 'member.ownership_offered', lee.person.memberId],
      [emails.lee, 'member.owner_replaced', owner.person.memberId],
      [emails.lee, 'member.ownership_accepted', lee.person.memberId],
    ],
  );
  const audit = (await lee.get('/settings/audit')).text;
  for (const words of [
    'offered a member the ownership',
    'made the former owner a member',
    'accepted the ownership',
  ])
    t.true(audit.includes(words), words);
});

test('a member declines: nothing changes, and the owner can make another offer', async t => {
  const { studio, emails, owner, lee, kim } = await team();
  await makeOwner(owner, emails.lee);
  const declined = await lee.press(await lee.get(page), 'Decline');
  t.is(declined.location, `${page}?done=member.decline-ownership`);
  t.false(await isOffered(lee));
  t.is((await lee.post('/settings/members/accept-ownership')).status, 409);
  t.is((await makeOwner(owner, emails.kim)).status, 303);
  t.true(await isOffered(kim));
  t.deepEqual(await roles(studio.id), { owner: 'owner', lee: 'member', kim: 'member' });
});

test('the owner withdraws the offer, even without a recent code', async t => {
  const { studio, emails, owner, lee } = await team();
  await makeOwner(owner, emails.lee);
  await stale(owner.person.memberId);
  const withdrawn = await owner.press(await owner.get(page), 'Withdraw offer');
  t.is(withdrawn.location, `${page}?done=member.withdraw-ownership`);
  t.false(await isOffered(lee));
  const late = await lee.post('/settings/members/accept-ownership');
  t.is(late.status, 409);
  t.regex(late.text, /There is no such offer any more/);
  t.deepEqual(await roles(studio.id), { owner: 'owner', lee: 'member', kim: 'member' });
});

test('an offer expires after 7 days, and then another one can be made', async t => {
  const { studio, emails, owner, lee } = await team();
  await makeOwner(owner, emails.lee);
  await expire(studio.id, '6 days 23 hours');
  t.true(await isOffered(lee));
  await expire(studio.id, '1 hour');
  t.false(await isOffered(lee));
  t.is((await lee.post('/settings/members/accept-ownership')).status, 409);
  t.is((await makeOwner(owner, emails.kim)).status, 303);
});

test('an offer ends with its member, and then another one can be made', async t => {
  const { studio, emails, owner, lee } = await team();
  await makeOwner(owner, emails.lee);
  await sql('select corkboard.remove_member($1, $2)', studio.id, lee.person.memberId);
  t.is((await lee.post('/settings/members/accept-ownership')).status, 303);
  t.is((await makeOwner(owner, emails.kim)).status, 303);
  t.deepEqual(await roles(studio.id), { owner: 'owner', kim: 'member' });
});

test('only the owner can make and withdraw an offer, and only its recipient can accept or decline it', async t => {
  const { studio, emails, owner, lee, kim } = await team();
  t.is((await kim.post('/settings/members/offer-ownership', { email: emails.kim })).status, 403);
  await makeOwner(owner, emails.lee);
  for (const answer of ['accept-ownership', 'decline-ownership'])
    for (const other of [kim, owner]) t.is((await other.post(`/settings/members/${answer}`)).status, 409);
  const withdraw = `/settings/members/${lee.person.memberId}/withdraw-ownership`;
  t.is((await kim.post(withdraw)).status, 403);
  const elsewhere = await team();
  t.is((await elsewhere.owner.post(withdraw)).status, 404);
  t.is((await elsewhere.lee.post('/settings/members/accept-ownership')).status, 409);
  t.is((await p.stranger().post('/settings/members/accept-ownership')).status, 303);
  t.true(await isOffered(lee));
  t.deepEqual(await roles(studio.id), { owner: 'owner', lee: 'member', kim: 'member' });
});

test('an offer to a non-member or to oneself is rejected, and so is a second offer', async t => {
  const { studio, emails, owner } = await team();
  const elsewhere = await team();
  for (const email of ['nobody@x.example', elsewhere.emails.lee]) {
    const { status, text } = await makeOwner(owner, email);
    t.is(status, 422);
    t.regex(
      text,
      /href="#offer-ownership-email">Email address of the member must be the address of a member/,
    );
  }
  t.is((await makeOwner(owner, emails.owner)).status, 409);
  await makeOwner(owner, emails.lee);
  const second = await owner.post('/settings/members/offer-ownership', { email: emails.kim });
  t.is(second.status, 409);
  t.regex(second.text, /Withdraw that offer first/);
  t.is((await sql('select 1 from corkboard.ownership_offers where workspace_id = $1', studio.id)).length, 1);
});

test('at most five offers an hour are mailed', async t => {
  const { studio, emails, owner } = await team();
  for (let n = 0; n < 5; n++) {
    t.is((await makeOwner(owner, emails.lee)).status, 303);
    t.is((await owner.press(await owner.get(page), 'Withdraw offer')).status, 303);
  }
  const sixth = await makeOwner(owner, emails.lee);
  t.is(sixth.status, 422);
  t.regex(sixth.text, /Try again in an hour/);
  t.is((await m.to(emails.lee)).length, 5);
  await sql(
    `update corkboard.ownership_offers set created_at = created_at - interval '1 hour' where workspace_id = $1`,
    studio.id,
  );
  t.is((await makeOwner(owner, emails.lee)).status, 303);
});

test('an owner without other members can’t offer ownership', async t => {
  const studio = await w.workspace();
  t.notRegex((await (await p.owner(studio.id)).get(page)).text, /Hand over ownership/);
});
