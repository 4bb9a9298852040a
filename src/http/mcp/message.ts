import type { ServerResponse } from 'node:http';
import type { Reader } from '../../concurrency/byteBudget.ts';
import { Failure } from '../../errors/failure.ts';
import type { Request } from '../handler.ts';
import { asObject, checkBodyHeaders, isObject, parseJson, readBody } from '../request.ts';

/**
 * A JSON object that may be a JSON-RPC message: the SDK decides that. Its parameters have no member that is null, because
 * clients in some languages send null for what they leave out, and no method gives it another meaning. A tool's arguments
 * are as they were sent.
 */
export type Message = Record<string, unknown>;

/**
 * Reads the message in the body of a request; there is none if the body isn't JSON. A Failure is returned instead of
 * thrown, because it must be sent only after admission. Throws if the connection fails.
 */
export async function readMessage(
  req: Request,
  res: ServerResponse,
  reader: Reader,
): Promise<{ message?: Message; failure?: Failure }> {
  try {
    checkBodyHeaders(req);
    const value = jsonIn(await readBody(req, res, undefined, reader));
    return value === undefined ? {} : { message: withoutNulls(asObject(value)) };
  } catch (error) {
    if (error instanceof Failure) return { failure: error };
    throw error;
  }
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return parseJson(bytes);
  } catch {
    return undefined;
  }
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
