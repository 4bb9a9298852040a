import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DatabasePool, FragmentSqlToken } from 'slonik';
import type { z } from 'zod';
import { admit } from '../admission/admit.ts';
import { check } from '../admission/input.ts';
import { fingerprint, write } from '../admission/write.ts';
import { Failure } from '../failure.ts';
import type { Operation, Read, Write } from '../operations/define.ts';
import { announceRate, send } from './answer.ts';
import { queryReader } from './query.ts';
import { bearerKey, checkBodyHeaders, parseObject, readBody, readIdempotencyKey } from './request.ts';

/** A request as the router hands it on. */
export type Request = IncomingMessage & {
  path: string;
  search: string | null;
  params: Record<string, string>;
};
export type Handler = (req: Request, res: ServerResponse) => Promise<void>;

/** The pattern of an operation's path. */
export const pathOf = ({ path }: Operation) => `/api/v1${path}`;

/** The handler of an operation's route. */
export function route(database: DatabasePool, operation: Operation): Handler {
  return operation.method === 'GET' ? reading(database, operation) : writing(database, operation);
}

function reading(database: DatabasePool, operation: Read): Handler {
  const readQuery = queryReader(besidesPath(operation));
  const prepare = remembered(({ search, params }: Request) =>
    attempt(() => {
      const input = check(operation.input, { ...readQuery(search), ...params });
      return operation.does(input);
    }),
  );
  return async (req, res) => {
    // The input is read first, so that the answer can ride in admission's round trip; what is wrong
    // with it is said only to those who were let in.
    const read = prepare(req);
    const admission = await admit(database, {
      key: bearerKey(req),
      kind: 'read',
      scope: operation.scope,
      read: read instanceof Failure ? undefined : read,
    });
    announceRate(res, admission.rate);
    if (admission.refusal) throw admission.refusal;
    if (read instanceof Failure) throw read;
    if (admission.answer === null) throw notFound();
    send(req, res, 200, admission.answer);
  };
}

/** A read of a record that is not there, or in another workspace: the answer is the same. */
export const notFound = () => new Failure('not_found', 'No record with this id in this workspace.');

function writing(database: DatabasePool, operation: Write): Handler {
  const bodySchema = besidesPath(operation);
  return async (req, res) => {
    const admission = await admit(database, { key: bearerKey(req), kind: 'write', scope: operation.scope });
    announceRate(res, admission.rate);
    if (admission.refusal) throw admission.refusal;
    const key = readIdempotencyKey(req);
    checkBodyHeaders(req);
    const body = parseObject(await readBody(req, res));
    const input = { ...check(bodySchema, body), ...req.params };
    const idempotency = key === null ? null : { key, fingerprint: fingerprint('POST', req.path, body) };
    const { answer, replayed } = await write(
      database,
      operation,
      admission.caller,
      'api',
      input,
      idempotency,
    );
    if (replayed) res.setHeader('Idempotency-Replayed', 'true');
    send(req, res, 201, answer);
  };
}

/** A path or method that does not exist is said only to those with a key (decisions: Requests). */
export function unknown(database: DatabasePool): Handler {
  return async (req, res) => {
    const kind = req.method === 'GET' || req.method === 'HEAD' ? 'read' : 'write';
    const admission = await admit(database, { key: bearerKey(req), kind, scope: null });
    announceRate(res, admission.rate);
    if (admission.refusal) throw admission.refusal;
    await readBody(req, res);
    throw new Failure('not_found', `Nothing answers to this method at ${req.path}.`);
  };
}

/** How many different requests a route remembers: those that everybody makes, in all likelihood. */
const mostRemembered = 200;

/** Remembers what a request comes to: the same address asks for the same in every workspace. */
function remembered<Result>(prepare: (req: Request) => Result): (req: Request) => Result {
  const known = new Map<string, Result>();
  return req => {
    const found = known.get(req.url!);
    if (found !== undefined) return found;
    const made = prepare(req);
    if (known.size < mostRemembered && req.url!.length < 200) known.set(req.url!, made);
    return made;
  };
}

/** What an operation takes besides the path's id. */
export function besidesPath({ input }: Operation): z.ZodObject {
  return 'id' in input.shape ? input.omit({ id: true }) : input;
}

function attempt(read: () => FragmentSqlToken): FragmentSqlToken | Failure {
  try {
    return read();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}
