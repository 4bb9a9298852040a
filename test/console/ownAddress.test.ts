import test from 'ava';
import type { Browser } from '../support/browser.ts';
import { people } from '../support/console.ts';
import { codeIn, mailbox, otherThan } from '../support/mailbox.ts';
import type { Person } from '../support/session.ts';
import { world } from '../support/world.ts';

const w = world(test);
const m = mailbox(test, w);
const p = people(test, w);
const { sql } = w;

let counted = 0;
/** A workspace, its owner signed in under a unique address, and the owner's new address. */
async function owner(confirmed = '0') {
  const studio = await w.workspace();
  const n = ++counted;
  const email = `owner-${n}@old.example`;
  await sql('update corkboard.members set email = $2 where workspace_id = $1', studio.id, email);
  return { studio, email, wanted: `owner-${n}@new.example`, browser: await p.owner(studio.id, confirmed) };
}

const emailOf = async ({ memberId }: Person) =>
  (await sql('select email from corkboard.members where id = $1', memberId))[0].email;
const ask = (browser: Browser, newEmail: string) =>
  browser.post('/settings/members/change-email', { newEmail });
const enter = (browser: Browser, code: string) => browser.post('/settings/members/confirm-email', { code });
const codeFor = async (address: string) =>
  codeIn((await m.to(address)).findLast(({ text }) => /^[2-9A-HJ-NP-Z]{8}$/m.test(text))!);
const logged = async (workspaceId: string) =>
  (
    await sql(
      `select action, actor, via from corkboard.audit_log where workspace_id = $1 and record_type = 'member' order by id`,
      workspaceId,
    )
  ).map(({ action, actor, via }) => `${actor} ${via} ${action}`);

test('the owner’s new address is confirmed by a code, both addresses are told, and the change is audited', async t => {
  const { studio, email, wanted, browser } = await owner();
  const asked = await browser.press(await browser.get('/settings/members'), 'Change email address', {
    newEmail: ` ${wanted} `,
  });
  t.is(asked.location, '/settings/members?done=member.change-email');
  const code = await codeFor(wanted);
  t.is(await emailOf(browser.person), email);
  t.deepEqual(await m.to(email), []);
  const page = await browser.get(asked.location!);
  t.true(page.text.includes(`We emailed a code to <b>${wanted}</b>`));
  const done = await browser.press(page, 'Confirm new address', {
    code: code.toLowerCase().replace(/^..../, '$& '),
  });
  t.is(done.location, '/settings/members?done=member.confirm-email');
  t.is(await emailOf(browser.person), wanted);
  const after = await browser.get(done.location!);
  t.true(after.text.includes(`You sign in to this workspace as <b>${wanted}</b>`));
  t.notRegex(after.text, /We emailed a code/);

  const [told, ...more] = await m.to(email);
  t.deepEqual(more, []);
  t.true(told!.text.includes(`from ${email} to ${wanted}`));
  t.regex(told!.text, /If you did not make this change/);
  t.notRegex(told!.text, new RegExp(code));
  const [, welcome, ...rest] = await m.to(wanted);
  t.deepEqual(rest, []);
  t.true(welcome!.text.includes('sign in to this workspace with the new address'));
  t.not(told!.messageId, welcome!.messageId);
  t.deepEqual(await logged(studio.id), [
    `${email} app member.email_code_sent`,
    `${email} app member.email_changed`,
  ]);
  t.regex((await browser.get('/settings/audit')).text, /changed their email address/);
});

test('a changed address ends sign-in links, other sessions, and codes mailed to the former one', async t => {
  const { studio, email, wanted, browser } = await owner();
  const elsewhere = await p.owner(studio.id);
  const colleague = await p.member(studio.id);
  const [{ token }] = await sql(
    'select token from corkboard.create_sign_in_link($1)',
    browser.person.memberId,
  );
  const stranger = p.stranger();
  t.is((await stranger.post('/sign-in', { email })).status, 303);
  const signInCode = await codeFor(email);
  await ask(browser, wanted);
  t.is((await enter(browser, await codeFor(wanted))).status, 303);

  t.is((await browser.get('/')).status, 200);
  t.is((await elsewhere.get('/')).status, 303);
  t.is((await colleague.get('/')).status, 200);
  t.is((await p.stranger().get(`/sign-in/${token}`)).status, 404);
  t.is((await stranger.post('/sign-in/code', { code: signInCode })).status, 422);

  const back = p.stranger();
  await back.post('/sign-in', { email: wanted });
  t.is((await back.post('/sign-in/code', { code: await codeFor(wanted) })).status, 303);
  t.is((await back.get('/')).status, 200);
});

test('a member who is not the owner changes their own address, and only that', async t => {
  const { studio, email } = await owner();
  const member = await p.member(studio.id, 'lee-before@old.example');
  t.is((await ask(member, 'lee@new.example')).status, 303);
  t.is((await enter(member, await codeFor('lee@new.example'))).status, 303);
  t.is(await emailOf(member.person), 'lee@new.example');
  const [told] = await m.to('lee-before@old.example');
  t.true(told!.text.includes(`Contact the owner of the workspace, ${email}`));
  const [{ email: owners }] = await sql(
    `select email from corkboard.members where workspace_id = $1 and role = 'owner'`,
    studio.id,
  );
  t.is(owners, email);
});

test('after five wrong codes, simultaneous ones included, the right one is rejected', async t => {
  const one = await owner();
  await ask(one.browser, one.wanted);
  const code = await codeFor(one.wanted);
  for (let i = 0; i < 5; i++) {
    const { status, text } = await enter(one.browser, otherThan(code));
    t.is(status, 422);
    t.regex(text, /href="#confirm-email-code">Code from the email is wrong/);
  }
  const late = await enter(one.browser, code);
  t.is(late.status, 422);
  t.regex(late.text, /Request a new one/);
  t.is(await emailOf(one.browser.person), one.email);

  const many = await owner();
  await ask(many.browser, many.wanted);
  const theirs = await codeFor(many.wanted);
  await Promise.all(Array.from({ length: 8 }, () => enter(many.browser, otherThan(theirs))));
  t.is((await enter(many.browser, theirs)).status, 422);
  t.is(await emailOf(many.browser.person), many.email);
});

test('a code works only in the session that requested it, for 15 minutes, until another one is requested', async t => {
  const { studio, email, wanted, browser } = await owner();
  const elsewhere = await p.owner(studio.id);
  const member = await p.member(studio.id);
  await ask(browser, wanted);
  const first = await codeFor(wanted);
  for (const other of [elsewhere, member]) t.is((await enter(other, first)).status, 422);
  t.is((await enter(p.stranger(), first)).status, 422);
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

test('the code can’t sign in, and a sign-in code can’t change an address', async t => {
  const { email, wanted, browser } = await owner();
  const stranger = p.stranger();
  await stranger.post('/sign-in', { email });
  const signInCode = await codeFor(email);
  await ask(browser, wanted);
  const code = await codeFor(wanted);
  // The same browser, with both cookies.
  browser.cookies.set('corkboard-browser', stranger.cookies.get('corkboard-browser')!);
  t.is((await browser.post('/sign-in/code', { code })).status, 422);
  t.is((await enter(browser, signInCode)).status, 422);
  t.is(await emailOf(browser.person), email);
});

test('only the scrypt hash of a code is stored', async t => {
  const { studio, wanted, browser } = await owner();
  await ask(browser, wanted);
  const code = await codeFor(wanted);
  const [{ row, hash }] = await sql(
    'select c::text as row, c.code_hash as hash from corkboard.email_changes c where workspace_id = $1',
    studio.id,
  );
  t.false(row.includes(code));
  t.is(hash.length, 32);
});

test('a colleague’s address is rejected, also if it was taken after the request', async t => {
  const { studio, email, browser } = await owner();
  const colleague = await p.member(studio.id, 'taken@studio.example');
  const refused = await ask(browser, 'TAKEN@studio.example');
  t.is(refused.status, 409);
  t.regex(refused.text, /TAKEN@studio\.example is a member already/);
  t.deepEqual(await m.to('TAKEN@studio.example'), []);
  t.is((await ask(browser, email)).status, 422);

  const wanted = `soon-${email}`;
  await ask(browser, wanted);
  const code = await codeFor(wanted);
  await sql('select corkboard.add_member($1, $2)', studio.id, wanted.toUpperCase());
  t.is((await enter(browser, code)).status, 409);
  t.is(await emailOf(browser.person), email);
  t.is(await emailOf(colleague.person), 'taken@studio.example');
  t.deepEqual(await m.to(email), []);
});

test('only ASCII letters are compared without case: a look-alike is another address, which gets its own email', async t => {
  const { studio, browser } = await owner();
  await p.member(studio.id, 'boss@github.example');
  const alike = 'boss@gİthub.example';
  t.is((await ask(browser, alike)).status, 303);
  const [{ newEmail }] = await sql(
    'select new_email as "newEmail" from corkboard.email_changes where workspace_id = $1',
    studio.id,
  );
  t.is(newEmail, alike);
});

test('a browser with an earlier sign-in is also known for the new address', async t => {
  const { studio, email, wanted } = await owner();
  const browser = p.stranger();
  await browser.post('/sign-in', { email });
  t.is((await browser.post('/sign-in/code', { code: await codeFor(email) })).status, 303);
  await ask(browser, wanted);
  t.is((await enter(browser, await codeFor(wanted))).status, 303);
  await browser.post('/sign-in', { email: wanted });
  const [{ known }] = await sql(
    'select is_known_origin as known from corkboard.sign_ins where email = $1',
    wanted,
  );
  t.true(known);
  // If the operator changed the address, the browsers may belong to someone else.
  const [{ id }] = await sql('select id from corkboard.members where workspace_id = $1', studio.id);
  await sql('select corkboard.set_member_email($1, $2, $3)', studio.id, id, `again-${wanted}`);
  await browser.post('/sign-in', { email: `again-${wanted}` });
  const [again] = await sql(
    'select is_known_origin as known from corkboard.sign_ins where email = $1',
    `again-${wanted}`,
  );
  t.false(again.known);
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

test('a member gets five codes an hour, and an address ten a day from one network and 200 from all', async t => {
  const { browser, studio } = await owner();
  for (let n = 1; n <= 5; n++) t.is((await ask(browser, `victim-a${n}@x.example`)).status, 303);
  const sixth = await ask(browser, 'victim-a6@x.example');
  t.is(sixth.status, 422);
  t.regex(sixth.text, /Too many codes were requested/);
  await sql(
    `update corkboard.email_changes set created_at = created_at - interval '1 hour' where workspace_id = $1`,
    studio.id,
  );
  t.is((await ask(browser, 'victim-a6@x.example')).status, 303);

  const crowd = await Promise.all(Array.from({ length: 14 }, () => owner()));
  const answers = await Promise.all(crowd.map(({ browser }) => ask(browser, 'Victim-B@x.example')));
  t.is(answers.filter(({ status }) => status === 303).length, 10);
  // A code that was replaced before it was emailed is not emailed any more.
  t.is((await m.to('Victim-B@x.example')).length, 10);
  const refused = crowd[answers.findIndex(({ status }) => status === 422)]!.browser;
  // Requests from elsewhere don't count, unless there are very many.
  const elsewhere = `update corkboard.email_changes set requested_from = '192.0.2.1' where new_email = 'Victim-B@x.example'`;
  await sql(elsewhere);
  t.is((await ask(refused, 'victim-b@x.example')).status, 303);
  await sql(
    `insert into corkboard.email_changes (workspace_id, member_id, session_id, new_email, requested_from, expires_at)
     select $1, gen_random_uuid(), gen_random_uuid(), 'victim-b@x.example', '192.0.2.2', now() from generate_series(1, 189)`,
    studio.id,
  );
  t.is((await ask(refused, 'victim-b@x.example')).status, 422);
});

test('codes of removed members still count', async t => {
  const { studio, browser } = await owner();
  for (let n = 0; n < 10; n++) {
    const [{ id }] = await sql('select id from corkboard.add_member($1, $2)', studio.id, `x${n}@x.example`);
    const [{ hash }] = await sql(
      `insert into corkboard.sessions (workspace_id, member_id, token_hash, expires_at)
       values ($1, $2, sha256(convert_to($2::uuid::text, 'UTF8')), now() + interval '1 day') returning token_hash as hash`,
      studio.id,
      id,
    );
    await sql(
      'select corkboard.request_email_change($1, $2, $3, $4)',
      studio.id,
      id,
      'victim-c@x.example',
      hash,
    );
    await sql('select corkboard.remove_member($1, $2)', studio.id, id);
  }
  t.is((await ask(browser, 'victim-c@x.example')).status, 422);
});

test('a member who is removed meanwhile changes nothing and gets no further code', async t => {
  const { studio } = await owner();
  const member = await p.member(studio.id, 'gone@studio.example');
  await ask(member, 'gone@new.example');
  const code = await codeFor('gone@new.example');
  await sql('select corkboard.remove_member($1, $2)', studio.id, member.person.memberId);
  t.is((await enter(member, code)).status, 422);
  t.is((await m.to('gone@new.example')).length, 1);
  const [{ change }] = await sql(
    'select id as change from corkboard.email_changes where workspace_id = $1',
    studio.id,
  );
  const [{ given }] = await sql(
    'select corkboard.set_email_change_code($1, $2, sha256($3)) as given',
    studio.id,
    change,
    Buffer.from('x'),
  );
  t.is(given, null);
});
