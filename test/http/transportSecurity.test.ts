import test from 'ava';
import { serve } from '../../src/bin/serve.ts';
import { readConfig } from '../../src/config.ts';
import { exchange } from '../support/socket.ts';
import { patient, world } from '../support/world.ts';

// Strict-Transport-Security makes browsers use only TLS from then on (RFC 6797).
const w = world(test, { env: { PUBLIC_URL: 'https://cork.example' } });

/** A request for each kind of answer, with its status. */
const answers: [status: number, request: string][] = [
  [200, 'GET /healthz HTTP/1.1'],
  [200, 'GET /readyz HTTP/1.1'],
  [200, 'GET /openapi.json HTTP/1.1'],
  [200, 'HEAD /docs HTTP/1.1'],
  [200, 'GET /sign-in HTTP/1.1'],
  [303, 'GET / HTTP/1.1'],
  [403, 'POST /sign-in HTTP/1.1'],
  [404, 'GET /invoice/nothing HTTP/1.1'],
  [401, 'GET /api/v1/me HTTP/1.1'],
  [401, 'GET /nothing HTTP/1.1'],
  [401, 'POST /api/mcp HTTP/1.1'],
  [405, 'GET /api/mcp HTTP/1.1'],
  [400, 'CONNECT a.example:443 HTTP/1.1'],
  [400, 'nonsense'],
  [400, 'GET /healthz HTTP/9.9'],
];

const answerTo = (baseUrl: string, request: string) =>
  exchange(baseUrl, [`${request}\r\nHost: x\r\nConnection: close\r\n\r\n`], () => false);

const hardened = /^strict-transport-security: (.*)\r$/im;

for (const [status, request] of answers) {
  test(`with an https PUBLIC_URL, ${request} is answered with Strict-Transport-Security`, async t => {
    const answer = await answerTo(w.baseUrl, request);
    t.regex(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
    t.is(hardened.exec(answer)?.[1], 'max-age=31536000');
  });
}

test('a body that breaks off gets the header too', async t => {
  const { key } = await w.workspace();
  const answer = await exchange(
    w.baseUrl,
    [
      `POST /api/v1/clients HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n`,
    ],
    () => false,
  );
  t.regex(answer, /^HTTP\/1\.1 400 /);
  t.regex(answer, hardened);
});

test('with a PUBLIC_URL that is not https no answer has the header', async t => {
  const web = await serve(
    { ...readConfig({ PUBLIC_URL: 'http://cork.example' }), port: 0 },
    w.serviceUrl,
    patient,
  );
  t.teardown(web.stop);
  for (const [, request] of answers)
    t.notRegex(await answerTo(`http://127.0.0.1:${web.port}`, request), hardened, request);
});
