import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Database, type RunDatabase, temporaryFolder, withClient } from '../harness/database.ts';
import type { Endings } from '../harness/endings.ts';
import { addWorkspaces, giveKeys } from '../harness/seed/workspaces.ts';
import { migrate } from '../src/database/migrate.ts';
import { FaultyProxy } from '../test/support/faultyProxy.ts';
import type { Model } from '../test/support/model.ts';
import { Cluster } from './cluster.ts';
import { flakyModel } from './flakyModel.ts';
import { Process, type Script } from './process.ts';
import type { Random } from './random.ts';
import { prepare, type Workspace } from './workspace.ts';

const scripts: Script[] = ['web', 'web', 'worker', 'worker'];
const workspaceCount = 6;

/** A process of the service, and the proxy between it and PostgreSQL. */
export interface Instance {
  process: Process;
  proxy: FaultyProxy;
}

/** Everything that a run starts, on this machine and on free ports. */
export interface Site {
  database: RunDatabase;
  instances: Instance[];
  workspaces: Workspace[];
  model: Model;
  /** The address of a random web process that is serving; null if none is. */
  address(random: Random): string | null;
}

/** Starts everything. `cluster`: a database of the Citus cluster to use; null: a PostgreSQL is started. */
export async function open(
  random: Random,
  endings: Endings,
  { keep, cluster }: { keep: boolean; cluster: string | null },
): Promise<Site> {
  const folder = await temporaryFolder(endings, 'chaos', keep);
  const database =
    cluster === null ? await Database.start(join(folder, 'data')) : await Cluster.create(cluster, folder);
  endings.add(() => database.stop());
  await migrate(database.url);
  const workspaces: Workspace[] = [];
  const seeded = await withClient(database.url, async client => {
    await addWorkspaces(client, workspaceCount);
    return giveKeys(client);
  });
  for (const [n, one] of seeded.entries()) {
    const workspace = await prepare(database, one, n, random.branch());
    workspaces.push(workspace);
    for (const { receiver } of workspace.endpoints) endings.add(receiver.close);
  }
  const model = await flakyModel(random.branch());
  endings.add(model.stop);
  const instances = await Promise.all(scripts.map((script, n) => startInstance(script, n, database, model)));
  for (const { process, proxy } of instances) {
    endings.add(() => proxy.close());
    endings.add(() => process.end());
    if (keep) endings.add(() => writeFile(join(folder, `${process.name}.log`), process.output));
  }
  const address = (random: Random) => {
    const ports = instances
      .map(({ process }) => (process.script === 'web' ? process.port : null))
      .filter(port => port !== null);
    return ports.length === 0 ? null : `http://127.0.0.1:${random.pick(ports)}`;
  };
  return { database, instances, workspaces, model, address };
}

/** Starts a process with its proxy. Its connection pool is so small that every lost connection matters. */
async function startInstance(
  script: Script,
  n: number,
  database: RunDatabase,
  model: Model,
): Promise<Instance> {
  const proxy = await FaultyProxy.open(() => database.port);
  const url = Object.assign(new URL(database.url), { port: proxy.port });
  const process = new Process(script, (n % 2) + 1, {
    DATABASE_URL: url.href,
    HOST: '127.0.0.1',
    PORT: '0',
    WEB_POOL_SIZE: '4',
    WORKER_POOL_SIZE: '4',
    CITUS_READ_FROM_NODES: 'true',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    AI_BASE_URL: model.baseUrl,
    AI_MODEL: 'small',
  });
  return { process, proxy };
}
