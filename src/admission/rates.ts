/** The cost of a request: one read or one write. */
export type Kind = 'read' | 'write';

/** Requests per clock minute and workspace. */
export const quotas: Record<Kind, number> = { read: 120, write: 60 };

/** The workspace's use of its rate in the current minute. */
export interface Rate {
  kind: Kind;
  /** Requests in this minute, including this one; above the quota if this one is rejected. */
  used: number;
  /** Seconds to the next minute. */
  resetsInSeconds: number;
}
