import { randomUUID } from 'node:crypto';
import { table } from '../harness/print.ts';
import { asService } from '../test/support/role.ts';
import { request as rpcRequest } from '../test/support/tools.ts';
import type { Bench } from './bench.ts';
import { request } from './connection.ts';
import type { Work } from './load.ts';
import { startWeb } from './processes.ts';
import { alternate, besideRest, besideRestColumns, connections, paceOf } from './round.ts';
import { mostPerWorkspace, openTargets, type Target } from './targets.ts';

/** The most processor time of a tool call relative to its REST operation, which is 0.6 of the requests per second. */
const mostOfRest = 1.67;

/** The same through both channels (REST and the tool server), for a workspace. `tag` makes each write different. */
interface Pair {
  name: string;
  method: 'GET' | 'POST';
  tool: (target: Target, tag: string) => string;
  rest: (target: Target, tag: string) => string;
}

const call = ({ key }: Target, name: string, input: object) =>
  request('POST', '/api/mcp', key, rpcRequest('legacy', 1, 'tools/call', { name, arguments: input }));

const reading = (name: string, path: string): Pair => ({
  name,
  method: 'GET',
  tool: target => call(target, name, {}),
  rest: ({ key }) => request('GET', `/api/v1${path}`, key),
});

// With an Idempotency-Key, because tool calls always have one. Without it REST would do less work.
const writing = (
  name: string,
  path: (target: Target) => string,
  input: (target: Target, tag: string) => Record<string, unknown>,
): Pair => ({
  name,
  method: 'POST',
  tool: (target, tag) => call(target, name, input(target, tag)),
  rest: (target, tag) => {
    const { id: _, ...body } = input(target, tag);
    return request('POST', `/api/v1${path(target)}`, target.key, body, { 'Idempotency-Key': tag });
  },
});

const pairs: Pair[] = [
  reading('get_workspace', '/me'),
  reading('list_clients', '/clients'),
  reading('list_invoices', '/invoices'),
  writing(
    'log_time',
    ({ projectId }) => `/projects/${projectId}/time`,
    ({ projectId }, tag) => ({ id: projectId, minutes: 45, description: `Layout ${tag}` }),
  ),
  writing(
    'create_client',
    () => '/clients',
    (_, tag) => ({ name: `Nadia Weiß ${tag}`, company: 'Harbour Bakery Ltd', email: 'n@b.example' }),
  ),
];

/** Compares the cost of tool calls with the same operations in REST. */
export async function benchTools(bench: Bench): Promise<void> {
  const { databaseUrl, client, targets } = await openTargets(bench);
  const server = await startWeb(bench.endings, asService(databaseUrl));
  const rows: string[][] = [];
  for (const { name, method, tool, rest } of pairs) {
    const mostRequests = targets.length * mostPerWorkspace[method];
    // Reads are always the same; every write is different, because otherwise it would be a replay.
    const different = method === 'GET' ? targets.length : mostRequests;
    const work = (one: Pair['tool'], status: number) => (): Work => ({
      name,
      requests: Array.from({ length: different }, (_, i) => one(targets[i % targets.length]!, randomUUID())),
      status,
      mostRequests,
    });
    const [byTool, byRest] = await alternate(client, bench.quick, [
      { server, work: work(tool, 200) },
      { server, work: work(rest, method === 'GET' ? 200 : 201) },
    ]);
    rows.push(besideRest(name, mostOfRest, byTool, byRest));
  }
  const { rounds, seconds } = paceOf(bench.quick);
  console.log(
    `\nTool calls: ${connections} connections over ${targets.length} workspaces; the tool / REST (writes with an Idempotency-Key) on the same web process, medians of ${rounds} rounds of ${seconds} s each.\n`,
  );
  table(besideRestColumns('Tool'), rows);
}
