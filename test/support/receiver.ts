import { once } from 'node:events';
import http, { type IncomingMessage, type RequestListener } from 'node:http';
import https from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import { Connections } from '../../src/webhooks/connections.ts';
import type { Outcome } from '../../src/webhooks/outcome.ts';
import { send } from '../../src/webhooks/send.ts';
import { type Names, resolver } from './resolver.ts';

/** A webhook receiver, on a free port of this machine. */
export interface Receiver {
  port: number;
  /** All requests so far, with their bytes as they arrived. */
  received: { path: string; rawHeaders: string[]; headers: IncomingMessage['headers']; body: Buffer }[];
  /** All connections so far. */
  sockets: Socket[];
}

/** A receiver that records each request and then answers it. With a certificate it uses HTTPS. */
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
  // Idle connections stay open.
  server.keepAliveTimeout = 0;
  return { received, ...(await listening(t, server)) };
}

/** A TCP server that calls `talk` with each connection. */
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

/** The host name of every receiver. */
export const name = 'hooks.example.com';

/** Connections like those of a worker that may use private addresses. They resolve `name` to this machine. */
export function connections(
  t: ExecutionContext,
  names: Names = resolver({ [name]: ['127.0.0.1'] }),
  now?: () => number,
): Connections {
  const connections = new Connections({ allowPrivate: true }, names.lookup, now);
  t.teardown(connections.destroy);
  return connections;
}

/** Makes one attempt with a minimal body. */
export const attempt = (connections: Connections, url: string, limitMs?: number): Promise<Outcome> =>
  send({ url, headers: { 'Content-Type': 'application/json' }, body: '{}' }, connections, limitMs);

/** Waits until the connection of an attempt that has ended is free for the next one. */
export async function kept(): Promise<void> {
  for (let i = 0; i < 3; i++) await setImmediate();
}

/** Waits until a connection is closed, however it ends. */
export const closed = (socket: Socket): Promise<unknown> =>
  new Promise(resolve => (socket.closed ? resolve(null) : socket.on('close', resolve)));
