import type pg from 'pg';
import { addRecords } from '../harness/seed/records.ts';
import { addWorkspaces, giveKeys, idsOf } from '../harness/seed/workspaces.ts';
import { type Bench, connect } from './bench.ts';
import { request, visit } from './connection.ts';

export const perWorkspace = { clients: 1000, projects: 20, invoices: 300 };

/** The most requests for a workspace in a round: well below the rate limits, so that none is rejected. */
export const maxPerWorkspace = { GET: 100, POST: 50 };

/** A workspace that requests are sent to. */
export interface Target {
  /** The workspace's id. */
  id: string;
  key: string;
  projectId: string;
}

/** A request of the API. */
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

/** The requests that are measured: small and large reads and writes. */
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

/** A visit to each of the pages of a workspace that people open most, by the cookie of a session. */
export const visits = ({ projectId }: Target, cookie: string): string[] =>
  ['/', '/clients', '/invoices', `/projects/${projectId}`].map(path => visit(path, cookie));

/** An opened database, and the targets in it. */
export type Opened = Awaited<ReturnType<typeof openTargets>>;

/** Opens the database that requests are measured on, and finds the targets in it. */
export async function openTargets(bench: Bench) {
  const databaseUrl = await bench.database('corkboard_bench_requests', async client => {
    await addWorkspaces(client, 600);
    await addRecords(client, await idsOf(client), perWorkspace);
  });
  const client = await connect(bench.endings, databaseUrl);
  return { databaseUrl, client, targets: await findTargets(client) };
}

/** Every workspace, with a new key and a project. */
export async function findTargets(client: pg.Client): Promise<Target[]> {
  const keyed = await giveKeys(client);
  const { rows } = await client.query(
    `select distinct on (workspace_id) workspace_id as id, id as "projectId"
     from corkboard.projects where trashed_at is null order by workspace_id`,
  );
  const projectIds = new Map(rows.map(({ id, projectId }) => [id, projectId]));
  return keyed.map(({ id, key }) => ({ id, key, projectId: projectIds.get(id)! }));
}
