import type { ServerResponse } from 'node:http';
import { invalidKey } from '../../admission/refusals.ts';
import { workspaceOfKey } from '../../admission/workspaceOfKey.ts';
import type { ByteBudget, Reader } from '../../byteBudget.ts';
import { Failure } from '../../failure.ts';
import { type Pieces, send } from '../answer.ts';
import { authorize } from '../authorize.ts';
import type { Handler, Request, Resources } from '../handler.ts';
import { bearerKey, checkBodyHeaders, readBody } from '../request.ts';
import { type Dispatch, dispatcher } from './dispatch.ts';
import type { Era } from './era.ts';
import { type Intent, toRead } from './intent.ts';
import { type MessageId, parseMessage, readId, readMessage, saying } from './message.ts';
import { isOwn } from './origin.ts';
import { ProtocolError, unreadableId } from './protocol.ts';

/** A message that was read, and what it asks for. */
interface Heard {
  id: MessageId | undefined;
  /** Undefined where the message could not be understood. */
  era?: Era;
  intent: Intent;
}

/**
 * The handler of POST on the tool server. `publicUrl` is the address that clients see. The message is read before
 * admission, because only the message tells whether it costs a read or a write; what is wrong with it is said only
 * after admission. It is not read from those whose key opens nothing, and `incoming` bounds the bytes of all others.
 */
export function toolServer(resources: Resources, publicUrl: () => string, incoming: ByteBudget): Handler {
  const dispatch = dispatcher(resources);
  const { database } = resources;
  return async (req, res) => {
    const workspaceId = await workspaceOfKey(database, bearerKey(req), req.patience);
    if (workspaceId === null) throw invalidKey();
    const { admission, id, era, intent } = await incoming.read(workspaceId, async reader => {
      const heard = await hear(req, res, dispatch, reader);
      reader.isComplete = true;
      req.access.operation = heard.intent.operation ?? req.access.operation;
      // A key that lacks the scope is admitted: the tool answers that itself.
      return { ...heard, admission: await authorize(database, req, res, heard.intent, 'scope_required') };
    });
    try {
      const { origin } = req.headers;
      if (origin !== undefined && !isOwn(origin, publicUrl())) throw foreign;
      const result = await intent.answer(admission, req);
      if (result === null) return accept(res);
      send(req, res, 200, enveloped(id, era, result));
    } catch (error) {
      sendError(req, res, id, error);
    }
  };
}

/** The JSON-RPC message around the members of a result. */
function enveloped(id: MessageId | undefined, era: Era | undefined, members: Pieces): Pieces {
  return [
    `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{${era?.resultPrefix ?? ''}`,
    ...members,
    '}}',
  ];
}

/** Stands for the message of a notification or a DELETE, which want no answer. */
const noIntent: Heard = { id: undefined, intent: toRead(() => null) };

/** Reads a message and what it asks for. Throws where the connection fails, never for what is wrong with the message. */
async function hear(req: Request, res: ServerResponse, dispatch: Dispatch, reader: Reader): Promise<Heard> {
  let id: MessageId | undefined;
  try {
    saying('invalidRequest', () => checkBodyHeaders(req));
    const body = parseMessage(await readBody(req, res, undefined, reader));
    id = readId(body);
    const message = readMessage(body, req.headers);
    return id === undefined ? noIntent : { id, ...dispatch(message) };
  } catch (error) {
    if (!(error instanceof ProtocolError || error instanceof Failure)) throw error;
    return { id, intent: toRead(() => Promise.reject(error)) };
  }
}

const foreign = new ProtocolError('invalidRequest', 403, 'Pages of other origins may not call this server.');

/** Answers a notification: it was received. */
function accept(res: ServerResponse): void {
  res.setHeader('Cache-Control', 'no-store');
  res.writeHead(202, { 'Content-Length': 0 }).end();
}

/** Sends a JSON-RPC error. Throws every error that is no ProtocolError. */
function sendError(req: Request, res: ServerResponse, id: MessageId | undefined, error: unknown): void {
  if (!(error instanceof ProtocolError)) throw error;
  const { status, code, message, data } = error;
  const known = id ?? unreadableId(req.headers['mcp-protocol-version']);
  send(req, res, status, JSON.stringify({ jsonrpc: '2.0', id: known, error: { code, message, data } }));
}

/** The handler of GET: there is no stream to open. It costs nothing and needs no key. */
export const noStreams: Handler = async (req, res) => onlyPost(req, res);

/** The handler of DELETE: there is no session to end. */
export function noSessions({ database }: Resources): Handler {
  return async (req, res) => {
    await authorize(database, req, res, noIntent.intent);
    onlyPost(req, res);
  };
}

function onlyPost(req: Request, res: ServerResponse): void {
  res.setHeader('Allow', 'POST');
  sendError(
    req,
    res,
    undefined,
    new ProtocolError('invalidRequest', 405, 'Send a POST: there are no streams or sessions here.'),
  );
}
