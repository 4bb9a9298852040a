import type { Resolver } from './address.ts';

/**
 * A resolver that looks a name up once for all who ask for it meanwhile. The system's resolver holds one of
 * the process's few threads until it answers: a name whose servers are silent must not hold them all.
 */
export function shared(resolver: Resolver): Resolver {
  const asking = new Map<string, Parameters<Resolver>[2][]>();
  return (host, options, done) => {
    const others = asking.get(host);
    if (others) {
      others.push(done);
      return;
    }
    const all = [done];
    asking.set(host, all);
    resolver(host, options, (error, addresses) => {
      asking.delete(host);
      for (const answer of all) answer(error, addresses);
    });
  };
}
