import http, { type IncomingHttpHeaders, type RequestListener } from 'node:http';
import https from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { listen } from '../../harness/listen.ts';
import { within } from './within.ts';

/** A request that a subscriber received. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  rawHeaders: string[];
  /** The body as received, which is what was signed. */
  text: string;
  body: any;
  at: number;
  /** When it was answered or its sender hung up; Infinity while it is open. */
  endedAt: number;
}

/** How long a test waits for requests. */
const limitMs = 120_000;

/** How a subscriber handles a request: it answers with a status, or calls a function. */
export type Reaction = number | RequestListener;

/** A server on a free port of this machine. */
export interface Listening {
  port: number;
  /** All connections so far. */
  sockets: Socket[];
  close(): Promise<void>;
}

/** Starts a TCP server that calls `talk` with each connection. */
export const tcpServer = (talk: (socket: Socket) => void): Promise<Listening> =>
  listening(createServer(talk));

/** A webhook receiver whose reaction a test can change. */
export interface Subscriber extends Listening {
  url: string;
  received: Received[];
  /** How it handles requests from now on. */
  reaction: Reaction;
  /** Waits until it has received this many requests. Throws after two minutes. */
  gets(count: number): Promise<Received[]>;
}

/** Starts a receiver. With a certificate it uses HTTPS. Idle connections stay open. */
export async function subscriber(
  reaction: Reaction = 200,
  certificate?: https.ServerOptions,
): Promise<Subscriber> {
  const waiting: { count: number; resolve(): void }[] = [];
  const wake = () => {
    for (const { count, resolve } of waiting) if (self.received.length >= count) resolve();
  };
  const listener: RequestListener = async (req, res) => {
    const text = (await buffer(req)).toString();
    const request = {
      path: req.url!,
      headers: req.headers,
      rawHeaders: req.rawHeaders,
      text,
      body: JSON.parse(text),
      at: Date.now(),
      endedAt: Number.POSITIVE_INFINITY,
    };
    res.once('close', () => {
      request.endedAt = Date.now();
    });
    self.received.push(request);
    wake();
    if (typeof self.reaction === 'number') res.writeHead(self.reaction).end('answer');
    else self.reaction(req, res);
  };
  const server = certificate ? https.createServer(certificate, listener) : http.createServer(listener);
  server.keepAliveTimeout = 0;
  const { port, sockets, close } = await listening(server);
  const self: Subscriber = {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    sockets,
    received: [],
    reaction,
    gets: async count => {
      const has = Promise.withResolvers<void>();
      waiting.push({ count, resolve: has.resolve });
      wake();
      await within(limitMs, has.promise, () => `It got ${self.received.length} of ${count} requests.`);
      return self.received;
    },
    close,
  };
  return self;
}

async function listening(server: Server): Promise<Listening> {
  const sockets: Socket[] = [];
  server.on('connection', socket => {
    sockets.push(socket);
    socket.on('error', () => {});
  });
  return {
    port: await listen(server),
    sockets,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
