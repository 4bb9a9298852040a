import { createConnection, type Socket } from 'node:net';
import tls from 'node:tls';
import test, { type ExecutionContext } from 'ava';
import { type Certificate, certificate, chain, days } from '../support/certificates.ts';
import {
  attempt,
  closed,
  connections,
  failure,
  kept,
  name,
  outcomeAt,
  peer,
  receiver,
} from '../support/receiver.ts';

/**
 * A certificate authority that this test file's process trusts besides the usual ones, and one that no process trusts.
 */
let trusted: Certificate;
let stranger: Certificate;

test.before(async () => {
  trusted = await certificate('Corkboard test authority', { authority: true });
  stranger = await certificate('Another authority', { authority: true });
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), trusted.cert]);
});

const https = { scheme: 'https' };
const succeeded = { ...failure('succeeded', null), status: 200 };

/** The outcome of an attempt at a server with this certificate. Checks that only a successful request reaches it. */
async function outcomeWith(t: ExecutionContext, shown: tls.SecureContextOptions) {
  const { port, received } = await receiver(t, undefined, shown);
  const outcome = await outcomeAt(connections(t), port, https);
  t.is(received.length, outcome.outcome === 'succeeded' ? 1 : 0);
  return outcome;
}

test('a certificate for the name is accepted, from a trusted authority or an intermediate one', async t => {
  t.deepEqual(await outcomeWith(t, await certificate(name, { by: trusted })), succeeded);
  const middle = await certificate('Middle', { by: trusted, authority: true });
  t.deepEqual(await outcomeWith(t, chain(await certificate(name, { by: middle }), middle)), succeeded);
});

test('a certificate is checked against the name, not the address', async t => {
  const { port } = await receiver(t, undefined, await certificate(name, { by: trusted }));
  t.is((await attempt(connections(t), `https://127.0.0.1:${port}/`)).outcome, 'tls');
});

const untrusted = 'certificate chain is incomplete or ends with an authority that is not trusted';
/** Certificates, each with the reason that its attempt records. */
const bad: Record<string, [shown: () => Promise<tls.SecureContextOptions>, reason: string]> = {
  'signed by itself': [() => certificate(name), 'certificate is self-signed'],
  'of another name': [
    () => certificate('other.example.com', { by: trusted }),
    'name is not in the certificate',
  ],
  'that has expired': [
    () => certificate(name, { by: trusted, from: days(-30), until: days(-1) }),
    'certificate has expired',
  ],
  'that is not valid yet': [
    () => certificate(name, { by: trusted, from: days(1), until: days(2) }),
    'certificate is not valid yet',
  ],
  'of an untrusted authority': [() => certificate(name, { by: stranger }), untrusted],
  'of an untrusted authority, sent along': [
    async () => chain(await certificate(name, { by: stranger }), stranger),
    'certificate comes from an authority that is not trusted',
  ],
  'without the one between it and the authority': [
    async () => certificate(name, { by: await certificate('Middle', { by: trusted, authority: true }) }),
    untrusted,
  ],
  'of an issuer that is no authority': [
    async () => {
      const middle = await certificate('middle.example.com', { by: trusted });
      return chain(await certificate(name, { by: middle }), middle);
    },
    'certificate, or the one that issued it, is not valid for this purpose',
  ],
  'of an authority that is over': [
    async () => {
      const times = { from: days(-30), until: days(-1) };
      const over = await certificate('Over', { by: trusted, authority: true, ...times });
      return chain(await certificate(name, { by: over }), over);
    },
    'certificate has expired',
  ],
  'and only old protocols': [
    async () => ({
      ...(await certificate(name, { by: trusted })),
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    }),
    'TLS version is too old: 1.2 or 1.3 is required',
  ],
};

for (const [what, [shown, reason]] of Object.entries(bad)) {
  test(`nothing is sent to a server with a certificate ${what}`, async t => {
    t.deepEqual(await outcomeWith(t, await shown()), failure('tls', reason));
  });
}

test('plain HTTP in place of TLS is a TLS error', async t => {
  const { port } = await receiver(t);
  t.deepEqual(await outcomeAt(connections(t), port, https), failure('tls', 'no TLS on this port'));
});

for (const [what, reason, says] of [
  ['nonsense in place of TLS', 'no TLS on this port', '220 mail.example.com ESMTP\r\n'],
  ['an aborted handshake', 'closed by the receiver during the TLS handshake', ''],
] as const) {
  test(`${what} is a TLS error`, async t => {
    const { port } = await peer(t, socket => socket.once('data', () => socket.end(says)));
    t.deepEqual(await outcomeAt(connections(t), port, https), failure('tls', reason));
  });
}

test('a handshake that doesn’t end in time is a timeout, and nothing is sent if it ends later', async t => {
  const { port, received } = await receiver(t, undefined, await certificate(name, { by: trusted }));
  const { promise: begun, resolve: begin } = Promise.withResolvers<Socket>();
  const slow = await peer(t, begin);
  const outcome = await outcomeAt(connections(t), slow.port, { ...https, limitMs: 200 });
  t.deepEqual(outcome, failure('timeout', 'no connection within 0.2 seconds'));
  const socket = await begun;
  const onward = createConnection(port, '127.0.0.1').on('error', () => {});
  t.teardown(() => onward.destroy());
  socket.pipe(onward).pipe(socket);
  await closed(socket);
  t.is(received.length, 0);
});

test('simultaneous attempts to a wrong certificate all fail', async t => {
  const { port } = await receiver(t, undefined, await certificate('other.example.com', { by: trusted }));
  const to = connections(t);
  const outcomes = await Promise.all([1, 2, 3].map(() => outcomeAt(to, port, https)));
  for (const outcome of outcomes) t.deepEqual(outcome, failure('tls', 'name is not in the certificate'));
});

test('attempts speak HTTP/1.1, and a receiver that speaks only HTTP/2 says so in the handshake', async t => {
  const shown = await certificate(name, { by: trusted });
  const spoken: unknown[] = [];
  const { port } = await receiver(
    t,
    (request, response) => {
      spoken.push((request.socket as tls.TLSSocket).alpnProtocol);
      response.end();
    },
    { ...shown, ALPNProtocols: ['h2', 'http/1.1'] },
  );
  t.deepEqual(await outcomeAt(connections(t), port, https), succeeded);
  t.deepEqual(spoken, ['http/1.1']);
  const refused = await outcomeWith(t, { ...shown, ALPNProtocols: ['h2'] } as object);
  t.deepEqual(refused, failure('tls', 'receiver speaks only HTTP/2: HTTP/1.1 is required'));
});

test('over TLS, too, 100 Continue is left out, and a request on a kept connection is sent again if that is closed', async t => {
  const { port, received } = await receiver(
    t,
    (request, response) => {
      if (received.length === 2) return request.socket.destroy();
      response.writeContinue();
      response.writeHead(202).end();
    },
    await certificate(name, { by: trusted }),
  );
  const to = connections(t);
  for (let i = 0; i < 2; i++) {
    t.is((await outcomeAt(to, port, https)).status, 202);
    await kept();
  }
  t.is(received.length, 3);
});

test('a receiver that requires a client certificate fails the handshake', async t => {
  const shown = await certificate(name, { by: trusted });
  const outcome = await outcomeWith(t, { ...shown, requestCert: true, maxVersion: 'TLSv1.2' } as object);
  t.deepEqual(outcome, failure('tls', 'TLS handshake refused by the receiver'));
});
