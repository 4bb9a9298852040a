/** The one holder that all are together whose workspace is not known yet. */
const strangers = 'strangers';
/** The one holder that all who sign in are together: whose member somebody is comes out only then. */
export const signingIn = 'sign-in';

/**
 * Who holds the connections on which a holder writes: those wait for the workspace's lock, and what only reads, or is
 * let in, does not wait for them.
 */
export const writing = (holder: string) => `${holder} writing`;

/** How many hashes are remembered, at some 200 bytes each. */
const most = 10_000;

/**
 * Tells which holder uses the connections for a key, a session or a share link: the workspace that it opens, of which
 * there may be many. This is learnt when the database lets somebody in by it, and does not say that it still would.
 * Each is remembered by its SHA-256, so that no secret is.
 */
export class TenantCache {
  readonly #most: number;
  readonly #workspaces = new Map<string, string>();

  constructor(remembered = most) {
    this.#most = remembered;
  }

  /** The holder for the key, session or link with this hash. */
  of(hash: Buffer): string {
    return this.#workspaces.get(hash.toString('base64')) ?? strangers;
  }

  /**
   * Whether its workspace is not known. Then ask for that first, before anything that may wait for the workspace's lock:
   * waiting, it would keep the other strangers waiting too.
   */
  isStranger(hash: Buffer): boolean {
    return this.of(hash) === strangers;
  }

  /** Remembers the workspace that it opens; undefined: it opens none, or none any more. */
  learn(hash: Buffer, workspaceId: string | undefined): void {
    const name = hash.toString('base64');
    if (workspaceId === undefined) this.#workspaces.delete(name);
    else this.#workspaces.set(name, workspaceId);
    // A Map keeps its keys in the order of their coming: the oldest one goes, and is learnt again when it is next used.
    if (this.#workspaces.size > this.#most) this.#workspaces.delete(this.#workspaces.keys().next().value!);
  }
}
