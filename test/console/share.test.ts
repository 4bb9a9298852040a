import { createHash, randomBytes } from 'node:crypto';
import test from 'ava';
import { isPageView } from '../../src/console/share/show.ts';
import { dateOf } from '../../src/formatting/index.ts';
import { catalogues } from '../../src/languages/messages.ts';
import { Browser, formOf, type Seen, shows } from '../support/browser.ts';
import { consoleWith, consoleWorld } from '../support/console.ts';
import { hold } from '../support/hold.ts';
import { populated } from '../support/populated.ts';
import { inquiryLink, invoiceLink, portalLinks, shareLinks } from '../support/shareLinks.ts';

// The pages behind share links, which need no sign-in.

const w = consoleWorld(test);
const { sql, call } = w;
const client = w.stranger;

/** The headers of a browser that navigates to an address. */
const asWindow = { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'none' };

/** The headers of a browser at an address, behind our proxy. */
const asAda = { 'X-Forwarded-For': '198.51.100.9, 203.0.113.7', 'User-Agent': 'x'.repeat(501) };

/** The headers of browsers that send no Sec-Fetch headers: over plain http, and Safari before 16.4. */
const plainly = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

/** A studio with a project whose client has not answered, approved, signed or viewed anything. */
async function begun(fields: object = {}) {
  const studio = await w.workspace();
  const project = await studio.project({ name: 'New site', intake: {}, ...fields });
  return { studio, project, ...(await shareLinks(w, project.id)) };
}

/** The same, with an invoice that was sent. */
async function sent(fields: object = {}) {
  const made = await begun();
  const { id } = await made.studio.invoice(made.project.id, { notes: 'IBAN DE00', ...fields });
  await call('send_invoice', made.studio.id, id);
  /** Whether it was viewed, and by whom, as far as the audit log says. */
  const views = async () => {
    const [{ seen, actors }] = await sql(
      `select viewed_at is not null as seen,
              array(select actor from corkboard.audit_log l
                     where l.workspace_id = i.workspace_id and l.record_id = i.id and l.action = 'invoice.viewed') as actors
         from corkboard.invoices i where id = $1`,
      id,
    );
    return [seen, ...actors];
  };
  return { ...made, id, views, invoice: await invoiceLink(w, id) };
}
const unseen = [false];
const seenOnce = [true, 'client'];

test('an invoice can be opened once it is sent, as members see it, and shows that it was paid or voided', async t => {
  const { studio, project } = await begun();
  const { id } = await studio.invoice(project.id, { amountCents: 12_345 });
  const link = await invoiceLink(w, id);
  t.is((await client().get(link)).status, 404);
  await call('send_invoice', studio.id, id);
  const page = await client().get(link);
  t.is(page.status, 200);
  t.regex(page.text, /<title>Invoice INV-0001 from Studio<\/title>/);
  t.regex(page.text, /<h1>Invoice INV-0001<\/h1>/);
  shows(t, page, '$123.45');
  const paper = ({ text }: Seen) =>
    /<article class="paper"[^>]*>[\s\S]*<\/article>/
      .exec(text)![0]
      .replace(/h1|h2/g, 'h')
      .replace(/\s+/g, ' ');
  t.is(paper(page), paper(await (await w.owner(studio.id)).get(`/invoices/${id}`)));
  await call('record_payment', studio.id, id);
  shows(t, await client().get(link), 'Paid on ');
  const other = await sent();
  await call('void_invoice', other.studio.id, other.id);
  shows(t, await client().get(other.invoice, asWindow), 'Void since ');
  t.deepEqual(await other.views(), unseen, 'viewing a void invoice isn’t counted');
});

test('the first page view is recorded as the client’s, and none of a member of the workspace', async t => {
  // Without Sec-Fetch headers, what accepts HTML counts.
  for (const headers of [asWindow, plainly]) {
    const { studio, views, invoice } = await sent();
    await (await w.owner(studio.id)).get(invoice, headers);
    t.deepEqual(await views(), unseen);
    await (await w.owner((await w.workspace()).id)).get(invoice, headers);
    t.deepEqual(await views(), seenOnce);
    await client().get(invoice, headers);
    t.deepEqual(await views(), seenOnce);
  }
});

const noViews = [
  ['a program that shows previews', { 'user-agent': 'Twitterbot/1.0' }],
  [
    'another one',
    { 'user-agent': 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)' },
  ],
  [
    'another one, which also names browsers',
    { 'user-agent': 'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@x' },
  ],
  ['what says nothing of itself', { accept: undefined }],
  ['a program that takes whatever comes', { accept: '*/*' }],
  ['a picture', { accept: 'image/avif,image/*,*/*;q=0.8' }],
  ['a type that only begins like that of HTML', { accept: 'text/html-sandboxed' }],
  ['a frame that asks for HTML', { 'sec-fetch-dest': 'iframe' }],
  ['what an older Firefox fetches in advance', { 'x-moz': 'prefetch' }],
  ['what an older Safari shows as a preview', { 'x-purpose': 'preview' }],
  ['a page that is prefetched', { 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch;prerender' }],
  ['the same by an older browser', { 'sec-fetch-dest': 'document', purpose: 'prefetch' }],
] as const;

test('nothing but a page that a person opens counts as a page view', async t => {
  const accept = plainly.Accept;
  for (const [what, headers] of noViews)
    t.false(isPageView({ method: 'GET', headers: { accept, ...headers } }), what);
  t.false(isPageView({ method: 'HEAD', headers: { accept, 'sec-fetch-dest': 'document' } }));
  const app = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 [LinkedInApp]/9.30';
  for (const name of ['curl/8.5.0', app, ''])
    t.true(isPageView({ method: 'GET', headers: { accept, 'user-agent': name } }), name);
  const { views, invoice } = await sent();
  await client().get(invoice);
  t.deepEqual(await views(), unseen);
});

const verbs = { intake: 'submit', scope: 'approve', contract: 'sign' };
const pages = Object.keys(verbs) as (keyof typeof verbs)[];

test('all links that don’t work show the same page', async t => {
  const { studio, project, invoice, ...links } = await sent();
  await studio.scope(project.id);
  const dead = [invoice, ...pages.map(page => links[page])];
  for (const one of dead) t.is((await client().get(one)).status, 200, one);
  const tokens = dead.map(one => one.split('/')[2]!);
  await call('trash_project', studio.id, project.id);
  const renewed = await sent();
  for (const page of pages) {
    dead.push(renewed[page]);
    await call('renew_share_link', renewed.studio.id, page, renewed.project.id);
  }
  const { clientId } = renewed.project;
  await call('open_portal', renewed.studio.id, clientId);
  dead.push(...Object.values(await portalLinks(w, clientId)));
  for (const one of dead.slice(-2)) t.is((await client().get(one)).status, 200, one);
  await call('renew_share_link', renewed.studio.id, 'portal', clientId);
  const asking = await w.workspace();
  await call('set_inquiry_form', asking.id, '{"is_open": true}');
  dead.push(await inquiryLink(w, asking.id));
  t.is((await client().get(dead.at(-1)!)).status, 200);
  await call('renew_share_link', asking.id, 'inquiry', asking.id);
  dead.push(await inquiryLink(w, asking.id));
  await call('set_inquiry_form', asking.id, '{"is_open": false}');
  dead.push(renewed.invoice);
  await call('renew_share_link', renewed.studio.id, 'invoice', renewed.id);
  // The token of one page opens no other.
  dead.push((await invoiceLink(w, renewed.id)).replace('invoice', 'scope'));
  for (const page of [...pages, 'invoice', 'inquiry'])
    dead.push(`/${page}/x`, `/${page}/a%00b`, `/${page}/${randomBytes(48).toString('base64url')}`);
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
    const post = await client().post(`${links[page]}/${verbs[page]}`, { by: 'Ada', version: '1' });
    t.true([404, 422].includes(post.status), page);
  }
});

test('a share page contains only what is meant for the client, and is kept out of search engines and caches', async t => {
  const { studio, project, invoice, ...links } = await sent();
  await studio.scope(project.id);
  await studio.post(`/projects/${project.id}/notes`, { body: 'Grumbles a lot' });
  await studio.post(`/projects/${project.id}/time`, { minutes: 5, description: 'Slow hours' });
  for (const one of [invoice, ...pages.map(page => links[page]), `/scope/${'w'.repeat(65)}`]) {
    const { text, headers } = await client().get(one);
    // The client's address, private notes, the owner's address; the key that drafted it; ways into the console.
    t.notRegex(
      text.replaceAll(`href="${one}.pdf"`, ''),
      /never-leaves|@|Grumbles|Slow hours|Test key|\(assistant|<nav|href="\/(?!assets\/)/,
      one,
    );
    for (const id of [project.id, studio.id]) t.false(text.includes(id));
    t.is(headers.get('x-robots-tag'), 'noindex, nofollow');
    t.is(headers.get('cache-control'), 'no-store');
    t.is(headers.get('referrer-policy'), 'same-origin');
    t.regex(headers.get('content-security-policy')!, /default-src 'none'.*frame-ancestors 'none'/);
    t.deepEqual(headers.getSetCookie(), []);
  }
});

test('a scope is approved under the entered name, once, as it was read', async t => {
  const { studio, project, scope } = await begun();
  shows(t, await client().get(scope), 'still being prepared');
  await studio.scope(project.id);
  const old = await client().get(scope);
  const drafted = { deliverables: ['Logo', 'Site'], priceCents: 840_000, timeline: 'Six weeks' };
  await studio.scope(project.id, drafted);
  const stale = await client().press(old, 'Approve scope', { by: 'Ada' });
  t.is(stale.status, 409);
  shows(t, stale, 'drafted again since it was read', 'New site … Version 2');
  shows(t, stale, 'Logo Site', '$8,400.00', 'Six weeks');
  const stored = () =>
    sql('select approved_by as by from corkboard.scopes where project_id = $1', project.id);
  t.deepEqual(await stored(), [{ by: null }]);
  t.is((await client().post(`${scope}/approve`, { by: 'Ada' })).status, 422);
  const both = await Promise.all([1, 2].map(() => client().press(stale, 'Approve scope')));
  for (const { location } of both) t.is(location, scope);
  t.deepEqual(await stored(), [{ by: 'Ada' }]);
  const text = catalogues.en.declarations.scope;
  t.deepEqual(await declared(project.id), [{ kind: 'scope', language: 'en', text, isHashed: true }]);
  const after = await client().get(scope);
  shows(t, after, 'Approved by Ada, ');
  t.notRegex(after.text, /<form/);
});

test('a contract is signed as it was read, with name, address, browser and the document’s hash', async t => {
  const { studio, project, contract } = await begun({ hourlyRateCents: 9000 });
  await studio.scope(project.id, { deliverables: ['Logo'], priceCents: 100_000 });
  await call('approve_scope', studio.id, project.id, 'Ada');
  await call('change_workspace', studio.id, { letterhead: 'Studio Ltd' });
  const old = await client().get(contract);
  await call('change_workspace', studio.id, { terms: 'Pay in 14 days.' });
  const page = await client().press(old, 'Sign contract', { by: 'Ada' });
  t.is(page.status, 409);
  for (const shown of ['Studio Ltd', 'New site', 'Logo', '$1,000.00', '$90.00', 'Pay in 14 days.'])
    shows(t, page, shown);
  const stored = () =>
    sql(
      `select signed_by as by, host(signed_from) as "from", signed_with as browser, document::text, encode(document_sha256, 'hex') as hash
         from corkboard.agreements where project_id = $1`,
      project.id,
    );
  t.deepEqual(await stored(), []);
  const typed = [...formOf(page.text, 'Sign contract').fields, ['by', 'Ada']] as [string, string][];
  const both = await Promise.all([1, 2].map(() => client().post(`${contract}/sign`, typed, asAda)));
  for (const { location } of both) t.is(location, contract);
  const [agreement] = await stored();
  t.like(agreement, { by: 'Ada', from: '203.0.113.7', browser: 'x'.repeat(500) });
  t.is(agreement.hash, createHash('sha256').update(agreement.document).digest('hex'));
  t.like(await declared(project.id), [{ kind: 'contract', language: 'en' }]);
  t.true(page.text.includes(agreement.hash));
  await call('change_workspace', studio.id, { terms: 'Pay at once.' });
  const signed = await client().get(contract);
  shows(t, signed, 'Signed by Ada, ', agreement.hash, 'Pay in 14 days.');
  t.notRegex(signed.text, /<form|Pay at once|203\.0\.113\.7/);
  t.is((await client().post(`${contract}/sign`, { by: 'Eve', document: '0'.repeat(64) })).status, 409);
});

/** What clients declared about a record, and whether the hash is that of the text. */
const declared = (recordId: string) =>
  sql(
    `select kind, language, text, text_sha256 = sha256(convert_to(text, 'UTF8')) as "isHashed" from corkboard.declarations
      where record_id = $1`,
    recordId,
  );

/** The hash of the document that a page shows. */
const hashIn = ({ text }: Seen) => /name="document" value="([0-9a-f]{64})"/.exec(text)![1]!;

/** A studio with an estimate that was sent. */
const estimated = (fields: object = {}) => sent({ kind: 'estimate', amountCents: 98_700, ...fields });

test('an estimate is accepted as it was read, with name, address, browser and the document’s hash', async t => {
  const lastDay = dateOf(new Date(), 'UTC');
  const { studio, id, invoice } = await estimated({ dueDate: lastDay });
  const page = await client().get(invoice);
  shows(t, page, 'Valid until', '$987.00', 'Accept estimate', 'Decline estimate');
  const unnamed = await client().press(page, 'Accept estimate', { by: ' ' });
  t.is(unnamed.status, 422);
  t.regex(unnamed.text, /id="accept-by-error"/);
  t.notRegex(unnamed.text, /id="decline-by-error"/);
  const hash = hashIn(page);
  const declaration = /name="declaration" value="([0-9a-f]{64})"/.exec(page.text)![1]!;
  const typed = { by: 'Ada', document: hash, declaration, once: 'a' };
  t.is((await client().post(`${invoice}/accept`, { ...typed, document: '0'.repeat(64) })).status, 409);
  const other = await client().post(`${invoice}/accept`, { ...typed, declaration: '0'.repeat(64) });
  t.is(other.status, 409);
  shows(t, other, 'The words beside your name were changed');
  t.true(other.text.includes(declaration));
  const both = await Promise.all([1, 2].map(() => client().post(`${invoice}/accept`, typed, asAda)));
  for (const { location } of both) t.is(location, invoice);
  const [stored] = await sql(
    `select answer, answered_by as by, host(answered_from) as "from", answered_with as browser,
            document::text, encode(document_sha256, 'hex') as hash
       from corkboard.estimate_answers where estimate_id = $1 and recorded_by is null`,
    id,
  );
  t.like(stored, { answer: 'accepted', by: 'Ada', from: '203.0.113.7', browser: 'x'.repeat(500) });
  t.is(stored.hash, createHash('sha256').update(stored.document).digest('hex'));
  t.is(stored.hash, hash);
  t.like(await declared(id), [{ kind: 'estimate', language: 'en', isHashed: true }]);
  t.like(JSON.parse(stored.document), { number: 'EST-0001', totalCents: 98_700, validUntil: lastDay });
  const accepted = await client().get(invoice);
  shows(t, accepted, 'Accepted by Ada, ', 'Accepted on ', 'Acceptance Accepted by Ada', hash);
  t.notRegex(accepted.text, /<form|203\.0\.113\.7/);
  t.is((await client().post(`${invoice}/decline`, { by: 'Eve', document: hash })).status, 409);
  const evidence = `Evidence Declared ${catalogues.en.declarations.estimate} Language English … document ${hash}`;
  shows(t, await (await w.owner(studio.id)).get(`/invoices/${id}`), evidence, 'Network address 203.0.113.7');
  const plain = await sent();
  t.notRegex((await client().get(plain.invoice)).text, /<form/);
  t.is((await client().post(`${plain.invoice}/accept`, typed)).status, 409);
});

test('after its last day an estimate can only be declined, with a reason that members read', async t => {
  const { studio, id, invoice } = await estimated({ dueDate: '2020-01-31' });
  const page = await client().get(invoice);
  shows(t, page, 'No longer valid', 'was valid until January 31, 2020, so it can’t be accepted any more');
  t.notRegex(page.text, /\/accept"/);
  const hash = hashIn(page);
  const late = await client().post(`${invoice}/accept`, { by: 'Ada', document: hash });
  t.is(late.status, 409);
  shows(t, late, 'EST-0001 has expired');
  const declined = await client().press(page, 'Decline estimate', { by: 'Ada', reason: 'Too late' });
  t.deepEqual([declined.status, declined.location], [303, invoice]);
  const after = await client().get(invoice);
  shows(t, after, 'Declined by Ada, ', 'Declined on ');
  t.notRegex(after.text, /<form|Too late/);
  const member = await w.owner(studio.id);
  shows(t, await member.get(`/invoices/${id}`), 'Declined by Ada', 'Reason Too late');
  shows(t, await member.get('/settings/audit'), 'Ada (client) … declined an estimate');
});

test('an intake shows the workspace’s questions and accepts answers once', async t => {
  const { studio, project, intake } = await begun();
  const intake_questions = ['Who visits?', 'What <b>colour</b>?'];
  await call('change_workspace', studio.id, { intake_questions });
  const page = await client().get(intake);
  shows(t, page, ...intake_questions);
  const press = (from: Seen, typed: Record<string, string>) => client().press(from, 'Submit answers', typed);
  t.is((await press(page, { 'answers.0.answer': ' ' })).status, 422);
  const long = await press(page, { 'answers.0.answer': 'Regulars', 'answers.1.answer': 'x'.repeat(5001) });
  t.is(long.status, 422);
  t.true(long.text.includes('Regulars</textarea>'));
  shows(t, long, 'must be at most 5000 characters long');
  const answers = { 'answers.0.answer': 'Regulars\r\nand others' };
  const both = await Promise.all([1, 2].map(() => press(page, answers)));
  for (const { location } of both) t.is(location, intake);
  const stored = await sql('select answers from corkboard.intakes where project_id = $1', project.id);
  t.deepEqual(stored, [{ answers: { 'Who visits?': 'Regulars\nand others' } }]);
  const after = await client().get(intake);
  shows(t, after, 'We received your answers on ');
  t.false(after.text.includes('Regulars'));
  t.is((await press(long, { 'answers.0.answer': 'Others', 'answers.1.answer': '' })).status, 409);
  const free = await begun();
  const written = await press(await client().get(free.intake), { 'answers.0.answer': 'A shop' });
  t.is(written.status, 303, 'without questions, it accepts free text');
  const recorded = await begun();
  await call('submit_intake', recorded.studio.id, recorded.project.id, { Why: 'Sales' });
  shows(t, await client().get(recorded.intake), 'Your answers were recorded by the operator, ');
});

test('a form that can’t succeed is rejected without waiting for the workspace’s lock', async t => {
  const { studio, project, scope, contract, intake } = await begun();
  await studio.scope(project.id);
  const [asked, drafted] = [await client().get(intake), await client().get(scope)];
  t.is((await client().press(asked, 'Submit answers', { 'answers.0.answer': 'Red' })).status, 303);
  await studio.scope(project.id, { deliverables: ['Another logo'] });
  const expired = await estimated({ dueDate: '2020-01-31' });
  const held = await hold(t, w.db, 'select corkboard.lock_workspace($1)', studio.id);
  await held.query('select corkboard.lock_workspace($1)', [expired.studio.id]);
  // Each would wait for a minute, if it waited for the lock.
  const approved = await client().press(drafted, 'Approve scope', { by: 'Ada' });
  const document = createHash('sha256').update('another').digest('hex');
  const signed = await client().post(`${contract}/sign`, { by: 'Ada', document });
  const submitted = await client().press(asked, 'Submit answers', { 'answers.0.answer': 'Blue' });
  const accepted = await client().post(`${expired.invoice}/accept`, { by: 'Ada', document });
  await held.release();
  for (const { status } of [approved, signed, submitted, accepted]) t.is(status, 409);
  shows(t, approved, 'drafted again since it was read');
  shows(t, signed, 'changed since it was read');
  shows(t, submitted, 'submitted already');
});

test('a form that is too long, of another type, or from another site is rejected and changes nothing', async t => {
  const { studio, project, ...links } = await begun();
  await studio.scope(project.id);
  for (const page of pages) {
    const path = `${links[page]}/${verbs[page]}`;
    // The answers of an intake may be longer than that.
    const long = await client().post(path, { by: 'x'.repeat(300_000) });
    t.is(long.status, page === 'intake' ? 422 : 413);
    t.is((await client().post(path, {}, { 'Content-Type': 'application/json' })).status, 400);
    const typed = { by: 'Ada', version: '1', document: '0'.repeat(64) };
    t.is((await client().post(path, typed, { 'Sec-Fetch-Site': 'cross-site' })).status, 403);
  }
  const stored = await sql('select approved_at from corkboard.scopes where project_id = $1', project.id);
  t.deepEqual(stored, [{ approved_at: null }]);
});

test('hostile text is shown as text', async t => {
  const hostile = '"><script>alert(1)</script>';
  const { links } = await populated(w, field => `${hostile}${field}`);
  const typed = {
    ...{ by: hostile, version: '99', document: '0'.repeat(64) },
    ...{ 'answers.0.question': hostile, 'answers.0.answer': hostile.repeat(300) },
  };
  for (const path of links) {
    const verb = verbs[path.split('/')[1] as keyof typeof verbs];
    const seen = [await client().get(path)];
    if (verb) seen.push(await client().post(`${path}/${verb}`, typed));
    for (const { text } of seen) {
      t.true(text.includes('&quot;&gt;&lt;script&gt;'), path);
      t.notRegex(text, /<script>/, path);
    }
  }
});

test('each page takes one statement, and so does its action', async t => {
  const { studio, project, invoice, ...links } = await sent();
  await studio.scope(project.id);
  const shell = await consoleWith(w);
  t.teardown(shell.stop);
  const browser = new Browser(shell.baseUrl);
  // For an unknown link to an invoice, the first statement looks up its workspace, because the second may wait for a lock.
  t.is(await shell.counted(() => browser.get(invoice)), 2);
  t.is(await shell.counted(() => browser.get(invoice, asWindow)), 1);
  const buttons = { intake: 'Submit answers', scope: 'Approve scope', contract: 'Sign contract' };
  for (const page of pages) {
    const shown = await browser.get(links[page]);
    t.is(await shell.counted(() => browser.get(links[page])), 1);
    const typed: Record<string, string> = page === 'intake' ? { 'answers.0.answer': 'x' } : { by: 'Ada' };
    const press = async () => t.is((await browser.press(shown, buttons[page], typed)).status, 303, page);
    t.is(await shell.counted(press), 1);
  }
});
