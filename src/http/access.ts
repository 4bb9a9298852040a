import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Code } from '../failure.ts';
import { log } from '../log.ts';
import { signals } from '../signals.ts';
import { traceparentNow } from '../traceparent.ts';

/** What is known of a request, and told of it in one line of the log when it was answered. */
export interface Access {
  /** The answer's Request-Id. It is ours: what a caller calls a request may be anything. */
  readonly requestId: string;
  /** Of the trace that the caller says the request is part of; null: of none. */
  readonly traceparent: string | null;
  readonly startedAt: number;
  /** The pattern of the path: the path itself names records, and may be a share link. */
  path: string;
  /** The operation, or what a message to the tool server asks for; the pattern of the path where there is neither. */
  operation: string;
  /** Whose key it came with, and how that begins; not set until it was let in. */
  workspaceId?: string;
  keyPrefix?: string;
  /** Why it was refused, if it was. */
  code?: Code;
  /** Set once it was told. */
  ended?: true;
}

/** Begins the account of a request to a path of this pattern, and gives its answer the Request-Id. */
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

/** Tells of a request whose answer was made, the first time that it is called. One whose client has gone has no status. */
export function endAccess(access: Access, req: IncomingMessage, res: ServerResponse): void {
  if (access.ended) return;
  access.ended = true;
  const { requestId, operation, workspaceId, keyPrefix, path, code, startedAt } = access;
  const seconds = (performance.now() - startedAt) / 1000;
  const status = res.headersSent ? res.statusCode : undefined;
  const bytes = req.method === 'HEAD' ? 0 : Number(res.getHeader('Content-Length') ?? 0);
  const ms = Math.round(seconds * 10_000) / 10;
  const { method } = req;
  signals.request.tell({ operation, status, code, seconds });
  log.info(
    { requestId, operation, workspaceId, keyPrefix, method, path, status, code, ms, bytes },
    'request',
  );
}
