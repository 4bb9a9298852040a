import type pg from 'pg';
import { addRecords } from './seed/records.ts';
import { addWorkspaces, giveKeys } from './seed/workspaces.ts';

const workspaces = 600;
export const perWorkspace = { clients: 1000, projects: 20, invoices: 300 };

/** The database that requests are measured on. */
export const requestsDatabase = 'corkboard_bench_requests';

/** The most requests for a workspace in a round: well below the rate limits, so that none is rejected. */
export const mostPerWorkspace = { GET: 100, POST: 50 };

export interface Target {
  /** The workspace's id. */
  id: string;
  key: string;
  projectId: string;
}

export async function seedTargets(client: pg.Client): Promise<void> {
  await addWorkspaces(client, workspaces);
  const made = await giveKeys(client);
  await addRecords(
    client,
    made.map(({ id }) => id),
    perWorkspace,
  );
}

export async function findTargets(client: pg.Client): Promise<Target[]> {
  const keyed = await giveKeys(client);
  const { rows } = await client.query(
    `select distinct on (workspace_id) workspace_id as id, id as "projectId"
     from corkboard.projects where trashed_at is null order by workspace_id`,
  );
  const projectIds = new Map(rows.map(({ id, projectId }) => [id, projectId]));
  return keyed.map(({ id, key }) => ({ id, key, projectId: projectIds.get(id)! }));
}
