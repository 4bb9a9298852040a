import { createHash, scryptSync } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { SMTPServer } from 'smtp-server';
import { work } from '../../src/jobs/work.ts';
import { Browser, type Seen } from '../support/browser.ts';
import { workerConfig } from '../support/hooks.ts';
import { signIn } from '../support/session.ts';
import { world } from '../support/world.ts';

/** The mails that came. */
const mails: { to: string; text: string }[] = [];
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: async (stream, { envelope }, done) => {
    let text = '';
    for await (const chunk of stream) text += chunk;
    // Long lines are broken for the way, and put together again where they are read.
    mails.push({ to: envelope.rcptTo[0]!.address, text: text.replace(/=\r\n/g, '').replaceAll('=3D', '=') });
    done();
  },
});
const w = world(test, { env: { TRUST_PROXY: '1' } });
let stopWork = async () => {};
test.serial.before(async () => {
  mailServer.listen(0, '127.0.0.1');
  await once(mailServer.server, 'listening');
  const { port } = mailServer.server.address() as AddressInfo;
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: 'https://console.example' };
  ({ stop: stopWork } = await work(workerConfig(env), w.serviceUrl));
});
w.atEnd(async () => {
  await stopWork();
  await new Promise<void>(done => mailServer.close(done));
});

// The tests take turns: each waits until no mail is on its way, and a process hashes one code at a time.

const sql = async (text: string, ...values: unknown[]) => (await w.db.query(text, values)).rows;

let places = 0;
/** A place in the net that nobody else asks from, as our proxy tells it. */
const place = () => ({ 'X-Forwarded-For': `198.51.${Math.floor(places / 250)}.${(places++ % 250) + 1}` });

let people = 0;
/** A workspace of somebody whose address nobody else has. */
async function somebody() {
  const studio = await w.workspace();
  const email = `person-${++people}@studio.example`;
  await sql('update corkboard.members set email = $2 where workspace_id = $1', studio.id, email);
  return { studio, email };
}

/** Waits until no mail is on its way any more. */
async function mailed(): Promise<void> {
  const waiting = `select from graphile_worker.jobs where task_identifier = 'mail_sign_in'`;
  while ((await sql(waiting)).length > 0) await new Promise(done => setTimeout(done, 10));
}

/** The code that was mailed last to an address: eight signs, alone on a line. */
async function codeFor(email: string): Promise<string> {
  await mailed();
  const mail = mails.findLast(({ to }) => to === email);
  return /^[2-9A-HJ-NP-Z]{8}$/m.exec(mail?.text.replaceAll('\r', '') ?? '')![0];
}

/** A browser that has asked for a code. */
async function asking(email: string, headers = place()): Promise<Browser> {
  const browser = new Browser(w.baseUrl);
  const { status, location } = await browser.post('/sign-in', { email }, headers);
  if (status !== 303 || location !== '/sign-in/code') throw new Error(`asked in vain: ${status} ${location}`);
  return browser;
}

/** The page to enter a code, as the mail that came last to an address names it. */
const pageFor = (email: string) =>
  /^The page to enter it: https:\/\/console\.example(\/\S+)\r$/m.exec(
    mails.findLast(({ to }) => to === email)!.text,
  )![1]!;

const other = (code: string) => code.replace(/^./, first => (first === 'A' ? 'B' : 'A'));
const isSignedIn = async (browser: Browser) => (await browser.get('/')).status === 200;

test.serial('a person signs in by a code that was mailed, works, and signs out', async t => {
  const { email } = await somebody();
  const browser = new Browser(w.baseUrl);
  const closed = await browser.get('/');
  t.is(closed.status, 303);
  t.is(closed.location, '/sign-in?next=%2F');
  const asked = await browser.press(await browser.get(closed.location!), 'Mail me a code', {
    email: ` ${email.toUpperCase()} `,
  });
  t.is(asked.location, '/sign-in/code');
  const typed = (await codeFor(email)).toLowerCase().replace(/^..../, '$& ');
  const signedIn = await browser.press(await browser.get(asked.location!), 'Sign in', { code: typed });
  t.deepEqual([signedIn.status, signedIn.location], [303, '/']);
  t.regex(
    signedIn.headers.getSetCookie()[0]!,
    /^corkboard=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax$/,
  );
  const start = await browser.get('/');
  t.is(start.status, 200);
  t.true(start.text.includes(email));
  const before = new Map(browser.cookies);
  const out = await browser.press(start, 'Sign out');
  t.is(out.location, '/sign-in');
  t.is(browser.cookies.size, 0);
  for (const pair of before) browser.cookies.set(...pair);
  t.is((await browser.get('/')).status, 303);
});

test.serial('a code works once', async t => {
  const { email } = await somebody();
  const browser = await asking(email);
  const cookies = new Map(browser.cookies);
  const code = await codeFor(email);
  const answers = await Promise.all(
    [1, 2, 3].map(() => {
      const same = new Browser(w.baseUrl);
      for (const pair of cookies) same.cookies.set(...pair);
      return same.post('/sign-in/code', { code });
    }),
  );
  t.deepEqual(answers.map(({ status }) => status).sort(), [303, 422, 422]);
});

test.serial('after five wrong codes the right one does not work either', async t => {
  const { email } = await somebody();
  const browser = await asking(email);
  const code = await codeFor(email);
  for (let i = 0; i < 5; i++) t.is((await browser.post('/sign-in/code', { code: other(code) })).status, 422);
  t.is((await browser.post('/sign-in/code', { code })).status, 422);
  t.false(await isSignedIn(browser));
});

test.serial('five wrong codes at once are five', async t => {
  const { email } = await somebody();
  const browser = await asking(email);
  const code = await codeFor(email);
  await Promise.all(Array.from({ length: 8 }, () => browser.post('/sign-in/code', { code: other(code) })));
  t.is((await browser.post('/sign-in/code', { code })).status, 422);
});

test.serial('a code works only in the browser that asked for it, and only for 15 minutes', async t => {
  const { email } = await somebody();
  const browser = await asking(email);
  const code = await codeFor(email);
  const thief = await asking((await somebody()).email);
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

test.serial('a code is good also where another one was asked for since', async t => {
  const { email } = await somebody();
  const browser = await asking(email);
  const first = await codeFor(email);
  await browser.post('/sign-in', { email }, place());
  await mailed();
  t.is((await browser.post('/sign-in/code', { code: first })).status, 303);
});

test.serial(
  'a try is counted before it is judged: a guess that nothing becomes of is one of five',
  async t => {
    const { email } = await somebody();
    const browser = await asking(email);
    const code = await codeFor(email);
    const hash = createHash('sha256').update(browser.cookies.get('corkboard-browser')!).digest();
    const tries = await Promise.all(
      Array.from({ length: 7 }, () => sql('select corkboard.try_code($1) as "signIns"', hash)),
    );
    t.deepEqual(tries.map(([{ signIns }]) => signIns.length).sort(), [0, 0, 1, 1, 1, 1, 1]);
    t.is((await browser.post('/sign-in/code', { code })).status, 422);
  },
);

test.serial('a plain hash of a code is nowhere: trying all codes would find it', async t => {
  const { email } = await somebody();
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
  'an address that is nobody’s is answered like a member’s, at every step, and gets no mail',
  async t => {
    const { email } = await somebody();
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

test.serial(
  'from the sixth time in an hour an address gets no more mail, and the answer is the same',
  async t => {
    const { email } = await somebody();
    const first = shape(await new Browser(w.baseUrl).post('/sign-in', { email }, place()));
    await Promise.all(Array.from({ length: 7 }, () => asking(email)));
    await mailed();
    t.is(mails.filter(({ to }) => to === email).length, 5);
    t.deepEqual(shape(await new Browser(w.baseUrl).post('/sign-in', { email }, place())), first);
    await sql(
      `update corkboard.sign_ins set created_at = created_at - interval '1 hour' where email = $1`,
      email,
    );
    await asking(email);
    await mailed();
    t.is(mails.filter(({ to }) => to === email).length, 6);
  },
);

test.serial(
  'from the eleventh time in three minutes a place gets no more mail, whatever it says of itself',
  async t => {
    const from = place()['X-Forwarded-For'];
    const all = await Promise.all(Array.from({ length: 12 }, somebody));
    for (const [i, { email }] of all.entries())
      await asking(email, { 'X-Forwarded-For': `203.0.113.${i}, ${from}` });
    await mailed();
    t.is(mails.filter(({ to }) => all.some(({ email }) => to === email)).length, 10);
  },
);

test.serial('neighbours in an IPv6 network of one customer are one place', async t => {
  const all = await Promise.all(Array.from({ length: 11 }, somebody));
  for (const [i, { email }] of all.entries())
    await asking(email, { 'X-Forwarded-For': `2001:db8:7:7::${i + 1}` });
  await mailed();
  t.is(mails.filter(({ to }) => all.some(({ email }) => to === email)).length, 10);
});

test.serial('an address that is none is told so, beside the field, with what was typed', async t => {
  const browser = new Browser(w.baseUrl);
  for (const email of ['', 'nobody', 'a b@c.example', '"><script>@x.example']) {
    const { status, text } = await browser.post('/sign-in', { email }, place());
    t.is(status, 422);
    t.regex(text, /aria-invalid="true"/);
    t.notRegex(text, /<script>/);
  }
});

test.serial('choosing a workspace is no try: the fifth code may be the right one there, too', async t => {
  const { email } = await somebody();
  const second = await w.workspace();
  await sql('select corkboard.add_member($1, $2)', second.id, email);
  const browser = await asking(email);
  const code = await codeFor(email);
  for (let i = 0; i < 4; i++) t.is((await browser.post('/sign-in/code', { code: other(code) })).status, 422);
  t.is((await browser.post('/sign-in/code', { code })).status, 200);
  t.is((await browser.post('/sign-in/code', { code, workspace: second.id })).status, 303);
});

test.serial('whoever is a member of several workspaces says which', async t => {
  const { studio, email } = await somebody();
  const second = await w.workspace();
  await sql('select corkboard.add_member($1, $2)', second.id, email.toUpperCase());
  await sql(`update corkboard.workspaces set name = 'The <second>' where id = $1`, second.id);
  const browser = await asking(email);
  const code = await codeFor(email);
  const choice = await browser.post('/sign-in/code', { code });
  t.is(choice.status, 200);
  t.regex(choice.text, /The &lt;second&gt;/);
  t.false(await isSignedIn(browser));
  const foreign = await w.workspace();
  t.is((await browser.post('/sign-in/code', { code, workspace: foreign.id })).status, 422);
  t.is((await browser.post('/sign-in/code', { code, workspace: second.id })).status, 303);
  t.regex((await browser.get('/')).text, /The &lt;second&gt;/);
  t.not(studio.id, second.id);
});

test.serial('a session ends with its member, after 14 days without use, and after 90 in all', async t => {
  const studio = await w.workspace();
  const age = `
    update corkboard.sessions
       set seen_at = now() - $2::interval, created_at = now() - $3::interval,
           expires_at = corkboard.session_end(now() - $3::interval, now() - $2::interval)
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
  'a link signs in once: looking at it uses nothing up, and of two who use it one gets in',
  async t => {
    const studio = await w.workspace();
    const [{ id }] = await sql('select id from corkboard.members where workspace_id = $1', studio.id);
    const [{ token }] = await sql('select token from corkboard.make_sign_in_link($1)', id);
    const browser = new Browser(w.baseUrl);
    for (let i = 0; i < 3; i++) t.is((await browser.get(`/sign-in/${token}`)).status, 200);
    t.is((await browser.get(`/sign-in/${token}`, {}, 'HEAD')).status, 200);
    const page = await browser.get(`/sign-in/${token}`);
    t.false(await isSignedIn(browser));
    const both = await Promise.all([browser, new Browser(w.baseUrl)].map(one => one.press(page, 'Sign in')));
    t.deepEqual(both.map(({ status }) => status).sort(), [303, 404]);
    t.is((await browser.get(`/sign-in/${token}`)).status, 404);
    const [{ token: late }] = await sql('select token from corkboard.make_sign_in_link($1)', id);
    await sql('update corkboard.sign_in_links set expires_at = now() where member_id = $1', id);
    t.is((await browser.get(`/sign-in/${late}`)).status, 404);
  },
);

test.serial(
  'who signed in goes on to the page that was asked for, and only to pages of the console',
  async t => {
    const { email } = await somebody();
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
      const asked = await browser.press(page, 'Mail me a code', { email });
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

test.serial(
  'whoever is signed in proves once more who they are by a code, and stays in their workspace',
  async t => {
    const { studio, email } = await somebody();
    const second = await w.workspace();
    await sql('select corkboard.add_member($1, $2)', second.id, email);
    const owner = await signIn(w, studio.id, { confirmed: '2 hours' });
    const browser = new Browser(w.baseUrl, owner);
    const asked = await browser.press(await browser.get('/sign-in/confirm?next=/'), 'Mail me a code');
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
  },
);

test.serial('a stranger who asks for the owner’s address keeps the owner from no confirmation', async t => {
  const { studio, email } = await somebody();
  const from = place();
  for (let i = 0; i < 5; i++) await asking(email, from);
  for (const other of await Promise.all(Array.from({ length: 5 }, somebody))) await asking(other.email, from);
  const browser = new Browser(w.baseUrl, await signIn(w, studio.id, { confirmed: '2 hours' }));
  const asked = await browser.post('/sign-in/confirm', { next: '/settings/keys' }, from);
  t.is(asked.location, '/sign-in/code?next=%2Fsettings%2Fkeys');
  await mailed();
  t.is(mails.filter(({ to }) => to === email).length, 6);
  t.is((await browser.post('/sign-in/code', { code: await codeFor(email) })).status, 303);
});

test.serial(
  'from the sixth time in an hour a session gets no more mail, also of several at once; signing in does not count',
  async t => {
    const { studio, email } = await somebody();
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

test.serial(
  'the mail names the page to enter the code, from which one goes on to where one wanted to go',
  async t => {
    const { email } = await somebody();
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
  },
);

/** Runs a task as its cron entry does. */
const pruned = async (t: ExecutionContext) => {
  const [{ id }] = await sql(`select (graphile_worker.add_job('prune_sessions')).id`);
  while ((await sql('select from graphile_worker._private_jobs where id = $1', id)).length > 0) {
    await new Promise(done => setTimeout(done, 10));
  }
  t.pass();
};

test.serial(
  'sessions and sign-ins that ran out are deleted; what is counted for an hour is kept',
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
    await begun('old@prune.example', '61 minutes');
    await begun('young@prune.example', '59 minutes');
    const [{ id }] = await sql('select id from corkboard.members where workspace_id = $1', studio.id);
    for (let i = 0; i < 2; i++) await sql('select corkboard.make_sign_in_link($1)', id);
    const links = 'corkboard.sign_in_links where workspace_id = $1';
    await sql(
      `update corkboard.sign_in_links set expires_at = now() where id = (select min(id::text)::uuid from ${links})`,
      studio.id,
    );
    await pruned(t);
    t.is((await sql(`select from ${links}`, studio.id)).length, 1);
    t.deepEqual(await sql(`select email from corkboard.sign_ins where email like '%@prune.example'`), [
      { email: 'young@prune.example' },
    ]);
    t.deepEqual(
      await sql('select token_hash as h from corkboard.sessions where workspace_id = $1', studio.id),
      [{ h: lives.tokenHash }],
    );
  },
);
