import type { ServerResponse } from 'node:http';
import type { Reader } from '../../concurrency/byteBudget.ts';
import { Failure } from '../../errors/failure.ts';
import type { Request } from '../handler.ts';
import { asObject, checkBodyHeaders, parseJson, readBody } from '../request.ts';

/** A JSON object that may be a JSON-RPC message: the SDK decides that. */
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
    return value === undefined ? {} : { message: asObject(value) };
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
