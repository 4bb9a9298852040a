import { type LookupAddress, lookup } from 'node:dns';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { RemoteError } from '../errors/serviceError.ts';

/** Where webhooks may go: public addresses only, or, for work on a developer's machine, private ones and http as well. */
export interface Reach {
  allowPrivate: boolean;
}

/**
 * The error about an address that webhooks must not go to. The message is the end of a sentence that begins with the
 * address; `reason` is what an attempt says of it.
 */
const refusedAddress = (message: string, reason = `URL ${message}`) =>
  new RemoteError('refused_address', message, { reason });

/**
 * Checks the address of an endpoint as far as that is possible without resolving its name. Everything that saves, tests
 * or sends to an address calls this (spec: Events). Throws RemoteError.
 */
export function checkUrl(text: string, { allowPrivate }: Reach): URL {
  // The URL parser drops or converts these, and corrects slashes: the result would not be the address that somebody
  // read.
  if (/[\s\p{Cc}\\]/u.test(text)) {
    throw refusedAddress('must not contain spaces, control characters or backslashes');
  }
  const url = URL.parse(text);
  if (!url) throw refusedAddress('must be an address, like https://hooks.example.com/corkboard');
  if (!(allowPrivate ? /^https?:\/\/[^/]/i : /^https:\/\/[^/]/i).test(text)) {
    throw refusedAddress('must begin with https://');
  }
  // The parser drops an empty user name, so the text is checked as well.
  if (url.username || url.password || /^[^/]*\/\/[^/?#]*@/.test(text)) {
    throw refusedAddress('must not contain a user name or password');
  }
  if (url.port === '0') throw refusedAddress('must not have port 0');
  // Node does not resolve a host that is an IP address already, so it is checked here.
  if (url.hostname.startsWith('[') || isIPv4(url.hostname)) {
    choose([{ address: url.hostname.replace(/^\[|\]$/g, ''), family: 0 }], { allowPrivate });
  }
  return url;
}

/** Checks an address, and what its name resolves to at this moment. Throws RemoteError. */
export async function checkAddress(text: string, reach: Reach, resolver?: Resolver): Promise<URL> {
  const url = checkUrl(text, reach);
  await new Promise<void>((resolve, reject) =>
    checkedLookup(reach, resolver)(url.hostname, { all: true }, error => (error ? reject(error) : resolve())),
  );
  return url;
}

/** The part of node:dns that is used here: it answers all addresses of a name. */
export type Resolver = (
  host: string,
  options: { all: true },
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

type Lookup = (
  host: string,
  options: { all?: boolean },
  done: (error: Error | null, address?: string | LookupAddress[], family?: number) => void,
) => void;

/**
 * A resolver for opening connections: the connection goes to the very address that was checked, whatever the name
 * resolves to a moment later.
 */
export function checkedLookup(reach: Reach, resolver: Resolver = lookup): Lookup {
  return (host, { all }, done) => {
    resolver(host, { all: true }, (error, addresses) => {
      if (error) return done(new RemoteError('dns', 'does not resolve to an address', { cause: error }));
      let address: string;
      try {
        address = choose(addresses, reach);
      } catch (refused) {
        return done(refused as Error);
      }
      if (all) done(null, [{ address, family: 4 }]);
      else done(null, address, 4);
    });
  };
}

/**
 * The IPv4 address to connect to. Throws RemoteError where any IPv4 address is not public, without naming it: what an
 * internal name resolves to is nothing for whoever typed the name. IPv6 addresses are no
 * reason to refuse, whatever they are: nothing ever connects to them.
 */
function choose(addresses: LookupAddress[], { allowPrivate }: Reach): string {
  const parsed = addresses.map(({ address }) => ipaddr.parse(address.replace(/%.*$/, '')));
  const candidates = parsed.filter(address => address.kind() === 'ipv4');
  const refused = candidates.find(address => !allowPrivate && rangeOf(address) !== 'unicast');
  if (refused) throw refusedAddress('must be a public address', 'address is not public');
  const [chosen] = candidates;
  if (!chosen) throw refusedAddress('must have an IPv4 address', 'no IPv4 address');
  return chosen.toString();
}

/** The address by which virtual machines on Azure reach Azure's own services. By its range it would count as public. */
const azure = '168.63.129.16';
const rangeOf = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
  address.toString() === azure ? 'reserved' : address.range();
