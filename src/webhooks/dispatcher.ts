import { lookup } from 'node:dns';
import { Agent } from 'undici';
import { checkedLookup, type Reach, type Resolver } from './address.ts';
import { shared } from './shared.ts';

/**
 * A connection is kept this long for the next attempt to the same endpoint. Servers close idle ones as well (gunicorn
 * after 2 s, Node, Apache and uvicorn after 5), and an attempt sent just then would fail without being heard,
 */
const idleMs = 1_000;
/** and never longer than this: then the name is resolved and checked again. */
const longestMs = 30_000;

/** The connections of webhooks: each is opened to an address that was checked, and its certificate to the name. */
export function openDispatcher(reach: Reach, resolver: Resolver = lookup): Agent {
  return new Agent({
    connect: { lookup: checkedLookup(reach, shared(resolver)) as never },
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    clientTtl: longestMs,
    pipelining: 1,
    // HTTP/2 would put all attempts to an endpoint on one connection, to fail together.
    allowH2: false,
  });
}
