import type pg from 'pg';
import { queryAt } from '../../harness/database.ts';
import { readPostmaster } from '../../src/database/embedded/folder.ts';
import { container, engineAnswers, type TestServer } from './postgres.ts';

const image = 'citusdata/citus:13.2';

/** A database with the Citus extension: that of TEST_CITUS_URL, or one in a container; null, which it says, if there is neither. */
export async function citusServer(): Promise<TestServer | null> {
  const { TEST_CITUS_URL: url } = process.env;
  if (url) return { url, stop: async () => {} };
  if (!(await engineAnswers())) {
    console.log('Nothing is tried on Citus: TEST_CITUS_URL is not set and no Docker engine answers.');
    return null;
  }
  // A single node is the coordinator and the worker.
  return container(image, ['-c', 'shared_preload_libraries=citus', '-c', 'max_prepared_transactions=200']);
}

/** Moves the shards with a workspace's rows to another worker. Returns whether there is one. */
export async function moveShards(
  client: Pick<pg.ClientBase, 'query'>,
  workspaceId: string,
): Promise<boolean> {
  const { rows } = await client.query(
    `select s.shardid, f.nodename, f.nodeport, t.nodename as to_name, t.nodeport as to_port
       from pg_dist_placement s
       join pg_dist_node f on f.groupid = s.groupid
       join pg_dist_node t on t.groupid <> s.groupid and t.groupid <> 0 and t.isactive
      where s.shardid = get_shard_id_for_distribution_column('corkboard.workspaces', $1::uuid)
      order by t.groupid
      limit 1`,
    [workspaceId],
  );
  if (rows.length === 0) return false;
  const move = Object.values(rows[0]);
  await client.query(
    `select citus_move_shard_placement($1::bigint, $2::text, $3::int, $4::text, $5::int)`,
    move,
  );
  return true;
}

/**
 * The process id of the postmaster of the node at this address. Throws if the node runs on another machine, whose processes
 * have other ids.
 */
export async function localPostmaster(url: string): Promise<number> {
  const [row] = await queryAt(url, `select current_setting('data_directory') as folder`);
  const postmaster = await readPostmaster(row.folder);
  if (postmaster === null) throw new Error('the node runs on another machine');
  return postmaster.pid;
}

/** Freezes all processes of a node, as when its machine hangs, and returns how to let them go on. Throws as localPostmaster does. */
export async function freeze(url: string): Promise<() => void> {
  const postmaster = await localPostmaster(url);
  const rows = await queryAt(url, 'select pid from pg_stat_activity');
  const pids = [postmaster, ...rows.map(({ pid }): number => pid)];
  const signal = (name: NodeJS.Signals) => {
    for (const pid of pids) {
      try {
        process.kill(pid, name);
      } catch {
        // It has ended since it was listed.
      }
    }
  };
  signal('SIGSTOP');
  return () => signal('SIGCONT');
}
