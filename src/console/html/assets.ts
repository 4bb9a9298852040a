import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { send } from '../../http/answer.ts';
import type { Route } from '../../http/handler.ts';

const types = {
  'console.css': 'text/css; charset=utf-8',
  'console.js': 'text/javascript; charset=utf-8',
  'console.svg': 'image/svg+xml',
} as const;
type Name = keyof typeof types;

/** A path contains a hash of its content, so its response never changes. */
const headers = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Accept-Encoding',
};
const zippedHeaders = { ...headers, 'Content-Encoding': 'gzip' };

function load(name: Name) {
  const bytes = readFileSync(new URL(`../assets/${name}`, import.meta.url));
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
  return { bytes, zipped: gzipSync(bytes), path: `/assets/${hash}/${name}` };
}

/**
 * The files that pages load, each at a path with a hash of its content. They are few and small, so they are kept in memory.
 * Unlike pages they contain no secrets, so they may be compressed; browsers show nothing before they have the style sheet.
 */
export const assets = Object.fromEntries(
  (Object.keys(types) as Name[]).map(name => [name, load(name)]),
) as Record<Name, ReturnType<typeof load>>;

/** The routes of the files. */
export const assetRoutes: readonly Route[] = Object.entries(assets).map(
  ([name, { bytes, zipped, path }]) => ({
    method: 'GET',
    pattern: path,
    handler: async (req, res) =>
      /\bgzip\b/.test(req.headers['accept-encoding'] ?? '')
        ? send(req, res, 200, zipped, types[name as Name], zippedHeaders)
        : send(req, res, 200, bytes, types[name as Name], headers),
  }),
);
