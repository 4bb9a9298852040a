import { readFile } from 'node:fs/promises';
import { setImmediate as immediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Semaphore } from '../concurrency/semaphore.ts';
import { send } from './answer.ts';
import type { Handler } from './handler.ts';
import { openApiDocument } from './openapi/document.ts';

/** The files of the page by path. Only listed files are served, so a path never reaches the disk. */
const files = {
  '/docs': ['./docs/index.html', 'text/html; charset=utf-8'],
  '/docs/start.js': ['./docs/start.js', 'text/javascript; charset=utf-8'],
  '/docs/swagger-ui-bundle.js': ['swagger-ui-dist/swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  '/docs/swagger-ui.css': ['swagger-ui-dist/swagger-ui.css', 'text/css; charset=utf-8'],
  '/docs/favicon-32x32.png': ['swagger-ui-dist/favicon-32x32.png', 'image/png'],
} as const;

/** The page's Content-Security-Policy: people type a key into the page, so it may only load from and send to this server. */
const policy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `img-src 'self' data:`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

/** The handlers of the OpenAPI description, and of the page that shows it and its files, by path. */
export function documents(publicUrl: () => string): [path: string, handler: Handler][] {
  const page = Object.entries(files).map(([path, [file, type]]) => [path, reading(file, type)] as const);
  return [['/openapi.json', description(publicUrl)] as const, ...page].map(([path, handler]) => [
    path,
    oneAtATime(handler),
  ]);
}

/** Serves the description, which is generated on the first request: most web processes never get one. */
function description(publicUrl: () => string): Handler {
  let bytes: Buffer | undefined;
  return async (req, res) => {
    bytes ??= Buffer.from(JSON.stringify(openApiDocument(publicUrl())));
    send(req, res, 200, bytes);
  };
}

/** Serves a file, which is read on the first request. */
function reading(file: string, type: string): Handler {
  let bytes: Buffer | undefined;
  return async (req, res) => {
    bytes ??= await readFile(fileURLToPath(import.meta.resolve(file)));
    res.setHeader('Content-Security-Policy', policy);
    res.setHeader('Referrer-Policy', 'no-referrer');
    send(req, res, 200, bytes, type);
  };
}

const one = new Semaphore(1);

/** Serves documents one at a time: hundreds at once would hold up all other requests. Throws Overload. */
const oneAtATime =
  (handler: Handler): Handler =>
  (req, res) =>
    one.run(req.deadline, async () => {
      await handler(req, res);
      await immediate();
    });
