import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { send } from '../../http/answer.ts';
import type { Route } from '../../http/handler.ts';

/** The address of a file of the package with the font. */
const inFontPackage = (file: string) => new URL(import.meta.resolve(`@fontsource-variable/inter/${file}`));
const inAssets = (file: string) => new URL(`../assets/${file}`, import.meta.url);

/** A path contains a hash of its content, so its response never changes. */
const headers = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Accept-Encoding',
};
const zippedHeaders = { ...headers, 'Content-Encoding': 'gzip' };

interface Asset {
  path: string;
  type: string;
  bytes: Buffer;
  /** Compressed with gzip; null if its format is compressed already. */
  zipped: Buffer | null;
}

function asset(name: string, type: string, bytes: Buffer): Asset {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
  const zipped = type.startsWith('font/') ? null : gzipSync(bytes);
  return { path: `/assets/${hash}/${name}`, type, bytes, zipped };
}

const script = (name: string) => asset(name, 'text/javascript; charset=utf-8', readFileSync(inAssets(name)));

const fonts = new Map<string, Asset>();

/**
 * The package's style sheet for the font, with the paths of its files replaced by ours. It has a file per script, of which
 * browsers load those that a page needs. `optional`: a browser that doesn't have the file in time shows the page in the
 * system's font, instead of moving the text later.
 */
const fontFaces = readFileSync(inFontPackage('wght.css'), 'utf8')
  .replaceAll('font-display: swap', 'font-display: optional')
  .replaceAll(/\.\/files\/([\w-]+\.woff2)/g, (_, name: string) => {
    const font = asset(name, 'font/woff2', readFileSync(inFontPackage(`files/${name}`)));
    fonts.set(name, font);
    return font.path;
  });

/** The font of Latin text, which every page needs. */
export const latinFont = fonts.get('inter-latin-wght-normal.woff2')!;

/** The files of the style sheet in their order, in which the later one of two equally specific rules holds. */
const styles = [
  ...[
    'base',
    'navigation',
    'layout',
    'cards',
    'buttons',
    'forms',
    'rows',
    'inputs',
    'messages',
    'lists',
    'tables',
  ],
  ...['facts', 'documents', 'phones', 'summaries', 'week', 'deliveries', 'figures', 'home', 'print'],
];
export const styleSheet = styles.map(name => readFileSync(inAssets(`styles/${name}.css`), 'utf8')).join('\n');

/**
 * The files that pages load, each at a path with a hash of its content. They are few and small, so they are kept in memory.
 * Unlike pages they contain no secrets, so they may be compressed; browsers show nothing before they have the style sheet.
 */
export const assets = {
  'console.css': asset('console.css', 'text/css; charset=utf-8', Buffer.from(fontFaces + styleSheet)),
  'console.js': script('console.js'),
  'week.js': script('week.js'),
  'console.svg': asset('console.svg', 'image/svg+xml', readFileSync(inAssets('console.svg'))),
};

/** A script of a single page, which it loads beside console.js. */
export type Script = 'week.js';

/** The routes of the files. */
export const assetRoutes: readonly Route[] = [...Object.values(assets), ...fonts.values()].map(
  ({ path, type, bytes, zipped }) => ({
    method: 'GET',
    pattern: path,
    handler: async (req, res) =>
      zipped !== null && /\bgzip\b/.test(req.headers['accept-encoding'] ?? '')
        ? send(req, res, 200, zipped, type, zippedHeaders)
        : send(req, res, 200, bytes, type, headers),
  }),
);
