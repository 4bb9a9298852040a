import test from 'ava';
import { headersOf } from '../../src/webhooks/headers.ts';
import { sign } from '../../src/webhooks/signature.ts';
import { older, secret } from '../support/signedRequests.ts';

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

test('each attempt is signed with its own time, in whole seconds', t => {
  t.is(headers([secret], at * 1000 + 999)['X-Service-Timestamp'], `${at}`);
  const next = headers([secret], at * 1000 + 1000);
  t.is(next['X-Service-Timestamp'], `${at + 1}`);
  t.is(next['X-Service-Signature'], sign(secret, at + 1, body));
});
