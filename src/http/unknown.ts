import type { Database } from '../database/database.ts';
import { Failure } from '../errors/failure.ts';
import { catalogue } from '../operations/catalogue.ts';
import { authorize } from './authorize.ts';
import type { Handler } from './handler.ts';
import { readBody } from './request.ts';
import { pathOf } from './rest.ts';

/** Stands for an unmatched path in the log, because the path may be a share link. */
export const unknownPath = '(unknown)';

/** The methods and paths of the API and the tool server. */
const published = [
  ...catalogue.map(operation => ({ method: operation.method, path: pathOf(operation) })),
  { method: 'POST', path: '/api/mcp' },
].map(({ method, path }) => ({ method, path: new RegExp(`^${path.replace(':id', '[^/]+')}$`) }));

/** The message doesn't contain the path, which may be a share link. */
function noRoute(asked: string): Failure {
  const methods = published.filter(({ path }) => path.test(asked)).map(({ method }) => method);
  const words =
    methods.length === 0
      ? 'No route matches this method and path.'
      : `This path takes ${methods.join(' and ')} only.`;
  return new Failure('not_found', words);
}

/** Only callers with a valid key learn that a path or method doesn't exist (docs/decisions.md). */
export function unknown(database: Database): Handler {
  return async (req, res) => {
    const kind = req.method === 'GET' || req.method === 'HEAD' ? 'read' : 'write';
    await authorize(database, req, res, { kind, scope: null });
    await readBody(req, res);
    throw noRoute(req.path);
  };
}
