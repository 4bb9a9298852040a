import { randomUUID } from 'node:crypto';
import test from 'ava';
import { hashOf, newToken } from '../../src/console/sessions/session.ts';
import { type Browser, lacks, type Seen, shows } from '../support/browser.ts';
import { mailbox, mailWorld } from '../support/mailbox.ts';

// How a person becomes a member: by accepting an invitation, with a code that proves that it is theirs.

const w = mailWorld(test);
const m = mailbox(test, w);
const { sql, call } = w;
const page = '/settings/members';

const someone = () => `${randomUUID()}@x.example`;
let places = 0;
/** A header of our proxy with a network address that no other test uses. */
const place = () => ({ 'X-Forwarded-For': `203.0.113.${++places}` });

/** A workspace with this name whose owner has invited a person. */
async function inviting(email = someone(), name = 'Studio A') {
  const ownerEmail = someone();
  const studio = await w.workspace({ ownerEmail });
  await call('change_workspace', studio.id, { name });
  const owner = await w.owner(studio.id);
  const sent = await owner.press(await owner.get(page), 'Send invitation', { email });
  if (sent.location !== `${page}?done=invitation.send`) throw new Error(`not sent: ${sent.status}`);
  /** Takes all seats but these. */
  const leaveSeats = async (free: number) => {
    for (let n = 1; n <= 4 - free; n++) await call('add_member', studio.id, `${n}-${email}`);
  };
  return { studio, owner, ownerEmail, email, leaveSeats };
}

/** The path in the last invitation that was mailed to an address. */
const pathFor = async (email: string): Promise<string> => {
  const mail = (await m.to(email)).findLast(({ text }) => text.includes('/invite/'))!;
  return /^https:\/\/console\.example(\/invite\/[\w-]+)$/m.exec(mail.text)![1]!;
};

/** Enters the code that was just mailed to an address, on the page that the browser was redirected to. */
async function entering(browser: Browser, asked: Seen, email: string): Promise<Seen> {
  const code = await m.codeFor(email);
  return browser.press(await browser.get(asked.location!), 'Sign in', { code });
}

/** A browser without a session in which a person proved their address, and what it sees of their invitation. */
async function proven(email: string) {
  const browser = w.stranger();
  const token = newToken();
  browser.cookies.set('corkboard-browser', token);
  await call('confirm_invited_address', email, hashOf(token));
  const open = 'select id from corkboard.invitations where email = $1 and ended_at is null';
  const [{ id }] = await sql(open, email);
  return { browser, seen: await browser.get(`/invite/${id}`) };
}

const members = 'select email from corkboard.members where workspace_id = $1 order by id';
const membersOf = async (id: string) => (await sql(members, id)).map(({ email }) => email);

test('an invited person becomes a member only by accepting, with a code that proves their address', async t => {
  const { studio, owner, ownerEmail, email } = await inviting();
  const listed = await owner.get(`${page}?done=invitation.send`);
  shows(t, listed, 'Invitation sent. The person becomes a member when they accept it.');
  shows(t, listed, '1 of 5 seats used, and 1 open invitation.', `${email} Open until `);
  t.deepEqual(await membersOf(studio.id), [ownerEmail]);
  t.is((await studio.get('/me')).body.limits.seats.used, 1);

  const browser = w.stranger();
  const link = await pathFor(email);
  const opened = await browser.get(link);
  shows(t, opened, `${ownerEmail} invites ${email} to become a member of the workspace Studio A.`);
  lacks(t, opened, 'Accept invitation');
  for (const answer of [link, `${link}/decline`]) t.is((await browser.post(answer)).status, 403);
  t.deepEqual(await membersOf(studio.id), [ownerEmail]);

  const entered = await entering(browser, await browser.press(opened, 'Email me a code'), email);
  t.regex(entered.location!, /^\/invite\/[0-9a-f-]{36}$/);
  const asked = await browser.get(entered.location!);
  const refused = await browser.press(asked, 'Accept invitation', { name: 'A\u202eda' });
  t.is(refused.status, 422);
  shows(t, refused, 'must not contain control characters');
  const joined = await browser.press(refused, 'Accept invitation', { name: ' Ada Marsh ' });
  t.is(joined.location, '/');
  t.true((await browser.get('/')).text.includes(`<bdi title="${email}">Ada Marsh</bdi>`));
  t.deepEqual(await membersOf(studio.id), [ownerEmail, email]);
  for (const used of [link, entered.location!]) {
    t.is((await w.stranger().get(used)).status, 404);
    t.is((await w.stranger().post(used)).status, 404);
  }
  lacks(t, await owner.get(page), 'Open until');
  shows(
    t,
    await owner.get('/settings/audit'),
    'Ada Marsh … in the app accepted',
    `${ownerEmail}, in the app`,
  );
});

test('a member of another workspace finds an invitation after signing in, and nothing of it in the chooser', async t => {
  const own = await w.workspace();
  const email = someone();
  await call('add_member', own.id, email);
  const { studio, ownerEmail } = await inviting(email, 'Studio B');
  const browser = w.stranger();
  const entered = await entering(browser, await browser.post('/sign-in', { email }, place()), email);
  const seen = await browser.get(entered.location!);
  shows(t, seen, `${ownerEmail} invites … Studio B … Decide later`);
  t.true((await browser.get('/')).text.includes(email), 'signed in to the workspace of the membership');
  shows(t, await browser.press(seen, 'Decline'), 'You declined the invitation');
  t.is((await browser.get(entered.location!)).status, 404);
  t.is((await membersOf(studio.id)).length, 1);
  const again = w.stranger();
  t.is((await entering(again, await again.post('/sign-in', { email }, place()), email)).location, '/');
});

test('a member of another workspace accepts by the link, and moves over', async t => {
  const own = await w.workspace();
  const email = someone();
  const member = await w.member(own.id, email);
  const { studio } = await inviting(email, 'Studio C');
  const age = `update corkboard.sessions set confirmed_at = now() - interval '2 hours' where member_id = $1`;
  await sql(age, member.person.memberId);
  const seen = await member.get(await pathFor(email));
  t.is((await member.press(seen, 'Accept invitation')).location, '/');
  t.regex((await member.get('/')).text, /<title>[^<]*Studio C</);
  for (const { id } of [own, studio]) t.true((await membersOf(id)).includes(email));
  const recent = `select 1 from corkboard.sessions where workspace_id = $1 and confirmed_at > now() - interval '1 hour'
    and member_id = (select id from corkboard.members where workspace_id = $1 and email = $2)`;
  t.deepEqual(await sql(recent, studio.id, email), [], 'accepting is no proof of identity');
});

test('only the invited address answers an invitation, whatever else a browser has proven', async t => {
  const { studio, owner, email } = await inviting();
  const link = await pathFor(email);
  const other = await w.member((await w.workspace()).id, someone());
  shows(t, await other.get(link), 'confirm that this is your email address');
  t.is((await other.post(link)).status, 403);
  const [{ id }] = await sql('select id from corkboard.invitations where workspace_id = $1', studio.id);
  t.is((await other.post(`/invite/${id}`)).status, 404);
  for (const odd of [id, 'x', randomUUID(), `${link.slice(8)}x`])
    t.is((await other.get(`/invite/${odd}`)).status, 404);
  const { browser, seen } = await proven(email);
  await sql(
    `update corkboard.invitations set confirmed_at = now() - interval '31 minutes' where id = $1`,
    id,
  );
  t.is((await browser.press(seen, 'Accept invitation')).status, 404);
  t.is((await membersOf(studio.id)).length, 1);
  // The invitation ends when its person becomes a member in another way.
  shows(t, await owner.get(page), 'Open until');
  await call('add_member', studio.id, email);
  lacks(t, await owner.get(page), 'Open until');
});

test('Resend sends another link in place of the first; Withdraw ends it, and says so when it comes too late', async t => {
  const { studio, owner, email } = await inviting();
  const first = await pathFor(email);
  const listed = await owner.get(page);
  t.is((await owner.press(listed, 'Resend')).location, `${page}?done=invitation.resend`);
  const second = await pathFor(email);
  t.not(second, first);
  const opens = async (link: string) => (await w.stranger().get(link)).status;
  t.deepEqual([await opens(first), await opens(second)], [404, 200]);
  t.is((await owner.press(listed, 'Withdraw')).status, 409, 'the page showed the first one');
  const withdrawn = await owner.press(await owner.get(page), 'Withdraw');
  t.is(withdrawn.location, `${page}?done=invitation.withdraw`);
  t.is(await opens(second), 404);
  lacks(t, await owner.get(page), 'Open until');
  t.is((await w.stranger().post('/sign-in', { email }, place())).status, 303);
  t.false(
    (await m.to(email)).some(({ subject }) => subject.includes('sign-in code')),
    'no longer invited',
  );
  t.is((await membersOf(studio.id)).length, 1);
});

test('an invitation expires after seven days, and frees its seat until it is sent again', async t => {
  const { studio, owner, email, leaveSeats } = await inviting();
  const link = await pathFor(email);
  const age = `update corkboard.invitations set created_at = created_at - $2::interval, expires_at = expires_at - $2::interval where workspace_id = $1`;
  await sql(age, studio.id, '6 days 23 hours');
  t.is((await w.stranger().get(link)).status, 200);
  await sql(age, studio.id, '1 hour');
  t.is((await w.stranger().get(link)).status, 404);
  shows(t, await owner.get(page), '1 of 5 seats used. … Expired');
  await leaveSeats(0);
  t.is((await owner.press(await owner.get(page), 'Resend')).status, 422);
});

test('accepting fails while all seats are taken; once one is free, two clicks make one member with one session', async t => {
  const { studio, ownerEmail, email, leaveSeats } = await inviting();
  const { browser, seen } = await proven(email);
  await leaveSeats(0);
  const full = await browser.press(seen, 'Accept invitation');
  t.is(full.status, 402);
  shows(t, full, `Ask its owner, ${ownerEmail}, to free one`);
  const [{ id }] = await sql('select id from corkboard.members where email = $1', `1-${email}`);
  await call('remove_member', studio.id, id);
  const clicks = await Promise.all(
    [1, 2].map(() => {
      const same = w.stranger();
      for (const pair of browser.cookies) same.cookies.set(...pair);
      return same.press(seen, 'Accept invitation');
    }),
  );
  for (const { location } of clicks) t.is(location, '/');
  t.is((await membersOf(studio.id)).filter(one => one === email).length, 1);
  const sessions = `select 1 from corkboard.sessions s join corkboard.members m on m.id = s.member_id where m.email = $1`;
  t.is((await sql(sessions, email)).length, 1);
});

test('accepting, withdrawing and the last seat are decided once, however many race for them', async t => {
  for (let round = 0; round < 2; round++) {
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
  const { studio, owner, email, leaveSeats } = await inviting();
  const other = someone();
  await owner.post('/settings/members/add', { email: other });
  const both = [await proven(email), await proven(other)];
  await leaveSeats(1);
  const answers = await Promise.all(
    both.map(({ browser, seen }) => browser.press(seen, 'Accept invitation')),
  );
  t.deepEqual(answers.map(({ status }) => status).sort(), [303, 402]);
  t.is((await membersOf(studio.id)).length, 5);
});

test('members and simultaneous invitations together never exceed the seats', async t => {
  const { owner, leaveSeats, studio } = await inviting();
  await leaveSeats(2);
  const answers = await Promise.all(
    [1, 2, 3].map(() => owner.post('/settings/members/add', { email: someone() })),
  );
  t.deepEqual(answers.map(({ status }) => status).sort(), [303, 422, 422]);
  const { text } = answers.find(({ status }) => status === 422)!;
  t.regex(text, /role="alert"[\s\S]*href="\/settings\/billing"/);
  t.is((await membersOf(studio.id)).length, 3);
});
