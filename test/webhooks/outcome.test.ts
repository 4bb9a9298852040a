import test from 'ava';
import { RemoteError } from '../../src/errors/serviceError.ts';
import { failureOf, type Name, outcomeOf, redirectTarget } from '../../src/webhooks/outcome.ts';
import { retryAfterMs } from '../../src/webhooks/retryAfter.ts';

test('every status has an outcome', t => {
  for (let status = 200; status <= 999; status++) {
    const outcome = status < 300 ? 'succeeded' : status < 400 ? 'redirect' : 'http_status';
    t.is(outcomeOf(status), outcome, `${status}`);
  }
});

for (const [location, target] of [
  ['/new?token=1#top', 'to https://hooks.example.com:8443/new'],
  ['https://a:b@www.example.com/a b/é', 'to https://www.example.com/a%20b/%C3%A9'],
  [`/${'a'.repeat(300)}`, `to https://hooks.example.com:8443/${'a'.repeat(166)}`],
  ['', null],
  [undefined, null],
  ['https://', null],
  ['javascript:alert(1)', null],
  [['/a', '/b'], null],
] as const) {
  test(`a redirect to ${JSON.stringify(location)?.slice(0, 40)} leads ${target?.slice(0, 40)}`, t => {
    t.is(redirectTarget(location as string | undefined, 'https://hooks.example.com:8443/old?x'), target);
  });
}

/** Error codes of node:tls, node:net and undici that a test server can't easily provoke. */
const codes: Partial<Record<Name, string>> = {
  tls: `UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_CRL UNABLE_TO_DECRYPT_CERT_SIGNATURE UNABLE_TO_DECRYPT_CRL_SIGNATURE
    UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY CERT_SIGNATURE_FAILURE CRL_SIGNATURE_FAILURE CERT_NOT_YET_VALID
    CERT_HAS_EXPIRED CRL_NOT_YET_VALID CRL_HAS_EXPIRED ERROR_IN_CERT_NOT_BEFORE_FIELD ERROR_IN_CERT_NOT_AFTER_FIELD
    DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_GET_ISSUER_CERT_LOCALLY
    UNABLE_TO_VERIFY_LEAF_SIGNATURE CERT_CHAIN_TOO_LONG CERT_REVOKED INVALID_CA PATH_LENGTH_EXCEEDED INVALID_PURPOSE
    CERT_UNTRUSTED CERT_REJECTED HOSTNAME_MISMATCH UNSPECIFIED ERR_TLS_CERT_ALTNAME_INVALID EPROTO
    ERR_SSL_WRONG_VERSION_NUMBER ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE`,
  timeout:
    'ETIMEDOUT UND_ERR_CONNECT_TIMEOUT UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT ERR_TLS_HANDSHAKE_TIMEOUT',
  connection: `ECONNREFUSED ECONNRESET EPIPE EHOSTUNREACH ENETUNREACH EADDRNOTAVAIL EMFILE UND_ERR_SOCKET
    UND_ERR_HEADERS_OVERFLOW UND_ERR_DESTROYED HPE_INVALID_CONSTANT HPE_INVALID_HEADER_TOKEN`,
};

test('an error code of node or undici is shown as its kind of failure', t => {
  for (const [name, list] of Object.entries(codes))
    for (const code of list.split(/\s+/))
      t.is(failureOf(Object.assign(new Error('failed'), { code })).outcome, name as Name, code);
});

test('a rejected address, an unresolved name and a timeout each have their own outcome', t => {
  t.is(failureOf(new RemoteError('refused_address', 'must be public')).outcome, 'refused_address');
  t.is(failureOf(new RemoteError('dns', 'does not resolve')).outcome, 'dns');
  t.is(failureOf(new DOMException('late', 'TimeoutError')).outcome, 'timeout');
});

test('any other error is a failed connection', t => {
  t.is(failureOf(new Error('?')).outcome, 'connection');
  t.is(failureOf(new AggregateError([new Error('?')])).outcome, 'connection');
});

test('reasons never quote an error, because it may contain private addresses and internal names', t => {
  const error = Object.assign(new Error('connect EWHATEVER 10.0.0.7:443'), { code: 'EWHATEVER' });
  t.is(failureOf(error).reason, null);
});

const resolving = (code: string) => new RemoteError('dns', 'does not resolve', { cause: { code } });

test("a name that cannot be resolved has the resolver's reason", t => {
  t.is(failureOf(resolving('ENOTFOUND')).reason, 'name does not exist or has no address');
  t.is(failureOf(resolving('EAI_AGAIN')).reason, 'name servers did not answer');
});

const now = Date.parse('2027-01-31T09:05:07Z');

for (const [header, ms] of [
  ['0', 0],
  ['120', 120_000],
  ['Sun, 31 Jan 2027 09:06:07 GMT', 60_000],
  ['Sunday, 31-Jan-27 09:06:07 GMT', 60_000],
  ['Sun, 31 Jan 2027 09:00:00 GMT', 0],
  // The limit of one day makes it fit into PostgreSQL's integer.
  ['99999999999999999999', 86_400_000],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 86_400_000],
  ['', undefined],
  ['soon', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  ['2027-01-31T09:06:07Z', undefined],
  ['Sun, 99 Nov 2027 09:06:07 GMT', undefined],
  // If there are several headers, the first one counts.
  [['2', '3'], 2_000],
  [undefined, undefined],
] as [string | string[] | undefined, number | undefined][]) {
  test(`Retry-After ${JSON.stringify(header)} asks for ${ms === undefined ? 'nothing' : `${ms} ms`}`, t => {
    t.is(retryAfterMs(header, now), ms);
  });
}
