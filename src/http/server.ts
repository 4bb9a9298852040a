import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import polka from 'polka';
import { ByteBudget } from '../concurrency/byteBudget.ts';
import { log } from '../log.ts';
import { catalogue } from '../operations/catalogue.ts';
import { events } from '../telemetry/events.ts';
import type { Readiness, WorkerState } from '../telemetry/health.ts';
import { bindToTrace } from '../telemetry/traceparent.ts';
import { beginAccess, endAccess } from './access.ts';
import { sendFailure } from './answer.ts';
import { clientAddress } from './clientAddress.ts';
import { Connection } from './connection.ts';
import { documents } from './docs.ts';
import type { Handler, Request, Resources, Route } from './handler.ts';
import { live, ready } from './health.ts';
import { limits } from './limits.ts';
import { noSessions, noStreams, toolServer } from './mcp/server.ts';
import { giveWay, refuse, refuseConnect } from './refuse.ts';
import { checkHost, originForm } from './request.ts';
import { pathOf, route } from './rest.ts';
import { reportingPlainText, transportSecurity } from './transportSecurity.ts';
import { unknown, unknownPath } from './unknown.ts';
import { countingUnread } from './unread.ts';

/** The pattern of the fallback route. */
const anyPath = '*';

/** The functions and resources that the server gets from its process. */
interface Told {
  whyUnready: Readiness;
  /** Whether a worker reported lately; left out if nobody knows. */
  workerState?: () => Promise<WorkerState>;
  /** The group of a request when memory is short: the group that holds the most is rejected. */
  groupOf: (req: IncomingMessage) => string;
}

/** The HTTP server of the catalogue and `more` routes, not yet listening. Before it listens, `publicUrl` isn't called. */
export function httpServer(
  { whyUnready, workerState, groupOf, ...resources }: Resources & Told,
  publicUrl: () => string,
  more: readonly Route[] = [],
  given = limits,
): Server {
  const { database, config } = resources;
  const secure = transportSecurity(config);
  const reportPlainText = reportingPlainText(config);
  const incoming = new ByteBudget(given.heldBytes);
  const server = createServer({
    keepAliveTimeout: given.idleMs,
    headersTimeout: given.headMs,
    requestTimeout: given.requestMs,
    connectionsCheckingInterval: given.checkMs,
    // Node would answer a request without Host itself, without a body. checkHost does it instead.
    requireHostHeader: false,
  });
  server.timeout = given.stuckMs;
  server.maxConnections = given.connections;
  const countDrop = countingDrops(given.connections);
  server.on('drop', () => {
    // At the limit of connections, idle ones are closed to make room for new ones.
    server.closeIdleConnections();
    countDrop();
  });
  const answerUnknown = unknown(database);
  const fallback = more.find(({ pattern }) => pattern === anyPath);
  const elsewhere: Handler = async (req, res) => {
    req.access.path = unknownPath;
    req.access.operation = unknownPath;
    if (fallback?.accepts && fallback.method === req.method && (await fallback.accepts(req)))
      return fallback.handler(req, res);
    return answerUnknown(req, res);
  };
  // Sets the Request-Id, turns errors of the handler into the error body, and logs the request.
  const wrap =
    (pattern: string, handler: Handler, operation?: string) =>
    async (req: IncomingMessage, res: ServerResponse) => {
      const deadline = database.deadline(() => req.socket.destroyed);
      const address = clientAddress(req, config.trustProxy);
      const access = beginAccess(req, res, address, pattern, operation);
      if (!server.listening) res.setHeader('Connection', 'close');
      try {
        const asked = Object.assign(req as Request, { deadline, access });
        checkHost(req);
        await handler(asked, res);
      } catch (error) {
        sendFailure(req, res, error, access);
      }
      reportPlainText(req, access);
      endAccess(access, res);
    };
  const app = polka({
    server,
    onNoMatch: wrap(unknownPath, elsewhere),
    onError: (error, req, res) => wrap(unknownPath, () => Promise.reject(error))(req, res),
  });
  const serve = (
    method: 'GET' | 'POST' | 'DELETE',
    pattern: string,
    handler: Handler,
    operation?: string,
  ) => {
    const wrapped = wrap(pattern, exactly(pattern, handler, elsewhere), operation);
    app.add(method, pattern, wrapped);
    if (method === 'GET') app.head(pattern, wrapped);
  };
  serve('GET', '/healthz', async (req, res) => live(req, res));
  serve('GET', '/readyz', (req, res) =>
    ready(req, res, async () => (server.listening ? whyUnready() : 'The process is stopping.'), workerState),
  );
  for (const [path, handler] of documents(publicUrl)) serve('GET', path, handler);
  for (const operation of catalogue) {
    serve(operation.method, pathOf(operation), route(resources, operation, incoming), operation.name);
  }
  serve('POST', '/api/mcp', toolServer(resources, publicUrl, incoming));
  serve('GET', '/api/mcp', noStreams);
  serve('DELETE', '/api/mcp', noSessions(resources));
  // After the API's routes, because the router tries them in order.
  for (const { method, pattern, handler } of more) if (pattern !== anyPath) serve(method, pattern, handler);
  const receive = (req: IncomingMessage, res: ServerResponse) => {
    req.url = originForm(req.url!);
    res.setHeaders(secure);
    // The handler may run later, while another request is being read, so it is bound to its own request's trace.
    const handle = bindToTrace(() => app.handler(req as polka.Request, res));
    Connection.of(req.socket).add(res, handle);
  };
  server.on('connection', (socket: Socket) => {
    const group = () => {
      const latest = Connection.of(socket).unanswered.at(-1);
      return latest ? groupOf(latest) : `${socket.remoteAddress}`;
    };
    new Connection(
      socket,
      countingUnread(incoming, group, () => giveWay(socket, secure)),
    );
  });
  // Ignore Expect headers that Node doesn't know.
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, receive);
  server.on('connect', (_req, socket: Socket) => {
    // Node leaves the socket to us here: an error event without a listener would end the process.
    socket.on('error', () => {});
    refuseConnect(socket, secure);
  });
  server.on('clientError', (error, socket: Socket) => refuse(error, socket, secure));
  return server;
}

/** How long dropped connections are counted before one line is logged, in ms: there may be thousands in a second. */
const dropsMs = 1_000;

/** Returns a function that counts a connection dropped because `most` were open, and logs the count. */
function countingDrops(most: number): () => void {
  let dropped = 0;
  const say = () => {
    log.warn({ dropped, most }, 'connection limit reached, dropping connections');
    dropped = 0;
  };
  return () => {
    events.drop.emit({});
    if (dropped++ === 0) setTimeout(say, dropsMs).unref();
  };
}

/** Restricts a handler to exactly this path. polka ignores a slash at its end, but here that is another path. */
function exactly(pattern: string, handler: Handler, otherwise: Handler): Handler {
  return (req, res) => {
    const path = pattern.replace(/:(\w+)/g, (_, name) => req.params[name] ?? '');
    return req.path === path ? handler(req, res) : otherwise(req, res);
  };
}
