import { type LookupAddress, lookup } from 'node:dns';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Where webhooks may go: public addresses only, or, for work on a developer's machine, private ones and http as well. */
export interface Reach {
  allowPrivate: boolean;
}

/** An address that webhooks must not go to. The message ends the sentence that the address begins. */
export class RefusedAddress extends Error {}

/** A name that the system's resolver does not know or cannot find out about. */
export class UnresolvedName extends Error {}

/**
 * The one gate for the address of an endpoint, at saving, testing and every attempt: what can be said
 * without resolving its name (spec: Events). Throws RefusedAddress.
 */
export function checkUrl(text: string, { allowPrivate }: Reach): URL {
  // The parser drops or turns these, and mends slashes: then the address would not be the one that somebody read.
  if (/[\s\p{Cc}\\]/u.test(text)) {
    throw new RefusedAddress('must not contain spaces, control characters or backslashes');
  }
  const url = URL.parse(text);
  if (!url) throw new RefusedAddress('must be an address, like https://hooks.example.com/corkboard');
  if (!(allowPrivate ? /^https?:\/\/[^/]/i : /^https:\/\/[^/]/i).test(text)) {
    throw new RefusedAddress('must begin with https://');
  }
  // An empty one leaves no trace in what was parsed.
  if (url.username || url.password || /^[^/]*\/\/[^/?#]*@/.test(text)) {
    throw new RefusedAddress('must not contain a user name or password');
  }
  if (url.port === '0') throw new RefusedAddress('must not have port 0');
  // Node does not resolve an address that is one already, so its check stands here.
  if (url.hostname.startsWith('[') || isIPv4(url.hostname)) {
    choose([{ address: url.hostname.replace(/^\[|\]$/g, ''), family: 0 }], { allowPrivate });
  }
  return url;
}

/** Checks an address and what its name resolves to now. Throws RefusedAddress, UnresolvedName. */
export async function checkAddress(text: string, reach: Reach, resolver?: Resolver): Promise<URL> {
  const url = checkUrl(text, reach);
  await new Promise<void>((resolve, reject) =>
    checkedLookup(reach, resolver)(url.hostname, { all: true }, error => (error ? reject(error) : resolve())),
  );
  return url;
}

/** Of node:dns, as much as is used here: all addresses of a name. */
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
 * A resolver for connections to be opened with: the connection goes to the very address that was
 * checked, whatever the name resolves to a moment later.
 */
export function checkedLookup(reach: Reach, resolver: Resolver = lookup): Lookup {
  return (host, { all }, done) => {
    resolver(host, { all: true }, (error, addresses) => {
      if (error) return done(new UnresolvedName('does not resolve to an address', { cause: error }));
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
 * The IPv4 address to connect to. Throws RefusedAddress where a single one of them is not public. IPv6
 * addresses beside it are no reason to refuse, whatever they are: nothing ever connects to them.
 */
function choose(addresses: LookupAddress[], { allowPrivate }: Reach): string {
  const parsed = addresses.map(({ address }) => ipaddr.parse(address.replace(/%.*$/, '')));
  const candidates = parsed.filter(address => address.kind() === 'ipv4');
  const refused = candidates.find(address => !allowPrivate && rangeOf(address) !== 'unicast');
  if (refused) throw new RefusedAddress(`must be a public address (${refused} is ${rangeOf(refused)})`);
  const [chosen] = candidates;
  if (!chosen) throw new RefusedAddress('must have an IPv4 address');
  return chosen.toString();
}

/** Where Azure's machines reach Azure itself, although it looks like any public address. */
const azure = '168.63.129.16';
const rangeOf = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
  address.toString() === azure ? 'reserved' : address.range();
