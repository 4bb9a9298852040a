import type { ServerResponse } from 'node:http';
import type { z } from 'zod';
import { check } from '../admission/check.ts';
import { hashOfSecret } from '../admission/key.ts';
import { attemptOf, fingerprint, type Idempotency, write } from '../admission/write.ts';
import type { BodyReader, ByteBudget } from '../concurrency/byteBudget.ts';
import { Failure } from '../errors/failure.ts';
import { failureOf } from '../errors/resultOrFailure.ts';
import type { Operation, ReadOperation, WriteOperation } from '../operations/define.ts';
import { send } from './answer.ts';
import { authorize } from './authorize.ts';
import type { Handler, Request, Resources } from './handler.ts';
import { queryReader } from './query.ts';
import { answerOf, preparing } from './reading.ts';
import { asObject, bearerKey, checkBodyHeaders, parseJson, readBody, readIdempotencyKey } from './request.ts';

/** The route pattern of an operation. */
export const pathOf = ({ path }: Operation) => `/api/v1${path}`;

/** The handler of an operation's route. `incoming` limits the bytes of bodies that are read before admission. */
export function route(resources: Resources, operation: Operation, incoming: ByteBudget): Handler {
  return operation.method === 'GET' ? reading(resources, operation) : writing(resources, operation, incoming);
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

/** What a write's request contains. */
interface Input {
  input: Record<string, unknown>;
  idempotency: Idempotency | null;
}

/**
 * The body of a known key is read before its admission, against the budget of `incoming`, so that admission can perform the
 * write. Its errors are sent only after admission. Callers with other keys, and those who wait for a 100 (Continue), are admitted
 * before they may send a body.
 */
function writing(resources: Resources, operation: WriteOperation, incoming: ByteBudget): Handler {
  const { database, config } = resources;
  const bodySchema = queryOrBody(operation);
  const readInput = async (req: Request, res: ServerResponse, reader?: BodyReader): Promise<Input> => {
    const key = readIdempotencyKey(req);
    checkBodyHeaders(req);
    const body = asObject(parseJson(await readBody(req, res, undefined, reader)));
    const input = { ...check(bodySchema, body), ...req.params };
    return {
      input,
      idempotency: key === null ? null : { key, fingerprint: fingerprint('POST', req.path, body) },
    };
  };
  return async (req, res) => {
    const { deadline } = req;
    const { requestId, traceparent } = req.access;
    const origin = { via: 'api', requestId, traceparent } as const;
    const keyHash = hashOfSecret(bearerKey(req));
    const workspaceId = req.headers.expect === undefined ? database.tenants.workspaceOf(keyHash) : null;
    const admit = async (early?: Input | Failure) => {
      const attempt =
        early && !(early instanceof Failure)
          ? attemptOf(operation, early.input, early.idempotency, origin, config)
          : undefined;
      const admission = await authorize(database, req, res, {
        kind: 'write',
        scope: operation.scope,
        attempt,
      });
      if (early instanceof Failure) throw early;
      return { ...admission, early };
    };
    const {
      caller,
      answer: written,
      early,
    } = await (workspaceId === null
      ? admit()
      : incoming.read(workspaceId, async reader => {
          const early = await readInput(req, res, reader).catch(failureOf);
          reader.isComplete = true;
          return admit(early);
        }));
    const { input, idempotency } = early ?? (await readInput(req, res));
    const context = { caller, keyHash, written, deadline, ...origin };
    const { answer, replayed } = await write(resources, operation, context, input, idempotency);
    if (replayed) res.setHeader('Idempotency-Replayed', 'true');
    send(req, res, 201, answer);
  };
}

/** The input of an operation without the path's id. */
export function queryOrBody({ input }: Operation): z.ZodObject {
  return 'id' in input.shape ? input.omit({ id: true }) : input;
}
