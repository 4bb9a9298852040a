import { z } from 'zod';
import { prepared, sql } from './pool.ts';
import type { Queries } from './queries.ts';

/** How long a process remembers the nodes of workspaces, in ms: shards may be moved. */
const rememberMs = 60_000;
/** How many workspaces it remembers at most, at some 100 bytes each. */
const maxWorkspaces = 10_000;

const Row = z.object({ node: z.string() });

/** Finds the node of a Citus cluster that has the rows of a workspace. The coordinator knows, without asking the node. */
export class Nodes {
  readonly #found = new Map<string, string>();
  #until = 0;

  async of(workspaceId: string, queries: Queries): Promise<string> {
    if (performance.now() > this.#until || this.#found.size >= maxWorkspaces) {
      this.#found.clear();
      this.#until = performance.now() + rememberMs;
    }
    const known = this.#found.get(workspaceId);
    if (known !== undefined) return known;
    const { node } = await queries.one(
      prepared(sql.type(Row)`
        select min(p.groupid)::text as node from pg_dist_placement p
         where p.shardid = get_shard_id_for_distribution_column('corkboard.workspaces', ${workspaceId}::uuid)`),
    );
    this.#found.set(workspaceId, node);
    return node;
  }
}
