import type { z } from 'zod';
import { check } from '../admission/check.ts';
import { fingerprint, write } from '../admission/write.ts';
import { Failure } from '../errors/failure.ts';
import type { Operation, ReadOperation, WriteOperation } from '../operations/define.ts';
import { send } from './answer.ts';
import { authorize } from './authorize.ts';
import type { Handler, Request, Resources } from './handler.ts';
import { queryReader } from './query.ts';
import { answerOf, preparing } from './reading.ts';
import { asObject, checkBodyHeaders, parseJson, readBody, readIdempotencyKey } from './request.ts';

/** The route pattern of an operation. */
export const pathOf = ({ path }: Operation) => `/api/v1${path}`;

/** The handler of an operation's route. */
export function route(resources: Resources, operation: Operation): Handler {
  return operation.method === 'GET' ? reading(resources, operation) : writing(resources, operation);
}

function reading({ database }: Resources, operation: ReadOperation): Handler {
  const readQuery = queryReader(queryOrBody(operation));
  const prepare = preparing(
    operation,
    (req: Request) => req.url!,
    ({ search, params }) => ({ ...readQuery(search), ...params }),
  );
  return async (req, res) => {
    const read = prepare(req);
    const { answer } = await authorize(database, req, res, {
      kind: 'read',
      scope: operation.scope,
      read: read instanceof Failure ? undefined : read,
    });
    send(req, res, 200, answerOf(operation, read, answer));
  };
}

function writing(resources: Resources, operation: WriteOperation): Handler {
  const bodySchema = queryOrBody(operation);
  return async (req, res) => {
    const { deadline, access } = req;
    const { caller, keyHash } = await authorize(resources.database, req, res, {
      kind: 'write',
      scope: operation.scope,
    });
    const key = readIdempotencyKey(req);
    checkBodyHeaders(req);
    const body = asObject(parseJson(await readBody(req, res)));
    const input = { ...check(bodySchema, body), ...req.params };
    const idempotency = key === null ? null : { key, fingerprint: fingerprint('POST', req.path, body) };
    const context = { caller, keyHash, via: 'api', deadline, ...access } as const;
    const { answer, replayed } = await write(resources, operation, context, input, idempotency);
    if (replayed) res.setHeader('Idempotency-Replayed', 'true');
    send(req, res, 201, answer);
  };
}

/** The input of an operation without the path's id. */
export function queryOrBody({ input }: Operation): z.ZodObject {
  return 'id' in input.shape ? input.omit({ id: true }) : input;
}
