/** What a request costs: one read or one write. */
export type Kind = 'read' | 'write';

/** Requests per clock minute and workspace (spec: Limits). */
export const quotas: Record<Kind, number> = { read: 120, write: 60 };

/** Where the workspace stands in the running minute. */
export interface Rate {
  kind: Kind;
  /** Requests of this minute so far, this one included; above the quota once refused. */
  used: number;
  /** Seconds to the next minute. */
  resetsInSeconds: number;
}
