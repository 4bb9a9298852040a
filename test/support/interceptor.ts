import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { ExecutionContext } from 'ava';
import { listen } from '../../harness/listen.ts';

/** Handles an intercepted request. `forward` sends it to the service once, and returns the response. */
type Intercept = (
  request: { number: number; path: string },
  forward: () => Promise<Response>,
) => Promise<Response | 'disconnect'>;

/**
 * Starts a proxy between a program and the service. `decide` handles each request, counted from 1: it decides when to
 * forward it and how to respond. Returns the proxy's address. The proxy ends with the test.
 */
export async function intercept(t: ExecutionContext, baseUrl: string, decide: Intercept): Promise<string> {
  let number = 0;
  const server = createServer(async (req, res) => {
    const { method = '', url = '' } = req;
    const body = await buffer(req);
    const init = { method, headers: sentHeaders(req), body: method === 'GET' ? null : body };
    const forward = () => fetch(baseUrl + url, init);
    const answer = await decide({ number: ++number, path: url }, forward);
    if (answer === 'disconnect') res.destroy();
    else await reply(res, answer);
  });
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${await listen(server)}`;
}

const sentHeaders = (req: IncomingMessage) =>
  Object.fromEntries(
    ['authorization', 'content-type', 'idempotency-key'].flatMap(name =>
      req.headers[name] === undefined ? [] : [[name, `${req.headers[name]}`]],
    ),
  );

async function reply(res: ServerResponse, answer: Response): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  const retryAfter = answer.headers.get('Retry-After');
  res.writeHead(answer.status, {
    'Content-Type': 'application/json',
    ...(retryAfter !== null && { 'Retry-After': retryAfter }),
  });
  res.end(body);
}
