import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// Someone else's server for the benches of webhooks, in a process of its own. It answers 200 at once, and never at
// /silent. GET /arrivals tells when each delivery came first, in ms since the epoch, and forgets.

const arrivals: Record<string, number> = {};
const now = () => performance.timeOrigin + performance.now();

const server = createServer((req, res) => {
  if (req.method === 'GET') {
    res.end(JSON.stringify(arrivals));
    for (const id of Object.keys(arrivals)) delete arrivals[id];
    return;
  }
  arrivals[String(req.headers['x-service-delivery'])] ??= now();
  req.resume();
  if (req.url !== '/silent') res.end();
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () =>
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })),
);
