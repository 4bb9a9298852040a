import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// Someone else's server for the benches of webhooks, in a process of its own. It answers 200 at once, and never at
// /silent. GET /count tells how many deliveries came, GET / when each came first, in ms since the epoch, and forgets.

const arrivals = new Map<string, number>();
const now = () => performance.timeOrigin + performance.now();

const server = createServer((req, res) => {
  if (req.url === '/count') return res.end(`${arrivals.size}`);
  if (req.method === 'GET') {
    res.end(JSON.stringify(Object.fromEntries(arrivals)));
    return arrivals.clear();
  }
  const id = String(req.headers['x-service-delivery']);
  if (!arrivals.has(id)) arrivals.set(id, now());
  req.resume();
  if (req.url !== '/silent') res.end();
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () =>
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })),
);
