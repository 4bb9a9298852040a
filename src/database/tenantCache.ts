/** On whose account a query uses connections. */
export interface Tenant {
  /** Queries of the same bucket share a few connections. */
  bucket: string;
  /** The workspace that the query is about, also if a caller names it without proof; null: none is named. */
  workspaceId: string | null;
}

/** The bucket for callers whose workspace is not known yet. */
export const unknownBucket = 'unknown';
/** Everyone who is signing in: which workspace a person belongs to is known only afterwards. */
export const signInTenant: Tenant = { bucket: 'sign-in', workspaceId: null };

export const tenantOf = (workspaceId: string): Tenant => ({ bucket: workspaceId, workspaceId });

/**
 * The tenant for a tenant's writes. Its bucket is apart from that of the tenant's reads, because writes wait for the
 * workspace's lock and would keep reads and admissions waiting with them.
 */
export const writerOf = ({ bucket, workspaceId }: Tenant): Tenant => ({
  bucket: `${bucket} writing`,
  workspaceId,
});

/** How many hashes the cache keeps, at some 200 bytes each. */
const maxHashes = 10_000;

/**
 * Remembers which workspace a key, a session or a share link belongs to, so that each workspace gets its own share of
 * the connections. An entry is made when the database admits a caller; it says nothing about whether the key still
 * works. The cache keeps SHA-256 hashes, never secrets.
 */
export class TenantCache {
  readonly #maxHashes: number;
  readonly #workspaces = new Map<string, string>();

  constructor(limit = maxHashes) {
    this.#maxHashes = limit;
  }

  /**
   * The tenant of the key, session or link with this hash. `named`: the workspace that its text names (src/admission/key.ts).
   * If it is unknown, its bucket is that of all unknown callers.
   */
  of(hash: Buffer, named: string | null): Tenant {
    return { bucket: this.workspaceOf(hash) ?? unknownBucket, workspaceId: named };
  }

  /**
   * The workspace of the key, session or link with this hash; null if it is unknown. Find it out before any statement that may
   * wait for the workspace's lock: a caller that waits in the bucket of unknown callers makes all of them wait too.
   */
  workspaceOf(hash: Buffer): string | null {
    return this.#workspaces.get(hash.toString('base64')) ?? null;
  }

  /** Stores the workspace that a hash belongs to; undefined removes the entry. */
  put(hash: Buffer, workspaceId: string | undefined): void {
    const name = hash.toString('base64');
    // The text that is stored outlives many requests; another copy of it would be moved to the old generation each time.
    if (this.#workspaces.get(name) === workspaceId) return;
    if (workspaceId === undefined) this.#workspaces.delete(name);
    else this.#workspaces.set(name, workspaceId);
    // A Map keeps insertion order, so the first key is the oldest.
    if (this.#workspaces.size > this.#maxHashes)
      this.#workspaces.delete(this.#workspaces.keys().next().value!);
  }
}
