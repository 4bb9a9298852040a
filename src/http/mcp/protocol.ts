import type { IncomingHttpHeaders } from 'node:http';
import {
  type CallToolResult,
  createMcpHandler,
  type Implementation,
  isJSONRPCRequest,
  isLegacyRequest,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  type RequestId,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { catalogue } from '../../operations/catalogue.ts';
import { version } from '../../version.ts';
import { about, instructions } from '../about.ts';
import { isObject } from '../request.ts';
import type { Message } from './message.ts';
import { listing, toolName } from './tools.ts';

// The only file that runs code of the SDK. Loading it takes much time and memory, and most web processes never get a
// message for the tool server, so server.ts loads it when the first message arrives.

/** The context for answering a message. */
export interface Answering {
  /** Performs the tool call in the message; undefined if the message isn't a call of an existing tool. */
  perform: (() => Promise<CallToolResult>) | undefined;
  /** The address of the app as people see it. */
  publicUrl: string;
}

const { name, title } = about;
const serverInfo: Implementation = { name, title, version };

/**
 * How long, in ms, a client may cache lists that don't change while this version runs. They are the same for every key.
 */
const cacheHint = { ttlMs: 3_600_000, cacheScope: 'public' } as const;
const options = {
  capabilities: { tools: {} },
  cacheHints: { 'server/discover': cacheHint, 'tools/list': cacheHint },
};

const tools = catalogue.map(listing);
const toolNames = catalogue.map(operation => toolName(operation.name)).join(', ');

/** The context, and the list that the message asks for if Corkboard has nothing to list there. */
type Context = Answering & { emptyList: EmptyList | undefined };
type EmptyList = { [list: string]: [] };

/** The lists of what Corkboard doesn't have, by method. */
const emptyLists = new Map<unknown, EmptyList>([
  ['prompts/list', { prompts: [] }],
  ['resources/list', { resources: [] }],
  ['resources/templates/list', { resourceTemplates: [] }],
]);

/** A server for one message. If callers shared one, `notifications/cancelled` of one could end the call of another. */
class MessageServer extends Server {
  readonly #perform: Answering['perform'];

  constructor({ perform, publicUrl, emptyList }: Context) {
    super(serverInfo, { ...options, instructions: instructions(publicUrl) });
    this.#perform = perform;
    this.setRequestHandler('tools/list', ({ params }) => {
      if (params?.cursor === undefined) return { tools };
      throw invalidParams('There is one page of tools: leave cursor out.');
    });
    // Not with setRequestHandler, which requires the capability: clients ask for these lists without it, and some drop a
    // server that answers with an error.
    if (emptyList) this.fallbackRequestHandler = async () => emptyList;
    this.setRequestHandler('tools/call', ({ params }) => {
      if (perform) return perform();
      throw invalidParams(`There is no tool ${JSON.stringify(params.name)}. The tools are ${toolNames}.`);
    });
  }

  /**
   * The SDK adds what this returns to the `_meta` of every result, but a tool result may have there only what
   * docs/decisions.md says. The SDK has no option for that, but documents this method for subclasses. `override` makes
   * the type check fail if an upgrade renames it, and test/http/mcp/replays.test.ts fails if the SDK stops calling it.
   */
  protected override _outboundServerInfo(): Implementation | undefined {
    return this.#perform ? undefined : serverInfo;
  }
}

const invalidParams = (text: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, text);

/** The context of each request in progress, because the SDK passes only the request to its factory. */
const inProgress = new WeakMap<Request, Context>();

/**
 * Serves 2026-07-28. It answers in JSON, because no handler sends anything before its result. The option
 * `responseMode: 'json'` would only add a warning on standard error.
 */
const modern = createMcpHandler(({ requestInfo }) => new MessageServer(inProgress.get(requestInfo!)!), {
  legacy: 'reject',
});

/** Answers a message in its own version of the protocol. The message is undefined if the body isn't JSON. */
export async function respond(
  headers: IncomingHttpHeaders,
  message: Message | undefined,
  answering: Answering,
): Promise<Response> {
  const request = requestOf(namesVersion(message) ? headers : {});
  // A call that was performed had parameters that fit, and its result, which can be long, is passed on as it is.
  let isPerformed = false;
  const { perform, publicUrl } = answering;
  const performing = () => {
    isPerformed = true;
    return perform!();
  };
  const context = {
    perform: perform && performing,
    publicUrl,
    emptyList: emptyLists.get(message?.method),
  };
  // A response, which no request waits for, goes to the modern handler, which rejects it.
  const isLegacy = typeof message?.method === 'string' && (await isLegacyRequest(request, message));
  const response = await (isLegacy
    ? respondLegacy(request, message, context)
    : respondModern(request, message, context));
  return isPerformed ? response : inOurWords(message, response);
}

/**
 * Whether the headers decide on the protocol's version. They don't for `initialize`, which agrees on one by its body: a
 * client whose newest version is newer may name that in the header.
 */
const namesVersion = (message: Message | undefined) =>
  message?.method !== 'initialize' ||
  (isObject(message.params) &&
    isObject(message.params._meta) &&
    PROTOCOL_VERSION_META_KEY in message.params._meta);

/** Replaces the SDK's text for parameters that don't fit the protocol's schema, which is made for programmers of the SDK. */
async function inOurWords(message: Message | undefined, response: Response): Promise<Response> {
  if (response.body === null) return response;
  const text = await response.text();
  const { status } = response;
  const answer = JSON.parse(text);
  const { code, message: said = '' } = answer.error ?? {};
  const isSchemaError =
    code === ProtocolErrorCode.InternalError ||
    (code === ProtocolErrorCode.InvalidParams && said.startsWith('Invalid tools/call request'));
  if (!isSchemaError) return new Response(text, { status });
  const error = { code: ProtocolErrorCode.InvalidParams, message: problemWith(message!) };
  return Response.json({ ...answer, error }, { status });
}

/** What is wrong with the parameters of a request that the SDK rejected. */
function problemWith({ method, params }: Message): string {
  const { name, arguments: args, cursor } = isObject(params) ? params : {};
  if (method === 'tools/call' && typeof name !== 'string') {
    return `name must be the name of a tool. The tools are ${toolNames}.`;
  }
  if (args !== undefined && !isObject(args)) return 'arguments must be a JSON object, not text or a list.';
  if (cursor !== undefined && typeof cursor !== 'string') return 'cursor must be text.';
  if (method === 'initialize') {
    return 'initialize needs protocolVersion (text), capabilities (an object) and clientInfo (an object with name and version).';
  }
  return `The params of ${method} are not as the protocol describes them.`;
}

/** Answers in a version that begins with `initialize`, without a session. */
async function respondLegacy(request: Request, parsedBody: Message, context: Context): Promise<Response> {
  const server = new MessageServer(context);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  return transport.handleRequest(request, { parsedBody });
}

async function respondModern(
  request: Request,
  parsedBody: Message | undefined,
  context: Context,
): Promise<Response> {
  if (isJSONRPCRequest(parsedBody) && parsedBody.method === 'subscriptions/listen') {
    return noSubscriptions(parsedBody.id);
  }
  inProgress.set(request, context);
  return modern.fetch(request, { parsedBody });
}

/** The response to a method that the SDK would answer with an event stream. Here every response is one JSON body. */
function noSubscriptions(id: RequestId): Response {
  const error = { code: ProtocolErrorCode.MethodNotFound, message: 'Method not found' };
  return Response.json({ jsonrpc: '2.0', id, error }, { status: 404 });
}

/**
 * The request as passed to the SDK. The SDK requires that clients accept event streams, too. Corkboard doesn't, because
 * it sends only JSON.
 */
function requestOf(sent: IncomingHttpHeaders): Request {
  const headers = new Headers({
    Accept: 'application/json, text/event-stream',
    'Content-Type': 'application/json',
  });
  for (const header of ['mcp-protocol-version', 'mcp-method', 'mcp-name']) {
    const value = sent[header];
    if (value !== undefined) headers.set(header, `${value}`);
  }
  return new Request('http://localhost/api/mcp', { method: 'POST', headers });
}
