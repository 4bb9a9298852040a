import type { lookup } from 'node:dns';
import { Agent } from 'undici';
import { checkedLookup, type Reach } from './address.ts';

/** A connection is kept this long for the next attempt to the same endpoint, */
const idleMs = 4_000;
/** and never longer than this: then the name is resolved and checked again. */
const longestMs = 30_000;

/** The connections of webhooks: each is opened to an address that was checked, and its certificate to the name. */
export function openDispatcher(reach: Reach, resolver?: typeof lookup): Agent {
  return new Agent({
    connect: { lookup: checkedLookup(reach, resolver) as never },
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    clientTtl: longestMs,
    pipelining: 1,
  });
}
