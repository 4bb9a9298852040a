import { createHash, randomBytes } from 'node:crypto';
import test from 'ava';
import { Browser, type Seen } from '../support/browser.ts';
import { consoleWith } from '../support/console.ts';
import { populated } from '../support/populated.ts';
import { signIn } from '../support/session.ts';
import { world } from '../support/world.ts';

// The pages behind share links, which need no sign-in.

const w = world(test, { env: { TRUST_PROXY: '1' } });
const { sql } = w;

type Page = 'intake' | 'scope' | 'contract' | 'invoice';

/** A client's browser. */
const client = () => new Browser(w.baseUrl);
/** The headers of a browser that navigates to an address. */
const asWindow = { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'none' };

/** A studio with a project whose client has not answered, approved, signed or viewed anything. */
async function begun(fields: object = {}) {
  const studio = await w.workspace();
  const project = await studio.project({ name: 'New site', intake: {}, ...fields });
  const pathOf = async (page: Exclude<Page, 'invoice'>) => {
    const [row] = await sql(
      `select (select token from corkboard.intakes where project_id = $1) as intake,
              (select share_token from corkboard.scopes where project_id = $1) as scope,
              (select contract_token from corkboard.projects where id = $1) as contract`,
      project.id,
    );
    return `/${page}/${row![page]}`;
  };
  return { studio, project, pathOf };
}

/** The same, with an invoice that was sent. */
async function sent(fields: object = {}) {
  const made = await begun();
  const invoice = await made.studio.invoice(made.project.id, { notes: 'IBAN DE00', ...fields });
  await sql('select corkboard.send_invoice($1, $2)', made.studio.id, invoice.id);
  const path = await invoicePath(invoice.id);
  return { ...made, invoice, path };
}
const invoicePath = async (id: string) =>
  `/invoice/${(await sql('select share_token as token from corkboard.invoices where id = $1', id))[0].token}`;
const views = async (id: string) =>
  (
    await sql(
      `select (select viewed_at is not null from corkboard.invoices where id = $1) as seen,
              (select count(*)::int from corkboard.audit_log where record_id = $1 and action = 'invoice.viewed') as logged`,
      id,
    )
  )[0];
const unseen = { seen: false, logged: 0 };
const seenOnce = { seen: true, logged: 1 };

test('an invoice can be opened once it is sent, and shows that it was paid or voided', async t => {
  const { studio, project } = await begun();
  const invoice = await studio.invoice(project.id, { amountCents: 12_345 });
  const path = await invoicePath(invoice.id);
  t.is((await client().get(path)).status, 404);
  await sql('select corkboard.send_invoice($1, $2)', studio.id, invoice.id);
  const { status, text } = await client().get(path);
  t.is(status, 200);
  t.regex(text, /<title>Invoice INV-0001 from Studio<\/title>/);
  t.regex(text, /<h1>Invoice INV-0001<\/h1>/);
  t.true(text.includes('$123.45'));
  await sql('select corkboard.pay_invoice($1, $2)', studio.id, invoice.id);
  t.regex((await client().get(path)).text, /Paid on /);
  const other = await studio.invoice(project.id);
  await sql('select corkboard.send_invoice($1, $2)', studio.id, other.id);
  await sql('select corkboard.void_invoice($1, $2)', studio.id, other.id);
  t.regex((await client().get(await invoicePath(other.id))).text, /Void since /);
});

test('the client sees the same document as members', async t => {
  const { studio, invoice, path } = await sent();
  const person = new Browser(w.baseUrl, await signIn(w, studio.id));
  const paper = ({ text }: Seen) =>
    /<article class="paper">[\s\S]*<\/article>/.exec(text)![0].replace(/h1|h2/g, 'h').replace(/\s+/g, ' ');
  t.is(paper(await client().get(path)), paper(await person.get(`/invoices/${invoice.id}`)));
});

test('the first page view is recorded, and later ones aren’t', async t => {
  const { invoice, path } = await sent();
  await client().get(path, asWindow);
  t.deepEqual(await views(invoice.id), seenOnce);
  await client().get(path, asWindow);
  t.deepEqual(await views(invoice.id), seenOnce);
});

test('a page view is audited as the client’s, and a view recorded by the command as the operator’s', async t => {
  const [byClient, byOperator] = [await sent(), await sent()];
  await client().get(byClient.path, asWindow);
  await sql('select corkboard.view_invoice($1, $2)', byOperator.studio.id, byOperator.invoice.id);
  const viewers = await sql(
    `select actor from corkboard.audit_log where action = 'invoice.viewed' and record_id = any ($1) order by actor`,
    [byClient.invoice.id, byOperator.invoice.id],
  );
  t.deepEqual(viewers, [{ actor: 'client' }, { actor: 'operator' }]);
});

/** The headers of browsers that send no Sec-Fetch headers: over plain http, and Safari before 16.4. */
const plainly = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

test('a request without Sec-Fetch headers counts as a page view if it accepts HTML', async t => {
  const { studio, invoice, path } = await sent();
  await new Browser(w.baseUrl, await signIn(w, studio.id)).get(path, plainly);
  t.deepEqual(await views(invoice.id), unseen);
  await client().get(path, plainly);
  await client().get(path, plainly);
  t.deepEqual(await views(invoice.id), seenOnce);
});

for (const name of [
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0) Chrome/103.0.5060.134 Safari/537.36 BingPreview/1.0b',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Twitterbot/1.0',
  'WhatsApp/2.23.20.0',
  'TelegramBot (like TwitterBot)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
]) {
  test(`a link preview is not a page view: ${name}`, async t => {
    const { invoice, path } = await sent();
    for (const headers of [plainly, asWindow]) {
      t.is((await client().get(path, { ...headers, 'User-Agent': name })).status, 200);
    }
    t.deepEqual(await views(invoice.id), unseen);
  });
}

for (const name of [
  'curl/8.5.0',
  'python-requests/2.32',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 [LinkedInApp]/9.30',
]) {
  test(`a program that doesn’t say that it shows previews is a viewer: ${name}`, async t => {
    const { invoice, path } = await sent();
    await client().get(path, { ...plainly, 'User-Agent': name });
    t.deepEqual(await views(invoice.id), seenOnce);
  });
}

const noViews = [
  ['what says nothing of itself', {}, 'GET'],
  ['a program that takes whatever comes', { Accept: '*/*' }, 'GET'],
  ['a picture', { Accept: 'image/avif,image/*,*/*;q=0.8' }, 'GET'],
  ['what is not HTML but is called alike', { Accept: 'text/html-sandboxed' }, 'GET'],
  ['a frame that asks for HTML', { ...plainly, 'Sec-Fetch-Dest': 'iframe' }, 'GET'],
  ['what an older Firefox fetches in advance', { ...plainly, 'X-Moz': 'prefetch' }, 'GET'],
  ['what an older Safari shows as a preview', { ...plainly, 'X-Purpose': 'preview' }, 'GET'],
  ['a HEAD that asks for HTML', plainly, 'HEAD'],
  ['a page that is prefetched', { ...asWindow, 'Sec-Purpose': 'prefetch;prerender' }, 'GET'],
  ['the same by an older browser', { ...asWindow, Purpose: 'prefetch' }, 'GET'],
  ['a picture or a frame', { ...asWindow, 'Sec-Fetch-Dest': 'iframe' }, 'GET'],
  ['a HEAD', asWindow, 'HEAD'],
] as const;

test('nothing but a page that a person opens counts as a page view', async t => {
  const { invoice, path } = await sent();
  for (const [what, headers, method] of noViews) {
    t.is((await client().get(path, headers, method)).status, 200, what);
    t.deepEqual(await views(invoice.id), unseen, what);
  }
});

test('a page view by a member of the workspace isn’t counted; a view by a member of another workspace is', async t => {
  const { studio, invoice, path } = await sent();
  await new Browser(w.baseUrl, await signIn(w, studio.id)).get(path, asWindow);
  t.deepEqual(await views(invoice.id), unseen);
  const other = await w.workspace();
  await new Browser(w.baseUrl, await signIn(w, other.id)).get(path, asWindow);
  t.deepEqual(await views(invoice.id), seenOnce);
});

test('viewing a void invoice isn’t counted', async t => {
  const { studio, invoice, path } = await sent();
  await sql('select corkboard.void_invoice($1, $2)', studio.id, invoice.id);
  t.is((await client().get(path, asWindow)).status, 200);
  t.deepEqual(await views(invoice.id), unseen);
});

const verbs: Record<Exclude<Page, 'invoice'>, string> = {
  intake: 'submit',
  scope: 'approve',
  contract: 'sign',
};
const pages = Object.keys(verbs) as (keyof typeof verbs)[];

test('all links that don’t work show the same page', async t => {
  const { studio, project, pathOf, path } = await sent();
  await studio.scope(project.id);
  const dead: string[] = [path];
  for (const page of pages) dead.push(await pathOf(page));
  for (const one of dead) t.is((await client().get(one)).status, 200, one);
  const tokens = dead.map(one => one.split('/')[2]!);
  await sql('select corkboard.trash_project($1, $2)', studio.id, project.id);
  const renewed = await begun();
  for (const page of pages) {
    dead.push(await renewed.pathOf(page));
    await sql('select corkboard.renew_share_link($1, $2, $3)', renewed.studio.id, page, renewed.project.id);
  }
  const again = await sent();
  dead.push(again.path);
  await sql(`select corkboard.renew_share_link($1, 'invoice', $2)`, again.studio.id, again.invoice.id);
  // The token of one page opens no other.
  dead.push((await invoicePath(again.invoice.id)).replace('invoice', 'scope'));
  for (const page of [...pages, 'invoice'])
    dead.push(`/${page}/x`, `/${page}/a%00b`, `/${page}/${randomBytes(32).toString('base64url')}`);
  const answers = await Promise.all(dead.map(one => client().get(one, asWindow)));
  t.deepEqual([...new Set(answers.map(({ status }) => status))], [404]);
  t.is(new Set(answers.map(({ text }) => text)).size, 1);
  const headers = answers.map(({ headers }) =>
    JSON.stringify([...headers].filter(([name]) => !['request-id', 'date'].includes(name))),
  );
  t.is(new Set(headers).size, 1);
  for (const token of tokens) t.false(answers[0]!.text.includes(token));
  t.notRegex(answers[0]!.text, /href="\/"/);
  for (const page of pages) {
    const post = await client().post(`${dead[1 + pages.indexOf(page)]}/${verbs[page]}`, {
      by: 'Ada',
      version: '1',
    });
    t.true([404, 422].includes(post.status), page);
  }
});

test('share pages are kept out of search engines and caches, and send no referrer', async t => {
  const { path, pathOf } = await sent();
  for (const one of [path, await pathOf('scope'), `/scope/${'x'.repeat(43)}`]) {
    const { headers } = await client().get(one);
    t.is(headers.get('x-robots-tag'), 'noindex, nofollow');
    t.is(headers.get('cache-control'), 'no-store');
    t.is(headers.get('referrer-policy'), 'same-origin');
    t.regex(headers.get('content-security-policy')!, /default-src 'none'.*frame-ancestors 'none'/);
    t.deepEqual(headers.getSetCookie(), []);
  }
});

test('a share page contains only data of the workspace that is meant for the client', async t => {
  const { studio, project, path, pathOf } = await sent();
  await studio.scope(project.id);
  await studio.post(`/projects/${project.id}/notes`, { body: 'Grumbles a lot' });
  await studio.post(`/projects/${project.id}/time`, { minutes: 5, description: 'Slow hours' });
  for (const one of [path, ...(await Promise.all(pages.map(pathOf)))]) {
    const { status, text } = await client().get(one);
    t.is(status, 200);
    // The client's address, private notes, the owner's address; the key that drafted it; ways into the console.
    t.notRegex(
      text,
      /never-leaves|@|Grumbles|Slow hours|Test key|\(assistant|<nav|href="\/(?!assets\/)/,
      one,
    );
    t.false(text.includes(project.id));
    t.false(text.includes(studio.id));
  }
});

test('a scope is approved under the entered name, once, as it was read', async t => {
  const { studio, project, pathOf } = await begun();
  const path = await pathOf('scope');
  t.regex((await client().get(path)).text, /still being prepared/);
  await studio.scope(project.id, {
    deliverables: ['Logo', 'Site'],
    priceCents: 840_000,
    timeline: 'Six weeks',
  });
  const page = await client().get(path);
  for (const shown of ['New site', 'Logo', 'Site', '$8,400.00', 'Six weeks', 'Version'])
    t.true(page.text.includes(shown), shown);
  t.is((await client().press(page, 'Approve scope', { by: ' ' })).status, 422);
  const both = await Promise.all([1, 2].map(() => client().press(page, 'Approve scope', { by: 'Ada' })));
  t.deepEqual(
    both.map(({ status, location }) => [status, location]),
    [
      [303, path],
      [303, path],
    ],
  );
  t.deepEqual(await sql('select approved_by as by from corkboard.scopes where project_id = $1', project.id), [
    { by: 'Ada' },
  ]);
  t.deepEqual(
    await sql(
      `select via, actor from corkboard.audit_log where workspace_id = $1 and action = 'scope.approved'`,
      studio.id,
    ),
    [{ via: 'app', actor: 'Ada (client)' }],
  );
  const after = await client().get(path);
  t.regex(after.text, /Approved by Ada, /);
  t.notRegex(after.text, /<form/);
  t.is((await client().post(`${path}/approve`, { by: 'Eve', version: '1' })).status, 409);
});

test('a client who saw an older draft is shown the newest one, with their name kept, and can approve it', async t => {
  const { studio, project, pathOf } = await begun();
  const path = await pathOf('scope');
  await studio.scope(project.id);
  const old = await client().get(path);
  await studio.scope(project.id, { deliverables: ['Everything'] });
  const refused = await client().press(old, 'Approve scope', { by: 'Ada' });
  t.is(refused.status, 409);
  t.regex(refused.text, /drafted again since it was read/);
  t.true(refused.text.includes('Everything'));
  t.true(refused.text.includes('value="Ada"'));
  t.deepEqual(await sql('select approved_at from corkboard.scopes where project_id = $1', project.id), [
    { approved_at: null },
  ]);
  t.is((await client().press(refused, 'Approve scope')).status, 303);
  t.is((await client().post(`${path}/approve`, { by: 'Ada' })).status, 422);
});

test('a contract is signed as it was read, with name, address, browser and the document’s hash', async t => {
  const { studio, project, pathOf } = await begun({ hourlyRateCents: 9000 });
  await studio.scope(project.id, { deliverables: ['Logo'], priceCents: 100_000 });
  await sql(`select corkboard.approve_scope($1, $2, 'Ada')`, studio.id, project.id);
  await sql(
    `select corkboard.change_workspace($1, '{"terms": "Pay in 14 days.", "letterhead": "Studio Ltd"}')`,
    studio.id,
  );
  const path = await pathOf('contract');
  const page = await client().get(path);
  for (const shown of ['Studio Ltd', 'New site', 'Logo', '$1,000.00', '$90.00', 'Pay in 14 days.'])
    t.true(page.text.includes(shown), shown);
  const signed = await client().post(`${path}/sign`, [...fieldsOf(page), ['by', 'Ada']], {
    'X-Forwarded-For': '198.51.100.9, 203.0.113.7',
    'User-Agent': 'Browser/1',
  });
  t.is(signed.location, path);
  const [agreement] = await sql(
    `select signed_by as by, host(signed_from) as "from", signed_with as browser, document::text, encode(document_sha256, 'hex') as hash
       from corkboard.agreements where project_id = $1`,
    project.id,
  );
  t.like(agreement, { by: 'Ada', from: '203.0.113.7', browser: 'Browser/1' });
  t.is(agreement!.hash, createHash('sha256').update(agreement!.document).digest('hex'));
  t.true(page.text.includes(agreement!.hash));
  await sql(`select corkboard.change_workspace($1, '{"terms": "Pay at once."}')`, studio.id);
  const { text } = await client().get(path);
  t.regex(text, /Signed by Ada, /);
  t.true(text.includes(agreement!.hash));
  t.true(text.includes('Pay in 14 days.'));
  t.false(text.includes('Pay at once.'));
  t.notRegex(text, /<form/);
  t.false(text.includes('203.0.113.7'));
});

const fieldsOf = ({ text }: Seen): [string, string][] =>
  [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(([, name, value]) => [
    name!,
    value!,
  ]);

test('a contract that changed meanwhile is not signed unread', async t => {
  const { studio, project, pathOf } = await begun();
  const path = await pathOf('contract');
  await studio.scope(project.id);
  await sql(`select corkboard.approve_scope($1, $2, 'Ada')`, studio.id, project.id);
  const old = await client().get(path);
  await sql(`select corkboard.change_workspace($1, '{"terms": "Everything"}')`, studio.id);
  const refused = await client().press(old, 'Sign contract', { by: 'Ada' });
  t.is(refused.status, 409);
  t.true(refused.text.includes('Everything'));
  t.deepEqual(await sql('select 1 from corkboard.agreements where project_id = $1', project.id), []);
  const both = await Promise.all([1, 2].map(() => client().press(refused, 'Sign contract')));
  t.deepEqual(
    both.map(({ status }) => status),
    [303, 303],
  );
  t.is((await client().post(`${path}/sign`, { by: 'Eve', document: '0'.repeat(64) })).status, 409);
  t.is((await client().post(`${path}/sign`, { by: 'Eve', document: 'x' })).status, 422);
});

test('an intake shows the workspace’s questions and accepts answers once', async t => {
  const { studio, project, pathOf } = await begun();
  await sql(
    `select corkboard.change_workspace($1, $2)`,
    studio.id,
    JSON.stringify({ intake_questions: ['Who visits?', 'What <b>colour</b>?'] }),
  );
  const path = await pathOf('intake');
  const page = await client().get(path);
  t.true(page.text.includes('Who visits?'));
  t.true(page.text.includes('What &lt;b&gt;colour&lt;/b&gt;?'));
  const blank = await client().press(page, 'Submit answers', { 'answers.0.answer': ' ' });
  t.is(blank.status, 422);
  const long = await client().press(page, 'Submit answers', {
    'answers.0.answer': 'Regulars',
    'answers.1.answer': 'x'.repeat(5001),
  });
  t.is(long.status, 422);
  t.true(long.text.includes('Regulars</textarea>'));
  t.regex(long.text, /must be at most 5000 characters long/);
  const answers = { 'answers.0.answer': 'Regulars\r\nand others' };
  const both = await Promise.all([1, 2].map(() => client().press(page, 'Submit answers', answers)));
  t.deepEqual(
    both.map(({ location }) => location),
    [path, path],
  );
  t.deepEqual(await sql('select answers from corkboard.intakes where project_id = $1', project.id), [
    { answers: { 'Who visits?': 'Regulars\nand others' } },
  ]);
  const after = await client().get(path);
  t.regex(after.text, /We received your answers on /);
  t.false(after.text.includes('Regulars'));
  t.is(
    (await client().press(long, 'Submit answers', { 'answers.0.answer': 'Others', 'answers.1.answer': '' }))
      .status,
    409,
  );
});

test('an intake without questions accepts free text', async t => {
  const { project, pathOf } = await begun();
  const path = await pathOf('intake');
  t.is(
    (await client().press(await client().get(path), 'Submit answers', { 'answers.0.answer': 'A shop' }))
      .status,
    303,
  );
  const [{ answers }] = await sql('select answers from corkboard.intakes where project_id = $1', project.id);
  t.deepEqual(Object.values(answers), ['A shop']);
});

test('a form that can’t succeed is rejected without waiting for the workspace’s lock', async t => {
  const { studio, project, pathOf } = await begun();
  await studio.scope(project.id);
  const [scope, contract, intake] = await Promise.all(
    (['scope', 'contract', 'intake'] as const).map(async page => ({
      path: await pathOf(page),
      page: await client().get(await pathOf(page)),
    })),
  );
  t.is((await client().press(intake!.page, 'Submit answers', { 'answers.0.answer': 'Red' })).status, 303);
  await studio.scope(project.id, { deliverables: ['Another logo'] });
  const holder = await w.db.connect();
  await holder.query('begin');
  await holder.query('select corkboard.lock_workspace($1)', [studio.id]);
  // Each would wait for a minute, if it waited for the lock.
  const approved = await client().press(scope!.page, 'Approve scope', { by: 'Ada' });
  const document = createHash('sha256').update('another').digest('hex');
  const signed = await client().post(`${contract!.path}/sign`, { by: 'Ada', document });
  const submitted = await client().press(intake!.page, 'Submit answers', { 'answers.0.answer': 'Blue' });
  await holder.query('commit');
  holder.release();
  t.deepEqual([approved.status, signed.status, submitted.status], [409, 409, 409]);
  t.regex(approved.text, /drafted again since it was read/);
  t.regex(signed.text, /changed since it was read/);
  t.regex(submitted.text, /submitted already/);
});

test('a form that is too long, of another type, or from another site is rejected and changes nothing', async t => {
  const { studio, project, pathOf } = await begun();
  await studio.scope(project.id);
  for (const page of pages) {
    const path = `${await pathOf(page)}/${verbs[page]}`;
    // The answers of an intake may be longer than that.
    const long = await client().post(path, { by: 'x'.repeat(300_000) });
    t.is(long.status, page === 'intake' ? 422 : 413);
    t.is((await client().post(path, {}, { 'Content-Type': 'application/json' })).status, 400);
    const foreign = await client().post(
      path,
      { by: 'Ada', version: '1' },
      { 'Sec-Fetch-Site': 'cross-site' },
    );
    t.is(foreign.status, 403);
    t.is(
      (await client().post(path, { by: 'x'.repeat(501), version: '1', document: '0'.repeat(64) })).status,
      422,
    );
  }
  t.deepEqual(await sql('select approved_at from corkboard.scopes where project_id = $1', project.id), [
    { approved_at: null },
  ]);
});

test('hostile text is shown as text', async t => {
  const hostile = '"><script>alert(1)</script>';
  const { links } = await populated(w, field => `${hostile}${field}`);
  for (const path of links) {
    const verb = verbs[path.split('/')[1] as keyof typeof verbs];
    const seen = [await client().get(path)];
    if (verb)
      seen.push(
        await client().post(`${path}/${verb}`, {
          by: hostile,
          version: '99',
          document: '0'.repeat(64),
          'answers.0.question': hostile,
          'answers.0.answer': hostile.repeat(300),
        }),
      );
    t.true([409, 422].includes(seen[1]?.status ?? 409), path);
    for (const { text } of seen) {
      t.true(text.includes('&quot;&gt;&lt;script&gt;'), path);
      t.notRegex(text, /<script>/, path);
    }
  }
});

test('each page takes one statement, and so does its action', async t => {
  const { studio, project, path, pathOf } = await sent();
  await studio.scope(project.id);
  const counted = await consoleWith(w);
  t.teardown(counted.stop);
  const browser = new Browser(counted.baseUrl);
  // For an unknown link to an invoice, the first statement looks up its workspace, because the second may wait for its
  // lock.
  t.is(await counted.counted(() => browser.get(path)), 2);
  t.is(await counted.counted(() => browser.get(path, asWindow)), 1);
  for (const page of pages) {
    const own = await pathOf(page);
    const shown = await browser.get(own);
    t.is(await counted.counted(() => browser.get(own)), 1);
    const typed: Record<string, string> = page === 'intake' ? { 'answers.0.answer': 'x' } : { by: 'Ada' };
    const buttons = { intake: 'Submit answers', scope: 'Approve scope', contract: 'Sign contract' };
    const done = await counted.counted(async () =>
      t.is((await browser.press(shown, buttons[page], typed)).status, 303, page),
    );
    t.is(done, 1);
  }
});
