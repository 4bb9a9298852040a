import type { RequestListener } from 'node:http';
import type { ServerOptions } from 'node:https';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import { type Connections, newConnections } from '../../src/webhooks/connections.ts';
import type { Outcome } from '../../src/webhooks/outcome.ts';
import { send } from '../../src/webhooks/send.ts';
import { type Names, resolver } from './resolver.ts';
import { type Listening, type Subscriber, subscriber, tcpServer } from './subscriber.ts';

/** A receiver that ends with the test. By default it answers with 200. */
export const receiver = (
  t: ExecutionContext,
  answer: RequestListener = (_, response) => response.end(),
  certificate?: ServerOptions,
): Promise<Subscriber> => ending(t, subscriber(answer, certificate));

/** A TCP server that ends with the test. It calls `talk` with each connection. */
export const peer = (t: ExecutionContext, talk: (socket: Socket) => void): Promise<Listening> =>
  ending(t, tcpServer(talk));

async function ending<Server extends Listening>(t: ExecutionContext, started: Promise<Server>) {
  const server = await started;
  t.teardown(server.close);
  return server;
}

/** The host name of every receiver. */
export const name = 'hooks.example.com';

/** Connections like those of a worker that may use private addresses. They resolve `name` to this machine. */
export function connections(
  t: ExecutionContext,
  names: Pick<Names, 'lookup'> = resolver({ [name]: ['127.0.0.1'] }),
  now?: () => number,
): Connections {
  const connections = newConnections({ allowPrivate: true }, names.lookup, now);
  t.teardown(connections.destroy);
  return connections;
}

/** Makes one attempt with a minimal body. */
export const attempt = (connections: Connections, url: string, limitMs?: number): Promise<Outcome> =>
  send({ url, headers: { 'Content-Type': 'application/json' }, body: '{}' }, connections, limitMs);

/** The outcome of an attempt without an answer; its duration is left out. */
export const failure = (outcome: string, reason: string | null) => ({
  outcome,
  status: null,
  reason,
  response: null,
});

/** Makes one attempt at a port, and returns its outcome without the duration. */
export async function outcomeAt(
  to: Connections,
  port: number,
  { scheme = 'http', path = '/', limitMs }: { scheme?: string; path?: string; limitMs?: number } = {},
): Promise<Omit<Outcome, 'durationMs'>> {
  const { durationMs, ...outcome } = await attempt(to, `${scheme}://${name}:${port}${path}`, limitMs);
  return outcome;
}

/** Waits until the connection of an attempt that has ended is free for the next one. */
export async function kept(): Promise<void> {
  for (let i = 0; i < 3; i++) await setImmediate();
}

/** Waits until a connection is closed, however it ends. */
export const closed = (socket: Socket): Promise<unknown> =>
  new Promise(resolve => (socket.closed ? resolve(null) : socket.on('close', resolve)));
