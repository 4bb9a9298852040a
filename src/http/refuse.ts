import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Failure } from '../errors/failure.ts';
import { log } from '../log.ts';
import { events } from '../telemetry/events.ts';
import { beginAccess, endAccess } from './access.ts';
import { always, fault, faultRetryAfterSeconds, send } from './answer.ts';
import { closeGently } from './closeGently.ts';
import { Connection } from './connection.ts';
import type { Request } from './handler.ts';

/** Stands for the path in the log if a request isn't valid HTTP. */
const malformedPath = '(malformed)';

type Headers = ReadonlyMap<string, string>;

/**
 * Answers a request that isn't valid HTTP or didn't arrive in time, and closes the connection. (Node would send an empty
 * body.) Earlier requests on the connection are answered first, because they may be writes. `headers`: those
 * of every answer.
 */
export function refuse(error: Error & { code?: string }, socket: Socket, headers: Headers): void {
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  // The client isn't late: its request waits for the response to the previous one.
  if (isLate && socket.readableLength > 0 && Connection.of(socket).unanswered[0]?.complete) return;
  // A client that has sent no byte in time has sent no request.
  const isSilent = isLate && socket.bytesRead === 0;
  if (isSilent || error.code === 'ECONNRESET') socket.destroy();
  else endWith(malformed(error.code), socket, headers);
}

/** Answers that other requests need the memory of a connection's unread bytes, and closes the connection. */
export function giveWay(socket: Socket, headers: Headers): void {
  events.fault.emit({ cause: 'overload' });
  if (Connection.of(socket).isEnding) socket.destroy();
  else endWith(fault(), socket, new Map([...headers, ['Retry-After', `${faultRetryAfterSeconds}`]]));
}

/** Rejects CONNECT, for which Node has no response, and closes the connection. */
export function refuseConnect(socket: Socket, headers: Headers): void {
  endWith(new Failure('bad_request', 'This server accepts no CONNECT requests.'), socket, headers);
}

/** Answers the current request of a connection with a failure, after the responses to earlier requests, and closes it. */
function endWith(failure: Failure, socket: Socket, headers: Headers): void {
  if (!socket.writable) return void socket.destroy();
  Connection.of(socket).end(unfinished => {
    if (unfinished) refuseUnfinished(unfinished, failure, headers);
    else closeGently(socket, rawAnswer(failure, headers));
  });
}

/** Answers a request whose body won't be read, although its handler may have begun. Then readBody rejects. */
function refuseUnfinished(res: ServerResponse, failure: Failure, headers: Headers): void {
  if (res.headersSent) return;
  const { req } = res;
  res.setHeader('Connection', 'close');
  res.setHeaders(new Map(headers));
  const access = (req as Partial<Request>).access ?? beginAccess(req, res, undefined, malformedPath);
  access.code = failure.code;
  send(req, res, failure.status, JSON.stringify(failure.body));
  endAccess(access, res);
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

/** A response as raw HTTP, for a socket without a ServerResponse. Logs and counts it. */
function rawAnswer({ status, code, body }: Failure, headers: Headers): string {
  const path = malformedPath;
  const json = JSON.stringify(body);
  const requestId = randomUUID();
  events.request.emit({ operation: path, status, code, seconds: 0 });
  log.info({ requestId, path, operation: path, code, status, bytes: json.length }, 'request');
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(json)}`,
    `Request-Id: ${requestId}`,
    'Connection: close',
    ...[...Object.entries(always), ...headers].map(([name, value]) => `${name}: ${value}`),
  ];
  return `${head.join('\r\n')}\r\n\r\n${json}`;
}
