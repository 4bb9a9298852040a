import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { now } from '../clock.ts';
import { type Behavior, behaviorOf } from './behaviors.ts';

// Receivers with limited capacity, in one process, for `npm run bench -- throttling`. Each address is a receiver: its path
// defines its behavior (behaviors.ts), and its query distinguishes receivers with the same behavior. GET /down makes all
// of them answer 503 until GET /up. GET /log returns all requests since the previous GET /log.

/** A request to a receiver. */
export interface Logged {
  /** Its path and query. */
  receiver: string;
  delivery: string;
  /** When it arrived, in ms since the epoch, and after how many ms it was answered. */
  at: number;
  ms: number;
  /** The status of the response; 0 if the sender had given up by then. */
  status: number;
  /** How many requests this receiver had open, including this one. */
  open: number;
}

interface Receiver {
  behave: Behavior;
  open: number;
}

const receivers = new Map<string, Receiver>();
const log: Logged[] = [];
let isDown = false;

const controls: Record<string, () => unknown> = {
  '/down': () => {
    isDown = true;
  },
  '/up': () => {
    isDown = false;
  },
  '/log': () => log.splice(0),
};

function receiverAt(url: string): Receiver {
  let found = receivers.get(url);
  if (found === undefined) {
    found = { behave: behaviorOf(url.split('?')[0]!), open: 0 };
    receivers.set(url, found);
  }
  return found;
}

function take(url: string, delivery: string, res: ServerResponse): void {
  const receiver = receiverAt(url);
  const entry: Logged = { receiver: url, delivery, at: now(), ms: 0, status: 0, open: ++receiver.open };
  const behave: Behavior = isDown ? answer => answer(503) : receiver.behave;
  behave((status, headers = {}) => {
    receiver.open--;
    entry.ms = now() - entry.at;
    if (!res.destroyed) entry.status = status;
    log.push(entry);
    res.writeHead(status, headers).end();
  });
}

const server = createServer((req, res) => {
  const control = controls[req.url!];
  if (control !== undefined) {
    res.end(JSON.stringify(control() ?? null));
    return;
  }
  req.resume();
  req.once('end', () => take(req.url!, String(req.headers['x-service-delivery']), res));
});
// The sender decides when to close a connection.
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () =>
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })),
);
