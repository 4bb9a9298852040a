import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { within } from './within.ts';

/** A request that a subscriber received. */
export interface Received {
  headers: IncomingHttpHeaders;
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

/** A webhook receiver whose reaction a test can change. */
export interface Subscriber {
  url: string;
  received: Received[];
  /** How it handles requests from now on. */
  reaction: Reaction;
  /** Waits until it has received this many requests. Throws after two minutes. */
  gets(count: number): Promise<Received[]>;
  close(): Promise<void>;
}

export async function subscriber(reaction: Reaction = 200): Promise<Subscriber> {
  const waiting: { count: number; resolve(): void }[] = [];
  const wake = () => {
    for (const { count, resolve } of waiting) if (self.received.length >= count) resolve();
  };
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const request = {
      headers: req.headers,
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
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const self: Subscriber = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    reaction,
    gets: async count => {
      const has = Promise.withResolvers<void>();
      waiting.push({ count, resolve: has.resolve });
      wake();
      await within(limitMs, has.promise, () => `It got ${self.received.length} of ${count} requests.`);
      return self.received;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return self;
}
