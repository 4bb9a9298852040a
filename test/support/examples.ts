import assert from 'node:assert/strict';
import { catalogue } from '../../src/operations/catalogue.ts';
import type { Account } from './account.ts';

/** A request with which an operation succeeds: its path, and its body if it is a write. */
export interface Example {
  path: string;
  body?: Record<string, unknown>;
}

/** One valid request for every operation, by name, on a project of the account's. */
export async function examples(studio: Account): Promise<Record<string, Example>> {
  const client = await studio.client();
  const project = await studio.project({ clientId: client.id });
  const byOperation: Record<string, Example> = {
    getWorkspace: { path: '/me' },
    listClients: { path: '/clients' },
    createClient: { path: '/clients', body: { name: 'Harbour Bakery' } },
    listProjects: { path: '/projects' },
    getProject: { path: `/projects/${project.id}` },
    createProject: { path: '/projects', body: { clientId: client.id, name: 'Website' } },
    draftScope: { path: `/projects/${project.id}/scope`, body: { deliverables: ['Home page'] } },
    logRevision: { path: `/projects/${project.id}/revisions`, body: { description: 'Calmer header' } },
    logTime: { path: `/projects/${project.id}/time`, body: { minutes: 90 } },
    listInvoices: { path: '/invoices' },
    draftInvoice: { path: '/invoices', body: { projectId: project.id, amountCents: 5000 } },
    addNote: { path: `/projects/${project.id}/notes`, body: { body: 'Prefers calls' } },
  };
  for (const { name } of catalogue)
    assert(byOperation[name], `Add a request for ${name} to test/support/examples.ts.`);
  return byOperation;
}

/** The arguments with which a tool is asked the same: the path's id, and the body. */
export function argumentsOf({ path, body }: Example): Record<string, any> {
  const id = /^\/projects\/([^/]+)/.exec(path)?.[1];
  return { ...(id === undefined ? {} : { id }), ...body };
}
