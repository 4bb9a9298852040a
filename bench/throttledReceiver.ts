import { createServer, type ServerResponse } from 'node:http';
import { listen } from '../harness/listen.ts';
import { throttle } from '../harness/throttle.ts';

// Receivers with limited capacity, in one process, for `npm run bench -- throttling`. Each address is a receiver: its path
// defines its behavior, like /throttled/2 or /fragile/10/200/40/30000 with the numbers as arguments, and its query
// distinguishes receivers with the same behavior. GET /down makes all of them answer 503 until GET /up. GET /log returns all
// requests since the previous GET /log.

/** A request to a receiver. */
export interface Logged {
  /** Its path and query. */
  receiver: string;
  delivery: string;
  /** When it was answered, in ms since the epoch. */
  at: number;
  /** The status of the response; 0 if the sender had given up by then. */
  status: number;
  /** How many requests this receiver had open, including this one. */
  open: number;
}

/** How a receiver handles a request: it answers with a status, now or later. */
type Behavior = (answer: (status: number, headers?: Record<string, string>) => void) => void;

/** A receiver that accepts a number of requests in each second of the clock, and answers the others with 429. */
function throttled(perSecond: number): Behavior {
  const takes = throttle(perSecond);
  return answer => (takes() ? answer(200) : answer(429, { 'Retry-After': '1' }));
}

/**
 * A receiver that works on `atOnce` requests at a time and queues the others, even if the sender has given up. If more than
 * `maxOpen` are open, it fails: it answers 503 to these and to all that follow within `fallenMs`.
 */
function fragile(atOnce: number, ms: number, maxOpen = Number.POSITIVE_INFINITY, fallenMs = 0): Behavior {
  const freeAt = Array<number>(atOnce).fill(0);
  let open = 0;
  let fallenUntil = 0;
  const isDown = () => Date.now() < fallenUntil;
  return answer => {
    if (isDown()) return answer(503);
    const now = Date.now();
    if (++open > maxOpen) fallenUntil = now + fallenMs;
    const next = freeAt.indexOf(Math.min(...freeAt));
    freeAt[next] = Math.max(freeAt[next]!, now) + ms;
    setTimeout(() => {
      open--;
      answer(isDown() ? 503 : 200);
    }, freeAt[next] - now);
  };
}

function behaviorOf(path: string): Behavior {
  const [, name, ...texts] = path.split('/');
  const numbers = texts.map(Number) as [number, number, number?, number?];
  return name === 'throttled' ? throttled(numbers[0]) : fragile(...numbers);
}

const receivers = new Map<string, { behave: Behavior; open: number }>();
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

function take(url: string, delivery: string, res: ServerResponse): void {
  const receiver = receivers.get(url) ?? { behave: behaviorOf(url.split('?')[0]!), open: 0 };
  receivers.set(url, receiver);
  const open = ++receiver.open;
  const behave: Behavior = isDown ? answer => answer(503) : receiver.behave;
  behave((status, headers = {}) => {
    receiver.open--;
    log.push({ receiver: url, delivery, at: Date.now(), status: res.destroyed ? 0 : status, open });
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
console.log(JSON.stringify({ port: await listen(server) }));
