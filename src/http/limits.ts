/** How much of the server a connection may use before it is closed. */
export interface Limits {
  /** Milliseconds for a request's head, and for all of it, from its first byte. */
  headMs: number;
  requestMs: number;
  /** How often these two are checked, in ms. */
  checkMs: number;
  /** Milliseconds without any traffic while the client waits for an answer or takes it. */
  stuckMs: number;
  /** Milliseconds between an answer and the next request. */
  idleMs: number;
  /** How many connections there are at once. */
  connections: number;
  /** How many bytes are held of what is not admitted yet: unread ones, and messages to the tool server. */
  heldBytes: number;
}

export const limits: Limits = {
  headMs: 10_000,
  requestMs: 30_000,
  checkMs: 1_000,
  // Longer than any answer takes, that of a classified revision included (15 s and what is around it).
  stuckMs: 25_000,
  // Longer than the router in front of us keeps idle connections (90 s on Heroku), so that it never sends into a closing one.
  idleMs: 95_000,
  // Far more than a router in front opens, and few enough that the memory for idle ones leaves room for the work.
  connections: 4_000,
  // Besides this, 4 KB on each connection count for nothing (unread.ts).
  heldBytes: 16_000_000,
};
