import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { Agent } from 'undici';
import { listen } from '../harness/listen.ts';
import { headersOf, timestampOf } from '../src/webhooks/headers.ts';
import { sign } from '../src/webhooks/signature.ts';

// Measures the cost of sending without a database: the same signed request, sent by undici. Each POST to this server sends
// a number of deliveries to an address, with the service's concurrency for one endpoint, and returns how many ms it took.

const atOnce = 64;

async function send(url: string, count: number, body: string): Promise<void> {
  const dispatcher = new Agent({ pipelining: 1 });
  const { origin, pathname } = new URL(url);
  let left = count;
  const loop = async () => {
    while (left-- > 0) {
      const now = Date.now();
      const signature = sign('whsec_bare', timestampOf(now), body);
      const headers = headersOf({ id: randomUUID(), event: 'client.created' }, now, [signature]);
      const answer = await dispatcher.request({ origin, path: pathname, method: 'POST', headers, body });
      if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}`);
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  await dispatcher.close();
}

const server = createServer(async (req, res) => {
  const { url, count, body } = (await json(req)) as any;
  const begin = performance.now();
  await send(url, count, body);
  res.end(String(performance.now() - begin));
});
console.log(JSON.stringify({ port: await listen(server) }));
