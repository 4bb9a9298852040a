import type { IncomingHttpHeaders } from 'node:http';
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
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
interface Answering {
  /** Performs the tool call in the message; undefined if the message isn't a call of an existing tool. */
  perform: (() => Promise<CallToolResult>) | undefined;
  /** The address of the app as people see it. */
  publicUrl: string;
}

/** The version that has no handshake. */
const modernVersion = '2026-07-28';

const { name, title } = about;
const serverInfo: Implementation = { name, title, version };

/** How long, in ms, a client may cache lists, which are the same for every key while this version runs. */
const cacheHint = { ttlMs: 3_600_000, cacheScope: 'public' } as const;
const options = {
  capabilities: { tools: {} },
  cacheHints: { 'server/discover': cacheHint, 'tools/list': cacheHint },
};

const tools = catalogue.map(listing);
const toolNames = catalogue.map(operation => toolName(operation.name)).join(', ');

interface Context extends Answering {
  /** The list that a message of an earlier version asks for if Corkboard has nothing to list there. */
  emptyList: EmptyList | undefined;
  /** Whether the message was a tool call that was performed. */
  isPerformed: boolean;
}
type EmptyList = { [list: string]: [] };

/** The empty lists that earlier versions get, by method. 2026-07-28 has no methods that aren't declared. */
const emptyLists = new Map<unknown, EmptyList>([
  ['prompts/list', { prompts: [] }],
  ['resources/list', { resources: [] }],
  ['resources/templates/list', { resourceTemplates: [] }],
]);

/** A server for one message. If callers shared one, `notifications/cancelled` of one could end the call of another. */
class MessageServer extends Server {
  readonly #perform: Answering['perform'];

  constructor(context: Context) {
    const { perform, publicUrl, emptyList } = context;
    super(serverInfo, { ...options, instructions: instructions(publicUrl) });
    this.#perform = perform;
    this.setRequestHandler('tools/list', ({ params }) => onlyPage({ tools }, params?.cursor));
    // Not with setRequestHandler, which requires the capability: clients ask for these lists without it, and some drop a
    // server that answers with an error.
    if (emptyList) this.fallbackRequestHandler = async ({ params }) => onlyPage(emptyList, params?.cursor);
    this.setRequestHandler('tools/call', () => {
      if (perform === undefined) throw invalidParams();
      context.isPerformed = true;
      return perform();
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

/** A list of one page, which no cursor continues. Some clients send "" for none. */
function onlyPage<List>(list: List, cursor: unknown = ''): List {
  if (cursor === '') return list;
  throw invalidParams();
}

/** An error for params that `problemWith` describes. */
const invalidParams = () => new ProtocolError(ProtocolErrorCode.InvalidParams, '');

/** The context of each request in progress, because the SDK passes only the request to its factory. */
const inProgress = new WeakMap<Request, Context>();

/**
 * Serves 2026-07-28. It answers in JSON, because no handler sends anything before its result. The option
 * `responseMode: 'json'` would only add a warning on standard error.
 */
const modern = createMcpHandler(({ requestInfo }) => new MessageServer(inProgress.get(requestInfo!)!), {
  legacy: 'reject',
});

/** Answers a message in its own version of the protocol. */
export async function respond(
  headers: IncomingHttpHeaders,
  sent: Message,
  answering: Answering,
): Promise<Response> {
  // `initialize` agrees on a version by its protocolVersion alone: a client whose newest version is newer may name that in
  // the header or in `_meta`.
  const begins = sent.method === 'initialize' && !isModern(headers, sent);
  const message = begins ? withoutVersion(sent) : sent;
  const request = requestOf(begins ? {} : headers);
  // A response, which no request waits for, goes to the modern handler, which rejects it.
  const isLegacy = typeof message.method === 'string' && (await isLegacyRequest(request, message));
  const emptyList = isLegacy ? emptyLists.get(message.method) : undefined;
  const context = { ...answering, emptyList, isPerformed: false };
  const response = await (isLegacy
    ? respondLegacy(request, message, context)
    : respondModern(request, message, context));
  // The parameters of a performed call were valid, and its result can be long, so it is not parsed again.
  return context.isPerformed ? response : inOurWords(message, response);
}

/** Whether a message is complete as a request of version 2026-07-28, which names that version twice and the method in a header. */
const isModern = (headers: IncomingHttpHeaders, { method, params }: Message) =>
  headers['mcp-protocol-version'] === modernVersion &&
  headers['mcp-method'] === method &&
  isObject(params) &&
  isObject(params._meta) &&
  params._meta[PROTOCOL_VERSION_META_KEY] === modernVersion;

/** A message whose `_meta` names no version of the protocol. */
function withoutVersion({ params, ...message }: Message): Message {
  if (!isObject(params) || !isObject(params._meta)) return { ...message, params };
  const { [PROTOCOL_VERSION_META_KEY]: _, ..._meta } = params._meta;
  return { ...message, params: { ...params, _meta } };
}

/** The codes of the errors whose text in the SDK is made for programmers of the SDK. */
const schemaErrors: unknown[] = [
  ProtocolErrorCode.InvalidRequest,
  ProtocolErrorCode.InvalidParams,
  ProtocolErrorCode.InternalError,
];

/**
 * Replaces the SDK's text for a message that doesn't fit the protocol's schema, and gives every error the message's id, which
 * the SDK leaves out of an answer with an HTTP error.
 */
async function inOurWords(message: Message, response: Response): Promise<Response> {
  if (response.body === null) return response;
  const text = await response.text();
  const { status } = response;
  const { error } = JSON.parse(text);
  if (error === undefined) return new Response(text, { status });
  const inWords = schemaErrors.includes(error.code) ? errorOf(message, status) : error;
  return Response.json({ jsonrpc: '2.0', id: message.id ?? null, error: inWords }, { status });
}

/** The error for a message that the SDK rejected. */
function errorOf({ jsonrpc, method, params = {} }: Message, status: number) {
  if (jsonrpc === '2.0' && typeof method === 'string' && isObject(params)) {
    return { code: ProtocolErrorCode.InvalidParams, message: problemWith(method, params, status) };
  }
  return {
    code: ProtocolErrorCode.InvalidRequest,
    message:
      'The body must be one JSON-RPC request: jsonrpc "2.0", method as text, and params, if any, as an object.',
  };
}

/** The fault in the parameters of a rejected request. */
function problemWith(method: string, params: Record<string, unknown>, status: number): string {
  const { name, arguments: args, cursor, _meta = {} } = params;
  if (!isObject(_meta)) return '_meta must be a JSON object.';
  const { progressToken = '' } = _meta;
  if (typeof progressToken !== 'string' && !Number.isSafeInteger(progressToken)) {
    return '_meta.progressToken must be text or a whole number.';
  }
  // Only params that lack what version 2026-07-28 needs in each request are answered with an HTTP error.
  if (status !== 200) {
    return `_meta must have ${PROTOCOL_VERSION_META_KEY} (text) and ${CLIENT_CAPABILITIES_META_KEY} (an object), as every request of version ${modernVersion}, and what else it has must be as the protocol describes it.`;
  }
  if (args !== undefined && !isObject(args)) return 'arguments must be a JSON object, not text or a list.';
  if (method === 'tools/call') {
    const isNamed = typeof name === 'string';
    const problem = isNamed
      ? `There is no tool ${JSON.stringify(name)}.`
      : 'name must be the name of a tool.';
    return `${problem} The tools are ${toolNames}.`;
  }
  if (cursor !== undefined) {
    return typeof cursor === 'string' ? 'There is one page: leave cursor out.' : 'cursor must be text.';
  }
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

async function respondModern(request: Request, parsedBody: Message, context: Context): Promise<Response> {
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

/** The request as the SDK takes it, which requires that clients accept event streams too. Corkboard sends only JSON. */
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
