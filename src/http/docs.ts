import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { send } from './answer.ts';
import type { Handler } from './rest.ts';

/** Everything that the page is made of, by its path. No path reaches the disk: what is not here is not served. */
const files = {
  '/docs': ['./docs/index.html', 'text/html; charset=utf-8'],
  '/docs/start.js': ['./docs/start.js', 'text/javascript; charset=utf-8'],
  '/docs/swagger-ui-bundle.js': ['swagger-ui-dist/swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  '/docs/swagger-ui.css': ['swagger-ui-dist/swagger-ui.css', 'text/css; charset=utf-8'],
  '/docs/favicon-32x32.png': ['swagger-ui-dist/favicon-32x32.png', 'image/png'],
} as const;

/** What the page may do: load from here, ask here, and nothing else (a key is typed into it). */
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

/** The page that shows the description, and the files that it loads, each read once, when it is first asked for: each path with its handler. */
export function docs(): [path: string, handler: Handler][] {
  return Object.entries(files).map(([path, [file, type]]) => {
    let bytes: Buffer | undefined;
    return [
      path,
      async (req, res) => {
        bytes ??= await readFile(fileURLToPath(import.meta.resolve(file)));
        res.setHeader('Content-Security-Policy', policy);
        res.setHeader('X-Content-Type-Options', 'nosniff');
        res.setHeader('Referrer-Policy', 'no-referrer');
        send(req, res, 200, bytes, type);
      },
    ];
  });
}
