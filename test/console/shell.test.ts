import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { sql as fragment } from 'slonik';
import { form } from '../../src/console/forms/form.ts';
import { assets } from '../../src/console/html/assets.ts';
import { type Html, html } from '../../src/console/html/html.ts';
import { byOperation } from '../../src/console/posts/byOperation.ts';
import { page } from '../../src/console/routing/page.ts';
import { createClient } from '../../src/operations/createClient.ts';
import { workspaceId } from '../../src/operations/define.ts';
import { draftScope } from '../../src/operations/draftScope.ts';
import { getProject } from '../../src/operations/getProject.ts';
import { Browser } from '../support/browser.ts';
import { everything } from '../support/command.ts';
import { consoleWith } from '../support/console.ts';
import { signIn } from '../support/session.ts';
import { world } from '../support/world.ts';

// The shell around pages, on test pages. The results apply to every page.

const w = world(test);
const { sql } = w;

const addClient = byOperation(createClient, {
  path: '/people/add',
  button: 'Add client',
  done: 'The client was added.',
});
const draft = byOperation(draftScope, {
  path: '/work/:id/scope',
  button: 'Draft scope',
  done: 'The scope was drafted.',
  looks: { deliverables: { hint: 'One on each line.' } },
});
const replace = {
  ...draft,
  path: '/work/:id/replace',
  name: 'replace',
  button: 'Replace',
  irreversible: 'It is gone then.',
};
const secret = {
  ...addClient,
  path: '/people/secret',
  name: 'secret',
  button: 'Make secret',
  secrets: ['url'],
  resultView: ({ url }: Record<string, string>) => ({
    title: 'Your secret',
    body: html`<code id="secret">${url!}</code>`,
  }),
};
const guarded = {
  ...addClient,
  path: '/people/guarded',
  name: 'guarded',
  button: 'Add carefully',
  requiresRecentAuthentication: true,
};
const owners = {
  ...addClient,
  path: '/people/owners',
  name: 'owners',
  button: 'Add as owner',
  role: 'owner' as const,
};

const people = page<{ people: { names: string[] } }>({
  path: '/people',
  reads: () => ({
    people: fragment.fragment`
      select array(select c.name from corkboard.clients c where c.workspace_id = ${workspaceId} order by c.id) as names`,
  }),
  view: ({ people }, visit) => ({
    title: 'People',
    body: html`<ul>${people.names.map(name => html`<li title="${name}">${name}</li>`)}</ul>
      ${[addClient, secret, guarded, owners].map(post => form(visit, post))}`,
  }),
  posts: [addClient, secret, guarded, owners],
});
const work = page<{ project: { project: { name: string; scope: { deliverables: string[] } } } }>({
  path: '/work/:id',
  reads: ({ params }) => ({ project: getProject.sqlCall({ id: params.id! }) }),
  view: ({ project: { project } }, visit) => ({
    title: project.name,
    crumbs: [['People', '/people']],
    body: html`<p>${project.scope.deliverables}</p>${form(visit, draft, { values: project.scope, currency: 'JPY' })}
      ${form(visit, replace)}`,
  }),
  posts: [draft, replace],
});
const ownersPage = page({
  path: '/vault',
  role: 'owner',
  view: () => ({ title: 'Vault', body: html`gold` }),
});
const broken = page({
  path: '/broken',
  view: () => {
    throw new Error('not for people to read');
  },
});

const pages = [people, work, ownersPage, broken];

let shell: Awaited<ReturnType<typeof consoleWith>>;
test.serial.before(async () => {
  shell = await consoleWith(w, pages);
});
w.atEnd(() => shell?.stop());

/** An owner who is signed in, in a workspace of their own. */
async function owner(confirmed = '0') {
  const studio = await w.workspace();
  const browser = new Browser(shell.baseUrl, await signIn(w, studio.id, { confirmed }));
  return { studio, browser };
}
const clients = (workspaceId: string) =>
  sql(
    'select name, created_via as via from corkboard.clients where workspace_id = $1 order by id',
    workspaceId,
  );

test.serial('a page takes one statement, and so does an action on it', async t => {
  const { studio, browser } = await owner();
  const { id } = await studio.project();
  const { counted } = shell;
  t.is(await counted(() => browser.get('/people')), 1);
  t.is(await counted(() => browser.get(`/work/${id}`)), 1);
  t.is(await counted(() => browser.post('/people/add', { name: 'Ada' })), 1);
  t.is(await counted(() => browser.get('/people?done=createClient')), 1);
});

test('a valid form performs the action in the person’s name, and the next page shows a notice', async t => {
  const { studio, browser } = await owner();
  const done = await browser.press(await browser.get('/people'), 'Add client', { name: ' Ada ', email: '' });
  t.is(done.status, 303);
  t.regex(done.location!, /^\/clients\/[0-9a-f-]{36}\?done=createClient$/);
  t.deepEqual(await clients(studio.id), [{ name: 'Ada', via: 'app' }]);
  t.regex((await browser.get('/people?done=createClient')).text, /role="status">The client was added\./);
  t.notRegex((await browser.get('/people?done=%3Cb%3E')).text, /role="status"/);
});

test('an audit entry has the Request-Id of the response to the action', async t => {
  const { studio, browser } = await owner();
  const { headers } = await browser.post('/people/add', { name: 'Ada' });
  t.deepEqual(
    await sql(
      `select action from corkboard.audit_log where workspace_id = $1 and request_id = $2`,
      studio.id,
      headers.get('request-id'),
    ),
    [{ action: 'client.created' }],
  );
});

test('an invalid form shows what was typed, and every message beside its field', async t => {
  const { studio, browser } = await owner();
  const page = await browser.get('/people');
  const typed = { name: ' ', email: 'x"><script>', notes: '</textarea><b>kept' };
  const { status, text } = await browser.press(page, 'Add client', typed);
  t.is(status, 422);
  t.regex(text, /<a href="#add-name">Name must not be blank\.<\/a>/);
  t.regex(text, /<a href="#add-email">Email must be an email address\.<\/a>/);
  t.regex(text, /id="add-email"[^>]*aria-invalid="true"[^>]*aria-describedby="add-email-error"/);
  t.true(text.includes('value="x&quot;&gt;&lt;script&gt;"'));
  t.true(text.includes('&lt;/textarea&gt;&lt;b&gt;kept'));
  t.notRegex(text, /<script>|<b>/);
  t.deepEqual(await clients(studio.id), []);
});

test('two clicks and a reload act once', async t => {
  const { studio, browser } = await owner();
  const page = await browser.get('/people');
  const answers = await Promise.all([1, 2, 3].map(() => browser.press(page, 'Add client', { name: 'Ada' })));
  t.is(new Set(answers.map(({ location }) => location)).size, 1);
  t.is((await clients(studio.id)).length, 1);
  await browser.press(await browser.get('/people'), 'Add client', { name: 'Ada' });
  t.is((await clients(studio.id)).length, 2);
});

test('amounts are written in major units with the digits of their currency, and lists one item to a line', async t => {
  const { studio, browser } = await owner();
  const { id } = await studio.project();
  const page = await browser.get(`/work/${id}`);
  const typed = { deliverables: 'Logo\r\n\r\n Site ', priceCents: '¥1,234', currency: 'JPY' };
  t.is((await browser.press(page, 'Draft scope', typed)).status, 303);
  const { body } = await studio.get(`/projects/${id}`);
  t.like(body.project.scope, { deliverables: ['Logo', 'Site'], priceCents: 1234, currency: 'JPY' });
  t.regex((await browser.get(`/work/${id}`)).text, /name="priceCents" value="1234"/);
  for (const wrong of ['1.5', '-1', '2e3', 'many', '100000001']) {
    const refused = await browser.press(page, 'Draft scope', { ...typed, priceCents: wrong });
    t.is(refused.status, 422, wrong);
    t.regex(refused.text, /Price must be/);
  }
});

test('a form about a record that changed meanwhile is answered with 409 and the current page', async t => {
  const { studio, browser } = await owner();
  const { id } = await studio.project();
  await studio.scope(id);
  const page = await browser.get(`/work/${id}`);
  await sql(`select corkboard.approve_scope($1, $2, 'Ada')`, studio.id, id);
  const { status, text } = await browser.press(page, 'Draft scope', { deliverables: 'Other' });
  t.is(status, 409);
  t.regex(text, /role="alert"[\s\S]*approved/);
  t.regex(text, />\nOther<\/textarea>/);
});

test('an irreversible action is collapsed with a warning', async t => {
  const { studio, browser } = await owner();
  const { id } = await studio.project();
  const page = await browser.get(`/work/${id}`);
  t.regex(
    page.text,
    /<details class="ask"><summary class="button">Replace<\/summary><p>It is gone then\.<\/p><form method="post"/,
  );
  const refused = await browser.press(page, 'Replace', { deliverables: ' ' });
  t.is(refused.status, 422);
  t.regex(refused.text, /<details class="ask" open><summary[^>]*>Replace</);
  t.is((await browser.press(refused, 'Replace', { deliverables: 'New' })).status, 303);
});

test('opening the address of a form leads to its page, with the query, and does nothing', async t => {
  const { studio, browser } = await owner();
  const { id } = await studio.project();
  const before = await everything(w, studio.id);
  for (const [from, to] of [
    ['/people/add', '/people'],
    [`/work/${id}/scope?tab=scope&done=x`, `/work/${id}?tab=scope`],
    [`/work/${id}/replace`, `/work/${id}`],
    ['/work/none/scope', '/work/none'],
    ['/sign-out', '/'],
  ]) {
    const { status, location } = await browser.get(from!);
    t.deepEqual([status, location], [303, to], from);
  }
  t.is((await new Browser(shell.baseUrl).get('/people/add')).location, '/people');
  t.is((await browser.get('/people')).status, 200);
  t.deepEqual(await everything(w, studio.id), before);
});

test('a secret is only in the response to its own form', async t => {
  const { studio, browser } = await owner();
  const page = await browser.get('/people');
  const first = await browser.press(page, 'Make secret', { name: 'Ada' });
  t.is(first.status, 200);
  const [, shown] = /<code id="secret">([^<]+)/.exec(first.text)!;
  const again = await browser.press(page, 'Make secret', { name: 'Ada' });
  t.is(again.status, 303);
  const kept = await sql(
    'select response from corkboard.idempotency_keys where workspace_id = $1',
    studio.id,
  );
  t.false(JSON.stringify(kept).includes(shown!));
});

test('a form from another site does nothing', async t => {
  const { studio, browser } = await owner();
  for (const headers of [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'cross-site', Origin: shell.baseUrl },
  ] as Record<string, string>[]) {
    const { status, text } = await browser.post('/people/add', { name: 'Ada' }, headers);
    t.is(status, 403);
    t.regex(text, /^<!doctype html>/);
  }
  const plain = (headers: Record<string, string>) =>
    fetch(`${shell.baseUrl}/people/add`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ name: 'Ada' }),
      headers: { Cookie: `corkboard=${browser.cookies.get('corkboard')}`, ...headers },
    });
  for (const Origin of [
    'null',
    'http://evil.example',
    `${shell.baseUrl}.evil.example`,
    'https://127.0.0.1',
  ]) {
    t.is((await plain({ Origin })).status, 403);
  }
  t.is((await plain({})).status, 403);
  t.deepEqual(await clients(studio.id), []);
  t.is((await plain({ Origin: shell.baseUrl })).status, 303);
});

test('only the owner sees and performs owner-only actions', async t => {
  const { studio } = await owner();
  const member = new Browser(
    shell.baseUrl,
    await signIn(w, studio.id, { email: 'colleague@studio.example' }),
  );
  const page = await member.get('/people');
  t.regex(page.text, />Add client</);
  t.notRegex(page.text, />Add as owner</);
  t.is((await member.get('/vault')).status, 403);
  t.is((await member.post('/people/owners', { name: 'Ada' })).status, 403);
  t.deepEqual(await clients(studio.id), []);
});

test('an action that needs a recent code links to the page that asks for one', async t => {
  const { studio, browser } = await owner('31 minutes');
  const page = await browser.get('/people?x=1');
  t.regex(page.text, /href="\/sign-in\/confirm\?next=%2Fpeople%3Fx%3D1">Add carefully/);
  t.notRegex(page.text, /action="\/people\/guarded/);
  t.is((await browser.post('/people/guarded', { name: 'Ada' })).status, 422);
  t.deepEqual(await clients(studio.id), []);
  const fresh = await owner('29 minutes');
  t.is((await fresh.browser.post('/people/guarded', { name: 'Ada' })).status, 303);
});

test('without a session a page and a form lead to sign-in and back, and the form does nothing', async t => {
  const browser = new Browser(shell.baseUrl);
  t.is((await browser.get('/people?x=1&done=y')).location, '/sign-in?next=%2Fpeople%3Fx%3D1');
  for (const token of ['', 'x'.repeat(43), 'short']) {
    if (token) browser.cookies.set('corkboard', token);
    const { status, location } = await browser.post('/people/add', { name: ' ' });
    t.deepEqual([status, location], [303, '/sign-in?next=%2Fpeople']);
  }
});

test('records of other workspaces, malformed ids, trashed and unknown records show the same page', async t => {
  const { studio, browser } = await owner();
  const foreign = await (await owner()).studio.project();
  const trashed = await studio.project();
  await sql('select corkboard.trash_project($1, $2)', studio.id, trashed.id);
  const ids = [foreign.id, trashed.id, 'x', '0', 'a%00b', '00000000-0000-0000-0000-000000000000'];
  const pages = await Promise.all(ids.map(id => browser.get(`/work/${id}`)));
  t.deepEqual([...new Set(pages.map(({ status }) => status))], [404]);
  t.is(new Set(pages.map(({ text }) => text)).size, 1);
  t.is((await browser.post(`/work/${foreign.id}/scope`, { deliverables: 'x' })).status, 404);
});

test('every page sends a content security policy, forbids caching, and sends the referrer to its own origin only', async t => {
  const { browser } = await owner();
  const pages = [
    await browser.get('/people'),
    await browser.get('/work/none'),
    await new Browser(shell.baseUrl).get('/people'),
    await browser.get('/sign-in'),
    await browser.get('/broken'),
  ];
  for (const { headers } of pages) {
    t.is(
      headers.get('content-security-policy'),
      "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    t.is(headers.get('cache-control'), 'no-store');
    t.is(headers.get('x-content-type-options'), 'nosniff');
    t.is(headers.get('referrer-policy'), 'same-origin');
    t.is(headers.get('cross-origin-opener-policy'), 'same-origin');
    t.is(headers.get('content-type'), 'text/html; charset=utf-8');
  }
  const { status, text, headers } = pages.at(-1)!;
  t.is(status, 500);
  t.true(text.includes(headers.get('request-id')!));
  t.notRegex(text, /not for people/);
});

test('HEAD answers as GET, without a body', async t => {
  const { browser } = await owner();
  for (const path of ['/people', '/work/none', '/sign-in', '/vault']) {
    const [get, head] = [await browser.get(path), await browser.get(path, {}, 'HEAD')];
    t.is(head.status, get.status);
    t.is(head.text, '');
    t.is(Number(head.headers.get('content-length')), Buffer.byteLength(get.text));
  }
});

test('a body that isn’t a form, or is too long, is rejected', async t => {
  const { studio, browser } = await owner();
  t.is((await browser.post('/people/add', {}, { 'Content-Type': 'application/json' })).status, 400);
  t.is((await browser.post('/people/add', { name: 'x'.repeat(300_000) })).status, 413);
  t.deepEqual(await clients(studio.id), []);
});

test('the first page loads at most 120 KB in at most five requests, and its files are cached for a year', async t => {
  const { text } = await new Browser(shell.baseUrl).get('/sign-in');
  const paths = [...text.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path!);
  t.deepEqual(
    paths.map(path => path.split('/').at(-1)!),
    ['console.svg', 'inter-latin-wght-normal.woff2', 'console.css', 'console.js'],
  );
  let bytes = Buffer.byteLength(text);
  for (const path of paths) {
    const asked = new Browser(shell.baseUrl);
    const plain = await asked.get(path, { 'Accept-Encoding': 'identity' });
    t.is(plain.status, 200);
    t.is(plain.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    const zipped = await asked.get(path, { 'Accept-Encoding': 'br, gzip' });
    t.is(zipped.text, plain.text);
    t.is(zipped.headers.get('content-encoding'), path.endsWith('.woff2') ? null : 'gzip');
    bytes += Number(zipped.headers.get('content-length'));
  }
  t.true(bytes <= 120 * 1024, `${bytes}`);
});

test('the style sheet names the files of the font for other scripts, which are served', async t => {
  const { text } = await new Browser(shell.baseUrl).get(assets['console.css'].path);
  const fonts = [...text.matchAll(/url\((\/assets\/[^)]+)\)/g)].map(([, path]) => path!);
  t.true(fonts.length > 5);
  for (const path of fonts) {
    const { status, headers } = await new Browser(shell.baseUrl).get(path);
    t.is(status, 200, path);
    t.is(headers.get('content-type'), 'font/woff2');
  }
});

test('with an https address, cookies belong to that host alone, and forms must come from it', async t => {
  const secure = await consoleWith(w, pages, { PUBLIC_URL: 'https://console.example' });
  t.teardown(secure.stop);
  const studio = await w.workspace();
  const { token } = await signIn(w, studio.id);
  const ask = (method: string, path: string, headers: Record<string, string>) =>
    fetch(secure.baseUrl + path, {
      method,
      redirect: 'manual',
      headers,
      ...(method === 'POST' && { body: new URLSearchParams({ email: 'a@b.example' }) }),
    });
  t.is((await ask('GET', '/people', { Cookie: `corkboard=${token}` })).status, 303);
  t.is((await ask('GET', '/people', { Cookie: `__Host-corkboard=${token}` })).status, 200);
  t.is((await ask('POST', '/sign-in', { Origin: secure.baseUrl })).status, 403);
  const asked = await ask('POST', '/sign-in', { Origin: 'https://console.example' });
  t.regex(
    asked.headers.getSetCookie()[0]!,
    /^__Host-corkboard-browser=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
});

test('a template rejects objects, even one that claims to be HTML', t => {
  const value = { isEscaped: true, toString: () => '<b>' } as unknown as Html;
  t.throws(() => html`${value}`, { instanceOf: TypeError });
  t.throws(() => html`${[Promise.resolve('x')] as unknown as Html}`, { instanceOf: TypeError });
  t.is(
    String(html`<p title="${`"'<&>`}">${['<', html`<br>`, null, 0]}</p>`),
    '<p title="&quot;&#39;&lt;&amp;&gt;">&lt;<br>0</p>',
  );
});

test('no template has an attribute without quotation marks', t => {
  const files = globSync('src/console/**/*.ts', { cwd: join(import.meta.dirname, '../..') });
  t.true(files.length > 10);
  for (const file of files) {
    t.notRegex(
      readFileSync(join(import.meta.dirname, '../..', file), 'utf8'),
      /<\w[^<>]*\s[\w-]+=\$\{/,
      file,
    );
  }
});
