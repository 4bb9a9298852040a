import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyAddress from 'proxy-addr';

/**
 * The address that a request came from, as far as our own proxies tell (TRUST_PROXY says how many they are). Each adds
 * to the end of X-Forwarded-For the address that called it; what stands before those is only the client's own claim.
 */
export function clientAddress(req: IncomingMessage, trustProxy: number): string {
  const forwarded = plain(proxyAddress(req, (_, hop) => hop < trustProxy));
  return isIP(forwarded) === 0 ? plain(req.socket.remoteAddress) : forwarded;
}

/** The network of an address, as requests are limited by it (sql/functions/sign_in/network_of.sql): an IPv4 address, or an IPv6 /48. */
export function networkOf(address: string): string {
  const parsed = ipaddr.parse(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toByteArray().slice(0, 6).join(':');
}

/** The address without port, brackets, zone and the prefix of an IPv4 address that came by IPv6. */
function plain(address = '::'): string {
  const [, bracketed, dotted] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address.trim()) ?? [];
  return (bracketed ?? dotted ?? address.trim()).replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/i, '');
}
