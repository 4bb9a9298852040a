import type pg from 'pg';
import { z } from 'zod';
import { prepared, sql } from './pool.ts';
import type { Queries } from './queries.ts';

/** How long a process remembers the nodes of workspaces, in ms: shards may be moved. */
const rememberMs = 60_000;
/** How many workspaces it remembers at most, at some 100 bytes each. */
const maxWorkspaces = 10_000;

/** A node of a Citus cluster, and where the other nodes reach it. */
const Node = z.object({ name: z.string(), host: z.string(), port: z.number(), isCoordinator: z.boolean() });
export type Node = z.infer<typeof Node>;

/** Finds the node of a Citus cluster that has the rows of a workspace. The coordinator knows, without asking the node. */
export class Nodes {
  readonly #found = new Map<string, Node>();
  #until = 0;

  async of(workspaceId: string, queries: Queries): Promise<Node> {
    if (performance.now() > this.#until || this.#found.size >= maxWorkspaces) {
      this.#found.clear();
      this.#until = performance.now() + rememberMs;
    }
    const known = this.#found.get(workspaceId);
    if (known !== undefined) return known;
    const node = await queries.one(
      prepared(sql.type(Node)`
        select p.groupid::text as name, n.nodename as host, n.nodeport as port, p.groupid = 0 as "isCoordinator"
          from pg_dist_placement p
          join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
         where p.shardid = get_shard_id_for_distribution_column('corkboard.workspaces', ${workspaceId}::uuid)
         order by p.groupid
         limit 1`),
    );
    this.#found.set(workspaceId, node);
    return node;
  }
}

/** The pools of connections to the nodes of a Citus cluster. Each is made when it is needed. */
export class NodePools {
  readonly #open: (node: Node) => pg.Pool;
  readonly #pools = new Map<string, pg.Pool>();

  constructor(open: (node: Node) => pg.Pool) {
    this.#open = open;
  }

  of(node: Node): pg.Pool {
    const address = `${node.host}:${node.port}`;
    const pool = this.#pools.get(address) ?? this.#open(node);
    this.#pools.set(address, pool);
    return pool;
  }

  all(): pg.Pool[] {
    return [...this.#pools.values()];
  }
}
