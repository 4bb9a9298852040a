import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { within } from './within.ts';

/** A request that a subscriber got. */
export interface Received {
  headers: IncomingHttpHeaders;
  /** Raw, as signed. */
  text: string;
  body: any;
  at: number;
  /** When it was answered or its sender hung up; infinity: it is still open. */
  endedAt: number;
}

/** How long the requests that a test waits for may take to come. */
const limitMs = 120_000;

/** What a subscriber does with a request: answer with a status, or anything else. */
export type Reaction = number | RequestListener;

/** Someone else's server, at an address of its own. */
export interface Subscriber {
  url: string;
  received: Received[];
  /** What it does from now on. */
  reaction: Reaction;
  /** Waits until it has got this many requests. Throws after two minutes. */
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
