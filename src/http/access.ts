import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Code } from '../errors/failure.ts';
import { log } from '../log.ts';
import { events } from '../telemetry/events.ts';
import { traceparentNow } from '../telemetry/traceparent.ts';

/** What is known of a request. One line of the log tells it when the request was answered. */
export interface Access {
  /** The answer's Request-Id. The service makes it: an id from the caller could be anything. */
  readonly requestId: string;
  /** The traceparent that the caller sent; null: the request is part of no trace. */
  readonly traceparent: string | null;
  readonly startedAt: number;
  /** The pattern of the path: the path itself names records, and may be a share link. */
  path: string;
  /** The operation, or what a message to the tool server asks for; the pattern of the path where there is neither. */
  operation: string;
  /** The workspace of its key, and the beginning of the key; not set until the request was admitted. */
  workspaceId?: string;
  keyPrefix?: string;
  /** Why it was refused, if it was. */
  code?: Code;
  /** Set once the line was logged. */
  ended?: true;
}

/** Begins the record of a request to a path of this pattern, and gives its answer the Request-Id. */
export function beginAccess(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  operation = path,
): Access {
  const requestId = randomUUID();
  res.setHeader('Request-Id', requestId);
  const traceparent = traceparentNow(req.headers.traceparent);
  return { requestId, traceparent, startedAt: performance.now(), path, operation };
}

/** Logs and counts a request whose answer was made, at the first call only. A request whose client has gone has no status. */
export function endAccess(access: Access, req: IncomingMessage, res: ServerResponse): void {
  if (access.ended) return;
  access.ended = true;
  const { requestId, operation, workspaceId, keyPrefix, path, code, startedAt } = access;
  const seconds = (performance.now() - startedAt) / 1000;
  const status = res.headersSent ? res.statusCode : undefined;
  const bytes = req.method === 'HEAD' ? 0 : Number(res.getHeader('Content-Length') ?? 0);
  const ms = Math.round(seconds * 10_000) / 10;
  const { method } = req;
  events.request.emit({ operation, status, code, seconds });
  log.info(
    { requestId, operation, workspaceId, keyPrefix, method, path, status, code, ms, bytes },
    'request',
  );
}
