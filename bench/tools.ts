import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { request } from './connection.ts';
import { type BenchServer, connect } from './database.ts';
import { type Pair, pairs } from './pairs.ts';
import { median, table } from './report.ts';
import { both, connections, type Round, ratio, round, type Work } from './round.ts';
import { type MeasuredServer, startServer, webProcess } from './server.ts';
import { findTargets, mostPerWorkspace, requestsDatabase, seedTargets, type Target } from './targets.ts';

const rpc = (key: string, method: string, params?: object) =>
  request('POST', '/api/mcp', key, { jsonrpc: '2.0', id: 1, method, params });

/** What a tool call costs beside the same operation by REST, and how many a second tools/list answers. */
export async function benchTools(server: BenchServer, quick: boolean): Promise<void> {
  const databaseUrl = await server.database(requestsDatabase, seedTargets);
  const client = await connect(databaseUrl);
  const targets = await findTargets(client);
  const env = { DATABASE_URL: databaseUrl };
  const web = await startServer(await webProcess(), env);
  const bare = await startServer(['bench/bare.ts'], env);
  const { rounds, seconds } = quick ? { rounds: 2, seconds: 2 } : { rounds: 5, seconds: 5 };
  const alternate = (sides: readonly [Side, Side]) => alternating(sides, client, rounds);

  const rows: string[][] = [];
  for (const pair of pairs) {
    const [tool, rest] = await alternate([
      { server: web, work: () => byTool(pair, targets, seconds) },
      { server: web, work: () => byRest(pair, targets, seconds) },
    ]);
    rows.push([
      pair.tool,
      ratio(tool, rest, 'cpuMicroseconds').toFixed(2),
      '1.25',
      both(tool, rest, 'cpuMicroseconds', 0),
      both(tool, rest, 'perSecond', 0),
      both(tool, rest, 'p50Ms', 1),
    ]);
  }
  console.log(
    `\nTool calls: ${connections} connections over ${targets.length} workspaces; the tool / REST (writes with an Idempotency-Key) on the same web process, medians of ${rounds} rounds of ${seconds} s each.\n`,
  );
  table(['Tool', "CPU, of REST's", 'Goal', 'CPU µs/request', 'Requests/s', 'p50 ms'], rows);

  const list: Work = {
    name: 'tools/list',
    requests: targets.map(({ key }) => rpc(key, 'tools/list')),
    status: 200,
    mostRequests: targets.length * mostPerWorkspace.GET,
    seconds,
  };
  const [ours, theirs] = await alternate([
    { server: web, work: () => list },
    { server: bare, work: () => list },
  ]);
  const perCore = (side: Round[]) =>
    (1e6 / median(side.map(({ cpuMicroseconds }) => cpuMicroseconds))).toFixed(0);
  console.log('\ntools/list: the web process / the bare server.\n');
  table(
    ['', 'Per second of one core', 'Goal', 'CPU µs/request', 'Requests/s'],
    [
      [
        'tools/list',
        `${perCore(ours)} / ${perCore(theirs)}`,
        '10000',
        both(ours, theirs, 'cpuMicroseconds', 0),
        both(ours, theirs, 'perSecond', 0),
      ],
    ],
  );
  await Promise.all([web.stop(), bare.stop(), client.end()]);
}

interface Side {
  server: MeasuredServer;
  work: () => Work;
}

/** Rounds on two sides in turn, after half a round each that does not count. */
async function alternating(
  sides: readonly [Side, Side],
  client: pg.Client,
  rounds: number,
): Promise<[Round[], Round[]]> {
  const results: [Round[], Round[]] = [[], []];
  for (let i = 0; i <= rounds; i++) {
    for (const [side, { server, work }] of sides.entries()) {
      const result = await round(server, client, work());
      if (i > 0) results[side]!.push(result);
    }
  }
  return results;
}

function byTool(pair: Pair, targets: Target[], seconds: number): Work {
  return work(pair, seconds, targets, (target, tag) =>
    rpc(target.key, 'tools/call', { name: pair.tool, arguments: pair.arguments(target, tag) }),
  );
}

function byRest(pair: Pair, targets: Target[], seconds: number): Work {
  const ask = (target: Target, tag: string) => pair.rest(target, pair.arguments(target, tag), tag);
  return { ...work(pair, seconds, targets, ask), status: pair.method === 'GET' ? 200 : 201 };
}

/** Reads repeat themselves; every write of a round is another one, or it would be answered from memory. */
function work(
  { tool, method }: Pair,
  seconds: number,
  targets: Target[],
  one: (target: Target, tag: string) => string,
): Work {
  const mostRequests = targets.length * mostPerWorkspace[method];
  const different = method === 'GET' ? targets.length : mostRequests;
  return {
    name: tool,
    requests: Array.from({ length: different }, (_, i) => one(targets[i % targets.length]!, randomUUID())),
    status: 200,
    mostRequests,
    seconds,
  };
}
