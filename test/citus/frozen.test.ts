import test from 'ava';
import { limits } from '../../src/database/connect.ts';
import type { Account } from '../support/account.ts';
import { fetchAnswer } from '../support/call.ts';
import { freeze } from '../support/citus.ts';
import { eventually } from '../support/eventually.ts';
import { hooks } from '../support/hooks.ts';
import { within } from '../support/within.ts';
import { world } from '../support/world.ts';

// A worker that does not answer (docs/citus.md). It needs two workers, on the machine that runs the test.
const w = world(test, { waits: limits.web });
const h = hooks(test, w);

/** How many workspaces there are on each of two workers: their requests could take all connections of the web server. */
const workspaces = 12;
/** How often each of them writes while a worker is frozen. */
const rounds = 4;

/** The address of a worker, its workspaces, and those of another worker; null if the cluster has only one. */
async function onTwoWorkers(): Promise<{ node: string; theirs: Account[]; others: Account[] } | null> {
  const [{ count }] = await w.sql(
    'select count(*)::int from pg_dist_node n where n.groupid <> 0 and n.shouldhaveshards',
  );
  if (count < 2) return null;
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
    const [one, other] = [...byNode].filter(([, studios]) => studios.length === workspaces);
    if (one && other) return { node: one[0], theirs: one[1], others: other[1] };
  }
  throw new Error('One worker has nearly all workspaces.');
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

/** The answers with another status. */
const unlike = (expected: number, answers: Awaited<ReturnType<typeof write>>[]) =>
  answers.filter(({ status }) => status !== expected).map(({ status, text }) => ({ status, text }));

test.serial(
  'a worker that does not answer fails the requests of its workspaces and no others, until it does',
  async t => {
    const found = await onTwoWorkers();
    if (found === null) return t.pass('The cluster has one worker.');
    const { node, theirs, others } = found;
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
        t.deepEqual(unlike(201, written), []);
        t.deepEqual(unlike(200, seen), []);
      }
      for (const { status, body } of await Promise.all(stalled)) {
        t.is(status, 500);
        t.is(body.code, 'internal');
      }
    } finally {
      goOn();
    }
    for (const studio of theirs) await eventually(async () => (await write(studio)).status === 201);
  },
);

test.serial(
  'a worker that does not answer holds up the webhooks of its workspaces and no others',
  async t => {
    const found = await onTwoWorkers();
    if (found === null) return t.pass('The cluster has one worker.');
    const { node, theirs, others } = found;
    const [failing, working] = await Promise.all([
      Promise.all(theirs.map(({ id }) => h.subscribe(id, { reaction: 500 }))),
      Promise.all(others.map(({ id }) => h.subscribe(id))),
    ]);
    for (const studio of theirs) t.is((await write(studio)).status, 201);
    for (const { endpointId } of failing)
      await h.settled(endpointId, ({ attempts_made }) => attempts_made === 1);
    const goOn = await freeze(node);
    try {
      // Their second attempts are due, and can't be claimed.
      for (const { id } of theirs) await h.timePasses(id);
      for (let round = 1; round <= rounds; round++) {
        const written = await Promise.all(others.map(write));
        t.deepEqual(unlike(201, written), []);
        // Sooner than the worker gives up waiting for the node.
        const told = Promise.all(working.map(hook => hook.gets(round)));
        await within(limits.worker.answerMs / 2, told, () => 'They wait for the node.');
      }
    } finally {
      goOn();
    }
    for (const hook of failing) await hook.gets(2);
  },
);
