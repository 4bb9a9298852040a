import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyAddress from 'proxy-addr';

/**
 * The address that a request came from, according to our own proxies (TRUST_PROXY says how many). Each of them appends
 * the address of its caller to X-Forwarded-For; the entries before those are only the client's claim.
 */
export function clientAddress(req: IncomingMessage, trustProxy: number): string {
  const forwarded = plain(proxyAddress(req, (_, hop) => hop < trustProxy));
  return isIP(forwarded) === 0 ? plain(req.socket.remoteAddress) : forwarded;
}

/** The network that limits apply to (sql/functions/sign_in/network_of.sql): an IPv4 address, or an IPv6 /48. */
export function networkOf(address: string): string {
  const parsed = ipaddr.parse(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toByteArray().slice(0, 6).join(':');
}

/** The address without port, brackets, zone, and the prefix of an IPv4-mapped IPv6 address. */
function plain(address = '::'): string {
  const [, bracketed, dotted] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address.trim()) ?? [];
  return (bracketed ?? dotted ?? address.trim()).split('%', 1)[0]!.replace(/^::ffff:(?=[\d.]+$)/i, '');
}
