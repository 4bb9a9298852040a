import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Code } from '../errors/failure.ts';
import { log } from '../log.ts';
import { events } from '../telemetry/events.ts';
import { traceparentNow } from '../telemetry/traceparent.ts';

/** The access log's line for a request, written when it is answered. */
export interface Access {
  /** The response's Request-Id. The service generates it, because an id from the caller could be anything. */
  readonly requestId: string;
  /** The id that a router in front gave the request (X-Request-Id); undefined if it gave none. Anyone can send one. */
  readonly routerRequestId: string | undefined;
  /** The client's address, according to our own proxies. Undefined for a request that was refused before its turn. */
  readonly clientAddress: string | undefined;
  /** The operation, or the method of a message to the tool server; otherwise the route's pattern. */
  operation: string;
  /** The workspace of the key and the key's prefix, set when the request is admitted, or rejected because the key was revoked. */
  workspaceId: string | undefined;
  keyPrefix: string | undefined;
  readonly method: string | undefined;
  /** The route's pattern, and not the path, which contains ids and may be a share link. */
  path: string;
  /** The caller's traceparent; null if the request isn't part of a trace. */
  readonly traceparent: string | null;
  readonly startedAt: number;
  /** The error code, if the request was rejected. */
  code?: Code;
  /** Whether the line was logged. */
  ended?: true;
}

/** Requests by which others watch the process. They are logged, but not counted: there may be more of them than of all others. */
const probes = ['/healthz', '/readyz'];

/** The form of the ids that are kept of X-Request-Id: routers' own ids have it, and it bounds what a caller can write into the log. */
const idForm = /^[\w.:+=/-]{1,200}$/;

/** Starts the record of a request and sets the response's Request-Id. */
export function beginAccess(
  req: IncomingMessage,
  res: ServerResponse,
  clientAddress: string | undefined,
  path: string,
  operation = path,
): Access {
  const requestId = randomUUID();
  const { 'x-request-id': id } = req.headers;
  res.setHeader('Request-Id', requestId);
  return {
    requestId,
    routerRequestId: typeof id === 'string' && idForm.test(id) ? id : undefined,
    clientAddress,
    operation,
    workspaceId: undefined,
    keyPrefix: undefined,
    method: req.method,
    path,
    traceparent: traceparentNow(req.headers.traceparent),
    startedAt: performance.now(),
  };
}

/** Logs and counts an answered request, once. A request whose client has disconnected has no status. */
export function endAccess(access: Access, res: ServerResponse): void {
  if (access.ended) return;
  access.ended = true;
  const { traceparent, startedAt, code, ended, ...request } = access;
  const seconds = (performance.now() - startedAt) / 1000;
  const status = res.headersSent ? res.statusCode : undefined;
  const bytes = request.method === 'HEAD' ? 0 : Number(res.getHeader('Content-Length') ?? 0);
  const ms = Math.round(seconds * 10_000) / 10;
  const { operation, path } = request;
  if (!probes.includes(path)) events.request.emit({ operation, status, code, seconds });
  log.info({ ...request, status, code, ms, bytes }, 'request');
}
