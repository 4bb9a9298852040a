import type { Resolver } from '../../src/webhooks/address.ts';

/** A fake resolver. Like the system's, it resolves an IP address to itself. */
export interface Names {
  lookup: Resolver;
  /** The names it was asked for, in order. */
  asked: string[];
}

type Answer = string[] | ((time: number) => string[]);

/**
 * Creates a resolver that knows only these names. A name's answer may be a function, which gets the number of earlier
 * look-ups of the name.
 */
export function resolver(names: Record<string, Answer>): Names {
  const asked: string[] = [];
  const lookup: Resolver = (host, _, done) => {
    const answer = Object.hasOwn(names, host) ? names[host] : /^[\d.]+$/.test(host) ? [host] : undefined;
    const time = asked.filter(name => name === host).length;
    asked.push(host);
    if (!answer)
      return done(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' }), []);
    const addresses = typeof answer === 'function' ? answer(time) : answer;
    done(
      null,
      addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return { lookup, asked };
}
