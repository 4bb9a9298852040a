import { catalogue } from '../../src/operations/catalogue.ts';
import { exampleIds } from '../../src/records/example.ts';
import type { Account } from './account.ts';

/** A request with which an operation succeeds: its path, and its body if it is a write. */
interface Example {
  path: string;
  body?: Record<string, unknown>;
}

/** The example of every operation, by name, on a project of the account's. */
export async function examples(studio: Account): Promise<Record<string, Example>> {
  const client = await studio.client();
  const project = await studio.project({ clientId: client.id });
  const own = (text: string) =>
    text.replace(exampleIds.clientId, client.id).replace(exampleIds.projectId, project.id);
  const requests = catalogue.map(operation => {
    const path = operation.path.replace(':id', project.id);
    if (operation.method === 'GET') return [operation.name, { path }];
    return [operation.name, { path, body: JSON.parse(own(JSON.stringify(operation.example))) }];
  });
  return Object.fromEntries(requests);
}

/** The arguments with which a tool is asked the same: the path's id, and the body. */
export function argumentsOf({ path, body }: Example): Record<string, any> {
  const id = /^\/projects\/([^/]+)/.exec(path)?.[1];
  return { ...(id === undefined ? {} : { id }), ...body };
}
