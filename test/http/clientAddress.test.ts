import type { IncomingMessage } from 'node:http';
import test from 'ava';
import { clientAddress } from '../../src/http/clientAddress.ts';

/** A request from 10.0.0.1, with this X-Forwarded-For. */
const from = (forwarded?: string) =>
  ({
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    socket: { remoteAddress: '::ffff:10.0.0.1' },
  }) as unknown as IncomingMessage;

for (const [forwarded, trustProxy, address] of [
  ['192.0.2.1', 0, '10.0.0.1'],
  [undefined, 1, '10.0.0.1'],
  ['', 1, '10.0.0.1'],
  ['192.0.2.1', 1, '192.0.2.1'],
  ['203.0.113.9, 192.0.2.1', 1, '192.0.2.1'],
  ['203.0.113.9, 192.0.2.1', 2, '203.0.113.9'],
  ['192.0.2.1', 2, '192.0.2.1'],
  ['192.0.2.1:4711', 1, '192.0.2.1'],
  ['[2001:db8::1]:4711', 1, '2001:db8::1'],
  ['fe80::1%eth0', 1, 'fe80::1'],
  ['::ffff:192.0.2.1', 1, '192.0.2.1'],
  ['unknown', 1, '10.0.0.1'],
] as const) {
  test(`behind ${trustProxy} trusted proxies, X-Forwarded-For ${forwarded} means ${address}`, t => {
    t.is(clientAddress(from(forwarded), trustProxy), address);
  });
}
