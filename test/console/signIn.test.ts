import { createHook } from 'node:async_hooks';
import { createHash, scryptSync } from 'node:crypto';
import ava from 'ava';
import type { Browser, Seen } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { hold } from '../support/hold.ts';
import { mailbox, otherThan } from '../support/mailbox.ts';
import { queuedJobs } from '../support/queue.ts';
import { signIn } from '../support/session.ts';
import { times } from '../support/times.ts';
import { world } from '../support/world.ts';

const w = world(ava, { env: { TRUST_PROXY: '1' } });
const { sql, call } = w;
const m = mailbox(ava, w);
const { codeFor } = m;

/** Each test waits until all emails have arrived, and a process hashes one code at a time. */
const test = ava.serial;

let places = 0;
/** A header of our proxy with a network address that no other test uses. */
const place = () => ({ 'X-Forwarded-For': `198.51.${Math.floor(places / 250)}.${(places++ % 250) + 1}` });

let people = 0;
/** A workspace whose owner has a unique address. */
async function newPerson() {
  const email = `person-${++people}@studio.example`;
  return { studio: await w.workspace({ ownerEmail: email }), email };
}

/** How many emails an address got. */
const mailsTo = async (email: string) => (await m.to(email)).length;

/** A browser that has requested a code. */
async function asking(email: string, headers = place()): Promise<Browser> {
  const browser = w.stranger();
  const { status, location } = await browser.post('/sign-in', { email }, headers);
  if (status !== 303 || location !== '/sign-in/code') throw new Error(`no code: ${status} ${location}`);
  return browser;
}

/** Enters a code and returns the status of the answer. */
const enter = async (browser: Browser, code: string, headers: Record<string, string> = {}) =>
  (await browser.post('/sign-in/code', { code }, headers)).status;

/** A network from which a person has signed in; and their browser. */
async function known() {
  const { email } = await newPerson();
  const home = place();
  const member = await asking(email, home);
  if ((await enter(member, await codeFor(email), home)) !== 303) throw new Error('not signed in');
  return { email, home, member };
}

const isSignedIn = async (browser: Browser) => (await browser.get('/')).status === 200;

/** Another browser with the same cookies. */
function copyOf(browser: Browser): Browser {
  const copy = w.stranger();
  for (const pair of browser.cookies) copy.cookies.set(...pair);
  return copy;
}

test('a person signs in with a mailed code, works, and signs out', async t => {
  const { email } = await newPerson();
  const browser = w.stranger();
  const closed = await browser.get('/');
  t.is(closed.location, '/sign-in?next=%2F');
  const asked = await browser.press(await browser.get(closed.location!), 'Email me a code', {
    email: ` ${email.toUpperCase()} `,
  });
  t.is(asked.location, '/sign-in/code');
  const typed = (await codeFor(email)).toLowerCase().replace(/^..../, '\u200b$& \u00ad\ufeff');
  const signedIn = await browser.press(await browser.get(asked.location!), 'Sign in', { code: typed });
  t.is(signedIn.location, '/');
  t.regex(
    signedIn.headers.getSetCookie()[0]!,
    /^corkboard=[\w-]{65}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const start = await browser.get('/');
  t.true(start.text.includes(email));
  const before = copyOf(browser);
  t.is((await browser.press(start, 'Sign out')).location, '/sign-in');
  t.deepEqual([...browser.cookies.keys()], ['corkboard-browser']);
  t.is((await before.get('/')).status, 303);
});

test('a code works once: a resend of the same click starts no second session', async t => {
  const { studio, email } = await newPerson();
  const browser = await asking(email);
  const code = await codeFor(email);
  const clicks = await Promise.all([1, 2, 3].map(() => copyOf(browser).post('/sign-in/code', { code })));
  t.deepEqual(
    clicks.map(({ location }) => location),
    ['/', '/', '/'],
  );
  t.is(new Set(clicks.map(({ headers }) => headers.getSetCookie()[0])).size, 1);
  const sessions = () => sql('select 1 from corkboard.sessions where workspace_id = $1', studio.id);
  t.is((await sessions()).length, 1);

  const signedIn = copyOf(browser);
  await enter(signedIn, code);
  t.true(await isSignedIn(signedIn));
  await signedIn.post('/sign-out');
  t.is(await enter(copyOf(browser), code), 422);
  t.is((await sessions()).length, 0);
});

test('a code works only in the browser that requested it, for 15 minutes, also after another one was requested', async t => {
  const { email } = await newPerson();
  const browser = await asking(email);
  const code = await codeFor(email);
  // Only a slow hash is stored, because trying all codes would find a plain one.
  const [stored] = await sql('select id, code_hash from corkboard.sign_ins where email = $1', email);
  t.deepEqual(scryptSync(code, stored.id, 32, { N: 2 ** 13 }), stored.code_hash);
  const thief = await asking((await newPerson()).email);
  for (const one of [thief, w.stranger()]) {
    t.is(await enter(one, code), 422);
    t.false(await isSignedIn(one));
  }
  const aged = 'update corkboard.sign_ins set expires_at = expires_at - $2::interval where email = $1';
  await sql(aged, email, '14 minutes');
  await browser.post('/sign-in', { email }, place());
  await m.mailed();
  t.is(await enter(browser, code), 303);
  const late = await asking(email);
  const second = await codeFor(email);
  await sql(aged, email, '15 minutes');
  t.is(await enter(late, second), 422);
});

test('five attempts are counted before they are checked, unless the process was too busy to check one', async t => {
  const { email } = await newPerson();
  const browser = await asking(email);
  const code = await codeFor(email);
  const hash = createHash('sha256').update(browser.cookies.get('corkboard-browser')!).digest();
  const reserve = async () => (await call('reserve_code_attempt', hash, null))[0].sign_ins;
  for (let i = 0; i < 8; i++) {
    const tried = await reserve();
    t.is(tried.length, 1);
    await call('release_code_attempt', tried);
  }
  t.is(await enter(browser, otherThan(code)), 422);
  const tries = await times(6, reserve);
  t.deepEqual(tries.map(({ length }) => length).sort(), [0, 0, 1, 1, 1, 1]);
  t.is(await enter(browser, code), 422);
  t.false(await isSignedIn(browser));
});

const shape = ({ status, location, headers, text }: Seen) => ({
  status,
  location,
  text,
  headers: [...headers]
    .filter(([name]) => !['date', 'request-id'].includes(name))
    .map(([name, value]) => [name, name === 'set-cookie' ? value.replace(/=[\w-]{43}/, '=') : value]),
});

/** How many hashes of codes this process computes during `work`. */
async function hashesDuring(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = createHook({
    init: (_, type) => {
      if (type === 'SCRYPTREQUEST') count++;
    },
  }).enable();
  await work().finally(() => hook.disable());
  return count;
}

test('known and unknown addresses get the same responses at every step, equally slowly, also beyond the limits of a network', async t => {
  const { email, home } = await known();
  const { email: begun } = await newPerson();
  /**
   * The responses to a new browser, after some requests from a network, or to one that has already started a sign-in. `tries`:
   * how many codes were tried before each: five may be.
   */
  const seen = async (
    address: string,
    from = place(),
    requests = 0,
    tries = [0, 4, 5],
    hasSignIn = false,
  ) => {
    for (let i = 0; i < requests; i++) await asking(address, from);
    const stranger = hasSignIn ? await asking(begun) : w.stranger();
    const answers = [shape(await stranger.post('/sign-in', { email: address }, from))];
    await m.mailed();
    answers.push(shape(await stranger.get('/sign-in/code')));
    const hashes = await hashesDuring(async () => {
      for (const tried of tries) {
        await sql('update corkboard.sign_ins set attempts = $2 where email = $1', address, tried);
        answers.push(shape(await stranger.post('/sign-in/code', { code: '22222222' }, from)));
      }
    });
    return { answers, hashes };
  };
  const nobody = `nobody-${email}`;
  t.deepEqual(await seen(nobody), await seen(begun));
  for (const hasSignIn of [false, true])
    t.deepEqual(await seen(nobody, home, 4, [0], hasSignIn), await seen(email, home, 4, [0], hasSignIn));
  t.is(await mailsTo(nobody), 0);
});

test('codes from unknown browsers wait in a queue, in which no network delays another one or a member’s browser', async t => {
  const { email, home, member } = await known();
  const crowd = await times(12, n => asking(`crowd-${n}@nobody.example`, home));
  const stranger = await asking(email, home);
  const elsewhere = await asking((await newPerson()).email);
  await member.post('/sign-in', { email }, home);
  await m.mailed();
  const order: string[] = [];
  const tries = (who: string, browser: Browser, from = home) =>
    enter(browser, '22222222', from).then(() => order.push(who));
  const tried = `select 1 from corkboard.sign_ins where attempts > 0 and (email like 'crowd-%@nobody.example' or email = $1)`;
  const before = (await sql(tried, email)).length;
  const inLine = (count: number) =>
    eventually(
      () => sql(tried, email),
      rows => rows.length === before + count,
    );
  const waiting = crowd.map(one => tries('crowd', one));
  await inLine(crowd.length);
  waiting.push(tries('stranger', stranger));
  await inLine(crowd.length + 1);
  waiting.push(tries('member', member), tries('elsewhere', elsewhere, place()));
  await Promise.all(waiting);
  // The last requests of the crowd and the stranger's may overtake each other on their way back from the database.
  t.true(order.indexOf('stranger') >= crowd.length - 3, order.join());
  for (const who of ['member', 'elsewhere'])
    t.true(order.indexOf(who) < order.indexOf('stranger'), order.join());
});

test('from the fourth request in an hour on, a network gets no more emails for an address; an IPv6 /48 is one network', async t => {
  const { email } = await newPerson();
  const from = (address: string) => ({ 'X-Forwarded-For': address });
  const asks = (address: string) => w.stranger().post('/sign-in', { email }, from(address));
  const first = shape(await asks('2001:db8:7::1'));
  await times(5, i => asking(email, from(`2001:db8:7:${i}::1`)));
  t.is(await mailsTo(email), 3);
  // What a client claims in front of our proxy is no other network.
  t.deepEqual(shape(await asks('203.0.113.9, 2001:db8:7::1')), first);
  await asking(email, from('2001:db8:8:1::1'));
  t.is(await mailsTo(email), 4);
  await sql(
    `update corkboard.sign_ins set created_at = created_at - interval '1 hour' where email = $1`,
    email,
  );
  await asks('2001:db8:7::1');
  t.is(await mailsTo(email), 5);
});

test('an unknown network gets at most 60 emails in three minutes, and an address 200 a day from all of them', async t => {
  const request = (email: string, from: string, count: number) =>
    sql(
      `select corkboard.request_sign_in_code(format($1, i), sha256(convert_to($1 || i, 'UTF8')), ${from})
         from generate_series(1, $2::int) i`,
      email,
      count,
    );
  const started = async (like: string) =>
    (await sql('select 1 from corkboard.sign_ins where email like $1', like)).length;
  await request('nobody-%s@office.example', `'203.0.113.7'::inet`, 62);
  t.is(await started('%@office.example'), 60);
  await request('nobody@day.example', `'203.0.113.0'::inet + i % 250`, 205);
  t.is(await started('nobody@day.example'), 200);
});

test('a flood from one or many networks doesn’t keep owners from signing in', async t => {
  const { email, home, member: old } = await known();
  const one = place();
  const flood = (from: Record<string, string>) =>
    times(5, () => w.stranger().post('/sign-in', { email }, from));
  for (const from of [one, place()]) await flood(from);
  t.is(await mailsTo(email), 1 + 2 * 3);

  /** Whether this browser can sign in with the first code that it requests. */
  const getsIn = async (browser: Browser, from: Record<string, string>) => {
    await browser.post('/sign-in', { email }, from);
    return (await enter(browser, await codeFor(email), from)) === 303;
  };
  await old.post('/sign-out');
  t.true(await getsIn(w.stranger(), place()), 'a new browser on a new network');
  t.true(await getsIn(old, one), 'the old browser, on the network of the flood');
  t.true(await getsIn(w.stranger(), home), 'a new browser on the old network');

  // The day's limit is used up, so requests from unknown networks send no more emails.
  await sql(
    `insert into corkboard.sign_ins (email, browser_hash, requested_from, expires_at)
     select $1, sha256('x'), '192.0.2.1', now() from generate_series(1, 200)`,
    email,
  );
  t.false(await getsIn(w.stranger(), place()), 'an unknown browser beyond the day’s limit');
  t.true(await getsIn(old, place()), 'the old browser beyond the day’s limit');
  t.true(await getsIn(w.stranger(), home), 'the old network beyond the day’s limit');
});

test('requests from a known network always lead to a code, within the limit on emails, and none slows the next one down', async t => {
  const { email, home } = await known();
  const browsers = await times(8, () => asking(email, home));
  // The code of the next one, which the others share, is emailed last.
  await m.mailed();
  for (let i = 0; i < 5; i++) browsers.push(await asking(email, home));
  const count = await mailsTo(email);
  // One email in the minute after the unshared codes, and another if a new minute started meanwhile.
  t.true(count <= 12, `${count} emails`);
  const code = await codeFor(email);
  const last = browsers.at(-1)!;
  t.is(await enter(last, code, home), 303);
  t.true(await isSignedIn(last));
  // A shared code works for one browser only.
  t.is(await enter(browsers.at(-2)!, code, home), 422);

  const from = home['X-Forwarded-For'];
  await sql(
    `insert into corkboard.sign_ins (email, browser_hash, requested_from, is_known_origin, code_sign_in_id, expires_at)
     select $1, sha256(convert_to(n::text, 'UTF8')), $2, true,
            (select id from corkboard.sign_ins where email = $1 and code_sign_in_id is null order by id desc limit 1),
            clock_timestamp() + interval '15 minutes'
       from generate_series(1, 5000) n`,
    email,
    from,
  );
  await sql('analyze corkboard.sign_ins');
  const asker = await hold(t, w.db, 'select 1');
  const rowsRead = async () => {
    const { rows } = await asker.query(
      `select seq_tup_read + idx_tup_fetch as rows from pg_stat_xact_all_tables
        where relid = 'corkboard.sign_ins'::regclass`,
    );
    return Number(rows[0]?.rows ?? 0);
  };
  const before = await rowsRead();
  await asker.query(`select corkboard.request_sign_in_code($1, sha256('another'), $2)`, [email, from]);
  const rows = (await rowsRead()) - before;
  t.true(rows < 100, `${rows} rows`);
});

test('codes from disconnected browsers aren’t checked, and don’t count as attempts', async t => {
  const { email } = await newPerson();
  const from = place();
  const browser = await asking(email, from);
  const code = await codeFor(email);
  const stop = new AbortController();
  const tries = (token: string, code: string) =>
    fetch(`${w.baseUrl}/sign-in/code`, {
      method: 'POST',
      body: new URLSearchParams({ code }),
      headers: { ...from, 'Sec-Fetch-Site': 'same-origin', Cookie: `corkboard-browser=${token}` },
      signal: stop.signal,
    }).catch(() => null);
  const hashes = await hashesDuring(async () => {
    const stranger = w.stranger();
    await stranger.post('/sign-in', { email: 'nobody@gone.example' }, from);
    const token = stranger.cookies.get('corkboard-browser')!;
    const crowd = Array.from({ length: 15 }, () => tries(token, '22222222'));
    const own = times(5, () => tries(browser.cookies.get('corkboard-browser')!, otherThan(code)));
    // All of them are queued as soon as the first one has its response.
    await Promise.race(crowd);
    stop.abort();
    await Promise.all([...crowd, own]);
    // The next one is checked after them.
    t.is((await stranger.post('/sign-in/code', { code: '22222222' }, from)).status, 422);
  });
  t.true(hashes < 20, `${hashes} hashes`);
  t.is((await browser.post('/sign-in/code', { code }, from)).status, 303);
});

test('an invalid address is rejected beside the field, with what was typed', async t => {
  const { status, text } = await w.stranger().post('/sign-in', { email: '"><script>@x.example' }, place());
  t.is(status, 422);
  t.regex(text, /value="&quot;&gt;&lt;script&gt;@x.example"[^>]* aria-invalid="true"/);
});

test('a member of several workspaces chooses one: the last used first, each with its owner’s address', async t => {
  const { email } = await newPerson();
  const second = await w.workspace();
  await call('add_member', second.id, email.toUpperCase());
  await call('change_workspace', second.id, { name: 'The <second>' });
  const browser = await asking(email);
  const code = await codeFor(email);
  // Choosing a workspace doesn't count as an attempt.
  for (let i = 0; i < 4; i++) t.is(await enter(browser, otherThan(code)), 422);
  const choice = await browser.post('/sign-in/code', { code });
  t.is(choice.status, 200);
  t.regex(choice.text, /The &lt;second&gt;/);
  const [owner] = await sql(
    `select email from corkboard.members where workspace_id = $1 and role = 'owner'`,
    second.id,
  );
  const addresses = (seen: Seen) =>
    [...seen.text.matchAll(/<span class="hint">Owner: ([^<]+)</g)].map(([, one]) => one);
  t.deepEqual(addresses(choice), [email, owner.email]);
  t.false(await isSignedIn(browser));
  // Members of a suspended workspace sign in as ever.
  await call('suspend_workspace', second.id);
  t.is((await browser.post('/sign-in/code', { code, workspace: second.id })).status, 303);
  t.regex((await browser.get('/')).text, /The &lt;second&gt;/);
  await browser.post('/sign-out');
  const later = await asking(email);
  const next = await codeFor(email);
  t.deepEqual(addresses(await later.post('/sign-in/code', { code: next })), [owner.email, email]);
  const foreign = await w.workspace();
  t.is((await later.post('/sign-in/code', { code: next, workspace: foreign.id })).status, 422);
});

test('a session ends after 14 days without use, and after 90 in all', async t => {
  const studio = await w.workspace();
  const lasts = async (seen: string, created: string) => {
    const owner = await w.owner(studio.id);
    await sql(
      `update corkboard.sessions
          set seen_at = now() - $2::interval, created_at = now() - $3::interval,
              expires_at = corkboard.session_expiry(now() - $3::interval, now() - $2::interval)
        where token_hash = $1`,
      ...[owner.person.tokenHash, seen, created],
    );
    return isSignedIn(owner);
  };
  t.true(await lasts('13 days 23 hours', '30 days'));
  const [{ seen }] = await sql(
    `select seen_at > now() - interval '1 minute' as seen from corkboard.sessions where workspace_id = $1`,
    studio.id,
  );
  t.true(seen);
  t.false(await lasts('14 days', '30 days'));
  t.true(await lasts('1 hour', '89 days 23 hours'));
  t.false(await lasts('1 hour', '90 days'));
});

test('a sign-in link works once, for an hour: viewing it doesn’t use it up, and one of two browsers is signed in', async t => {
  const studio = await w.workspace();
  const [{ id }] = await sql('select id from corkboard.members where workspace_id = $1', studio.id);
  const newLink = async () => `/sign-in/${(await call('create_sign_in_link', id))[0].token}`;
  const link = await newLink();
  const browser = w.stranger();
  for (const method of ['GET', 'GET', 'HEAD']) t.is((await browser.get(link, {}, method)).status, 200);
  const page = await browser.get(link);
  t.false(await isSignedIn(browser));
  const both = await Promise.all([browser, w.stranger()].map(one => one.press(page, 'Sign in')));
  t.deepEqual(both.map(({ status }) => status).sort(), [303, 404]);
  // The second click of a double click finds the session that the first one started.
  t.is((await browser.post(link)).status, both[0]!.status);
  t.is((await browser.get(link)).status, 404);
  const late = await newLink();
  await sql('update corkboard.sign_in_links set expires_at = now() where member_id = $1', id);
  t.is((await browser.get(late)).status, 404);
});

test('after signing in, a person returns to the requested page if it belongs to the console', async t => {
  for (const elsewhere of [
    '//evil.example/',
    '/\\evil.example',
    'https://evil.example/',
    '/sign-out',
    '/\n/evil',
  ]) {
    const typed = { email: 'a@b.example', next: elsewhere };
    t.is((await w.stranger().post('/sign-in', typed, place())).location, '/sign-in/code', elsewhere);
  }
  const { email } = await newPerson();
  const browser = w.stranger();
  const wanted = '/clients?search=a%26b&page=2';
  const page = await browser.get(`/sign-in?${new URLSearchParams({ next: wanted })}`);
  const asked = await browser.press(page, 'Email me a code', { email });
  const code = await codeFor(email);
  /** The page to enter a code, from the link in the last email. */
  const mailedPage = async () =>
    /^Enter it here: https:\/\/console\.example(\/\S+)$/m.exec((await m.to(email)).at(-1)!.text)![1]!;
  const mailed = await browser.get(await mailedPage());
  t.true(mailed.text.includes(`value="${code}"`));
  t.is((await copyOf(browser).press(mailed, 'Sign in')).location, wanted);
  const typing = await browser.get(asked.location!);
  t.is((await browser.press(typing, 'Sign in', { code })).location, wanted);
  await browser.post('/sign-in', { email, next: `/clients?search=${'a'.repeat(2000)}` }, place());
  t.is(await mailedPage(), `/sign-in/code?code=${await codeFor(email)}`, 'a long address is left out');
});

test('a signed-in person enters a new code and stays in their workspace', async t => {
  const { studio, email } = await newPerson();
  const second = await w.workspace();
  await call('add_member', second.id, email);
  const owner = await w.owner(studio.id, '2 hours');
  const asked = await owner.press(await owner.get('/sign-in/confirm?next=/'), 'Email me a code');
  const typing = await owner.get(asked.location!);
  t.is((await owner.press(typing, 'Sign in', { code: await codeFor(email) })).location, '/');
  t.not(owner.cookies.get('corkboard'), owner.person.token);
  const sessions = await sql(
    `select workspace_id as "workspaceId", confirmed_at > now() - interval '1 minute' as "isFresh"
     from corkboard.sessions where workspace_id in ($1, $2)`,
    studio.id,
    second.id,
  );
  t.deepEqual(sessions, [{ workspaceId: studio.id, isFresh: true }]);
});

test('a session gets five emails an hour to confirm, whatever strangers request, and signing in doesn’t count', async t => {
  const { studio, email } = await newPerson();
  const from = place();
  for (let i = 0; i < 4; i++) await asking(email, from);
  await m.mailed();
  const confirm = (browser: Browser) => browser.post('/sign-in/confirm', { next: '/settings/keys' }, from);
  const owner = await w.owner(studio.id, '2 hours');
  const answers = await times(8, () => confirm(owner));
  t.deepEqual(
    [...new Set(answers.map(({ location }) => location))],
    ['/sign-in/code?next=%2Fsettings%2Fkeys'],
  );
  t.is(await mailsTo(email), 3 + 5);
  const again = await w.owner(studio.id, '2 hours');
  await confirm(again);
  t.is(await mailsTo(email), 9);
  t.is(await enter(again, await codeFor(email)), 303);
  await asking(email);
  t.is(await mailsTo(email), 10);
});

test('expired sessions, links, sign-ins and origins are deleted, except sign-ins that a limit counts', async t => {
  const studio = await w.workspace();
  const [lives, over] = [await signIn(w, studio.id), await signIn(w, studio.id)];
  await sql('update corkboard.sessions set expires_at = now() where token_hash = $1', over.tokenHash);
  await call('create_sign_in_link', lives.memberId);
  await sql('update corkboard.sign_in_links set expires_at = now() where workspace_id = $1', studio.id);
  await call('create_sign_in_link', lives.memberId);
  for (const [name, since, code] of [
    ['old', '24 hours 1 minute', null],
    ['young', '23 hours 59 minutes', null],
    // Sign-ins that share a code count toward no limit.
    ['shares', '16 minutes', studio.id],
    ['shares-still', '14 minutes', studio.id],
  ])
    await sql(
      `insert into corkboard.sign_ins (email, browser_hash, created_at, expires_at, code_sign_in_id)
       values ($1, sha256('x'), now() - $2::interval, now() - $2::interval + interval '15 minutes', $3)`,
      ...[`${name}@prune.example`, since, code],
    );
  for (const days of [179, 181])
    await sql(
      `insert into corkboard.sign_in_origins (email, browser_hash, network, signed_in_at)
       values ($1, sha256('x'), '192.0.2.1', now() - $2 * interval '1 day')`,
      ...[`${days}@prune.example`, days],
    );
  const [job] = await sql(`select (graphile_worker.add_job('prune')).id`);
  await eventually(async () => (await sql(`select 1 from ${queuedJobs} where id = $1`, job.id)).length === 0);
  const left = async (table: string) => {
    const rows = await sql(`select email from corkboard.${table} where email like '%@prune.example'`);
    return rows.map(({ email }) => email.split('@')[0]).sort();
  };
  t.deepEqual(await left('sign_ins'), ['shares-still', 'young']);
  t.deepEqual(await left('sign_in_origins'), ['179']);
  t.is((await sql('select 1 from corkboard.sign_in_links where workspace_id = $1', studio.id)).length, 1);
  t.deepEqual(await sql('select token_hash from corkboard.sessions where workspace_id = $1', studio.id), [
    { token_hash: lives.tokenHash },
  ]);
});
