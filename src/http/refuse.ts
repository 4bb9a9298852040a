import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Failure } from '../failure.ts';
import { log } from '../log.ts';
import { signals } from '../signals.ts';
import { beginAccess, endAccess } from './access.ts';
import { closeGently, fault, faultRetryAfterSeconds, send } from './answer.ts';
import { Conversation, type Exchange } from './conversation.ts';
import type { Request } from './handler.ts';

/** What the log has in place of a path, where a request is not valid HTTP. */
const malformedPath = '(malformed)';

/**
 * Answers what is not valid HTTP, or did not arrive in time, and closes the connection. (Node would send an empty
 * body.) The requests before it on the connection get their own answers first, as they may be writes. `headers`: those
 * of every answer.
 */
export function refuse(
  error: Error & { code?: string },
  socket: Socket,
  headers: ReadonlyMap<string, string>,
): void {
  const conversation = Conversation.on(socket);
  const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  // The client is not late: its next request is not read, because an answer is still to come.
  if (late && conversation.keepsWaiting) return;
  // Whoever opened a connection and has not sent a byte in time did not ask anything yet.
  const silent = late && socket.bytesRead === 0;
  if (silent || error.code === 'ECONNRESET') return void socket.destroy();
  endWith(malformed(error.code), socket, headers);
}

/** Answers that others need the memory that a connection's unread bytes take, and closes it. */
export function giveWay(socket: Socket, headers: ReadonlyMap<string, string>): void {
  signals.fault.tell({ cause: 'overload' });
  endWith(fault(), socket, new Map([...headers, ['Retry-After', `${faultRetryAfterSeconds}`]]));
}

/** Answers what a connection is sending with a failure, after the answers to what it sent before, and closes it. */
function endWith(failure: Failure, socket: Socket, headers: ReadonlyMap<string, string>): void {
  if (!socket.writable) return void socket.destroy();
  const conversation = Conversation.on(socket);
  const { unfinished } = conversation;
  conversation.end(() => closeGently(socket, unfinished ? '' : onItsOwn(failure, headers)));
  if (unfinished) answerInTurn(unfinished, failure, headers);
}

/** Answers an unfinished request. Node sends the answer when those before it are out. */
function answerInTurn(unfinished: Exchange, failure: Failure, headers: ReadonlyMap<string, string>): void {
  const { req, res } = unfinished;
  unfinished.answer = () => {};
  if (res.headersSent) return;
  res.setHeader('Connection', 'close');
  for (const [name, value] of headers) res.setHeader(name, value);
  // A handler that has begun may wait for the rest of the body for ever.
  const access = (req as Partial<Request>).access ?? beginAccess(req, res, malformedPath);
  access.code = failure.code;
  send(req, res, failure.status, JSON.stringify(failure.body));
  endAccess(access, req, res);
}

function malformed(code: string | undefined): Failure {
  return new Failure(
    'bad_request',
    {
      HPE_HEADER_OVERFLOW: 'The headers are larger than 16 KB.',
      ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
    }[code ?? ''] ?? 'The request is not well-formed HTTP.',
  );
}

/** An answer as raw HTTP, where there is no request that it could belong to. */
function onItsOwn({ status, code, body }: Failure, headers: ReadonlyMap<string, string>): string {
  const json = JSON.stringify(body);
  const requestId = randomUUID();
  signals.request.tell({ operation: malformedPath, status, code, seconds: 0 });
  log.info(
    { requestId, path: malformedPath, operation: malformedPath, code, status, bytes: json.length },
    'request',
  );
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(json)}`,
    'Cache-Control: no-store',
    `Request-Id: ${requestId}`,
    'Connection: close',
    ...[...headers].map(([name, value]) => `${name}: ${value}`),
  ];
  return `${head.join('\r\n')}\r\n\r\n${json}`;
}
