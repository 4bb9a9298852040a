import { createServer, type Socket } from 'node:net';
import { listen } from '../harness/listen.ts';

// A receiver for the benchmarks of webhooks, in a separate process. It answers 200 at once, and at /silent never.
// GET /reached/N is answered when N deliveries have arrived. GET / returns when each delivery first
// arrived, in ms since the epoch, and then forgets them. It supports only the requests of these benchmarks, and needs far
// less processor time than node:http, because it shares the processor with the sender and its database.

const arrivals = new Map<string, number>();
const accepted = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
let watcher: { socket: Socket; count: number } | null = null;

function tell(socket: Socket, text: string): void {
  socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\nConnection: close\r\n\r\n${text}`);
}

function tellWhenReached(): void {
  if (watcher === null || arrivals.size < watcher.count) return;
  tell(watcher.socket, '');
  watcher = null;
}

function take(socket: Socket, head: string): void {
  const [method, path] = head.split(' ', 2) as [string, string];
  if (path.startsWith('/reached/')) {
    watcher = { socket, count: Number(path.slice('/reached/'.length)) };
  } else if (method === 'GET') {
    tell(socket, JSON.stringify(Object.fromEntries(arrivals)));
    arrivals.clear();
  } else {
    const id = /\r\nx-service-delivery: *(\S+)/i.exec(head)?.[1] ?? '';
    // On the clock of `now` in events.ts.
    if (!arrivals.has(id)) arrivals.set(id, performance.timeOrigin + performance.now());
    if (path !== '/silent') socket.write(accepted);
  }
  tellWhenReached();
}

const server = createServer({ noDelay: true }, socket => {
  let received = '';
  // One character for each byte, because lengths are in bytes.
  socket.setEncoding('latin1');
  socket.on('error', () => {});
  socket.on('data', (chunk: string) => {
    received += chunk;
    for (let bodyAt = 0; ; received = received.slice(bodyAt)) {
      bodyAt = received.indexOf('\r\n\r\n') + 4;
      if (bodyAt < 4) return;
      const head = received.slice(0, bodyAt);
      bodyAt += Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
      if (received.length < bodyAt) return;
      take(socket, head);
    }
  });
});
console.log(JSON.stringify({ port: await listen(server) }));
