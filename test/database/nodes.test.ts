import { setImmediate as tick } from 'node:timers/promises';
import test from 'ava';
import { Deadline } from '../../src/concurrency/deadline.ts';
import { limits } from '../../src/database/connect.ts';
import type { Connection } from '../../src/database/connection.ts';
import { Database } from '../../src/database/database.ts';
import { signInTenant, type Tenant, TenantCache, tenantOf } from '../../src/database/tenantCache.ts';

// How a process shares its connections between the nodes of a Citus cluster (docs/citus.md).

/** The time that a query of a test may wait: whether it waits is what counts. */
const patient = () => new Deadline(60_000);

/**
 * A database of `size` connections on two nodes, of which the second does not answer until `end`. `coordinator`: when the
 * coordinator tells where workspaces are. `asked`: which nodes were asked for rows.
 */
async function cluster(size: number, coordinator = Promise.resolve()) {
  const stalled = Promise.withResolvers<void>();
  const lookups: string[] = [];
  const asked: string[] = [];
  let connected = 0;
  const query = async (node: string, config: string | { text: string; values: string[] }) => {
    if (typeof config === 'string') return { rows: [] };
    const [workspaceId] = config.values;
    const isOnSecond = workspaceId?.startsWith('second') ?? false;
    if (config.text.includes('get_shard_id')) {
      lookups.push(workspaceId!);
      await coordinator;
      const [name, port] = isOnSecond ? ['2', 5442] : ['1', 5441];
      return { rows: [{ name, host: 'node.internal', port, isCoordinator: workspaceId === 'here' }] };
    }
    asked.push(node);
    if (isOnSecond) await stalled.promise;
    return { rows: [] };
  };
  const pool = (node: string): any => ({
    connect: async () => {
      connected++;
      return { query: query.bind(null, node), isDistributed: true, release: () => connected-- };
    },
  });
  const database = new Database(pool('coordinator'), size, limits.web, ({ host, port }) =>
    pool(`${host}:${port}`),
  );
  const ask = (tenant: Tenant, { client = false, isOnNode = false } = {}): Promise<unknown> => {
    const queries = client ? database.forClient(patient(), tenant) : database.for(patient(), tenant);
    const statement = { sql: 'asks', values: [tenant.workspaceId] };
    const apart = (connection: Connection) => connection.sendAlone(statement as never);
    return queries.any({ ...statement, ...(isOnNode && { isOnNode, apart }) } as never) as Promise<unknown>;
  };
  // The first connection finds out that there are nodes.
  await ask(signInTenant);
  asked.length = 0;
  return { ask, asked, lookups, connected: () => connected, end: stalled.resolve, database };
}

const settle = async () => {
  for (let n = 0; n < 10; n++) await tick();
};

for (const [size, left] of [
  [10, 4],
  [3, 1],
  [2, 1],
] as const) {
  test(`of ${size} connections a node that does not answer leaves ${left} to the others`, async t => {
    const { ask, connected, end, database } = await cluster(size);
    const stalled = Array.from({ length: 20 }, (_, n) => ask(tenantOf(`second-${n}`)));
    await settle();
    t.is(connected(), size - left);
    t.is(database.waiting, 20 - (size - left));
    await Promise.all(Array.from({ length: 20 }, (_, n) => ask(tenantOf(`first-${n}`))));
    end();
    await Promise.all(stalled);
  });
}

test('unknown callers who name workspaces of a node that does not answer hold up no one of another node', async t => {
  const { ask, end } = await cluster(10);
  const unknown = (name: string) => new TenantCache().of(Buffer.from(name), name);
  const stalled = Array.from({ length: 20 }, (_, n) => ask(unknown(`second-${n}`), { client: n % 2 === 0 }));
  await settle();
  await ask(unknown('first-1'));
  await ask(unknown('first-2'), { client: true });
  end();
  await t.notThrowsAsync(Promise.all(stalled));
});

test('a statement that a node can run is sent to the node with the rows, others to the coordinator', async t => {
  const { ask, asked } = await cluster(10);
  await ask(tenantOf('first-1'));
  await ask(tenantOf('first-1'), { isOnNode: true });
  await ask(tenantOf('here'), { isOnNode: true });
  await ask(signInTenant, { isOnNode: true });
  t.deepEqual(asked, ['coordinator', 'node.internal:5441', 'coordinator', 'coordinator']);
});

test('the coordinator is asked once for the node of a workspace', async t => {
  const { ask, lookups } = await cluster(10);
  for (let n = 0; n < 3; n++) await ask(tenantOf('first-1'));
  await ask(tenantOf('first-2'));
  t.deepEqual(lookups, ['first-1', 'first-2']);
});

test('looking up the nodes of workspaces that callers name takes at most two connections', async t => {
  const coordinator = Promise.withResolvers<void>();
  const { ask, connected, end } = await cluster(10, coordinator.promise);
  const asking = Array.from({ length: 20 }, (_, n) => ask(tenantOf(`first-${n}`)));
  await settle();
  t.is(connected(), 2);
  coordinator.resolve();
  await Promise.all(asking);
  end();
});
