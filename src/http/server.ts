import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import polka from 'polka';
import { sql } from 'slonik';
import type { Database } from '../database/database.ts';
import { Patience } from '../database/patience.ts';
import { Failure } from '../failure.ts';
import { catalogue } from '../operations/catalogue.ts';
import { send, sendFailure } from './answer.ts';
import { docs } from './docs.ts';
import { limits } from './limits.ts';
import { onlyPost, toolServer } from './mcp/server.ts';
import { openApiDocument } from './openapi/document.ts';
import { checkHost, originForm } from './request.ts';
import { type Handler, pathOf, type Request, route, unknown } from './rest.ts';

/** What the log calls a path that nothing answers to: it may be a share link. */
const unknownPath = '(unknown)';

/** The HTTP server over the catalogue, not yet listening. `publicUrl`, the address that clients see, is asked only once it is. */
export function httpServer(database: Database, publicUrl: () => string, given = limits): Server {
  const server = createServer({
    keepAliveTimeout: given.idleMs,
    headersTimeout: given.headMs,
    requestTimeout: given.requestMs,
    connectionsCheckingInterval: given.checkMs,
    // Node would answer a request without Host by itself, and without a body: checkHost does it.
    requireHostHeader: false,
  });
  server.timeout = given.stuckMs;
  server.maxConnections = given.connections;
  // Who only keeps a connection for later makes room for who comes now.
  server.on('drop', () => server.closeIdleConnections());
  const elsewhere = unknown(database);
  // Gives the answer its Request-Id, and turns what the handler throws into the error body.
  const wrap = (pattern: string, handler: Handler) => async (req: IncomingMessage, res: ServerResponse) => {
    const patience = new Patience(() => req.socket.destroyed);
    res.setHeader('Request-Id', randomUUID());
    if (!server.listening) res.setHeader('Connection', 'close');
    try {
      checkHost(req);
      await handler(Object.assign(req as Request, { patience }), res);
    } catch (error) {
      sendFailure(req, res, error, pattern);
    }
  };
  const app = polka({
    server,
    onNoMatch: wrap(unknownPath, elsewhere),
    onError: (error, req, res) => sendFailure(req, res, error, unknownPath),
  });
  const serve = (method: 'GET' | 'POST' | 'DELETE', pattern: string, handler: Handler) => {
    const wrapped = wrap(pattern, exactly(pattern, handler, elsewhere));
    app.add(method, pattern, wrapped);
    if (method === 'GET') app.head(pattern, wrapped);
  };
  serve('GET', '/healthz', health(database));
  serve('GET', '/openapi.json', description(publicUrl));
  for (const [path, handler] of docs()) serve('GET', path, handler);
  for (const operation of catalogue) {
    serve(operation.method, pathOf(operation), route(database, operation));
  }
  serve('POST', '/api/mcp', toolServer(database, publicUrl));
  serve('GET', '/api/mcp', onlyPost);
  serve('DELETE', '/api/mcp', onlyPost);
  const hear = (req: IncomingMessage, res: ServerResponse) => {
    req.url = originForm(req.url!);
    app.handler(req as polka.Request, res);
  };
  server.on('request', hear);
  // An Expect header that Node does not know gets the answer the request would get without it.
  server.on('checkExpectation', hear);
  server.on('checkContinue', hear);
  server.on('clientError', refuse);
  return server;
}

/** Whether the service can do its work, for whoever watches it: needs no key, and fails with the database. */
function health(database: Database): Handler {
  return async (req, res) => {
    await database.for(req.patience).one(sql.unsafe`select 1`);
    send(req, res, 200, '{"status":"ok"}');
  };
}

/**
 * The description of the API, made once, when it is first asked for: most web processes never are.
 */
function description(publicUrl: () => string): Handler {
  let bytes: Buffer | undefined;
  return async (req, res) => {
    bytes ??= Buffer.from(JSON.stringify(openApiDocument(publicUrl())));
    send(req, res, 200, bytes);
  };
}

/** The router overlooks slashes at the end; to us another path is another path. */
function exactly(pattern: string, handler: Handler, otherwise: Handler): Handler {
  return (req, res) => {
    const path = pattern.replace(':id', () => req.params.id ?? '');
    return req.path === path ? handler(req, res) : otherwise(req, res);
  };
}

/** Answers what is not HTTP, or not in time, where Node would send an empty body. */
function refuse(error: Error & { code?: string }, socket: Socket): void {
  const busy = (socket as { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent;
  // Whoever opened a connection and has not sent a byte in time did not ask anything yet.
  const silent = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0;
  if (!socket.writable || busy || silent || error.code === 'ECONNRESET') return void socket.destroy();
  const { status, body } = new Failure('bad_request', malformed(error.code));
  const json = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(json)}`,
    'Cache-Control: no-store',
    `Request-Id: ${randomUUID()}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${json}`);
}

function malformed(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW') return 'The headers are larger than 16 KB.';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'The request did not arrive in time.';
  return 'The request is not well-formed HTTP.';
}
