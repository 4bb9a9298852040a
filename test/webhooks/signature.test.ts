import test from 'ava';
import Stripe from 'stripe';
import { headersOf } from '../../src/webhooks/headers.ts';
import { sign } from '../../src/webhooks/signature.ts';
import { older, secret } from '../support/signedRequests.ts';

const stripe = new Stripe('sk_test_not_used');
const body = '{"id":"0198f2a4-7c1e-7d3b-9a55-2f6e8b1c4d70","event":"ping","data":{"message":"Grüße 👋"}}';
const at = 1_800_000_000;

const headers = (secrets: string[], now = at * 1000) =>
  headersOf({ id: 'd1', event: 'ping', secrets, body }, now);

test('a signature equals openssl’s over timestamp, dot and body', t => {
  // printf '%s' '1800000000.{…}' | openssl dgst -sha256 -hmac 'whsec_…'
  t.is(sign(secret, at, body), 'v1=783989933697d6ff15845fdd3f09b2c2aad76706043e34764266dea99f9363ef');
  t.is(sign(older, at, body), 'v1=657788082332ab3bc8695d386d58cb86087bedda718a19d1693bc442fda45a99');
  t.is(sign(secret, at, ''), 'v1=3423f250c22e0057323c149f9ce1f8f1de0756a444548871fa4f75425ad440fa');
});

/** Verifies as a receiver does, with a clock this many seconds after the timestamp; throws if it rejects. */
const verify = (
  signatures: string,
  by: string,
  { payload = body, timestamp = `${at}`, secondsLater = 0 } = {},
) =>
  stripe.webhooks.signature!.verifyHeader(
    payload,
    `t=${timestamp},${signatures}`,
    by,
    300,
    undefined,
    (at + secondsLater) * 1000,
  );

test('the stripe library accepts a recent signature', t => {
  const {
    'X-Service-Signatures': signatures,
    'X-Service-Signature': single,
    'X-Service-Timestamp': timestamp,
  } = headers([secret]);
  t.is(timestamp, `${at}`);
  for (const secondsLater of [0, 299, 300]) {
    t.true(verify(signatures!, secret, { secondsLater }));
    t.true(verify(single!, secret, { secondsLater }));
  }
  t.throws(() => verify(signatures!, secret, { secondsLater: 301 }), { message: /tolerance/ });
});

test('the stripe library rejects another body, secret, time and signature', t => {
  const signatures = headers([secret])['X-Service-Signatures']!;
  for (const payload of [`${body} `, body.replace('ping', 'pong'), body.slice(1), '']) {
    t.throws(() => verify(signatures, secret, { payload }), undefined, payload);
  }
  for (const by of [older, secret.slice('whsec_'.length), secret.toLowerCase(), `${secret}=`]) {
    t.throws(() => verify(signatures, by), undefined, by);
  }
  t.throws(() => verify(signatures, secret, { timestamp: `${at + 1}` }));
  const changed = signatures.replace(/.$/, last => (last === '0' ? '1' : '0'));
  t.throws(() => verify(changed, secret));
});

test('while two secrets are valid, either verifies', t => {
  const { 'X-Service-Signatures': signatures } = headers([secret, older]);
  t.true(verify(signatures!, secret));
  t.true(verify(signatures!, older));
  t.throws(() => verify(signatures!, 'whsec_another'));
});

test('each attempt is signed with its own time, in whole seconds', t => {
  t.is(headers([secret], at * 1000 + 999)['X-Service-Timestamp'], `${at}`);
  const next = headers([secret], at * 1000 + 1000);
  t.is(next['X-Service-Timestamp'], `${at + 1}`);
  t.is(next['X-Service-Signature'], sign(secret, at + 1, body));
});
