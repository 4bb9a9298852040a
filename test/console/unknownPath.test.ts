import { once } from 'node:events';
import { type ClientRequestArgs, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { consoleWorld } from '../support/console.ts';
import { signIn } from '../support/session.ts';

// Unknown paths: a signed-in person gets an error page, and other callers get the API's error.

const w = consoleWorld(test);

/** Sends a request for exactly this path, which fetch would normalize. */
async function ask(path: string, { method = 'GET', headers = {} }: ClientRequestArgs = {}) {
  const { hostname, port } = new URL(w.baseUrl);
  const asking = request({ hostname, port, path, method, headers }).end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  const { 'content-type': type, location } = answer.headers;
  return { status: answer.statusCode, type, location, body: await text(answer) };
}

/** The headers of a signed-in owner's browser. */
async function signedIn() {
  const studio = await w.workspace();
  const { token, tokenHash } = await signIn(w, studio.id);
  return { studio, tokenHash, headers: { Cookie: `corkboard=${token}` } };
}

test('a signed-in person gets an error page for an unknown path', async t => {
  const { headers } = await signedIn();
  for (const path of ['/nonesuch', '/settings/nonesuch/', '/apiary', '/clients/x/y/z?tab=scope']) {
    const { status, type, body } = await ask(path, { headers });
    t.deepEqual([status, type], [404, 'text/html; charset=utf-8'], path);
    t.regex(body, /Page not found[\s\S]*<a href="\/">/, path);
  }
});

test('a trailing slash redirects to the page without it, with its query', async t => {
  const { studio, headers } = await signedIn();
  const { id } = await studio.project();
  for (const [path, to] of [
    ['/clients/', '/clients'],
    ['/settings/keys//', '/settings/keys'],
    [`/projects/${id}/?tab=scope&from=1`, `/projects/${id}?tab=scope&from=1`],
    ['/docs/', '/docs'],
  ] as const) {
    const { status, location } = await ask(path, { headers });
    t.deepEqual([status, location], [303, to], path);
    t.is((await ask(to, { headers })).status, 200, to);
  }
});

test('a link with a secret and one trailing slash leads anyone to the link, and nothing else does', async t => {
  const { headers } = await signedIn();
  const links = ['/intake/x', '/scope/x-_9', '/contract/x', '/invoice/x', '/change-order/x', '/portal/x'];
  links.push('/statement/x', '/inquiry/x', '/unsubscribe/x', '/invite/x');
  for (const to of links) {
    const { status, location } = await ask(`${to}/?a=1`);
    t.deepEqual([status, location], [308, `${to}?a=1`], to);
    t.not((await ask(to)).status, 401, to);
  }
  t.is((await ask(`${links[0]}/`, { headers })).status, 308);
  const stranger = await ask('/nonesuch');
  for (const path of [
    '/invoice/x//',
    '/invoice/x/y/',
    '/invoice/',
    '/invoice/x.pdf/',
    '/invoice/%2f/',
    '//x/',
    '/logos/x/',
  ])
    t.deepEqual(await ask(path), stranger, path);
  t.deepEqual(await ask('/invoice/x/', { headers: { Authorization: 'Basic eDp5' } }), stranger);
  t.deepEqual(await ask('/invoice/x/', { method: 'POST' }), stranger);
});

test('no path redirects to another site', async t => {
  const { headers } = await signedIn();
  for (const path of [
    '//evil.example/',
    '///evil.example//',
    '/\\evil.example/',
    '//clients/',
    '/%2f/evil.example/',
    '/./',
    'http://evil.example//evil.example/',
  ]) {
    const { status, location } = await ask(path, { headers });
    t.deepEqual([status, location], [404, undefined], path);
  }
});

test('other callers get the API’s error for an unknown path', async t => {
  const { studio, tokenHash, headers } = await signedIn();
  const { Cookie } = headers;
  const paths = ['/nonesuch', '/clients/', '/api', '/api/v1/clients/'];
  const stranger = await ask('/nonesuch');
  t.deepEqual(
    [stranger.status, stranger.type, JSON.parse(stranger.body).code],
    [401, 'application/json', 'invalid_key'],
  );
  for (const path of paths) {
    t.deepEqual(await ask(path), stranger, path);
    t.deepEqual(await ask(path, { headers: { Cookie: `corkboard=${'w'.repeat(65)}` } }), stranger, path);
    t.deepEqual(await ask(path, { headers: { Cookie, Authorization: 'Basic eDp5' } }), stranger, path);
    t.deepEqual(await ask(path, { method: 'POST', headers }), stranger, path);
    t.deepEqual(await ask(path, { method: 'HEAD', headers }), { ...stranger, body: '' }, path);
    const byKey = await ask(path, { headers: { Cookie, Authorization: `Bearer ${studio.key}` } });
    t.deepEqual([byKey.status, JSON.parse(byKey.body).code], [404, 'not_found'], path);
    if (path.startsWith('/api')) t.deepEqual(await ask(path, { headers }), stranger, path);
  }
  await w.db.query('delete from corkboard.sessions where token_hash = $1', [tokenHash]);
  for (const path of paths) t.deepEqual(await ask(path, { headers }), stranger, `${path}, signed out`);
});
