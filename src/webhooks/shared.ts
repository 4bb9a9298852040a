import type { Resolver } from './address.ts';

/**
 * A resolver that shares one look-up between concurrent calls for the same name. The system's resolver occupies one of the
 * process's few threads until it answers, and one name whose servers are silent must not occupy them all.
 */
export function shared(resolver: Resolver): Resolver {
  const pending = new Map<string, Parameters<Resolver>[2][]>();
  return (host, options, done) => {
    const others = pending.get(host);
    if (others) {
      others.push(done);
      return;
    }
    const all = [done];
    pending.set(host, all);
    resolver(host, options, (error, addresses) => {
      pending.delete(host);
      for (const answer of all) answer(error, addresses);
    });
  };
}
