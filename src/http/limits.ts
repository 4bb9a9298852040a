/** The limits of connections. */
export interface Limits {
  /** Time limits for a request's head and for the whole request, from its first byte, in ms. */
  headMs: number;
  requestMs: number;
  /** How often both limits are checked, in ms. */
  checkMs: number;
  /** Time limit without traffic while the client waits for or reads a response, in ms. */
  stuckMs: number;
  /** How long an idle connection is kept open, in ms. */
  idleMs: number;
  /** The most concurrent connections. */
  connections: number;
  /** The most bytes that are held of requests that aren't admitted yet: unread bytes, and messages to the tool server. */
  heldBytes: number;
}

export const limits: Limits = {
  headMs: 10_000,
  requestMs: 30_000,
  checkMs: 1_000,
  // Longer than any response takes, including that of a classified revision (15 s and its overhead).
  stuckMs: 25_000,
  // Longer than the router in front keeps idle connections (90 s on Heroku), so that it never uses one that is being closed.
  idleMs: 95_000,
  // Far more than a router in front opens, and few enough that the memory of idle ones leaves room for requests.
  connections: 4_000,
  // The first 4 KB of each connection aren't counted (unread.ts).
  heldBytes: 16_000_000,
};
