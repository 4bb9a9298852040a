import type { Resolver } from '../../src/webhooks/address.ts';

/** A resolver that knows these names. Like the system's, it answers an address with itself. */
export interface Names {
  lookup: Resolver;
  /** What it was asked, in order. */
  asked: string[];
}

type Answer = string[] | ((time: number) => string[]);

/** Makes a resolver. A name's answer may be a function, which gets how often the name was asked before. All other names do not exist. */
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
