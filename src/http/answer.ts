import type { IncomingMessage, ServerResponse } from 'node:http';
import { quotas, type Rate } from '../admission/rates.ts';
import { InvalidKey } from '../admission/refusals.ts';
import { Failure } from '../errors/failure.ts';
import { causeOf, toFailure } from '../errors/translate.ts';
import { log } from '../log.ts';
import { events } from '../telemetry/events.ts';
import type { Access } from './access.ts';
import { lingerMs } from './closeGently.ts';
import { announcesBody, isUnbounded } from './request.ts';

/** Sets the rate-limit headers of an admitted request (draft-ietf-httpapi-ratelimit-headers-10). */
export function announceRate(
  res: { setHeader(name: string, value: string | number): unknown },
  { kind, used, resetsInSeconds }: Rate,
): void {
  const quota = quotas[kind];
  res.setHeader('RateLimit-Policy', `"${kind}";q=${quota};w=60`);
  res.setHeader('RateLimit', `"${kind}";r=${Math.max(0, quota - used)};t=${resetsInSeconds}`);
  if (used > quota) res.setHeader('Retry-After', resetsInSeconds);
}

/** The headers that announceRate sets. */
const rateHeaders = ['RateLimit-Policy', 'RateLimit', 'Retry-After'];

/** The headers of every response. */
export const always = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

/** Sends a body with the headers of every response. A connection whose request's body isn't read to its end is closed. */
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
 * Sends the last response of a connection whose client may still be sending, and closes it after the client had time to
 * read it. Node would close the connection at once, and closing it with unread bytes would lose the response.
 */
function endLater(res: ServerResponse, body: string | Buffer): void {
  res.flushHeaders();
  res.write(body);
  res.req.resume();
  setTimeout(() => res.end(), lingerMs).unref();
}

/** Sends the error body for an error of a handler. Any but a Failure is a fault of ours, and is logged. */
export function sendFailure(req: IncomingMessage, res: ServerResponse, error: unknown, access: Access): void {
  if (res.headersSent || req.socket.destroyed) return;
  const failure = toFailure(error) ?? fault();
  access.code = failure.code;
  if (failure.code === 'invalid_key') {
    res.setHeader('WWW-Authenticate', 'Bearer');
    // Every 401 is the same, even if the key was valid when the request began.
    for (const name of rateHeaders) res.removeHeader(name);
  }
  if (failure instanceof InvalidKey) Object.assign(access, failure.revoked);
  if (failure.code === 'internal') noteFault(req, res, error, access);
  send(req, res, failure.status, JSON.stringify(failure.body));
}

/** Counts and logs a fault of ours, and sets Retry-After. */
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

/** Retry-After of a fault of ours, in seconds: most faults end soon, but not at once. */
export const faultRetryAfterSeconds = 1;

/** The response to every fault of ours. The write may have been done: perhaps only the database's reply was lost. */
export const fault = () =>
  new Failure(
    'internal',
    'Something went wrong on our side. Send the same request again with the same Idempotency-Key: it will be done once.',
  );
