import { randomUUID } from 'node:crypto';
import test from 'ava';
import { Browser, type Seen } from '../support/browser.ts';
import { people } from '../support/console.ts';
import { codeIn, mailbox } from '../support/mailbox.ts';
import { world } from '../support/world.ts';

// How a person becomes a member: by accepting an invitation, with a code that proves that it is theirs.

const w = world(test, { env: { TRUST_PROXY: '1' } });
const m = mailbox(test, w);
const p = people(test, w);
const { sql } = w;
const page = '/settings/members';

const someone = () => `${randomUUID()}@x.example`;
let places = 0;
/** A header of our proxy with a network address that no other test uses. */
const place = () => ({ 'X-Forwarded-For': `203.0.113.${++places}` });

/** A workspace with this name whose owner has invited a person. */
async function inviting(email = someone(), name = 'Studio A') {
  const studio = await w.workspace();
  const ownerEmail = someone();
  await sql('update corkboard.workspaces set name = $2 where id = $1', studio.id, name);
  await sql('update corkboard.members set email = $2 where workspace_id = $1', studio.id, ownerEmail);
  const owner = await p.owner(studio.id);
  const sent = await owner.press(await owner.get(page), 'Send invitation', { email });
  if (sent.location !== `${page}?done=invitation.send`) throw new Error(`not sent: ${sent.status}`);
  return { studio, owner, ownerEmail, email };
}

/** The path in the last invitation that was mailed to an address. */
const pathFor = async (email: string): Promise<string> => {
  const mail = (await m.to(email)).findLast(({ text }) => text.includes('/invite/'))!;
  return /^https:\/\/console\.example(\/invite\/[\w-]+)$/m.exec(mail.text)![1]!;
};

/** Enters the code that was just mailed to an address, on the page that the browser was redirected to. */
async function entering(browser: Browser, asked: Seen, email: string): Promise<Seen> {
  const code = codeIn((await m.to(email)).findLast(({ subject }) => subject.includes('sign-in code'))!);
  return browser.press(await browser.get(asked.location!), 'Sign in', { code });
}

/** A browser without a session that opened an invitation and proved its address; what it sees then. */
async function proven(email: string) {
  const browser = new Browser(w.baseUrl);
  const opened = await browser.get(await pathFor(email));
  const entered = await entering(browser, await browser.press(opened, 'Email me a code'), email);
  return { browser, seen: await browser.get(entered.location!) };
}

const membersOf = async (id: string) =>
  (await sql('select email from corkboard.members where workspace_id = $1 order by id', id)).map(
    ({ email }) => email,
  );

test.serial(
  'an invited person becomes a member only by accepting, with a code that proves their address',
  async t => {
    const { studio, owner, ownerEmail, email } = await inviting();
    const listed = await owner.get(`${page}?done=invitation.send`);
    t.regex(listed.text, /Invitation sent\. The person becomes a member when they accept it\./);
    t.regex(listed.text, /1 of 5 seats used, and 1 open invitation\./);
    t.true(new RegExp(`${email}</th><td[^>]*>Open until `).test(listed.text));
    t.deepEqual(await membersOf(studio.id), [ownerEmail]);
    t.is((await studio.get('/me')).body.limits.seats.used, 1);

    const browser = new Browser(w.baseUrl);
    const link = await pathFor(email);
    const opened = await browser.get(link);
    t.is(opened.status, 200);
    for (const part of ['Studio A', ownerEmail, email]) t.true(opened.text.includes(part), part);
    t.notRegex(opened.text, /Accept/);
    for (const answer of [link, `${link}/decline`]) t.is((await browser.post(answer)).status, 403);
    t.deepEqual(await membersOf(studio.id), [ownerEmail]);

    const asked = await browser.press(opened, 'Email me a code');
    const entered = await entering(browser, asked, email);
    t.regex(entered.location!, /^\/invite\/[0-9a-f-]{36}$/);
    const seen = await browser.get(entered.location!);
    const joined = await browser.press(seen, 'Accept invitation');
    t.is(joined.location, '/');
    t.true((await browser.get('/')).text.includes(email));
    t.deepEqual(await membersOf(studio.id), [ownerEmail, email]);
    for (const used of [link, entered.location!]) {
      t.is((await new Browser(w.baseUrl).get(used)).status, 404);
      t.is((await new Browser(w.baseUrl).post(used)).status, 404);
    }
    t.notRegex((await owner.get(page)).text, /Open until/);
    const actions = await sql(
      `select actor, action, record_type as type from corkboard.audit_log where workspace_id = $1 and action ~ 'invitation' order by id`,
      studio.id,
    );
    t.deepEqual(actions, [
      { actor: ownerEmail, action: 'invitation.sent', type: 'invitation' },
      { actor: email, action: 'invitation.accepted', type: 'member' },
    ]);
  },
);

test.serial('two clicks on Accept make one member with one session', async t => {
  const { studio, email } = await inviting();
  const { browser, seen } = await proven(email);
  const cookies = new Map(browser.cookies);
  const clicks = await Promise.all(
    [1, 2].map(() => {
      const same = new Browser(w.baseUrl);
      for (const pair of cookies) same.cookies.set(...pair);
      return same.press(seen, 'Accept invitation');
    }),
  );
  t.deepEqual(
    clicks.map(({ status, location }) => [status, location]),
    [1, 2].map(() => [303, '/']),
  );
  t.is((await membersOf(studio.id)).length, 2);
  const sessions = `select 1 from corkboard.sessions s join corkboard.members m on m.id = s.member_id where m.email = $1`;
  t.is((await sql(sessions, email)).length, 1);
});

test.serial(
  'a member of another workspace finds an invitation after signing in, and nothing of it in the chooser',
  async t => {
    const own = await w.workspace();
    const email = someone();
    await sql('select corkboard.add_member($1, $2)', own.id, email);
    const { studio, ownerEmail } = await inviting(email, 'Studio B');
    const browser = new Browser(w.baseUrl);
    const asked = await browser.post('/sign-in', { email }, place());
    const entered = await entering(browser, asked, email);
    const seen = await browser.get(entered.location!);
    for (const part of ['Studio B', ownerEmail, 'Decide later']) t.true(seen.text.includes(part), part);
    t.true((await browser.get('/')).text.includes(email), 'signed in to the workspace of the membership');
    const declined = await browser.press(seen, 'Decline');
    t.regex(declined.text, /You declined the invitation/);
    t.is((await browser.get(entered.location!)).status, 404);
    t.is((await membersOf(studio.id)).length, 1);
    const again = new Browser(w.baseUrl);
    t.is((await entering(again, await again.post('/sign-in', { email }, place()), email)).location, '/');
  },
);

test.serial('a member of another workspace accepts by the link, and moves over', async t => {
  const own = await w.workspace();
  const email = someone();
  const member = await p.member(own.id, email);
  const { studio } = await inviting(email, 'Studio C');
  await sql(
    `update corkboard.sessions set confirmed_at = now() - interval '2 hours' where member_id = $1`,
    member.person.memberId,
  );
  const seen = await member.get(await pathFor(email));
  t.is((await member.press(seen, 'Accept invitation')).location, '/');
  t.true((await member.get('/')).text.includes('Studio C'));
  t.true((await membersOf(own.id)).includes(email));
  t.true((await membersOf(studio.id)).includes(email));
  const [{ isRecent }] = await sql(
    `select s.confirmed_at > now() - interval '1 hour' as "isRecent" from corkboard.sessions s where s.workspace_id = $1 and s.member_id =
       (select id from corkboard.members where workspace_id = $1 and email = $2)`,
    studio.id,
    email,
  );
  t.false(isRecent, 'accepting is no proof of identity');
});

test.serial('only the invited address answers an invitation, whatever else a browser has proven', async t => {
  const { studio, email } = await inviting();
  const link = await pathFor(email);
  const other = await p.member((await w.workspace()).id, someone());
  t.regex((await other.get(link)).text, /Email me a code/);
  t.is((await other.post(link)).status, 403);
  const [{ id }] = await sql('select id from corkboard.invitations where workspace_id = $1', studio.id);
  t.is((await other.get(`/invite/${id}`)).status, 404);
  t.is((await other.post(`/invite/${id}`)).status, 404);
  for (const odd of ['x', randomUUID(), `${link.slice(8)}x`])
    t.is((await other.get(`/invite/${odd}`)).status, 404);
  const { browser, seen } = await proven(email);
  await sql(
    `update corkboard.invitations set confirmed_at = now() - interval '31 minutes' where id = $1`,
    id,
  );
  t.is((await browser.press(seen, 'Accept invitation')).status, 404);
  t.is((await membersOf(studio.id)).length, 1);
});

test.serial(
  'Resend sends another link in place of the first; Withdraw ends it; both say so when they come too late',
  async t => {
    const { studio, owner, email } = await inviting();
    const first = await pathFor(email);
    const listed = await owner.get(page);
    const resent = await owner.press(listed, 'Resend');
    t.is(resent.location, `${page}?done=invitation.resend`);
    const second = await pathFor(email);
    t.not(second, first);
    const reader = new Browser(w.baseUrl);
    t.is((await reader.get(first)).status, 404);
    t.is((await reader.get(second)).status, 200);
    t.is((await owner.press(listed, 'Withdraw')).status, 409, 'the page showed the first one');
    const withdrawn = await owner.press(await owner.get(page), 'Withdraw');
    t.is(withdrawn.location, `${page}?done=invitation.withdraw`);
    t.is((await reader.get(second)).status, 404);
    t.notRegex((await owner.get(page)).text, /Open until/);
    const asked = await new Browser(w.baseUrl).post('/sign-in', { email }, place());
    t.is(asked.status, 303);
    t.false(
      (await m.to(email)).some(({ subject }) => subject.includes('sign-in code')),
      'no longer invited',
    );
    t.is((await membersOf(studio.id)).length, 1);
  },
);

test.serial('an invitation expires after seven days, and frees its seat until it is sent again', async t => {
  const { studio, owner, email } = await inviting();
  const link = await pathFor(email);
  const age = `update corkboard.invitations set created_at = created_at - $2::interval, expires_at = expires_at - $2::interval where workspace_id = $1`;
  await sql(age, studio.id, '6 days 23 hours');
  t.is((await new Browser(w.baseUrl).get(link)).status, 200);
  await sql(age, studio.id, '1 hour');
  t.is((await new Browser(w.baseUrl).get(link)).status, 404);
  t.regex((await owner.get(page)).text, />Expired<[\s\S]*/);
  t.regex((await owner.get(page)).text, /1 of 5 seats used\./);
  for (const n of [1, 2, 3, 4]) await sql('select corkboard.add_member($1, $2)', studio.id, `${n}-${email}`);
  t.is((await owner.press(await owner.get(page), 'Resend')).status, 422);
});

test.serial('accepting fails while all seats are taken, and works once one is free', async t => {
  const { studio, ownerEmail, email } = await inviting();
  const { browser, seen } = await proven(email);
  for (const n of [1, 2, 3, 4]) await sql('select corkboard.add_member($1, $2)', studio.id, `${n}-${email}`);
  const full = await browser.press(seen, 'Accept invitation');
  t.is(full.status, 402);
  t.true(full.text.includes(`Ask its owner, ${ownerEmail}, to free one`));
  await sql(
    'select corkboard.remove_member($1, id) from corkboard.members where workspace_id = $1 and email = $2',
    studio.id,
    `1-${email}`,
  );
  t.is((await browser.press(seen, 'Accept invitation')).location, '/');
});

test.serial(
  'accepting, withdrawing and the last seat are decided once, however many race for them',
  async t => {
    for (let round = 0; round < 3; round++) {
      const { studio, owner, email } = await inviting();
      const { browser, seen } = await proven(email);
      const listed = await owner.get(page);
      const [accepted, withdrawn] = await Promise.all([
        browser.press(seen, 'Accept invitation'),
        owner.press(listed, 'Withdraw'),
      ]);
      const joined = (await membersOf(studio.id)).includes(email);
      t.deepEqual([accepted.status, withdrawn.status], joined ? [303, 409] : [404, 303]);
    }
    const { studio, owner, email } = await inviting();
    const other = someone();
    await owner.post('/settings/members/add', { email: other });
    const both = [await proven(email), await proven(other)];
    for (const n of [1, 2, 3]) await sql('select corkboard.add_member($1, $2)', studio.id, `${n}-${email}`);
    const answers = await Promise.all(
      both.map(({ browser, seen }) => browser.press(seen, 'Accept invitation')),
    );
    t.deepEqual(answers.map(({ status }) => status).sort(), [303, 402]);
    t.is((await membersOf(studio.id)).length, 5);
  },
);

test.serial(
  'an address gets at most five invitations a day from a workspace, and none if it is a member',
  async t => {
    const { studio, owner, email } = await inviting();
    for (let n = 2; n <= 5; n++) t.is((await owner.press(await owner.get(page), 'Resend')).status, 303);
    const beyond = await owner.press(await owner.get(page), 'Resend');
    t.is(beyond.status, 422);
    t.regex(beyond.text, /and 5 to the same address/);
    t.is((await owner.post('/settings/members/add', { email })).status, 409);
    await sql('select corkboard.add_member($1, $2)', studio.id, email);
    t.notRegex((await owner.get(page)).text, /Open until/);
    t.is((await owner.post('/settings/members/add', { email })).status, 409);
    t.is((await sql('select 1 from corkboard.invitations where email = $1', email)).length, 5);
  },
);
