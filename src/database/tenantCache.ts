/** The shared bucket for callers whose workspace is not known yet. */
const unknownTenant = 'unknown';
/** The shared bucket for everyone who is signing in: which workspace a person belongs to is known only afterwards. */
export const signInTenant = 'sign-in';

/**
 * The bucket for a tenant's writes. It is apart from the tenant's reads, because writes wait for the workspace's lock
 * and would keep reads and admissions waiting with them.
 */
export const writerOf = (tenant: string) => `${tenant} writing`;

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

  /** The tenant of the key, session or link with this hash; the shared bucket if it is unknown. */
  of(hash: Buffer): string {
    return this.workspaceOf(hash) ?? unknownTenant;
  }

  /** The workspace of the key, session or link with this hash; null if it is unknown. */
  workspaceOf(hash: Buffer): string | null {
    return this.#workspaces.get(hash.toString('base64')) ?? null;
  }

  /**
   * Whether the tenant is unknown. Look it up before any statement that may wait for the workspace's lock: a caller
   * that waits in the shared bucket makes every other unknown caller wait too.
   */
  isUnknown(hash: Buffer): boolean {
    return this.of(hash) === unknownTenant;
  }

  /** Stores the workspace that a hash belongs to; undefined removes the entry. */
  put(hash: Buffer, workspaceId: string | undefined): void {
    const name = hash.toString('base64');
    if (workspaceId === undefined) this.#workspaces.delete(name);
    else this.#workspaces.set(name, workspaceId);
    // A Map keeps insertion order, so the first key is the oldest.
    if (this.#workspaces.size > this.#maxHashes)
      this.#workspaces.delete(this.#workspaces.keys().next().value!);
  }
}
