import test from 'ava';
import { version } from '../../src/version.ts';
import { unknownKey } from '../support/call.ts';
import { exchange, openSocket } from '../support/socket.ts';
import { world } from '../support/world.ts';

const w = world(test);

const head = (key: string, ...lines: string[]) =>
  ['POST /api/v1/clients HTTP/1.1', 'Host: x', `Authorization: Bearer ${key}`, ...lines, '', ''].join('\r\n');

/** Status, body and headers of one answer, which must be complete. */
function parse(text: string) {
  const [headers = '', json = ''] = text.split(/\r\n\r\n(.*)/s);
  return { status: Number(headers.split(' ')[1]), headers: headers.toLowerCase(), body: JSON.parse(json) };
}

test('an announced length above 65,536 is 413 before a byte of it is sent', async t => {
  const { key } = await w.workspace();
  const { status, body } = parse(await exchange(w.baseUrl, [head(key, 'Content-Length: 65537')]));
  t.is(status, 413);
  t.is(body.code, 'payload_too_large');
});

test('a body of 65,536 bytes is accepted, and one more byte is 413, announced or in chunks', async t => {
  const studio = await w.workspace();
  const body = (size: number) => `{"name":"A"${' '.repeat(size - 12)}}`;
  t.is((await studio.send({ method: 'POST', path: '/clients', body: body(65_536) })).status, 201);
  t.is((await studio.send({ method: 'POST', path: '/clients', body: body(65_537) })).status, 413);
  const chunked = (size: number) => {
    const half = Math.floor(size / 2);
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
    const text = body(size);
    return exchange(w.baseUrl, [
      head(studio.key, 'Transfer-Encoding: chunked'),
      chunk(text.slice(0, half)),
      chunk(text.slice(half)),
      '0\r\n\r\n',
    ]);
  };
  t.is(parse(await chunked(65_536)).status, 201);
  t.is(parse(await chunked(65_537)).status, 413);
});

test('an endless body is answered when it is too long', async t => {
  const { key } = await w.workspace();
  const chunk = `${(30_000).toString(16)}\r\n${' '.repeat(30_000)}\r\n`;
  t.is(
    parse(await exchange(w.baseUrl, [head(key, 'Transfer-Encoding: chunked'), chunk, chunk, chunk])).status,
    413,
  );
});

test('an invalid key is rejected before the body is sent', async t => {
  t.is(parse(await exchange(w.baseUrl, [head(unknownKey, 'Content-Length: 10')])).status, 401);
});

test('two Authorization headers are invalid', async t => {
  const { key } = await w.workspace();
  const request = head(key, `authorization: Bearer ${key}`, 'Content-Length: 2') + '{}';
  t.is(parse(await exchange(w.baseUrl, [request])).status, 401);
});

test('two Idempotency-Keys are invalid', async t => {
  const { key } = await w.workspace();
  const request =
    head(key, 'Idempotency-Key: a', 'Idempotency-Key: a', 'Content-Length: 12') + '{"name":"A"}';
  const { status, body } = parse(await exchange(w.baseUrl, [request]));
  t.is(status, 400);
  t.regex(body.error, /Idempotency-Key/);
});

test('a request that isn’t HTTP gets a complete answer too', async t => {
  for (const request of [
    'NONSENSE\r\n\r\n',
    'GET /api/v1/me HTTP/9.9\r\n\r\n',
    `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    'POST /api/v1/clients HTTP/1.1\r\nHost: x\r\nContent-Length: nonsense\r\n\r\n',
    'POST /api/v1/clients HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
  ]) {
    const { status, headers, body } = parse(await exchange(w.baseUrl, [request]));
    t.is(status, 400, request.slice(0, 40));
    t.is(body.code, 'bad_request');
    t.true(
      headers.includes('cache-control: no-store') &&
        headers.includes('x-content-type-options: nosniff') &&
        headers.includes('request-id: '),
    );
  }
});

test('an unknown Expect header is ignored; Host must be sent once', async t => {
  const { key } = await w.workspace();
  const get = (lines: string, version = '1.1') =>
    exchange(w.baseUrl, [`GET /api/v1/me HTTP/${version}\r\n${lines}Authorization: Bearer ${key}\r\n\r\n`]);
  t.is(parse(await get('Host: x\r\nExpect: miracles\r\n')).status, 200);
  t.is(parse(await get('', '1.0')).status, 200);
  t.is(parse(await get('')).status, 400);
  t.is(parse(await get('Host: x\r\nhost: y\r\n')).status, 400);
});

test('a client that sends Expect: 100-continue is told to continue only if the body is needed', async t => {
  const { key } = await w.workspace();
  const ask = (length: number) => head(key, 'Expect: 100-continue', `Content-Length: ${length}`);
  const told = await exchange(w.baseUrl, [ask(12)], text => text.includes('100 Continue'));
  t.true(told.startsWith('HTTP/1.1 100 Continue'));
  t.is(parse(await exchange(w.baseUrl, [ask(65_537)])).status, 413);
  t.is(parse(await exchange(w.baseUrl, [ask(12).replace(key, unknownKey)])).status, 401);
});

test('a client that keeps sending after the answer loses its connection, but has the answer', async t => {
  const { key } = await w.workspace();
  for (const line of ['Content-Length: 500000000', 'Transfer-Encoding: chunked']) {
    const wrong = head(key, line).replace(key, unknownKey);
    const text = await exchange(w.baseUrl, [wrong, `${'1000'}\r\n${'x'.repeat(4096)}\r\n`], () => false);
    t.is(parse(text).status, 401);
    t.regex(text, /connection: close/i);
  }
});

test('a client that disconnects in the middle of its body doesn’t affect others', async t => {
  const studio = await w.workspace();
  for (let i = 0; i < 20; i++) {
    const socket = await openSocket(w.baseUrl);
    socket.write(`${head(studio.key, 'Content-Length: 100')}{"name":`);
    if (i % 2) await studio.get('/me');
    socket.destroy();
  }
  t.is((await studio.get('/clients')).body.page.total, 0);
});

for (const [name, headers, body, status] of [
  ['no body', {}, undefined, 400],
  ['an empty body', {}, '', 400],
  ['no JSON', {}, '{name: "A"}', 400],
  ['half of JSON', {}, '{"name":', 400],
  ['a list', {}, '[]', 400],
  ['null', {}, 'null', 400],
  ['text', {}, '"A"', 400],
  ['no UTF-8', {}, Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]), 400],
  ['33 levels', {}, `{"a":${'['.repeat(32)}${']'.repeat(32)}}`, 400],
  ['32 levels', {}, `{"a":${'['.repeat(31)}${']'.repeat(31)}}`, 422],
  ['sixty thousand levels', {}, `{"a":${'['.repeat(32_000)}${']'.repeat(32_000)}}`, 400],
  ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }, 'name=A', 400],
  ['JSON called text', { 'Content-Type': 'text/plain' }, '{"name":"A"}', 400],
  ['JSON called jsonp', { 'Content-Type': 'application/jsonp' }, '{"name":"A"}', 400],
  ['JSON with a charset', { 'Content-Type': 'Application/JSON; charset=utf-8' }, '{"name":"A"}', 201],
  ['JSON with a byte order mark', {}, '\ufeff{"name":"A"}', 201],
  ['gzip', { 'Content-Encoding': 'gzip' }, '{"name":"A"}', 400],
  ['identity', { 'Content-Encoding': 'identity' }, '{"name":"A"}', 201],
] as const) {
  test(`${status}: ${name}`, async t => {
    const studio = await w.workspace();
    const answer = await studio.send({ method: 'POST', path: '/clients', body, headers });
    t.is(answer.status, status);
    t.is((await studio.get('/clients')).body.page.total, status === 201 ? 1 : 0);
  });
}

test('a body without Content-Type is read as JSON', async t => {
  const { key } = await w.workspace();
  t.is(parse(await exchange(w.baseUrl, [`${head(key, 'Content-Length: 12')}{"name":"A"}`])).status, 201);
});

test('GET /healthz needs no key', async t => {
  const response = await fetch(`${w.baseUrl}/healthz`);
  t.is(response.status, 200);
  t.deepEqual(await response.json(), { status: 'ok', version });
  t.is(response.headers.get('cache-control'), 'no-store');
  t.regex(response.headers.get('request-id')!, /^[0-9a-f-]{36}$/);
  t.is((await fetch(`${w.baseUrl}/healthz/`)).status, 401);
  t.is((await fetch(`${w.baseUrl}/healthz`, { method: 'POST' })).status, 401);
});

test('requests on one connection are answered in order', async t => {
  const { key } = await w.workspace();
  const get = (path: string) =>
    `GET /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  const text = await exchange(
    w.baseUrl,
    [get('/me') + get('/nothing') + get('/clients')],
    all => (all.match(/HTTP\/1\.1/g) ?? []).length === 3 && all.endsWith('}'),
  );
  t.deepEqual(
    [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(match => match[1]),
    ['200', '404', '200'],
  );
});
