import type pg from 'pg';
import { request } from './connection.ts';
import { type BenchServer, connect } from './database.ts';
import { type LoadResult, load } from './load.ts';
import { median, table } from './report.ts';
import { addRecords } from './seed/records.ts';
import { addWorkspaces, giveKeys } from './seed/workspaces.ts';
import { type MeasuredServer, startServer, webProcess } from './server.ts';

const workspaces = 600;
const perWorkspace = { clients: 1000, projects: 20, invoices: 300 };
const connections = 32;
/** Well below the rates of the specification (120 reads and 60 writes a minute), and none is ever refused. */
const mostPerWorkspace = { GET: 100, POST: 50 };

interface Target {
  key: string;
  projectId: string;
}

interface Route {
  name: string;
  method: 'GET' | 'POST';
  request: (target: Target) => string;
}

const get = (path: string): Route => ({
  name: `GET ${path}`,
  method: 'GET',
  request: ({ key }) => request('GET', `/api/v1${path}`, key),
});

const routes: Route[] = [
  get('/me'),
  get('/clients'),
  get('/invoices'),
  {
    name: 'POST /projects/:id/time',
    method: 'POST',
    request: ({ key, projectId }) =>
      request('POST', `/api/v1/projects/${projectId}/time`, key, { minutes: 45, description: 'Layout' }),
  },
  {
    name: 'POST /clients',
    method: 'POST',
    request: ({ key }) =>
      request('POST', '/api/v1/clients', key, {
        name: 'Nadia Weiß',
        company: 'Harbour Bakery Ltd',
        email: 'n@b.example',
      }),
  },
];

/** A round's figures of one of the two servers. */
interface Round {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  cpuMicroseconds: number;
}

/**
 * Requests per second of the web process beside those of the barest server on the same database, in
 * alternating rounds, so that what else the machine does falls on both.
 */
export async function benchRequests(server: BenchServer, quick: boolean): Promise<void> {
  const databaseUrl = await server.database('corkboard_bench_requests', seed);
  const client = await connect(databaseUrl);
  const targets = await findTargets(client);
  const env = { DATABASE_URL: databaseUrl };
  const web = await startServer(await webProcess(), env);
  const bare = await startServer(['bench/bare.ts'], env);
  const { rounds, seconds } = quick ? { rounds: 2, seconds: 2 } : { rounds: 5, seconds: 5 };
  const rows: string[][] = [];
  for (const route of routes) {
    const work = { route, targets, client };
    for (const side of [web, bare]) await round(side, { ...work, seconds: seconds / 2 });
    const ours: Round[] = [];
    const theirs: Round[] = [];
    for (let i = 0; i < rounds; i++) {
      ours.push(await round(web, { ...work, seconds }));
      theirs.push(await round(bare, { ...work, seconds }));
    }
    rows.push(row(route, ours, theirs));
  }
  console.log(
    `\nRequests: ${connections} connections over ${targets.length} workspaces of ${perWorkspace.clients} clients and ${perWorkspace.invoices} invoices; the web process / the bare server, medians of ${rounds} rounds of ${seconds} s each.\n`,
  );
  table(['Route', 'Ratio', 'Goal', 'Requests/s', 'p50 ms', 'p99 ms', 'CPU µs/request'], rows);
  console.log(
    `\nMost memory of the web process: ${(await web.peakMegabytes()).toFixed(0)} MB (goal: below 150), of the bare server ${(await bare.peakMegabytes()).toFixed(0)} MB.`,
  );
  await Promise.all([web.stop(), bare.stop(), client.end()]);
}

async function seed(client: pg.Client): Promise<void> {
  await addWorkspaces(client, workspaces);
  const made = await giveKeys(client);
  await addRecords(
    client,
    made.map(({ id }) => id),
    perWorkspace,
  );
}

async function findTargets(client: pg.Client): Promise<Target[]> {
  const keyed = await giveKeys(client);
  const { rows } = await client.query(
    `select distinct on (workspace_id) workspace_id as id, id as "projectId"
     from corkboard.projects where trashed_at is null order by workspace_id`,
  );
  const projectIds = new Map(rows.map(({ id, projectId }) => [id, projectId]));
  return keyed.map(({ id, key }) => ({ key, projectId: projectIds.get(id)! }));
}

async function round(
  side: MeasuredServer,
  {
    route,
    targets,
    client,
    seconds,
  }: { route: Route; targets: Target[]; client: pg.Client; seconds: number },
): Promise<Round> {
  await client.query('truncate corkboard.rate_windows');
  const before = await side.cpuSeconds();
  const result = await load({
    port: side.port,
    requests: targets.map(route.request),
    status: route.method === 'GET' ? 200 : 201,
    connections,
    seconds,
    mostRequests: targets.length * mostPerWorkspace[route.method],
  });
  if (result.faults.length > 0) throw new Error(`${route.name}: ${result.faults.join('; ')}`);
  return figures(result, (await side.cpuSeconds()) - before);
}

const figures = ({ answers, seconds, p50Ms, p99Ms }: LoadResult, cpuSeconds: number): Round => ({
  perSecond: answers / seconds,
  p50Ms,
  p99Ms,
  cpuMicroseconds: (cpuSeconds / answers) * 1e6,
});

function row(route: Route, ours: Round[], theirs: Round[]): string[] {
  const both = (figure: keyof Round, digits: number) =>
    [ours, theirs].map(side => median(side.map(round => round[figure])).toFixed(digits)).join(' / ');
  const ratios = ours.map(({ perSecond }, i) => perSecond / theirs[i]!.perSecond);
  return [
    route.name,
    median(ratios).toFixed(2),
    route.method === 'GET' ? '0.70' : '0.50',
    both('perSecond', 0),
    both('p50Ms', 1),
    both('p99Ms', 1),
    both('cpuMicroseconds', 0),
  ];
}
