import type pg from 'pg';
import { Deadline } from '../concurrency/deadline.ts';
import { KeyedSemaphore, Semaphore } from '../concurrency/semaphore.ts';
import { isStatementError } from '../errors/databaseFault.ts';
import { Overload } from '../errors/serviceError.ts';
import { events, type Wait } from '../telemetry/events.ts';
import type { Client } from './client.ts';
import { limits } from './connect.ts';
import { connectionOn, isDivisible } from './connection.ts';
import { type Node, Nodes } from './nodes.ts';
import { type Queries, queriesOver } from './queries.ts';
import type { QuerySqlToken } from './sql.ts';
import { type Tenant, TenantCache, unknownBucket } from './tenantCache.ts';

/**
 * How many connections a tenant (src/database/tenantCache.ts) may use at a time. The database handles one admission and
 * one write of a workspace at a time, so a third connection would only wait, while other tenants need it.
 */
const maxPerTenant = 2;

type Pool = Pick<pg.Pool, 'connect'>;

/** The pool of a web process. Each wait for a connection has a deadline, and no tenant can take all connections. */
export class Database {
  /** The tenants that keys, sessions and share links belong to. */
  readonly tenants = new TenantCache();
  readonly #pool: Pool;
  readonly #poolOf: ((node: Node) => Pool) | undefined;
  readonly #waitMs: number;
  readonly #all: Semaphore;
  readonly #shares: KeyedSemaphore;
  /**
   * Requests by share links use at most one connection of a tenant, so that its members and keys always have another.
   */
  readonly #clients = new KeyedSemaphore(1);
  /** If Citus distributes the tables, a node that does not answer leaves a third of the connections to the other nodes. */
  readonly #ofNodes: KeyedSemaphore;
  readonly #nodes = new Nodes();
  #isDistributed = false;

  /**
   * `size`: the number of connections in the pool. `poolOf`: the pools for reads of workspaces on the nodes of a Citus cluster; if
   * it is left out, the coordinator does them.
   */
  constructor(pool: Pool, size: number, { waitMs } = limits.web, poolOf?: (node: Node) => Pool) {
    this.#pool = pool;
    this.#poolOf = poolOf;
    this.#waitMs = waitMs;
    this.#all = new Semaphore(size);
    this.#ofNodes = new KeyedSemaphore(Math.max(1, Math.floor((size * 2) / 3)));
    // With three connections or more, one tenant's reads and writes together leave at least one for the others.
    this.#shares = new KeyedSemaphore(Math.max(1, Math.min(maxPerTenant, Math.floor((size - 1) / 2))));
  }

  /** How many requests wait for a connection, or for their tenant's turn to use one. */
  get waiting(): number {
    return this.#all.waiting + this.#shares.waiting + this.#clients.waiting + this.#ofNodes.waiting;
  }

  /** The deadline of a request that has just arrived; `isGone` tells whether its client has disconnected. */
  deadline(isGone: () => boolean): Deadline {
    return new Deadline(this.#waitMs, isGone);
  }

  /**
   * Queries that wait for a connection until the deadline. Queries of the same tenant share its few connections;
   * without a tenant there is no such limit. A query throws Overload, without being sent, if the deadline passes first.
   */
  for(deadline: Deadline, tenant?: Tenant): Queries {
    return this.#queries(deadline, tenant, (bucket, work) => this.#shares.run(bucket, deadline, work));
  }

  /**
   * Like `for`, for a request by a share link. These run one at a time for each tenant, so that however many wait, a
   * member or a key waits for at most one of them.
   */
  forClient(deadline: Deadline, tenant: Tenant): Queries {
    return this.#queries(deadline, tenant, (bucket, work) =>
      this.#clients.run(bucket, deadline, () => this.#shares.run(bucket, deadline, work)),
    );
  }

  #queries(deadline: Deadline, tenant: Tenant | undefined, inBucket: InBucket): Queries {
    return queriesOver(async query => {
      const endWait = beginWait();
      const sendOver = (pool: Pool) =>
        this.#all.run(deadline, () => this.#send(query, pool, deadline, endWait));
      try {
        if (tenant === undefined) return await sendOver(this.#pool);
        const node = await this.#nodeOf(tenant, deadline);
        if (node === null) return await inBucket(tenant.bucket, () => sendOver(this.#pool));
        // Those who name workspaces of a node that does not answer must not keep all unknown callers waiting.
        const bucket = tenant.bucket === unknownBucket ? `${unknownBucket} on ${node.name}` : tenant.bucket;
        const isThere = isDivisible(query) && query.isOnNode && !node.isCoordinator;
        const pool = isThere ? this.#poolOf?.(node) : undefined;
        return await inBucket(bucket, () =>
          this.#ofNodes.run(node.name, deadline, () => sendOver(pool ?? this.#pool)),
        );
      } catch (error) {
        endWait(error instanceof Overload ? 'deadline_exceeded' : 'failed');
        throw error;
      }
    });
  }

  /** The node that has the rows of a tenant's workspace; null if that is unknown, or if there is one server. */
  async #nodeOf({ workspaceId }: Tenant, deadline: Deadline): Promise<Node | null> {
    if (!this.#isDistributed || workspaceId === null) return null;
    return this.#nodes.of(workspaceId, this.for(deadline, nodeLookups));
  }

  async #send(
    query: QuerySqlToken,
    pool: Pool,
    deadline: Deadline,
    endWait: (outcome: Wait) => void,
  ): Promise<unknown[]> {
    const client = (await pool.connect()) as pg.PoolClient & Client;
    try {
      deadline.check();
      endWait('connected');
      this.#isDistributed = client.isDistributed;
      const rows = await connectionOn(client).send(query);
      client.release();
      return rows;
    } catch (error) {
      client.release(!(error instanceof Overload || isStatementError(error)));
      throw error;
    }
  }
}

/** The tenant of look-ups of nodes, which may be caused by callers that are not known yet. */
const nodeLookups: Tenant = { bucket: 'nodes', workspaceId: null };

type Work = () => Promise<unknown[]>;
/** Runs work within the limits of a bucket (src/database/tenantCache.ts). */
type InBucket = (bucket: string, work: Work) => Promise<unknown[]>;

/**
 * Starts timing a wait for a connection. The returned function reports how the wait ended; only its first call counts.
 */
function beginWait(): (outcome: Wait) => void {
  const since = performance.now();
  let ended = false;
  return outcome => {
    if (!ended) events.connection.emit({ outcome, seconds: (performance.now() - since) / 1000 });
    ended = true;
  };
}
