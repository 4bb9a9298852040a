import { runInNewContext } from 'node:vm';
import test from 'ava';
import { sharedWorld } from '../support/world.ts';

const w = sharedWorld(test, 'api');

/** Every file that the page refers to, as a browser resolves it. */
async function references(): Promise<URL[]> {
  const page = await fetch(`${w.baseUrl}/docs`);
  const html = await page.text();
  return [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(match => new URL(match[1]!, page.url));
}

test('/docs and every file that it loads need no key and come from this server', async t => {
  const found = await references();
  t.deepEqual(
    found.map(({ pathname }) => pathname),
    [
      '/docs/favicon-32x32.png',
      '/docs/swagger-ui.css',
      '/docs/swagger-ui-bundle.js',
      '/docs/start.js',
      '/openapi.json',
    ],
  );
  const types: Record<string, string> = {
    png: 'image/png',
    css: 'text/css; charset=utf-8',
    js: 'text/javascript; charset=utf-8',
    json: 'application/json',
  };
  for (const url of found) {
    t.is(url.origin, new URL(w.baseUrl).origin);
    const response = await fetch(url);
    t.is(response.status, 200, url.href);
    t.is(response.headers.get('content-type'), types[url.pathname.split('.').pop()!]!);
    t.is(response.headers.get('cache-control'), 'no-store');
    t.true((await response.arrayBuffer()).byteLength > 100);
  }
});

test('the page may only load from and request this server', async t => {
  const { headers } = await fetch(`${w.baseUrl}/docs`);
  const policy = headers.get('content-security-policy')!.split('; ');
  for (const directive of [
    `default-src 'none'`,
    `script-src 'self'`,
    `connect-src 'self'`,
    `frame-ancestors 'none'`,
  ])
    t.true(policy.includes(directive), directive);
  for (const directive of policy) t.regex(directive, /^[a-z-]+( 'none'| 'self'| data:)+$/);
  t.is(headers.get('x-content-type-options'), 'nosniff');
  t.is(headers.get('referrer-policy'), 'no-referrer');
});

test('the page has no inline script or style, and calls no validator', async t => {
  const html = await (await fetch(`${w.baseUrl}/docs`)).text();
  t.notRegex(html, /<style|style=|\son\w+=|<script(?![^>]*src=)/);
  const start = await (await fetch(`${w.baseUrl}/docs/start.js`)).text();
  t.regex(start, /validatorUrl: null/);
});

test('requests that are tried out go to the page’s own origin', async t => {
  const start = await (await fetch(`${w.baseUrl}/docs/start.js`)).text();
  for (const [page, server] of [
    ['http://127.0.0.1:3000/docs', 'http://127.0.0.1:3000'],
    ['https://a.example/corkboard/docs#/Clients', 'https://a.example/corkboard'],
  ] as const) {
    const shown = await new Promise<any>(SwaggerUIBundle =>
      runInNewContext(start, {
        SwaggerUIBundle,
        URL,
        location: new URL(page),
        fetch: (path: string) => fetch(new URL(path, w.baseUrl)),
      }),
    );
    t.deepEqual(shown.spec.servers, [{ url: server }]);
    t.is(shown.spec.openapi, '3.1.0');
  }
});

test('no other file is served below it', async t => {
  for (const path of ['', 'index.html', '..%2f..%2fpackage.json', '%2e%2e/server.ts', 'swagger-ui.js'])
    t.is((await fetch(`${w.baseUrl}/docs/${path}`)).status, 401, path);
});
