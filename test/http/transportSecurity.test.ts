import test from 'ava';
import { transportSecurity } from '../../src/http/transportSecurity.ts';
import { exchange } from '../support/socket.ts';
import { world } from '../support/world.ts';

// Strict-Transport-Security makes browsers use only TLS from then on (RFC 6797).
const w = world(test, { env: { PUBLIC_URL: 'https://cork.example/' } });

const host = 'Host: x\r\nConnection: close\r\n';

// The server writes each of these in a way of its own.
for (const [status, what, request] of [
  [200, 'a page', `GET /sign-in HTTP/1.1\r\n${host}\r\n`],
  [401, 'a rejection', `GET /nothing HTTP/1.1\r\n${host}\r\n`],
  [400, 'CONNECT', `CONNECT a.example:443 HTTP/1.1\r\n${host}\r\n`],
  [400, 'nonsense', 'nonsense\r\n\r\n'],
  [400, 'a body that breaks off', `POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nnonsense\r\n`],
] as const) {
  test(`with an https PUBLIC_URL, ${what} is answered with Strict-Transport-Security`, async t => {
    const answer = await exchange(w.baseUrl, [request], () => false);
    t.regex(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
    t.regex(answer, /^strict-transport-security: max-age=31536000\r$/im);
  });
}

test('with a PUBLIC_URL that is not https no answer has the header', t => {
  t.is(transportSecurity({ publicUrl: 'http://cork.example' }).size, 0);
});

test('the description names the public address, without a trailing slash', async t => {
  const response = await fetch(`${w.baseUrl}/openapi.json`);
  t.deepEqual(((await response.json()) as any).servers, [{ url: 'https://cork.example' }]);
});
