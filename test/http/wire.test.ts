import test from 'ava';
import { unknownKey } from '../support/call.ts';
import { exchange, openSocket } from '../support/socket.ts';
import { sharedWorld } from '../support/world.ts';

const w = sharedWorld(test, 'api');

const head = (key: string, ...lines: string[]) =>
  ['POST /api/v1/clients HTTP/1.1', 'Host: x', `Authorization: Bearer ${key}`, ...lines, '', ''].join('\r\n');

/** Status, body and headers of one answer, which must be complete. */
function parse(text: string) {
  const [headers = '', json = ''] = text.split(/\r\n\r\n(.*)/s);
  return { status: Number(headers.split(' ')[1]), headers: headers.toLowerCase(), body: JSON.parse(json) };
}

test('a body of 65,536 bytes is accepted, and one more byte is 413, announced or in chunks, before the body ends', async t => {
  const studio = await w.workspace();
  const body = (size: number) => `{"name":"A"${' '.repeat(size - 12)}}`;
  t.is((await studio.send({ method: 'POST', path: '/clients', body: body(65_536) })).status, 201);
  t.is(parse(await exchange(w.baseUrl, [head(studio.key, 'Content-Length: 65537')])).status, 413);
  const chunked = (size: number, end = '') => {
    const half = Math.floor(size / 2);
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
    const text = body(size);
    return exchange(w.baseUrl, [
      head(studio.key, 'Transfer-Encoding: chunked'),
      chunk(text.slice(0, half)),
      chunk(text.slice(half)),
      end,
    ]);
  };
  t.is(parse(await chunked(65_536, '0\r\n\r\n')).status, 201);
  t.is(parse(await chunked(65_537)).status, 413);
});

test('neither Authorization nor Idempotency-Key may be sent twice', async t => {
  const { key } = await w.workspace();
  const send = async (...lines: string[]) =>
    parse(await exchange(w.baseUrl, [`${head(key, ...lines, 'Content-Length: 12')}{"name":"A"}`]));
  t.is((await send(`authorization: Bearer ${key}`)).status, 401);
  const { status, body } = await send('Idempotency-Key: a', 'Idempotency-Key: a');
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

test('a body that is no JSON object in UTF-8, is nested too deep, or is sent as another type, is rejected', async t => {
  const studio = await w.workspace();
  const levels = (count: number) => `{"a":${'['.repeat(count - 1)}${']'.repeat(count - 1)}}`;
  const name = '{"name":"A"}';
  for (const [status, body, headers = {}, error = /./] of [
    [400, undefined],
    [400, ' ', {}, /^The body is empty: it must be a JSON object\.$/],
    [400, '{"name": "A",}', {}, /^The body is not valid JSON: leave out the comma .* column 14\.$/],
    [400, '[]'],
    [400, 'null'],
    [400, '"A"'],
    [400, Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]), {}, /, in UTF-8\.$/],
    [422, levels(32)],
    [400, levels(33)],
    [400, levels(32_001)],
    [400, 'name=A', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    [400, name, { 'Content-Type': 'text/plain' }],
    [400, name, { 'Content-Type': 'application/jsonp' }],
    [400, name, { 'Content-Encoding': 'gzip' }],
    [201, name, { 'Content-Type': 'Application/JSON; charset=utf-8' }],
    [201, `\ufeff${name}`],
    [201, name, { 'Content-Encoding': 'identity' }],
  ] as const) {
    const answer = await studio.send({ method: 'POST', path: '/clients', body, headers });
    t.is(answer.status, status, `${String(body).slice(0, 40)} ${JSON.stringify(headers)}`);
    if (status === 400) t.regex(answer.body.error, error);
  }
  t.is((await studio.get('/clients')).body.page.total, 3);
});
