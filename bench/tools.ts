import { randomUUID } from 'node:crypto';
import { request } from './connection.ts';
import type { BenchServer } from './database.ts';
import { type Pair, pairs } from './pairs.ts';
import { median, table } from './report.ts';
import { besideRest, besideRestColumns, both, connections, type Round, type Work } from './round.ts';
import { openSides } from './sides.ts';
import { mostPerWorkspace, type Target } from './targets.ts';

const rpc = (key: string, method: string, params?: object) =>
  request('POST', '/api/mcp', key, { jsonrpc: '2.0', id: 1, method, params });

/** The most processor time of a tool call relative to its REST operation, which is 0.6 of the requests per second. */
const mostOfRest = 1.67;

/** Compares the cost of tool calls with the same operations in REST, and measures the rate of tools/list. */
export async function benchTools(server: BenchServer, quick: boolean): Promise<void> {
  const { web, bare, targets, rounds, seconds, alternate, stop } = await openSides(server, quick);
  const rows: string[][] = [];
  for (const pair of pairs) {
    const [tool, rest] = await alternate([
      { server: web, work: () => byTool(pair, targets, seconds) },
      { server: web, work: () => byRest(pair, targets, seconds) },
    ]);
    rows.push(besideRest(pair.tool, mostOfRest, tool, rest));
  }
  console.log(
    `\nTool calls: ${connections} connections over ${targets.length} workspaces; the tool / REST (writes with an Idempotency-Key) on the same web process, medians of ${rounds} rounds of ${seconds} s each.\n`,
  );
  table(besideRestColumns('Tool'), rows);

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
    ['', 'Per second of one core', 'CPU µs/request', 'Requests/s'],
    [
      [
        'tools/list',
        `${perCore(ours)} / ${perCore(theirs)}`,
        both(ours, theirs, 'cpuMicroseconds', 0),
        both(ours, theirs, 'perSecond', 0),
      ],
    ],
  );
  await stop();
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

/**
 * The requests of a round. Reads are always the same; every write is different, because otherwise it would be a replay.
 */
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
