import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { authenticate } from '../admission/authenticate.ts';
import type { Database } from '../database/database.ts';
import { Failure } from '../errors/failure.ts';
import { toFailure } from '../errors/translate.ts';
import { catalogue } from '../operations/catalogue.ts';
import { announceRate, fault } from './answer.ts';
import { authorize } from './authorize.ts';
import { closeGently } from './closeGently.ts';
import type { Handler } from './handler.ts';
import { rawAnswer } from './refuse.ts';
import { bearerKey, checkHost, readBody } from './request.ts';
import { pathOf } from './rest.ts';

/** Stands for an unmatched path in the log, because the path may be a share link. */
export const unknownPath = '(unknown)';

/** The methods and paths of the API and the tool server. */
const published = [
  ...catalogue.map(operation => ({ method: operation.method, path: pathOf(operation) })),
  { method: 'POST', path: '/api/mcp' },
].map(({ method, path }) => ({ method, path: new RegExp(`^${path.replace(':id', '[^/]+')}$`) }));

/** The message doesn't contain the path, which may be a share link. */
function noRoute(asked = ''): Failure {
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

/**
 * Rejects CONNECT like any other request that no route matches. Node gives its handler the bare socket and no response.
 * `headers`: those of every response.
 */
export async function refuseConnect(
  database: Database,
  req: IncomingMessage,
  socket: Socket,
  headers: ReadonlyMap<string, string>,
): Promise<void> {
  const all = new Map(headers);
  const failure = await refusal(database, req, (name, value) => all.set(name, `${value}`)).catch(
    error => toFailure(error) ?? fault(),
  );
  if (failure.code === 'invalid_key') all.set('WWW-Authenticate', 'Bearer');
  closeGently(socket, rawAnswer(failure, all, unknownPath));
}

async function refusal(
  database: Database,
  req: IncomingMessage,
  setHeader: (name: string, value: string | number) => unknown,
): Promise<Failure> {
  checkHost(req);
  const deadline = database.deadline(() => req.socket.destroyed);
  const request = { key: bearerKey(req), kind: 'write', scope: null, deadline } as const;
  const { rate, refusal } = await authenticate(database, request);
  announceRate({ setHeader }, rate);
  return refusal ?? noRoute();
}
