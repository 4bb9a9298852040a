import { type LookupAddress, lookup } from 'node:dns';
import { isIPv4, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import ipaddr from 'ipaddr.js';
import { RemoteError } from '../errors/serviceError.ts';

/**
 * The addresses that webhooks may be sent to: only public ones or, on a developer's machine, also private ones and
 * http.
 */
export interface Reach {
  allowPrivate: boolean;
}

/**
 * The error for an address that webhooks must not be sent to. The message is the end of a sentence that begins with the
 * address; `reason` is for the record of an attempt.
 */
const refusedAddress = (message: string, reason = `URL ${message}`) =>
  new RemoteError('refused_address', message, { reason });

/**
 * Checks the address of an endpoint without resolving its name. Code that saves, tests or sends to an address calls
 * this. Throws RemoteError.
 */
export function checkUrl(text: string, { allowPrivate }: Reach): URL {
  // The URL parser drops or converts these characters, so the parsed address would differ from the one that a person
  // read.
  if (/[\s\p{Cc}\\]/u.test(text)) {
    throw refusedAddress('must not contain spaces, control characters or backslashes');
  }
  const url = URL.parse(text);
  if (!url) throw refusedAddress('must be an address, like https://hooks.example.com/corkboard');
  if (!(allowPrivate ? /^https?:\/\/[^/]/i : /^https:\/\/[^/]/i).test(text)) {
    throw refusedAddress('must begin with https://');
  }
  // The parser drops an empty user name, so the text is checked too.
  if (url.username || url.password || /^[^/]*\/\/[^/?#]*@/.test(text)) {
    throw refusedAddress('must not contain a user name or password');
  }
  if (url.port === '0') throw refusedAddress('must not have port 0');
  // Node doesn't resolve a host that is an IP address, so it is checked here.
  if (url.hostname.startsWith('[') || isIPv4(url.hostname)) {
    addressToConnect([{ address: url.hostname.replace(/^\[|\]$/g, ''), family: 0 }], { allowPrivate });
  }
  return url;
}

/** Checks an address, and the addresses that its name resolves to now. Throws RemoteError. */
export async function checkAddress(text: string, reach: Reach, resolver?: Resolver): Promise<URL> {
  const url = checkUrl(text, reach);
  await promisify(checkedLookup(reach, resolver))(url.hostname, { all: true });
  return url;
}

/** The part of node:dns that is used here: returns all addresses of a name. */
export type Resolver = (
  host: string,
  options: { all: true },
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A resolver for opening connections. A connection is opened to the address that was checked, even if the name
 * resolves to another one a moment later.
 */
export function checkedLookup(reach: Reach, resolver: Resolver = lookup): LookupFunction {
  return (host, { all }, done) => {
    resolver(host, { all: true }, (error, addresses) => {
      if (error) return done(new RemoteError('dns', 'does not resolve to an address', { cause: error }), []);
      let address: string;
      try {
        address = addressToConnect(addresses, reach);
      } catch (error) {
        return done(error as Error, []);
      }
      if (all) done(null, [{ address, family: 4 }]);
      else done(null, address, 4);
    });
  };
}

/**
 * The IPv4 address to connect to. Throws RemoteError if any IPv4 address isn't public. The error doesn't contain the
 * address, so that callers can't find out what internal names resolve to. IPv6 addresses are ignored: nothing connects
 * to them.
 */
function addressToConnect(addresses: LookupAddress[], { allowPrivate }: Reach): string {
  const parsed = addresses.map(({ address }) => ipaddr.parse(address.split('%', 1)[0]!));
  const candidates = parsed.filter(address => address.kind() === 'ipv4');
  const rejected = candidates.find(address => !allowPrivate && rangeOf(address) !== 'unicast');
  if (rejected) throw refusedAddress('must be a public address', 'address is not public');
  const [chosen] = candidates;
  if (!chosen) throw refusedAddress('must have an IPv4 address', 'no IPv4 address');
  return chosen.toString();
}

/** The address of Azure's own services for virtual machines on Azure, which is in a public range. */
const azure = '168.63.129.16';
const rangeOf = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
  address.toString() === azure ? 'reserved' : address.range();
