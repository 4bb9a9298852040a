import type { IncomingMessage, ServerResponse } from 'node:http';
import { quotas, type Rate } from '../admission/rates.ts';
import { Failure } from '../errors/failure.ts';
import { causeOf, toFailure } from '../errors/translate.ts';
import { log } from '../log.ts';
import { events } from '../telemetry/events.ts';
import type { Access } from './access.ts';
import { lingerMs } from './closeGently.ts';
import { announcesBody, isUnbounded } from './request.ts';

/** Sets the rate's headers, which every admitted request's answer has: draft-ietf-httpapi-ratelimit-headers-10. */
export function announceRate(
  res: { setHeader(name: string, value: string | number): unknown },
  { kind, used, resetsInSeconds }: Rate,
): void {
  const quota = quotas[kind];
  res.setHeader('RateLimit-Policy', `"${kind}";q=${quota};w=60`);
  res.setHeader('RateLimit', `"${kind}";r=${Math.max(0, quota - used)};t=${resetsInSeconds}`);
  if (used > quota) res.setHeader('Retry-After', resetsInSeconds);
}

/** What announceRate sets. */
const rateHeaders = ['RateLimit-Policy', 'RateLimit', 'Retry-After'];

/** The headers of every answer that are always the same. */
export const always = { 'Cache-Control': 'no-store' };

/**
 * Sends a body, JSON unless another type is named, with the headers that are the same for all of its kind. Where the
 * rest of the request's body is of no use, the connection is closed after the answer.
 */
export function send(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  body: string | Buffer,
  type = 'application/json',
  headers: Readonly<Record<string, string>> = always,
): void {
  res.setHeader('Content-Type', type);
  res.setHeader('Content-Length', Buffer.byteLength(body));
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  const isUnread = !req.complete && announcesBody(req);
  if (isUnread && isUnbounded(req)) res.setHeader('Connection', 'close');
  else if (isUnread)
    res.once('finish', () => setTimeout(() => req.complete || req.socket.destroy(), lingerMs).unref());
  res.writeHead(status);
  if (res.hasHeader('Connection')) endLater(res, body);
  else res.end(body);
}

/**
 * Sends the last response of a connection whose client may still be sending, and ends it when the client had time to read it.
 * Node closes the connection as soon as such a response ends, and closing it with unread bytes loses what was sent.
 */
function endLater(res: ServerResponse, body: string | Buffer): void {
  res.flushHeaders();
  res.write(body);
  res.req.resume();
  setTimeout(() => res.end(), lingerMs).unref();
}

/** Sends the error body for whatever was thrown; what is no failure of the caller's is ours, and logged. */
export function sendFailure(req: IncomingMessage, res: ServerResponse, error: unknown, access: Access): void {
  if (res.headersSent || req.socket.destroyed) return;
  const failure = toFailure(error) ?? fault();
  access.code = failure.code;
  if (failure.code === 'invalid_key') {
    res.setHeader('WWW-Authenticate', 'Bearer');
    // Every 401 is the same, also where the key was good when the head of the request came.
    for (const name of rateHeaders) res.removeHeader(name);
  }
  if (failure.code === 'internal') noteFault(req, res, error, access);
  send(req, res, failure.status, JSON.stringify(failure.body));
}

/** Counts and logs a fault of ours, and says when to come back. */
export function noteFault(req: IncomingMessage, res: ServerResponse, error: unknown, access: Access): void {
  const { requestId, path, operation, workspaceId } = access;
  const cause = causeOf(error);
  events.fault.emit({ cause });
  log.error(
    { err: error, cause, requestId, method: req.method, path, operation, workspaceId },
    'request failed',
  );
  res.setHeader('Retry-After', faultRetryAfterSeconds);
}

/** When a client may come back after a fault of ours: what was waited for is mostly there soon, but not at once. */
export const faultRetryAfterSeconds = 1;

/** The answer to every fault of ours. It promises nothing: where a reply of the database was lost, the write may have been done. */
export const fault = () =>
  new Failure(
    'internal',
    'Something went wrong on our side. Send the same request again with the same Idempotency-Key: it will be done once.',
  );
