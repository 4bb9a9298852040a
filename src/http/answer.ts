import type { IncomingMessage, ServerResponse } from 'node:http';
import { quotas, type Rate } from '../admission/rates.ts';
import { asFailure, Failure } from '../failure.ts';
import { log } from '../log.ts';

/** How long a sender may go on with a body that was answered already, before the connection is cut. */
const lingerMs = 5_000;

/** Headers of every answer that come from admission: draft-ietf-httpapi-ratelimit-headers-10. */
export function announceRate(res: ServerResponse, { kind, used, resetsInSeconds }: Rate): void {
  const quota = quotas[kind];
  res.setHeader('RateLimit-Policy', `"${kind}";q=${quota};w=60`);
  res.setHeader('RateLimit', `"${kind}";r=${Math.max(0, quota - used)};t=${resetsInSeconds}`);
  if (used > quota) res.setHeader('Retry-After', resetsInSeconds);
}

/** Sends a JSON body, and sees to it that a request which is not read to its end does not hold its connection. */
export function send(req: IncomingMessage, res: ServerResponse, status: number, json: string): void {
  res.setHeader('Content-Type', 'application/json');
  res.setHeader('Content-Length', Buffer.byteLength(json));
  res.setHeader('Cache-Control', 'no-store');
  res.writeHead(status);
  res.end(json);
  if (!req.complete) setTimeout(() => req.complete || req.socket.destroy(), lingerMs).unref();
}

/** Sends the error body for whatever was thrown; what is no failure of the caller's is ours, and logged. */
export function sendFailure(req: IncomingMessage, res: ServerResponse, error: unknown): void {
  if (res.headersSent || res.destroyed) return;
  const failure = asFailure(error) ?? internal(res, error);
  if (failure.code === 'invalid_key') res.setHeader('WWW-Authenticate', 'Bearer');
  send(req, res, failure.status, JSON.stringify(failure.body));
}

function internal(res: ServerResponse, error: unknown): Failure {
  log.error({ err: error, requestId: res.getHeader('Request-Id') }, 'request failed');
  return new Failure(
    'internal',
    'Something went wrong on our side and nothing was stored. Try again with the same Idempotency-Key.',
  );
}
