import { lookup } from 'node:dns';
import { Deadline } from '../concurrency/deadline.ts';
import { KeyedSemaphore } from '../concurrency/semaphore.ts';
import type { Resolver } from './address.ts';
import { shared } from './shared.ts';

/**
 * How long a person waits for a name to resolve, in ms. A name that takes longer counts as one that doesn't resolve.
 */
const limitMs = 5_000;
/**
 * The most concurrent look-ups of a workspace. The system's resolver can't be interrupted: a name whose server never
 * answers occupies a thread for 10 s and more, and libuv gives look-ups half of its threads.
 */
const maxConcurrent = 2;

const tookTooLong = () =>
  Object.assign(new Error('The name took too long to resolve.'), { code: 'ETIMEOUT' });

/**
 * Resolvers of workspaces for the names of endpoints that people add and test, so that no workspace can occupy all threads. They
 * return within `ms`, which includes the wait for the workspace's other look-ups.
 */
export function limitedLookups(resolver: Resolver = lookup, ms = limitMs): (workspaceId: string) => Resolver {
  const ask = shared(resolver);
  const semaphore = new KeyedSemaphore(maxConcurrent);
  return workspaceId => (host, options, done) => {
    const answer: typeof done = (error, addresses) => {
      clearTimeout(limit);
      if (!answered) done(error, addresses);
      answered = true;
    };
    let answered = false;
    const limit = setTimeout(() => answer(tookTooLong(), []), ms);
    // The permit is released when the look-up has ended, which may be long after the time limit.
    const look = () =>
      new Promise<void>(ended =>
        ask(host, options, (error, addresses) => {
          answer(error, addresses);
          ended();
        }),
      );
    semaphore.run(workspaceId, new Deadline(ms), look).catch(() => answer(tookTooLong(), []));
  };
}

/** The resolver of a workspace, in this process. */
export const lookupsOf = limitedLookups();
