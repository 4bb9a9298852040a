import { once } from 'node:events';
import http, { type IncomingMessage, type RequestListener } from 'node:http';
import https from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { ExecutionContext } from 'ava';
import { Connections } from '../../src/webhooks/connections.ts';
import type { Outcome } from '../../src/webhooks/outcome.ts';
import { send } from '../../src/webhooks/send.ts';
import { type Names, resolver } from './resolver.ts';

/** Someone else's server, on a free port of this machine. */
export interface Receiver {
  port: number;
  /** All requests that it got, with their bytes as they came. */
  received: { path: string; rawHeaders: string[]; headers: IncomingMessage['headers']; body: Buffer }[];
  /** Every connection that was ever opened to it. */
  sockets: Socket[];
}

/** A receiver that keeps each request and then answers it; with a certificate, by https. */
export async function receiver(
  t: ExecutionContext,
  answer: RequestListener,
  certificate?: https.ServerOptions,
): Promise<Receiver> {
  const received: Receiver['received'] = [];
  const listener: RequestListener = async (request, response) => {
    const body = await buffer(request);
    received.push({ path: request.url!, rawHeaders: request.rawHeaders, headers: request.headers, body });
    answer(request, response);
  };
  const server = certificate ? https.createServer(certificate, listener) : http.createServer(listener);
  // Connections are kept until they are closed.
  server.keepAliveTimeout = 0;
  return { received, ...(await listening(t, server)) };
}

/** A server that does what `talk` does with each connection. */
export const peer = (
  t: ExecutionContext,
  talk: (socket: Socket) => void,
): Promise<Omit<Receiver, 'received'>> => listening(t, createServer(talk));

async function listening(t: ExecutionContext, server: ReturnType<typeof createServer>) {
  const sockets: Socket[] = [];
  server.on('connection', socket => {
    sockets.push(socket);
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise(resolve => server.close(resolve));
  });
  return { port: (server.address() as AddressInfo).port, sockets };
}

/** The name under which every receiver can be reached. */
export const name = 'hooks.example.com';

/** Connections as of a worker that may use private addresses; they find every receiver by `name`. */
export function connections(
  t: ExecutionContext,
  names: Names = resolver({ [name]: ['127.0.0.1'] }),
  now?: () => number,
): Connections {
  const connections = new Connections({ allowPrivate: true }, names.lookup, now);
  t.teardown(connections.destroy);
  return connections;
}

/** One attempt, with a body that does not matter. */
export const attempt = (connections: Connections, url: string, limitMs?: number): Promise<Outcome> =>
  send({ url, headers: { 'Content-Type': 'application/json' }, body: '{}' }, connections, limitMs);

/** Waits until a connection is closed, however it ends. */
export const closed = (socket: Socket): Promise<unknown> =>
  new Promise(resolve => (socket.closed ? resolve(null) : socket.on('close', resolve)));
