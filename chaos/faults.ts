import { setTimeout as pause } from 'node:timers/promises';
import { queuedJobs, queuedTasks } from '../test/support/queue.ts';
import type { Cluster } from './cluster.ts';
import type { Random } from './random.ts';
import type { Instance, Site } from './site.ts';

/** A fault to inject. */
export interface Fault {
  kind: string;
  /** A description for the output. */
  description: string;
  /** Injects the fault. Settles when it is over. */
  inject(site: Site): unknown;
}

export type Kind = (random: Random) => Fault;

/** A fault of one process and its connections. */
const onInstance =
  (kind: string, draw: (random: Random) => { how?: string; inject: (instance: Instance) => unknown }): Kind =>
  random => {
    const n = random.between(0, 3);
    const { how = '', inject } = draw(random);
    const name = `${n < 2 ? 'web' : 'worker'} ${(n % 2) + 1}`;
    return { kind, description: `${kind}: ${name}${how}`, inject: ({ instances }) => inject(instances[n]!) };
  };

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

const kill = onInstance('SIGKILL of a process', random => {
  const downMs = random.between(500, 3_000);
  return { how: `, down for ${seconds(downMs)}`, inject: ({ process }) => process.kill(downMs) };
});

const terminate = onInstance('SIGTERM of a process', () => ({
  inject: ({ process }) => process.terminate(),
}));

const crash: Kind = random => {
  const downMs = random.between(500, 3_000);
  const kind = 'SIGKILL of PostgreSQL';
  return {
    kind,
    description: `${kind}, down for ${seconds(downMs)}`,
    inject: ({ database }) => database.crash('SIGKILL', downMs),
  };
};

const restart: Kind = () => {
  const kind = 'immediate restart of PostgreSQL';
  return { kind, description: kind, inject: ({ database }) => database.crash('SIGQUIT', 0) };
};

const cut = onInstance('connections reset', () => ({ inject: ({ proxy }) => proxy.cut() }));

const delay = onInstance('everything delayed', random => {
  const delayMs = random.between(1_000, 3_000);
  const lastsMs = random.between(2_000, 6_000);
  return {
    how: `, by ${seconds(delayMs)} for ${seconds(lastsMs)}`,
    inject: async ({ proxy }) => {
      proxy.delayMs = delayMs;
      await pause(lastsMs);
      proxy.delayMs = 0;
    },
  };
});

const silence = onInstance('connections silent forever', () => ({ inject: ({ proxy }) => proxy.silence() }));

const lose = onInstance('replies lost, then reset', random => {
  const ms = random.between(50, 1_000);
  return { how: `, after ${seconds(ms)}`, inject: ({ proxy }) => proxy.loseReplies(ms) };
});

const hold =
  (kind: string, find: string, lock: string): Kind =>
  random => {
    const ms = random.between(2_000, 6_000);
    return {
      kind,
      description: `${kind}, for ${seconds(ms)}`,
      inject: ({ database }) => database.hold(find, lock, ms),
    };
  };

const holdDelivery = hold(
  'lock on a delivery',
  `select workspace_id, id from corkboard.webhook_deliveries where status = 'pending' order by id limit 1`,
  'select from corkboard.webhook_deliveries where workspace_id = $1 and id = $2 for update',
);
const holdWorkspace = hold(
  'lock on a workspace',
  'select id from corkboard.workspaces order by md5(id::text) limit 1',
  'select from corkboard.workspaces where id = $1 for update',
);

/** A fault of a node of a cluster. */
const onCluster =
  (
    kind: string,
    draw: (random: Random) => { how?: string; inject: (cluster: Cluster, site: Site) => unknown },
  ): Kind =>
  random => {
    const { how = '', inject } = draw(random);
    // Only runs on a cluster have these faults.
    return { kind, description: kind + how, inject: site => inject(site.database as Cluster, site) };
  };

const crashWorker = onCluster('crash of a worker of Citus', random => {
  const at = random.between(0, 3);
  return { inject: cluster => cluster.crashWorker(at) };
});

const freezeWorker = onCluster('a worker of Citus frozen', random => {
  const at = random.between(0, 3);
  const ms = random.between(2_000, 8_000);
  return { how: `, for ${seconds(ms)}`, inject: cluster => cluster.freezeWorker(at, ms) };
});

const moveShards = onCluster('shards moved', random => {
  const n = random.between(0, 5);
  return { inject: (cluster, { workspaces }) => cluster.moveShards(workspaces[n % workspaces.length]!.id) };
});

/** Deletes a third of the jobs, including those that are running. */
const remove: Kind = random => {
  const kind = 'jobs deleted';
  const third = random.between(0, 2);
  return {
    kind,
    description: kind,
    inject: ({ database }) =>
      database.rows(
        `delete from ${queuedJobs} j using ${queuedTasks} t
         where t.id = j.task_id and t.identifier in ('attempt_delivery', 'classify_revision') and j.id % 3 = $1`,
        third,
      ),
  };
};

export const deletions = [remove];
/** Every kind of fault, except the deletion of jobs. */
export const kinds = [
  kill,
  terminate,
  crash,
  restart,
  cut,
  delay,
  silence,
  lose,
  holdDelivery,
  holdWorkspace,
];

/** Every kind of fault on a cluster. A crash of its coordinator is one that PostgreSQL recovers from by itself. */
export const kindsOfClusters = [
  ...kinds.filter(kind => kind !== crash),
  crashWorker,
  freezeWorker,
  moveShards,
];
