import type { ServerResponse } from 'node:http';
import type { Admission } from '../../admission/authenticate.ts';
import { hashOfSecret } from '../../admission/key.ts';
import { workspaceOfKey } from '../../admission/workspaceOfKey.ts';
import type { ByteBudget } from '../../concurrency/byteBudget.ts';
import { sql } from '../../database/pool.ts';
import { always, send } from '../answer.ts';
import { authorize } from '../authorize.ts';
import type { Handler, Request, Resources } from '../handler.ts';
import { bearerKey } from '../request.ts';
import { type Message, readMessage } from './message.ts';
import { isOwn } from './origin.ts';
import { type ToolCall, toolCalls } from './toolCall.ts';

/** What everything but a tool call costs. Every key may do it (decisions: Assistant tool server). */
const oneRead = { kind: 'read', scope: 'read' } as const;

/** The methods with which a client begins. */
const greetings = ['initialize', 'server/discover', 'tools/list'];

/** The methods besides `tools/call` that the log names. */
const methods = ['initialize', 'ping', 'server/discover', 'tools/list'];

/**
 * The handler of POST on the tool server. `publicUrl` is the address that clients see. The message is read before
 * admission, because only the message tells whether it costs a read or a write; what is wrong with it is said only
 * after admission. It is not read from those whose key opens nothing, and `incoming` bounds the bytes of all others.
 */
export function toolServer(resources: Resources, publicUrl: () => string, incoming: ByteBudget): Handler {
  const toolCallOf = toolCalls(resources);
  const { database } = resources;
  return async (req, res) => {
    const workspaceId = await workspaceOfKey(database, bearerKey(req), req.deadline);
    const { message, failure, call, admission } = await incoming.read(workspaceId, async reader => {
      const read = await readMessage(req, res, reader);
      reader.isComplete = true;
      const call = read.message && toolCallOf(read.message);
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
    if (failure?.code === 'bad_request') return sendError(req, res, 400, failure.message);
    if (failure) throw failure;
    const response = await respond(req, message, publicUrl(), call, admission);
    if (response.body === null) return accept(res);
    send(req, res, response.status, Buffer.from(await response.arrayBuffer()));
  };
}

/** The read of a client's first message: it notes for the console that the key's assistant has connected. */
const greetingOf = (req: Request) => ({
  ...oneRead,
  read: sql.fragment`select corkboard.record_connection(admitted.workspace_id, ${sql.binary(hashOfSecret(bearerKey(req)))})`,
});

/** Has the SDK answer a message. Throws what a tool call throws, which the SDK makes a JSON-RPC error of. */
async function respond(
  req: Request,
  message: Message | undefined,
  publicUrl: string,
  call: ToolCall | undefined,
  admission: Admission,
): Promise<Response> {
  const protocol = await import('./protocol.ts');
  let thrown: unknown;
  const perform = async (called: ToolCall) => {
    try {
      return await called.perform(admission, req);
    } catch (error) {
      thrown = error;
      throw error;
    }
  };
  const response = await protocol.respond(req.headers, message, {
    perform: call && (() => perform(call)),
    publicUrl,
  });
  if (thrown !== undefined) throw thrown;
  if (response.status >= 500)
    throw new Error(`The SDK answered ${response.status}: ${await response.text()}`);
  return response;
}

/** Answers a notification: it was received. */
function accept(res: ServerResponse): void {
  res.writeHead(202, { ...always, 'Content-Length': 0 }).end();
}

/** Sends what is wrong with a request that the SDK does not get to see. The id is null: nothing has read the request's. */
function sendError(req: Request, res: ServerResponse, status: number, message: string): void {
  const error = { code: -32600, message };
  send(req, res, status, JSON.stringify({ jsonrpc: '2.0', id: null, error }));
}

/** The handler of GET: there is no stream to open. It costs nothing and needs no key. */
export const noStreams: Handler = async (req, res) => onlyPost(req, res);

/** The handler of DELETE: there is no session to end. */
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
