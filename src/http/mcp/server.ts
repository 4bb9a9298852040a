import type { ServerResponse } from 'node:http';
import type { Admission } from '../../admission/authenticate.ts';
import { hashOfSecret } from '../../admission/key.ts';
import { workspaceOfKey } from '../../admission/workspaceOfKey.ts';
import type { ByteBudget } from '../../concurrency/byteBudget.ts';
import { rowOf } from '../../database/authenticatedRead.ts';
import { sql } from '../../database/pool.ts';
import { always, send } from '../answer.ts';
import { authorize } from '../authorize.ts';
import type { Handler, Request, Resources } from '../handler.ts';
import { bearerKey, NotJson } from '../request.ts';
import { type Message, readMessage } from './message.ts';
import { isOwn } from './origin.ts';
import { type ToolCall, toolCalls } from './toolCall.ts';

/** The charge for all messages except tool calls. Every key may send them (decisions: Assistant tool server). */
const oneRead = { kind: 'read', scope: 'read' } as const;

/** The first methods that a client calls. */
const greetings = ['initialize', 'server/discover', 'tools/list'];

/** The methods besides `tools/call` that the log names. */
const methods = ['initialize', 'ping', 'server/discover', 'tools/list'];

/**
 * The handler of POST on the tool server. `publicUrl` is the address that clients see. The message is read before
 * admission, because only the message tells whether it costs a read or a write. Its errors are sent only after
 * admission. The message is not read if the key is invalid, and `incoming` limits the bytes that other callers'
 * messages hold.
 */
export function toolServer(resources: Resources, publicUrl: () => string, incoming: ByteBudget): Handler {
  const toolCallOf = toolCalls(resources);
  const { database } = resources;
  return async (req, res) => {
    const workspaceId = await workspaceOfKey(database, bearerKey(req), req.deadline);
    const { message, failure, call, admission } = await incoming.read(workspaceId, async reader => {
      const read = await readMessage(req, res, reader);
      reader.isComplete = true;
      const call = read.message && toolCallOf(read.message, req);
      const method = methods.find(known => known === read.message?.method);
      req.access.operation = call?.operation ?? method ?? req.access.operation;
      // A key that lacks the scope is admitted: the tool answers that itself.
      const greeting = greetings.includes(method ?? '') ? greetingOf(req) : oneRead;
      const admission = await authorize(database, req, res, call ?? greeting, 'scope_required');
      return { ...read, call, admission };
    });
    const { origin } = req.headers;
    if (origin !== undefined && !isOwn(origin, publicUrl())) {
      return sendError(req, res, 403, 'Pages of other origins may not call this server.');
    }
    if (failure instanceof NotJson) return sendError(req, res, 400, failure.message, -32700);
    if (failure?.code === 'bad_request') return sendError(req, res, 400, failure.message);
    if (failure) throw failure;
    const response = await respond(req, message!, publicUrl(), call, admission);
    if (response.body === null) return accept(res);
    send(req, res, response.status, Buffer.from(await response.arrayBuffer()));
  };
}

/** The read of a client's first message: it records that an assistant has connected, which the console shows. */
const greetingOf = (req: Request) => ({
  ...oneRead,
  read: rowOf(
    sql.fragment`select corkboard.record_connection(admitted.workspace_id, ${sql.binary(hashOfSecret(bearerKey(req)))})`,
  ),
});

/** Lets the SDK answer a message. Rethrows errors of a tool call, which the SDK would turn into JSON-RPC errors. */
async function respond(
  req: Request,
  message: Message,
  publicUrl: string,
  call: ToolCall | undefined,
  admission: Admission,
): Promise<Response> {
  // The first message of a process loads the SDK, which takes seconds on a busy machine.
  const protocol = await req.deadline.exclude(import('./protocol.ts'));
  let performed: Promise<unknown> | undefined;
  const perform = (called: ToolCall) => {
    const result = called.perform(admission, req);
    performed = result;
    return result;
  };
  const response = await protocol.respond(req.headers, message, {
    perform: call && (() => perform(call)),
    publicUrl,
  });
  await performed;
  if (response.status >= 500)
    throw new Error(`The SDK answered ${response.status}: ${await response.text()}`);
  return response;
}

/** Acknowledges a notification. */
function accept(res: ServerResponse): void {
  res.writeHead(202, { ...always, 'Content-Length': 0 }).end();
}

/** Sends an error for a request that isn't passed to the SDK. The id is null, because the request's id was not read. */
function sendError(req: Request, res: ServerResponse, status: number, message: string, code = -32600): void {
  const error = { code, message };
  send(req, res, status, JSON.stringify({ jsonrpc: '2.0', id: null, error }));
}

/** The handler of GET, which rejects, because there is no stream to open. It costs nothing and needs no key. */
export const noStreams: Handler = async (req, res) => onlyPost(req, res);

/** The handler of DELETE, which rejects, because there is no session to end. */
export function noSessions({ database }: Resources): Handler {
  return async (req, res) => {
    await authorize(database, req, res, oneRead);
    onlyPost(req, res);
  };
}

function onlyPost(req: Request, res: ServerResponse): void {
  res.setHeader('Allow', 'POST');
  sendError(req, res, 405, 'Send a POST: there are no streams or sessions here.');
}
