import { createHook } from 'node:async_hooks';
import { createHash, scryptSync } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { Browser, type Seen } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { codeIn, mailbox, otherThan } from '../support/mailbox.ts';
import { queuedJobs } from '../support/queue.ts';
import { signIn } from '../support/session.ts';
import { world } from '../support/world.ts';

const w = world(test, { env: { TRUST_PROXY: '1' } });
const { sql } = w;
const { mails, mailed } = mailbox(test, w);

// The tests run serially: each waits until all emails have arrived, and a process hashes one code at a time.

let places = 0;
/** A header of our proxy with a network address that no other test uses. */
const place = () => ({ 'X-Forwarded-For': `198.51.${Math.floor(places / 250)}.${(places++ % 250) + 1}` });

let people = 0;
/** A workspace whose owner has a unique address. */
async function newPerson() {
  const studio = await w.workspace();
  const email = `person-${++people}@studio.example`;
  await sql('update corkboard.members set email = $2 where workspace_id = $1', studio.id, email);
  return { studio, email };
}

/** The last code that was emailed to an address. */
async function codeFor(email: string): Promise<string> {
  await mailed();
  return codeIn(mails.findLast(({ to }) => to === email)!);
}

/** A browser that has requested a code. */
async function asking(email: string, headers = place()): Promise<Browser> {
  const browser = new Browser(w.baseUrl);
  const { status, location } = await browser.post('/sign-in', { email }, headers);
  if (status !== 303 || location !== '/sign-in/code') throw new Error(`no code: ${status} ${location}`);
  return browser;
}

/** The page to enter a code, from the link in the last email to an address. */
const pageFor = (email: string) =>
  /^Enter it here: https:\/\/console\.example(\/\S+)$/m.exec(
    mails.findLast(({ to }) => to === email)!.text,
  )![1]!;

const isSignedIn = async (browser: Browser) => (await browser.get('/')).status === 200;

test.serial('a person signs in with a mailed code, works, and signs out', async t => {
  const { email } = await newPerson();
  const browser = new Browser(w.baseUrl);
  const closed = await browser.get('/');
  t.is(closed.status, 303);
  t.is(closed.location, '/sign-in?next=%2F');
  const asked = await browser.press(await browser.get(closed.location!), 'Email me a code', {
    email: ` ${email.toUpperCase()} `,
  });
  t.is(asked.location, '/sign-in/code');
  const typed = (await codeFor(email)).toLowerCase().replace(/^..../, '\u200b$& \u00ad\ufeff');
  const signedIn = await browser.press(await browser.get(asked.location!), 'Sign in', { code: typed });
  t.deepEqual([signedIn.status, signedIn.location], [303, '/']);
  t.regex(
    signedIn.headers.getSetCookie()[0]!,
    /^corkboard=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const start = await browser.get('/');
  t.is(start.status, 200);
  t.true(start.text.includes(email));
  const before = new Map(browser.cookies);
  const out = await browser.press(start, 'Sign out');
  t.is(out.location, '/sign-in');
  t.deepEqual([...browser.cookies.keys()], ['corkboard-browser']);
  for (const pair of before) browser.cookies.set(...pair);
  t.is((await browser.get('/')).status, 303);
});

test.serial('a code works once: a resend of the same click starts no second session', async t => {
  const { studio, email } = await newPerson();
  const browser = await asking(email);
  const cookies = new Map(browser.cookies);
  const again = () => {
    const same = new Browser(w.baseUrl);
    for (const pair of cookies) same.cookies.set(...pair);
    return same;
  };
  const code = await codeFor(email);
  const clicks = await Promise.all([1, 2, 3].map(() => again().post('/sign-in/code', { code })));
  t.deepEqual(
    clicks.map(({ status, location }) => [status, location]),
    [1, 2, 3].map(() => [303, '/']),
  );
  t.is(new Set(clicks.map(({ headers }) => headers.getSetCookie()[0])).size, 1);
  const sessions = () => sql('select 1 from corkboard.sessions where workspace_id = $1', studio.id);
  t.is((await sessions()).length, 1);

  const signedIn = again();
  await signedIn.post('/sign-in/code', { code });
  t.true(await isSignedIn(signedIn));
  await signedIn.post('/sign-out');
  t.is((await again().post('/sign-in/code', { code })).status, 422);
  t.is((await sessions()).length, 0);
});

test.serial('after five wrong codes the right one does not work either', async t => {
  const { email } = await newPerson();
  const browser = await asking(email);
  const code = await codeFor(email);
  for (let i = 0; i < 5; i++)
    t.is((await browser.post('/sign-in/code', { code: otherThan(code) })).status, 422);
  t.is((await browser.post('/sign-in/code', { code })).status, 422);
  t.false(await isSignedIn(browser));
});

test.serial('a code works only in the browser that requested it, for 15 minutes', async t => {
  const { email } = await newPerson();
  const browser = await asking(email);
  const code = await codeFor(email);
  const thief = await asking((await newPerson()).email);
  for (const one of [thief, new Browser(w.baseUrl)]) {
    t.is((await one.post('/sign-in/code', { code })).status, 422);
    t.false(await isSignedIn(one));
  }
  const aged = 'update corkboard.sign_ins set expires_at = expires_at - $2::interval where email = $1';
  await sql(aged, email, '14 minutes');
  t.is((await browser.post('/sign-in/code', { code })).status, 303);
  const late = await asking(email);
  const second = await codeFor(email);
  await sql(aged, email, '15 minutes');
  t.is((await late.post('/sign-in/code', { code: second })).status, 422);
});

test.serial('a code still works after another one was requested', async t => {
  const { email } = await newPerson();
  const browser = await asking(email);
  const first = await codeFor(email);
  await browser.post('/sign-in', { email }, place());
  await mailed();
  t.is((await browser.post('/sign-in/code', { code: first })).status, 303);
});

test.serial('an attempt is counted before it is checked, even if it is aborted', async t => {
  const { email } = await newPerson();
  const browser = await asking(email);
  const code = await codeFor(email);
  const hash = createHash('sha256').update(browser.cookies.get('corkboard-browser')!).digest();
  const tries = await Promise.all(
    Array.from({ length: 7 }, () =>
      sql('select sign_ins as "signIns" from corkboard.reserve_code_attempt($1, null)', hash),
    ),
  );
  t.deepEqual(tries.map(([{ signIns }]) => signIns.length).sort(), [0, 0, 1, 1, 1, 1, 1]);
  t.is((await browser.post('/sign-in/code', { code })).status, 422);
});

test.serial('no plain hash of a code is stored, because trying all codes would find it', async t => {
  const { email } = await newPerson();
  await asking(email);
  const code = await codeFor(email);
  const [{ id, stored }] = await sql(
    'select id, code_hash as stored from corkboard.sign_ins where email = $1',
    email,
  );
  for (const hashed of [code, `${id} ${code}`, `${id}${code}`])
    t.notDeepEqual(createHash('sha256').update(hashed).digest(), stored);
  t.deepEqual(scryptSync(code, id, 32, { N: 2 ** 13 }), stored);
});

const shape = ({ status, location, headers, text }: Seen) => ({
  status,
  location,
  text,
  headers: [...headers]
    .filter(([name]) => !['date', 'request-id'].includes(name))
    .map(([name, value]) => [name, name === 'set-cookie' ? value.replace(/=[\w-]{43}/, '=') : value]),
});

test.serial(
  'an unknown address gets the same responses as a member’s at every step, and no email',
  async t => {
    const { email } = await newPerson();
    const nobody = `nobody-${email}`;
    const steps = async (address: string) => {
      const browser = new Browser(w.baseUrl);
      const asked = await browser.post('/sign-in', { email: address }, place());
      await mailed();
      const answers = [asked, await browser.get('/sign-in/code')];
      for (let i = 0; i < 6; i++) answers.push(await browser.post('/sign-in/code', { code: '22222222' }));
      return answers.map(shape);
    };
    t.deepEqual(await steps(nobody), await steps(email));
    t.false(mails.some(({ to }) => to === nobody));
  },
);

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

test.serial(
  'beyond the limits of a network, requests for known and unknown addresses get the same responses, equally slowly',
  async t => {
    const { email } = await newPerson();
    const home = place();
    const member = await asking(email, home);
    await member.post('/sign-in/code', { code: await codeFor(email) }, home);
    const { email: begun } = await newPerson();
    /** The response to a stranger, in a new browser or in one that has already started a sign-in. */
    const seen = async (address: string, hasSignIn: boolean) => {
      for (let i = 0; i < 4; i++) await asking(address, home);
      const stranger = hasSignIn ? await asking(begun) : new Browser(w.baseUrl);
      await stranger.post('/sign-in', { email: address }, home);
      await mailed();
      const answers: unknown[] = [];
      const hashes = await hashesDuring(async () => {
        for (let i = 0; i < 6; i++)
          answers.push(shape(await stranger.post('/sign-in/code', { code: '22222222' }, home)));
      });
      return { answers, hashes };
    };
    for (const hasSignIn of [false, true])
      t.deepEqual(await seen(`nobody-${email}`, hasSignIn), await seen(email, hasSignIn));
  },
);

test.serial(
  'on a member’s network, codes from unknown browsers wait in the queue for unknown browsers',
  async t => {
    const { email } = await newPerson();
    const home = place();
    const member = await asking(email, home);
    await member.post('/sign-in/code', { code: await codeFor(email) }, home);
    const crowd = await Promise.all(
      Array.from({ length: 30 }, (_, n) => asking(`crowd-${n}@nobody.example`, home)),
    );
    const stranger = await asking(email, home);
    await member.post('/sign-in', { email }, home);
    await mailed();
    const order: string[] = [];
    const tries = (who: string, browser: Browser) =>
      browser.post('/sign-in/code', { code: '22222222' }, home).then(() => order.push(who));
    const all = crowd.map(one => tries('crowd', one));
    const inLine = () =>
      sql(`select 1 from corkboard.sign_ins where email like 'crowd-%@nobody.example' and tries > 0`);
    await eventually(inLine, rows => rows.length === crowd.length);
    await Promise.all([...all, tries('stranger', stranger), tries('member', member)]);
    // The last requests of the crowd and the stranger's may overtake each other on their way back from the database.
    t.true(order.indexOf('stranger') >= crowd.length - 3, order.join());
    t.true(order.indexOf('member') < order.indexOf('stranger'), order.join());
  },
);

test.serial(
  'from the fourth request in an hour on, a network gets no more emails for an address',
  async t => {
    const { email } = await newPerson();
    const from = place();
    const first = shape(await new Browser(w.baseUrl).post('/sign-in', { email }, from));
    await Promise.all(Array.from({ length: 7 }, () => asking(email, from)));
    await mailed();
    const count = () => mails.filter(({ to }) => to === email).length;
    t.is(count(), 3);
    t.deepEqual(shape(await new Browser(w.baseUrl).post('/sign-in', { email }, from)), first);
    await asking(email, place());
    await mailed();
    t.is(count(), 4);
    await sql(
      `update corkboard.sign_ins set created_at = created_at - interval '1 hour' where email = $1`,
      email,
    );
    await asking(email, from);
    await mailed();
    t.is(count(), 5);
  },
);

test.serial('an address gets at most 200 emails a day at the request of unknown networks', async t => {
  const email = 'nobody@day.example';
  await sql(
    `select corkboard.request_sign_in_code($1, sha256(convert_to(i::text, 'UTF8')), '203.0.113.0'::inet + i % 250)
       from generate_series(1, 230) i`,
    email,
  );
  t.is((await sql('select 1 from corkboard.sign_ins where email = $1', email)).length, 200);
});

test.serial('a flood from one or many networks doesn’t keep owners from signing in', async t => {
  const { email } = await newPerson();
  const home = place();
  const old = await asking(email, home);
  const entered = await old.post('/sign-in/code', { code: await codeFor(email) }, home);
  t.is(entered.status, 303);

  const one = place();
  for (let i = 0; i < 8; i++)
    await Promise.all(
      Array.from({ length: 10 }, () => new Browser(w.baseUrl).post('/sign-in', { email }, one)),
    );
  for (let i = 0; i < 12; i++) {
    const from = place();
    await Promise.all(
      Array.from({ length: 5 }, () => new Browser(w.baseUrl).post('/sign-in', { email }, from)),
    );
  }
  await mailed();
  const strangers = mails.filter(({ to }) => to === email).length - 1;
  t.true(strangers <= 3 + 12 * 3, `${strangers} emails`);

  /** Whether this browser can sign in with the first code that it requests. */
  const getsIn = async (browser: Browser, from: Record<string, string>) => {
    await browser.post('/sign-in', { email }, from);
    return (await browser.post('/sign-in/code', { code: await codeFor(email) }, from)).status === 303;
  };
  await old.post('/sign-out');
  t.true(await getsIn(new Browser(w.baseUrl), place()), 'a new browser on a new network');
  t.true(await getsIn(old, one), 'the old browser, on the network of the flood');
  t.true(await getsIn(new Browser(w.baseUrl), home), 'a new browser on the old network');

  // The day's limit is used up, so requests from unknown networks send no more emails.
  await sql(
    `insert into corkboard.sign_ins (email, browser_hash, requested_from, expires_at)
     select $1, sha256('x'), '192.0.2.1', now() from generate_series(1, 200)`,
    email,
  );
  const stranger = new Browser(w.baseUrl);
  await stranger.post('/sign-in', { email }, place());
  t.is((await stranger.post('/sign-in/code', { code: await codeFor(email) })).status, 422);
  t.true(await getsIn(old, place()), 'the old browser beyond the day’s limit');
  t.true(await getsIn(new Browser(w.baseUrl), home), 'the old network beyond the day’s limit');
});

test.serial('requests from a known network always lead to a code, within the limit on emails', async t => {
  const { email } = await newPerson();
  const home = place();
  await (await asking(email, home)).post('/sign-in/code', { code: await codeFor(email) }, home);
  const browsers: Browser[] = [];
  for (let i = 0; i < 24; i++) {
    browsers.push(await asking(email, home));
    await mailed();
  }
  await mailed();
  const count = mails.filter(({ to }) => to === email).length;
  // One email in the minute after the unshared codes, and another if a new minute started meanwhile.
  t.true(count <= 12, `${count} emails`);
  const code = await codeFor(email);
  const last = browsers.at(-1)!;
  t.is((await last.post('/sign-in/code', { code }, home)).status, 303);
  t.true(await isSignedIn(last));
  // A shared code works for one browser only.
  t.is((await browsers.at(-2)!.post('/sign-in/code', { code }, home)).status, 422);
});

test.serial('earlier requests from a known network don’t make the next one slower', async t => {
  const { email } = await newPerson();
  const home = place();
  await (await asking(email, home)).post('/sign-in/code', { code: await codeFor(email) }, home);
  for (let i = 0; i < 12; i++) await asking(email, home);
  await mailed();
  await sql(
    `insert into corkboard.sign_ins (email, browser_hash, requested_from, is_known_origin, code_sign_in_id, expires_at)
     select $1, sha256(convert_to(n::text, 'UTF8')), $2, true,
            (select id from corkboard.sign_ins where email = $1 and code_sign_in_id is null order by id desc limit 1),
            clock_timestamp() + interval '15 minutes'
       from generate_series(1, 5000) n`,
    email,
    home['X-Forwarded-For'],
  );
  await sql('analyze corkboard.sign_ins');
  const asker = await w.db.connect();
  try {
    await asker.query('begin');
    const read = async () =>
      Number(
        (
          await asker.query(
            `select seq_tup_read + idx_tup_fetch as rows from pg_stat_xact_all_tables
              where relid = 'corkboard.sign_ins'::regclass`,
          )
        ).rows[0]?.rows ?? 0,
      );
    const before = await read();
    await asker.query(`select corkboard.request_sign_in_code($1, sha256('another'), $2)`, [
      email,
      home['X-Forwarded-For'],
    ]);
    const rows = (await read()) - before;
    t.true(rows < 100, `${rows} rows`);
  } finally {
    await asker.query('rollback');
    asker.release();
  }
});

test.serial('thirty colleagues behind one IP address sign in within a minute', async t => {
  const office = place();
  const colleagues = await Promise.all(Array.from({ length: 30 }, newPerson));
  const browsers = await Promise.all(colleagues.map(({ email }) => asking(email, office)));
  await mailed();
  const statuses = [];
  for (const [i, { email }] of colleagues.entries())
    statuses.push((await browsers[i]!.post('/sign-in/code', { code: await codeFor(email) }, office)).status);
  t.deepEqual(
    statuses,
    colleagues.map(() => 303),
  );
});

test.serial(
  'an owner’s first attempt works while eight networks guess codes of invented addresses',
  async t => {
    const { email } = await newPerson();
    const stop = new AbortController();
    const guessing = Array.from({ length: 8 }, async () => {
      const from = place();
      const browser = new Browser(w.baseUrl);
      for (let i = 0; i < 10; i++)
        await browser.post('/sign-in', { email: `invented-${i}@nobody.example` }, from);
      while (!stop.signal.aborted) {
        await browser.post('/sign-in/code', { code: '22222222' }, from);
        await pause(3_000, undefined, { signal: stop.signal }).catch(() => {});
      }
    });
    try {
      const browser = await asking(email);
      const code = await codeFor(email);
      const { status } = await browser.post('/sign-in/code', { code }, place());
      t.is(status, 303);
    } finally {
      stop.abort();
      await Promise.all(guessing);
    }
  },
);

test.serial('codes from disconnected browsers aren’t checked, and don’t count as attempts', async t => {
  const { email } = await newPerson();
  const from = place();
  const browser = await asking(email, from);
  const code = await codeFor(email);
  const stop = new AbortController();
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    'Sec-Fetch-Site': 'same-origin',
    ...from,
  };
  const tries = (token: string, typed: string) =>
    fetch(`${w.baseUrl}/sign-in/code`, {
      method: 'POST',
      body: `code=${typed}`,
      headers: { ...headers, Cookie: `corkboard-browser=${token}` },
      signal: stop.signal,
    }).then(
      ({ status }) => status,
      () => null,
    );
  const hashes = await hashesDuring(async () => {
    const stranger = new Browser(w.baseUrl);
    await stranger.post('/sign-in', { email: 'nobody@gone.example' }, from);
    const crowd = Array.from({ length: 40 }, () =>
      tries(stranger.cookies.get('corkboard-browser')!, '22222222'),
    );
    const own = Array.from({ length: 5 }, () =>
      tries(browser.cookies.get('corkboard-browser')!, otherThan(code)),
    );
    // All of them are queued as soon as the first one has its response.
    await Promise.race(crowd);
    stop.abort();
    await Promise.all([...crowd, ...own]);
    // The next one is checked after them.
    t.is((await stranger.post('/sign-in/code', { code: '22222222' }, from)).status, 422);
  });
  t.true(hashes < 45, `${hashes} hashes`);
  t.is((await browser.post('/sign-in/code', { code }, from)).status, 303);
});

test.serial('an attempt that the process was too busy to check doesn’t count', async t => {
  const { email } = await newPerson();
  const browser = await asking(email);
  const code = await codeFor(email);
  const hash = createHash('sha256').update(browser.cookies.get('corkboard-browser')!).digest();
  for (let i = 0; i < 8; i++) {
    const [{ tried }] = await sql(
      'select sign_ins as tried from corkboard.reserve_code_attempt($1, null)',
      hash,
    );
    t.is(tried.length, 1);
    await sql('select corkboard.release_code_attempt($1)', tried);
  }
  t.is((await browser.post('/sign-in/code', { code })).status, 303);
});

test.serial(
  'from the 61st request in three minutes on, a network gets no more emails, whatever address it claims',
  async t => {
    const from = place()['X-Forwarded-For'];
    const all = await Promise.all(Array.from({ length: 62 }, newPerson));
    await Promise.all(
      all.map(({ email }, i) => asking(email, { 'X-Forwarded-For': `203.0.113.${i}, ${from}` })),
    );
    await mailed();
    t.is(mails.filter(({ to }) => all.some(({ email }) => to === email)).length, 60);
  },
);

test.serial('addresses in one IPv6 /48 are one network, and those in another /48 are not', async t => {
  const { email } = await newPerson();
  for (let i = 0; i < 5; i++) await asking(email, { 'X-Forwarded-For': `2001:db8:7:${i}::1` });
  await mailed();
  t.is(mails.filter(({ to }) => to === email).length, 3);
  await asking(email, { 'X-Forwarded-For': '2001:db8:8:1::1' });
  await mailed();
  t.is(mails.filter(({ to }) => to === email).length, 4);
});

test.serial('an invalid address is rejected beside the field, with what was typed', async t => {
  const browser = new Browser(w.baseUrl);
  for (const email of ['', 'nobody', 'a b@c.example', '"><script>@x.example']) {
    const { status, text } = await browser.post('/sign-in', { email }, place());
    t.is(status, 422);
    t.regex(text, /aria-invalid="true"/);
    t.notRegex(text, /<script>/);
  }
});

test.serial('choosing a workspace doesn’t count as an attempt', async t => {
  const { email } = await newPerson();
  const second = await w.workspace();
  await sql('select corkboard.add_member($1, $2)', second.id, email);
  const browser = await asking(email);
  const code = await codeFor(email);
  for (let i = 0; i < 4; i++)
    t.is((await browser.post('/sign-in/code', { code: otherThan(code) })).status, 422);
  t.is((await browser.post('/sign-in/code', { code })).status, 200);
  t.is((await browser.post('/sign-in/code', { code, workspace: second.id })).status, 303);
});

test.serial(
  'a member of several workspaces chooses one: the last used first, each with its owner’s address',
  async t => {
    const { studio, email } = await newPerson();
    const second = await w.workspace();
    await sql('select corkboard.add_member($1, $2)', second.id, email.toUpperCase());
    await sql(`update corkboard.workspaces set name = 'The <second>' where id = $1`, second.id);
    const browser = await asking(email);
    const code = await codeFor(email);
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
    const foreign = await w.workspace();
    t.is((await browser.post('/sign-in/code', { code, workspace: foreign.id })).status, 422);
    t.is((await browser.post('/sign-in/code', { code, workspace: second.id })).status, 303);
    t.regex((await browser.get('/')).text, /The &lt;second&gt;/);
    t.not(studio.id, second.id);
    await browser.post('/sign-out');
    const later = await asking(email);
    t.deepEqual(addresses(await later.post('/sign-in/code', { code: await codeFor(email) })), [
      owner.email,
      email,
    ]);
  },
);

test.serial('a session ends with its member, after 14 days without use, and after 90 in all', async t => {
  const studio = await w.workspace();
  const age = `
    update corkboard.sessions
       set seen_at = now() - $2::interval, created_at = now() - $3::interval,
           expires_at = corkboard.session_expiry(now() - $3::interval, now() - $2::interval)
     where token_hash = $1`;
  const lasts = async (seen: string, created: string) => {
    const owner = await signIn(w, studio.id);
    await sql(age, owner.tokenHash, seen, created);
    return isSignedIn(new Browser(w.baseUrl, owner));
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

  const member = await signIn(w, studio.id, { email: 'colleague@studio.example' });
  const browser = new Browser(w.baseUrl, member);
  t.true(await isSignedIn(browser));
  await sql('select corkboard.remove_member($1, $2)', studio.id, member.memberId);
  t.false(await isSignedIn(browser));
});

test.serial(
  'a sign-in link works once: viewing it doesn’t use it up, one of two browsers is signed in, and a double click signs in once',
  async t => {
    const studio = await w.workspace();
    const [{ id }] = await sql('select id from corkboard.members where workspace_id = $1', studio.id);
    const [{ token }] = await sql('select token from corkboard.create_sign_in_link($1)', id);
    const browser = new Browser(w.baseUrl);
    for (let i = 0; i < 3; i++) t.is((await browser.get(`/sign-in/${token}`)).status, 200);
    t.is((await browser.get(`/sign-in/${token}`, {}, 'HEAD')).status, 200);
    const page = await browser.get(`/sign-in/${token}`);
    t.false(await isSignedIn(browser));
    const both = await Promise.all([browser, new Browser(w.baseUrl)].map(one => one.press(page, 'Sign in')));
    t.deepEqual(both.map(({ status }) => status).sort(), [303, 404]);
    const winner = both[0]!.status === 303 ? browser : new Browser(w.baseUrl);
    const repeated = await winner.post(`/sign-in/${token}`);
    t.is(repeated.status, winner === browser ? 303 : 404);
    t.is((await browser.get(`/sign-in/${token}`)).status, 404);
    const [{ token: late }] = await sql('select token from corkboard.create_sign_in_link($1)', id);
    await sql('update corkboard.sign_in_links set expires_at = now() where member_id = $1', id);
    t.is((await browser.get(`/sign-in/${late}`)).status, 404);
  },
);

test.serial(
  'after signing in, a person returns to the requested page if it belongs to the console',
  async t => {
    const { email } = await newPerson();
    for (const [wanted, next] of [
      ['/?done=x', '/?done=x'],
      ['//evil.example/', '/'],
      ['/\\evil.example', '/'],
      ['https://evil.example/', '/'],
      ['/api/v1/me', '/'],
      ['/sign-out', '/'],
      ['/\n/evil.example', '/'],
      ['', '/'],
    ] as const) {
      await sql('delete from corkboard.sign_ins where email = $1', email);
      const browser = new Browser(w.baseUrl);
      const page = await browser.get(`/sign-in?${new URLSearchParams({ next: wanted })}`);
      const asked = await browser.press(page, 'Email me a code', { email });
      const typing = await browser.get(asked.location!);
      const { location } = await browser.press(typing, 'Sign in', { code: await codeFor(email) });
      t.is(location, next, wanted);
      const direct = await new Browser(w.baseUrl).post(
        '/sign-in',
        { email: 'a@b.example', next: wanted },
        place(),
      );
      t.false(direct.location!.includes('evil'), wanted);
    }
  },
);

test.serial('a signed-in person enters a new code and stays in their workspace', async t => {
  const { studio, email } = await newPerson();
  const second = await w.workspace();
  await sql('select corkboard.add_member($1, $2)', second.id, email);
  const owner = await signIn(w, studio.id, { confirmed: '2 hours' });
  const browser = new Browser(w.baseUrl, owner);
  const asked = await browser.press(await browser.get('/sign-in/confirm?next=/'), 'Email me a code');
  const done = await browser.press(await browser.get(asked.location!), 'Sign in', {
    code: await codeFor(email),
  });
  t.deepEqual([done.status, done.location], [303, '/']);
  t.not(browser.cookies.get('corkboard'), owner.token);
  const sessions = await sql(
    `select workspace_id as "workspaceId", confirmed_at > now() - interval '1 minute' as "isFresh"
     from corkboard.sessions where workspace_id in ($1, $2)`,
    studio.id,
    second.id,
  );
  t.deepEqual(sessions, [{ workspaceId: studio.id, isFresh: true }]);
});

test.serial('requests for the owner’s address by strangers don’t keep the owner from confirming', async t => {
  const { studio, email } = await newPerson();
  const from = place();
  for (let i = 0; i < 5; i++) await asking(email, from);
  for (const other of await Promise.all(Array.from({ length: 5 }, newPerson)))
    await asking(other.email, from);
  // Emails that are on their way at once may arrive in any order.
  await mailed();
  const browser = new Browser(w.baseUrl, await signIn(w, studio.id, { confirmed: '2 hours' }));
  const asked = await browser.post('/sign-in/confirm', { next: '/settings/keys' }, from);
  t.is(asked.location, '/sign-in/code?next=%2Fsettings%2Fkeys');
  await mailed();
  t.is(mails.filter(({ to }) => to === email).length, 4);
  t.is((await browser.post('/sign-in/code', { code: await codeFor(email) })).status, 303);
});

test.serial(
  'from the sixth request in an hour on, a session gets no more emails; signing in doesn’t count',
  async t => {
    const { studio, email } = await newPerson();
    const owner = await signIn(w, studio.id, { confirmed: '2 hours' });
    const confirm = (person = owner) =>
      new Browser(w.baseUrl, person).post('/sign-in/confirm', {}, { 'X-Forwarded-For': '198.51.100.1' });
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm()));
    t.deepEqual([...new Set(answers.map(({ location }) => location))], ['/sign-in/code']);
    const count = async () => {
      await mailed();
      return mails.filter(({ to }) => to === email).length;
    };
    t.is(await count(), 5);
    await confirm(await signIn(w, studio.id, { confirmed: '2 hours' }));
    t.is(await count(), 6);
    await asking(email);
    t.is(await count(), 7);
  },
);

test.serial('the email links to the page for the code, which continues to the requested page', async t => {
  const { email } = await newPerson();
  const browser = new Browser(w.baseUrl);
  const wanted = '/clients?search=a%26b&page=2';
  await browser.post('/sign-in', { email, next: wanted }, place());
  const code = await codeFor(email);
  const page = await browser.get(pageFor(email));
  t.true(page.text.includes(`value="${code}"`));
  t.is((await browser.press(page, 'Sign in')).location, wanted);
  for (const next of ['//evil.example/', '/api/v1/me', `/clients?search=${'a'.repeat(2000)}`]) {
    await browser.post('/sign-in', { email, next }, place());
    const code = await codeFor(email);
    t.is(pageFor(email), `/sign-in/code?code=${code}`);
  }
});

/** Runs a task as the cron entry does. */
const pruned = async (t: ExecutionContext) => {
  const [{ id }] = await sql(`select (graphile_worker.add_job('prune')).id`);
  await eventually(async () => (await sql(`select 1 from ${queuedJobs} where id = $1`, id)).length === 0);
  t.pass();
};

test.serial(
  'expired sessions, sign-ins and origins are deleted, except sign-ins that a limit counts',
  async t => {
    const studio = await w.workspace();
    const [lives, over] = [await signIn(w, studio.id), await signIn(w, studio.id)];
    await sql('update corkboard.sessions set expires_at = now() where token_hash = $1', over.tokenHash);
    const begun = (email: string, since: string) =>
      sql(
        `insert into corkboard.sign_ins (email, browser_hash, created_at, expires_at)
       values ($1, sha256('x'), now() - $2::interval, now() - $2::interval + interval '15 minutes')`,
        email,
        since,
      );
    await begun('old@prune.example', '24 hours 1 minute');
    await begun('young@prune.example', '23 hours 59 minutes');
    // Sign-ins that share a code count toward no limit.
    await begun('shares@prune.example', '16 minutes');
    await begun('shares-still@prune.example', '14 minutes');
    await sql(
      `update corkboard.sign_ins set code_sign_in_id = corkboard.uuid_v7() where email like 'shares%@prune.example'`,
    );
    for (const [email, since] of [
      ['old@prune.example', '181 days'],
      ['young@prune.example', '179 days'],
    ])
      await sql(
        `insert into corkboard.sign_in_origins (email, browser_hash, network, signed_in_at)
         values ($1, sha256('x'), '192.0.2.1', now() - $2::interval)`,
        email,
        since,
      );
    const [{ id }] = await sql('select id from corkboard.members where workspace_id = $1', studio.id);
    for (let i = 0; i < 2; i++) await sql('select corkboard.create_sign_in_link($1)', id);
    const links = 'corkboard.sign_in_links where workspace_id = $1';
    await sql(
      `update corkboard.sign_in_links set expires_at = now() where id = (select min(id::text)::uuid from ${links})`,
      studio.id,
    );
    await pruned(t);
    t.is((await sql(`select 1 from ${links}`, studio.id)).length, 1);
    t.deepEqual(
      await sql(`select email from corkboard.sign_ins where email like '%@prune.example' order by email`),
      [{ email: 'shares-still@prune.example' }, { email: 'young@prune.example' }],
    );
    t.deepEqual(await sql(`select email from corkboard.sign_in_origins where email like '%@prune.example'`), [
      { email: 'young@prune.example' },
    ]);
    t.deepEqual(
      await sql('select token_hash as h from corkboard.sessions where workspace_id = $1', studio.id),
      [{ h: lives.tokenHash }],
    );
  },
);
