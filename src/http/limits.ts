/** The limits of connections. */
export const limits = {
  /** Time limits for a request's head and for the whole request, from its first byte, in ms. */
  headMs: 10_000,
  requestMs: 30_000,
  /** How often both limits are checked, in ms. */
  checkMs: 1_000,
  /**
   * Time limit without traffic while the client waits for or reads a response, in ms. Longer than any response takes,
   * including that of a classified revision (15 s and its overhead).
   */
  stuckMs: 25_000,
  /**
   * How long an idle connection is kept open, in ms. Longer than the router in front keeps it (90 s on Heroku), so that it
   * never uses one that is being closed.
   */
  idleMs: 95_000,
  /** The most concurrent connections: more than a router opens, and so few that idle ones leave memory for requests. */
  connections: 4_000,
  /**
   * The most bytes that are held of requests that aren't admitted yet: unread bytes without the first 4 KB of each
   * connection (unread.ts), and bodies that are read before admission.
   */
  heldBytes: 16_000_000,
};
