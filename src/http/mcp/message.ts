import type { ServerResponse } from 'node:http';
import type { BodyReader } from '../../concurrency/byteBudget.ts';
import { Failure } from '../../errors/failure.ts';
import { failureOf } from '../../errors/resultOrFailure.ts';
import type { Request } from '../handler.ts';
import { asObject, checkBodyHeaders, isObject, parseJson, readBody } from '../request.ts';

/**
 * A JSON object that may be a JSON-RPC message: the SDK decides that. Its parameters have no member that is null, because
 * clients in some languages send null for what they leave out, and no method gives it another meaning. A tool's arguments
 * are as they were sent.
 */
export type Message = Record<string, unknown>;

/**
 * Reads the message in the body of a request, or the Failure of a body that is none. It is returned and not thrown, because
 * it must be sent only after admission. Throws if the connection fails.
 */
export async function readMessage(
  req: Request,
  res: ServerResponse,
  reader: BodyReader,
): Promise<{ message?: Message; failure?: Failure }> {
  try {
    checkBodyHeaders(req);
    const message = asObject(parseJson(await readBody(req, res, undefined, reader)));
    checkId(message);
    return { message: withoutNulls(message) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

/** Throws bad_request for an id that the answer could not repeat as it came. */
function checkId(message: Message): void {
  const { id = '' } = message;
  if (typeof id === 'string' || Number.isSafeInteger(id)) return;
  throw new Failure(
    'bad_request',
    `id must be text or a whole number from -${Number.MAX_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}.`,
  );
}

function withoutNulls({ params, ...message }: Message): Message {
  if (params === null || params === undefined) return message;
  if (!isObject(params)) return { ...message, params };
  const { arguments: args, ...rest } = params;
  const given = args === null || args === undefined ? {} : { arguments: args };
  return { ...message, params: { ...(present(rest) as object), ...given } };
}

/** A value without members that are null, at any depth. */
function present(value: unknown): unknown {
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, present(member)]));
}
