import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { assets } from '../../src/console/html/assets.ts';
import { type Html, html } from '../../src/console/html/html.ts';
import { page } from '../../src/console/page/page.ts';
import { pages } from '../../src/console/routing/pages.ts';
import { Browser } from '../support/browser.ts';
import { everything } from '../support/command.ts';
import { consoleWith, consoleWorld, type Shell } from '../support/console.ts';
import { signIn } from '../support/session.ts';

// What surrounds every page and every form. What each of them promises is in pages.test.ts.

const w = consoleWorld(test);
const { sql } = w;

const broken = page({
  path: '/broken',
  view: () => {
    throw new Error('not for people to read');
  },
});

let shell: Shell;
test.serial.before(async () => {
  shell = await consoleWith(w, [...pages, broken]);
});
w.atEnd(() => shell?.stop());

/** An owner who is signed in, in a workspace of their own. */
async function owner() {
  const studio = await w.workspace();
  return { studio, browser: new Browser(shell.baseUrl, await signIn(w, studio.id)) };
}
const clients = (workspaceId: string) =>
  sql('select name from corkboard.clients where workspace_id = $1', workspaceId);

test.serial(
  'a long form takes a statement more than a short one, because its sender is checked first',
  async t => {
    const { browser } = await owner();
    // From then on the session's workspace is cached.
    await browser.get('/settings');
    const save = (letters: number) =>
      shell.counted(() => browser.post('/settings/set', { terms: 'あ'.repeat(letters) }));
    t.is(await save(1_000), 1);
    t.is(await save(20_000), 2);
  },
);

test('a valid form performs the action in the person’s name, and the next page shows a notice', async t => {
  const { studio, browser } = await owner();
  const typed = { name: ' Ada ', email: '' };
  const done = await browser.press(await browser.get('/clients/new'), 'Add client', typed);
  t.regex(done.location!, /^\/clients\/[0-9a-f-]{36}\?done=createClient$/);
  t.deepEqual(await clients(studio.id), [{ name: 'Ada' }]);
  t.regex((await browser.get(done.location!)).text, /role="status">Client added\./);
  t.notRegex((await browser.get('/clients?done=%3Cb%3E')).text, /role="status"/);
  const entries = await sql(
    `select action from corkboard.audit_log where workspace_id = $1 and request_id = $2`,
    studio.id,
    done.headers.get('request-id'),
  );
  t.deepEqual(entries, [{ action: 'client.created' }], 'its entry has the Request-Id of the response');
});

test('opening the address of a form leads to its page, with the query, and does nothing', async t => {
  const { studio, browser } = await owner();
  const { id } = await studio.project();
  const before = await everything(w, studio.id);
  for (const [from, to] of [
    ['/clients/add', '/clients/new'],
    [`/projects/${id}/set?tab=summary&done=x`, `/projects/${id}?tab=summary`],
    [`/projects/${id}/scope/draft`, `/projects/${id}?tab=scope`],
    ['/projects/none/set', '/projects/none'],
    ['/sign-out', '/'],
  ]) {
    const { status, location } = await browser.get(from!);
    t.deepEqual([status, location], [303, to], from);
  }
  t.is((await new Browser(shell.baseUrl).get('/clients/add')).location, '/clients/new');
  t.is((await browser.get('/clients')).status, 200);
  t.deepEqual(await everything(w, studio.id), before);
});

test('a form from another site does nothing', async t => {
  const { studio, browser } = await owner();
  for (const site of ['cross-site', 'same-site']) {
    const from = { 'Sec-Fetch-Site': site };
    const { status, text } = await browser.post('/clients/add', { name: 'Ada' }, from);
    t.is(status, 403);
    t.regex(text, /^<!doctype html>/);
  }
  const plain = (headers: Record<string, string>) =>
    fetch(`${shell.baseUrl}/clients/add`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ name: 'Ada' }),
      headers: { Cookie: `corkboard=${browser.cookies.get('corkboard')}`, ...headers },
    });
  for (const Origin of ['null', `${shell.baseUrl}.evil.example`, 'https://127.0.0.1'])
    t.is((await plain({ Origin })).status, 403);
  t.is((await plain({})).status, 403);
  t.deepEqual(await clients(studio.id), []);
  t.is((await plain({ Origin: shell.baseUrl })).status, 303);
});

test('every page sends a content security policy, forbids caching, and sends the referrer to its own origin only', async t => {
  const { browser } = await owner();
  const pages = [
    await browser.get('/clients'),
    await browser.get('/projects/none'),
    await new Browser(shell.baseUrl).get('/clients'),
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
  for (const path of ['/clients', '/projects/none', '/sign-in']) {
    const [get, head] = [await browser.get(path), await browser.get(path, {}, 'HEAD')];
    t.is(head.status, get.status);
    t.is(head.text, '');
    t.is(Number(head.headers.get('content-length')), Buffer.byteLength(get.text));
  }
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
    const zipped = await fetch(shell.baseUrl + path, { headers: { 'Accept-Encoding': 'br, gzip' } });
    t.is(await zipped.text(), plain.text);
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
  t.is((await ask('GET', '/clients', { Cookie: `corkboard=${token}` })).status, 303);
  t.is((await ask('GET', '/clients', { Cookie: `__Host-corkboard=${token}` })).status, 200);
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
    const text = readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
    t.notRegex(text, /<\w[^<>]*\s[\w-]+=\$\{/, file);
  }
});
