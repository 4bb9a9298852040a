import type { Resolver } from './address.ts';

/**
 * A resolver that looks a name up only once for all who ask for it at the same time. The system's resolver occupies one
 * of the process's few threads until it answers: one name whose servers are silent must not occupy them all.
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
