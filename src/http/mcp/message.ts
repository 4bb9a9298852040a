import type { IncomingHttpHeaders } from 'node:http';
import { Failure } from '../../failure.ts';
import { asObject, isObject, parseJson } from '../request.ts';
import { ProtocolError } from './protocol.ts';

export type MessageId = string | number;

/** A JSON-RPC message as it came in. */
export interface Message {
  /** Undefined in a notification, which wants no answer. */
  id: MessageId | undefined;
  method: string;
  params: Record<string, unknown>;
  headers: IncomingHttpHeaders;
}

const invalid = (text: string) => new ProtocolError('invalidRequest', 400, text);

/** The JSON object in the bytes. Throws ProtocolError where there is none, a batch included. */
export function parseMessage(bytes: Buffer): Record<string, unknown> {
  const value = saying('parseError', () => parseJson(bytes));
  if (Array.isArray(value)) throw invalid('Batches are not accepted: send one message per POST.');
  return saying('invalidRequest', () => asObject(value));
}

/** Runs a check of REST's on the body; what it throws becomes a JSON-RPC error. */
export function saying<Result>(kind: 'parseError' | 'invalidRequest', read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof Failure) throw new ProtocolError(kind, 400, error.message);
    throw error;
  }
}

/** The id of a message. Throws ProtocolError where no answer could carry it back as it is. */
export function readId({ id }: Record<string, unknown>): MessageId | undefined {
  // Larger integers do not survive being read as a number: the answer would carry another id.
  if (id === undefined || typeof id === 'string' || Number.isSafeInteger(id)) return id as MessageId;
  throw invalid('id must be a string or an integer of at most 53 bits, and not null.');
}

/** The message in an object. Throws ProtocolError where it is no JSON-RPC 2.0 request or notification. */
export function readMessage(body: Record<string, unknown>, headers: IncomingHttpHeaders): Message {
  const { jsonrpc, method, params = {} } = body;
  if (jsonrpc !== '2.0') throw invalid('jsonrpc must be "2.0".');
  if (typeof method !== 'string') throw invalid('method must be a string: requests and notifications only.');
  if (!isObject(params)) throw invalid('params must be an object.');
  return { id: readId(body), method, params, headers };
}
