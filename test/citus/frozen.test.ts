import test from 'ava';
import { limits } from '../../src/database/connect.ts';
import type { Account } from '../support/account.ts';
import { fetchAnswer } from '../support/call.ts';
import { freeze } from '../support/citus.ts';
import { eventually } from '../support/eventually.ts';
import { world } from '../support/world.ts';

// A worker that does not answer (docs/citus.md). It needs two workers, on the machine that runs the test.
const w = world(test, { waits: limits.web });

/** How many workspaces there are on each of two workers: their requests could take all connections of the web server. */
const workspaces = 12;
/** How often each of them writes while a worker is frozen. */
const rounds = 4;

/** Workspaces by the address of their worker, of two workers. */
async function onTwoWorkers(): Promise<[string, Account[]][]> {
  const byNode = new Map<string, Account[]>();
  for (let n = 0; n < 20 * workspaces; n++) {
    const studio = await w.workspace();
    const [{ host, port }] = await w.sql(
      `select n.nodename as host, n.nodeport as port from pg_dist_placement p join pg_dist_node n using (groupid)
        where p.shardid = get_shard_id_for_distribution_column('corkboard.workspaces', $1::uuid)`,
      studio.id,
    );
    const url = Object.assign(new URL(w.databaseUrl), { hostname: host, port }).href;
    byNode.set(url, [...(byNode.get(url) ?? []), studio].slice(0, workspaces));
    const full = [...byNode].filter(([, studios]) => studios.length === workspaces);
    if (full.length === 2) return full;
  }
  throw new Error('There are no two workers.');
}

/** Not checked as other answers are: a request that fails before it is admitted has no rate. */
const write = ({ baseUrl, key }: Account) =>
  fetchAnswer(baseUrl, {
    method: 'POST',
    path: '/api/v1/clients',
    key,
    body: { name: 'Written while a worker is frozen' },
  });
const read = ({ baseUrl, key }: Account) =>
  fetchAnswer(baseUrl, { method: 'GET', path: '/api/v1/clients', key });

test('a worker that does not answer fails the requests of its workspaces and no others, until it does', async t => {
  const [{ count }] = await w.sql(
    'select count(*)::int from pg_dist_node n where n.groupid <> 0 and n.shouldhaveshards',
  );
  if (count < 2) return t.pass('The cluster has one worker.');
  const [[node, theirs], [, others]] = (await onTwoWorkers()) as [[string, Account[]], [string, Account[]]];
  for (const studio of [...theirs, ...others]) t.is((await write(studio)).status, 201);
  const stalled: ReturnType<typeof write>[] = [];
  const goOn = await freeze(node);
  try {
    for (let round = 0; round < rounds; round++) {
      stalled.push(...theirs.map(write), ...theirs.map(read));
      const [written, seen] = await Promise.all([
        Promise.all(others.map(write)),
        Promise.all(others.map(read)),
      ]);
      t.deepEqual(
        written.map(({ status, text }) => (status === 201 ? '' : text)),
        others.map(() => ''),
      );
      t.deepEqual(
        seen.map(({ status, text }) => (status === 200 ? '' : text)),
        others.map(() => ''),
      );
    }
    for (const { status, body } of await Promise.all(stalled)) {
      t.is(status, 500);
      t.is(body.code, 'internal');
    }
  } finally {
    goOn();
  }
  for (const studio of theirs) await eventually(async () => (await write(studio)).status === 201);
});
