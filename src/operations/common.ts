import { z } from 'zod';
import { recordId } from '../vocabulary/id.ts';

// The fields that several operations have in common.

/** Where a caller finds the ids of a record, by its noun: the tool, and the route that does the same. */
export const finding = {
  client: 'list_clients (GET /api/v1/clients)',
  project: 'list_projects (GET /api/v1/projects)',
};

/** Where a person continues. */
export const appPath = z.string().describe('Path in the app, for the person.');

/** The id of a client, in input. */
export const clientId = recordId(finding.client).describe('From listClients or createClient.');
/** The id of a project, in input. */
export const projectId = recordId(finding.project).describe('From listProjects or createProject.');
