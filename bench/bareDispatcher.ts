import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { headersOf } from '../src/webhooks/headers.ts';

// Measures the cost of sending without a database: the same signed request, sent by undici. Each POST to this server sends
// a number of deliveries to an address, with the service's concurrency for one endpoint, and returns how many ms it took.

const atOnce = 64;

async function send(url: string, count: number, body: string): Promise<void> {
  const dispatcher = new Agent({ pipelining: 1 });
  const { origin, pathname } = new URL(url);
  let left = count;
  const loop = async () => {
    while (left-- > 0) {
      const headers = headersOf(
        { id: randomUUID(), event: 'client.created', secrets: ['whsec_bare'], body },
        Date.now(),
      );
      const answer = await dispatcher.request({ origin, path: pathname, method: 'POST', headers, body });
      if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}`);
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  await dispatcher.close();
}

const server = createServer(async (req, res) => {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  const { url, count, body } = JSON.parse(Buffer.concat(chunks).toString());
  const begin = performance.now();
  await send(url, count, body);
  res.end(String(performance.now() - begin));
});
server.listen(0, '127.0.0.1', () =>
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })),
);
