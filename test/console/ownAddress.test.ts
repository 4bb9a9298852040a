import { scryptSync } from 'node:crypto';
import test from 'ava';
import { type Browser, lacks, shows } from '../support/browser.ts';
import { mailbox, mailWorld, otherThan } from '../support/mailbox.ts';
import type { Person } from '../support/session.ts';
import { times } from '../support/times.ts';

const w = mailWorld(test);
const m = mailbox(test, w);
const { codeFor } = m;
const { sql, call } = w;

let counted = 0;
/** A workspace, its owner signed in under a unique address, and the owner's new address. */
async function owner(confirmed = '0') {
  const n = ++counted;
  const email = `owner-${n}@old.example`;
  const studio = await w.workspace({ ownerEmail: email });
  return { studio, email, wanted: `owner-${n}@new.example`, browser: await w.owner(studio.id, confirmed) };
}

const emailOf = async ({ memberId }: Person) =>
  (await sql('select email from corkboard.members where id = $1', memberId))[0].email;
const ask = (browser: Browser, newEmail: string) =>
  browser.post('/settings/members/change-email', { newEmail });
const enter = (browser: Browser, code: string) => browser.post('/settings/members/confirm-email', { code });
/** Signs in with a code that is mailed to an address. Returns the status of the answer. */
async function signsIn(email: string, browser = w.stranger()) {
  await browser.post('/sign-in', { email });
  return (await browser.post('/sign-in/code', { code: await codeFor(email) })).status;
}

test('the owner’s new address is confirmed by a code, and both addresses are told', async t => {
  const { email, wanted, browser } = await owner();
  const asked = await browser.press(
    await browser.get('/settings/members?new=change-email'),
    'Change email address',
    {
      newEmail: ` ${wanted} `,
    },
  );
  t.is(asked.location, '/settings/members?done=member.change-email');
  const code = await codeFor(wanted);
  t.is(await emailOf(browser.person), email);
  t.deepEqual(await m.to(email), []);
  const page = await browser.get(asked.location!);
  shows(t, page, `We emailed a code to ${wanted}.`);
  const typed = code.toLowerCase().replace(/^..../, '$& ');
  const done = await browser.press(page, 'Confirm new address', { code: typed });
  t.is(done.location, '/settings/members?done=member.confirm-email');
  t.is(await emailOf(browser.person), wanted);
  const after = await browser.get(done.location!);
  shows(t, after, `You sign in to this workspace as ${wanted}.`);
  lacks(t, after, 'We emailed a code');

  const [told, ...more] = await m.to(email);
  t.deepEqual(more, []);
  t.true(told!.text.includes(`from ${email} to ${wanted}`));
  t.notRegex(told!.text, new RegExp(code));
  const [, welcome, ...rest] = await m.to(wanted);
  t.deepEqual(rest, []);
  t.true(welcome!.text.includes('sign in to this workspace with the new address'));
  t.not(told!.messageId, welcome!.messageId);
});

test('a changed address ends sign-in links, other sessions, and codes mailed to the former one, of that member only', async t => {
  const { studio, email: ownersEmail, wanted, browser: colleague } = await owner();
  const email = `member-${ownersEmail}`;
  const member = await w.member(studio.id, email);
  const elsewhere = w.stranger();
  t.is(await signsIn(email, elsewhere), 303);
  const [{ token }] = await call('create_sign_in_link', member.person.memberId);
  const stranger = w.stranger();
  await stranger.post('/sign-in', { email });
  const signInCode = await codeFor(email);
  await ask(member, wanted);
  t.is((await enter(member, await codeFor(wanted))).status, 303);
  t.deepEqual([await emailOf(member.person), await emailOf(colleague.person)], [wanted, ownersEmail]);

  t.is((await member.get('/')).status, 200);
  t.is((await elsewhere.get('/')).status, 303);
  t.is((await colleague.get('/')).status, 200);
  t.is((await w.stranger().get(`/sign-in/${token}`)).status, 404);
  t.is((await stranger.post('/sign-in/code', { code: signInCode })).status, 422);
  t.is(await signsIn(wanted), 303);
});

test('after five wrong codes, which may be entered at once, the right one is rejected', async t => {
  const { email, wanted, browser } = await owner();
  await ask(browser, wanted);
  const code = await codeFor(wanted);
  for (const { status, text } of await times(5, () => enter(browser, otherThan(code)))) {
    t.is(status, 422);
    t.regex(text, /href="#confirm-email-code">Code from the email is wrong/);
  }
  const late = await enter(browser, code);
  t.is(late.status, 422);
  shows(t, late, 'Request a new one');
  t.is(await emailOf(browser.person), email);
});

test('a code works only in the session that requested it, for 15 minutes, until another one is requested', async t => {
  const { studio, email, wanted, browser } = await owner();
  const [elsewhere, member] = [await w.owner(studio.id), await w.member(studio.id)];
  await ask(browser, wanted);
  const first = await codeFor(wanted);
  for (const other of [elsewhere, member, w.stranger()]) t.is((await enter(other, first)).status, 422);
  await ask(browser, wanted);
  const second = await codeFor(wanted);
  t.is((await enter(browser, first)).status, 422);
  const age = `update corkboard.email_changes set expires_at = expires_at - $2::interval where workspace_id = $1`;
  await sql(age, studio.id, '15 minutes');
  t.is((await enter(browser, second)).status, 422);
  t.is(await emailOf(browser.person), email);
  await ask(browser, wanted);
  const third = await codeFor(wanted);
  await sql(age, studio.id, '14 minutes');
  t.is((await enter(browser, third)).status, 303);
});

test('the code can’t sign in, a sign-in code can’t change an address, and only its scrypt hash is stored', async t => {
  const { studio, email, wanted, browser } = await owner();
  const stranger = w.stranger();
  await stranger.post('/sign-in', { email });
  const signInCode = await codeFor(email);
  await ask(browser, wanted);
  const code = await codeFor(wanted);
  // The same browser, with both cookies.
  browser.cookies.set('corkboard-browser', stranger.cookies.get('corkboard-browser')!);
  t.is((await browser.post('/sign-in/code', { code })).status, 422);
  t.is((await enter(browser, signInCode)).status, 422);
  t.is(await emailOf(browser.person), email);
  const [{ id, code_hash: hash }] = await sql(
    'select * from corkboard.email_changes where workspace_id = $1',
    studio.id,
  );
  t.deepEqual(scryptSync(code, id, 32, { N: 2 ** 13 }), hash);
});

test('an address that a colleague took after the request is rejected without an email', async t => {
  const { studio, email, browser } = await owner();
  await w.member(studio.id, 'taken@studio.example');
  const wanted = `soon-${email}`;
  await ask(browser, wanted);
  const code = await codeFor(wanted);
  await call('add_member', studio.id, wanted.toUpperCase());
  t.is((await enter(browser, code)).status, 409);
  t.is(await emailOf(browser.person), email);
  t.deepEqual(await m.to(email), []);
  // Only ASCII letters are compared without case: a look-alike is another address.
  t.is((await ask(browser, 'taken@stud\u0130o.example')).status, 303);
});

test('a browser with an earlier sign-in is also known for the new address', async t => {
  const { studio, email, wanted } = await owner();
  const browser = w.stranger();
  t.is(await signsIn(email, browser), 303);
  await ask(browser, wanted);
  t.is((await enter(browser, await codeFor(wanted))).status, 303);
  const isKnown = async (address: string) => {
    await browser.post('/sign-in', { email: address });
    const [signIn] = await sql('select is_known_origin from corkboard.sign_ins where email = $1', address);
    return signIn.is_known_origin;
  };
  t.true(await isKnown(wanted));
  // If the operator changed the address, the browsers may belong to someone else.
  const [{ id }] = await sql('select id from corkboard.members where workspace_id = $1', studio.id);
  await call('set_member_email', studio.id, id, `again-${wanted}`);
  t.false(await isKnown(`again-${wanted}`));
});

test('a change to another spelling of the address sends one email', async t => {
  const { email, browser } = await owner();
  const spelled = email.toUpperCase();
  await ask(browser, spelled);
  t.is((await enter(browser, await codeFor(spelled))).status, 303);
  t.is(await emailOf(browser.person), spelled);
  const [, ...told] = await m.to(email);
  t.is(told.length, 1);
});

test('an address gets ten codes a day from one network and 200 from all, also of members who were removed', async t => {
  const crowd = await times(11, () => owner());
  const answers = await Promise.all(crowd.map(({ browser }) => ask(browser, 'Victim-B@x.example')));
  t.is(answers.filter(({ status }) => status === 303).length, 10);
  // A code that was replaced before it was emailed is not emailed any more.
  t.is((await m.to('Victim-B@x.example')).length, 10);
  const { studio, browser } = crowd[answers.findIndex(({ status }) => status === 422)]!;
  // Requests from elsewhere don't count, unless there are very many. Their members need not exist any more.
  await sql(
    `update corkboard.email_changes set requested_from = '192.0.2.1' where new_email = 'Victim-B@x.example'`,
  );
  t.is((await ask(browser, 'victim-b@x.example')).status, 303);
  const add = (from: string, count: number) =>
    sql(
      `insert into corkboard.email_changes (workspace_id, member_id, session_id, new_email, requested_from, expires_at)
       select $1, gen_random_uuid(), gen_random_uuid(), 'victim-b@x.example', $2, now() from generate_series(1, $3::int)`,
      ...[studio.id, from, count],
    );
  await add('192.0.2.2', 189);
  t.is((await ask(browser, 'victim-b@x.example')).status, 422);
});

test('a member who is removed meanwhile changes nothing and gets no further code', async t => {
  const { studio } = await owner();
  const member = await w.member(studio.id, 'gone@studio.example');
  await ask(member, 'gone@new.example');
  const code = await codeFor('gone@new.example');
  const [{ id }] = await sql('select id from corkboard.email_changes where workspace_id = $1', studio.id);
  await call('remove_member', studio.id, member.person.memberId);
  t.is((await enter(member, code)).status, 422);
  t.is((await m.to('gone@new.example')).length, 1);
  const [given] = await call('set_email_change_code', studio.id, id, Buffer.alloc(32));
  t.is(given.set_email_change_code, null);
});
