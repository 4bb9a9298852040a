import { request, visit } from './connection.ts';
import type { BenchServer } from './database.ts';
import { table } from './report.ts';
import { both, connections, type Round, ratio } from './round.ts';
import { openSides } from './sides.ts';
import { mostPerWorkspace, perWorkspace, type Target } from './targets.ts';

export interface Route {
  name: string;
  method: 'GET' | 'POST';
  request: (target: Target) => string;
}

const get = (path: string): Route => ({
  name: `GET ${path}`,
  method: 'GET',
  request: ({ key }) => request('GET', `/api/v1${path}`, key),
});

export const routes: Route[] = [
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

/** A visit to each of the pages of a workspace that people open most, by the token of a session. */
export const visits = ({ projectId }: Target, token: string): string[] =>
  ['/', '/clients', '/invoices', `/projects/${projectId}`].map(path => visit(path, token));

/** Compares the web process's requests per second with those of the bare server on the same database. */
export async function benchRequests(server: BenchServer, quick: boolean): Promise<void> {
  const { web, bare, targets, rounds, seconds, alternate, stop } = await openSides(server, quick);
  const rows: string[][] = [];
  for (const route of routes) {
    const work = () => ({
      name: route.name,
      requests: targets.map(route.request),
      status: route.method === 'GET' ? 200 : 201,
      mostRequests: targets.length * mostPerWorkspace[route.method],
      seconds,
    });
    const [ours, theirs] = await alternate([
      { server: web, work },
      { server: bare, work },
    ]);
    rows.push(row(route, ours, theirs));
  }
  console.log(
    `\nRequests: ${connections} connections over ${targets.length} workspaces of ${perWorkspace.clients} clients and ${perWorkspace.invoices} invoices; the web process / the bare server, medians of ${rounds} rounds of ${seconds} s each.\n`,
  );
  table(['Route', 'Ratio', 'Goal', 'Requests/s', 'p50 ms', 'p99 ms', 'CPU µs/request'], rows);
  console.log(
    `\nMost memory of the web process: ${(await web.peakMegabytes()).toFixed(0)} MB (goal: below 150), of the bare server ${(await bare.peakMegabytes()).toFixed(0)} MB.`,
  );
  await stop();
}

function row(route: Route, ours: Round[], theirs: Round[]): string[] {
  return [
    route.name,
    ratio(ours, theirs, 'perSecond').toFixed(2),
    route.method === 'GET' ? '0.70' : '0.50',
    both(ours, theirs, 'perSecond', 0),
    both(ours, theirs, 'p50Ms', 1),
    both(ours, theirs, 'p99Ms', 1),
    both(ours, theirs, 'cpuMicroseconds', 0),
  ];
}
