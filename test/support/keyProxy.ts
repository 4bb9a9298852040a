import { createServer, request, type Server } from 'node:http';
import { listen } from '../../harness/listen.ts';

/** A proxy for clients that can't send an API key: it adds one of `keys` to each request, in turn. */
export async function keyProxy(
  target: () => string,
  keys: readonly string[],
): Promise<Server & { url: string }> {
  let requests = 0;
  const server = createServer((req, res) => {
    const authorization = `Bearer ${keys[requests++ % keys.length]}`;
    const headers = { ...req.headers, authorization };
    const inner = request(target() + req.url, { method: req.method!, headers }, answer => {
      res.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(res);
    });
    inner.on('error', () => res.destroy());
    req.pipe(inner);
  });
  return Object.assign(server, { url: `http://127.0.0.1:${await listen(server)}` });
}
