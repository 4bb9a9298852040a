import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { Database, holdRow, openPool, type Rows, type RunDatabase, withClient } from '../harness/database.ts';
import type { Endings } from '../harness/endings.ts';
import { migrate } from '../src/database/migrate.ts';
import { freeze, localPostmaster, moveShards } from '../test/support/citus.ts';
import { eventually } from '../test/support/eventually.ts';
import { fill } from './fill.ts';

/** How long a node may take until it answers again, in ms. */
const recoverMs = 60_000;

/** A node of a cluster. */
interface Node {
  url: string;
  isWorker: boolean;
}

/** A database of its own on a cluster with the Citus extension, whose nodes can be crashed, frozen and relieved of shards. */
export class Cluster implements RunDatabase {
  readonly crashedAt: number[] = [];
  readonly url: string;
  readonly #nodes: Node[];
  readonly #folder: string;
  readonly #pool: pg.Pool;
  /** One for each node that was crashed or frozen; it settles when the node answers again. */
  readonly #recoveries: Promise<unknown>[] = [];

  private constructor(nodes: Node[], folder: string) {
    this.#nodes = nodes;
    this.#folder = folder;
    this.url = nodes.find(({ isWorker }) => !isWorker)!.url;
    this.#pool = openPool(this.url);
  }

  /**
   * Creates a database on each node of a cluster. `given`: a database of its coordinator. `folder`: for the copy that
   * `settled` makes.
   */
  static async create(given: string, folder: string): Promise<Cluster> {
    const name = `corkboard_chaos_${process.pid}`;
    const known = await withClient(given, admin =>
      admin.query(
        `select nodename as host, nodeport as port, groupid <> 0 as "isWorker", shouldhaveshards as "hasShards"
           from pg_dist_node where isactive order by groupid`,
      ),
    );
    const nodes = known.rows.map(({ host, port, isWorker }) => ({
      isWorker,
      inGiven: Object.assign(new URL(given), { hostname: host, port }).href,
      url: Object.assign(new URL(given), { hostname: host, port, pathname: `/${name}` }).href,
    }));
    if (nodes.length === 0) throw new Error('TEST_CITUS_URL is no coordinator: pg_dist_node names no node.');
    for (const { inGiven, url } of nodes) {
      await withClient(inGiven, admin =>
        admin.query(`create database ${name} encoding 'UTF8' template template0`),
      );
      await withClient(url, admin => admin.query('create extension citus; create extension btree_gin'));
    }
    const [coordinator, ...workers] = known.rows;
    await withClient(nodes[0]!.url, async admin => {
      await admin.query('select citus_set_coordinator_host($1, $2)', [coordinator.host, coordinator.port]);
      for (const { host, port } of workers) await admin.query('select citus_add_node($1, $2)', [host, port]);
      await admin.query(`select citus_set_node_property($1, $2, 'shouldhaveshards', $3)`, [
        coordinator.host,
        coordinator.port,
        coordinator.hasShards,
      ]);
    });
    return new Cluster(nodes, folder);
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  async rows<Row extends pg.QueryResultRow>(text: string, ...values: unknown[]): Promise<Row[]> {
    await Promise.all(this.#recoveries);
    return (await this.#pool.query<Row>(text, values)).rows;
  }

  async hold(find: string, lock: string, ms: number): Promise<void> {
    await Promise.all(this.#recoveries);
    await holdRow(this.url, find, lock, ms);
  }

  /** Crashes the coordinator, which PostgreSQL restarts at once. */
  crash(): Promise<void> {
    return this.#crash(this.#pick(false, 0));
  }

  /** Crashes a worker, which PostgreSQL restarts at once. */
  crashWorker(at: number): Promise<void> {
    return this.#crash(this.#pick(true, at));
  }

  async #crash(node: Node): Promise<void> {
    await localPostmaster(node.url);
    this.crashedAt.push(Date.now());
    // If one of its processes is killed, PostgreSQL ends all others and recovers, as after a crash of the machine.
    const kill = withClient(node.url, async client => {
      const { rows } = await client.query('select pg_backend_pid() as pid');
      process.kill(rows[0].pid, 'SIGKILL');
    });
    await this.#recovers(node, kill);
  }

  /** Stops all processes of a worker for a while, as when its machine hangs. */
  async freezeWorker(at: number, ms: number): Promise<void> {
    const node = this.#pick(true, at);
    const goOn = await freeze(node.url);
    await this.#recovers(node, pause(ms).finally(goOn));
  }

  /** Moves the shards of a workspace to another worker. */
  async moveShards(workspaceId: string): Promise<void> {
    if (!(await withClient(this.url, client => moveShards(client, workspaceId))))
      throw new Error('there is no other worker');
  }

  /** A copy in one PostgreSQL, because the checks compare rows of all workspaces in statements that Citus does not plan. */
  async settled(endings: Endings): Promise<Rows> {
    const copy = await Database.start(join(this.#folder, 'copy'));
    endings.add(() => copy.stop());
    await migrate(copy.url);
    await fill(this.url, copy.url);
    return { crashedAt: this.crashedAt, rows: (text, ...values) => copy.rows(text, ...values) };
  }

  /** Drops the databases. */
  async stop(): Promise<void> {
    await Promise.allSettled(this.#recoveries);
    await this.#pool.end();
    const name = new URL(this.url).pathname.slice(1);
    // What a move that failed has left keeps a database from being dropped.
    await withClient(this.url, client => client.query('call citus_cleanup_orphaned_resources()'));
    for (const { url } of this.#nodes) {
      await withClient(url, dropSubscriptions);
      await withClient(Object.assign(new URL(url), { pathname: '/postgres' }).href, admin =>
        admin.query(`drop database ${name} with (force)`),
      );
    }
  }

  #pick(isWorker: boolean, at: number): Node {
    const nodes = this.#nodes.filter(node => node.isWorker === isWorker);
    if (nodes.length === 0) throw new Error('the cluster has no worker');
    return nodes[at % nodes.length]!;
  }

  /** Waits until a fault is over and its node answers again, which every query waits for meanwhile. */
  async #recovers(node: Node, fault: Promise<unknown>): Promise<void> {
    const ask = () => withClient(node.url, client => client.query('select 1'));
    const recovery = fault.then(() => eventually(ask, () => true, recoverMs));
    this.#recoveries.push(recovery);
    await recovery;
  }
}

/**
 * Drops the subscriptions of a database. Citus drops those of a move that fails, but not those of one that a crash interrupts
 * while they are being made.
 */
async function dropSubscriptions(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select quote_ident(s.subname) as name from pg_subscription s
       join pg_database d on d.oid = s.subdbid
      where d.datname = current_database()`,
  );
  for (const { name } of rows) {
    // Otherwise the slot would be dropped, too, which may be gone.
    await client.query(`alter subscription ${name} disable`);
    await client.query(`alter subscription ${name} set (slot_name = none)`);
    await client.query(`drop subscription ${name}`);
  }
}
