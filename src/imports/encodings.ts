import { isUtf8 } from 'node:buffer';

/** The encodings of files that can be imported. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

const byteOrderMarks: [Encoding, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** How many bytes tell enough about a file. */
const sampleBytes = 65_536;

/**
 * The encoding of a file: by its byte order mark; without one, UTF-16 has a zero in every other byte of Latin letters, and
 * what is no valid UTF-8 is Windows-1252.
 */
export function detectEncoding(bytes: Buffer): Encoding {
  const marked = byteOrderMarks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (marked) return marked[0];
  const sample = bytes.subarray(0, sampleBytes);
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2]!++;
  const [even, odd] = zeros.map(count => count / (sample.length / 2)) as [number, number];
  if (odd > 0.4 && even < 0.1) return 'utf-16le';
  if (even > 0.4 && odd < 0.1) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/** A first line that tells Excel the separator: `sep=;`. */
const separatorLine = /^"?sep=[^\n]"?(?=\n)/i;

/**
 * The text of a file, without its byte order mark and with line feeds as line breaks. Bytes that mean nothing become U+FFFD, and a
 * line for Excel becomes blank, so that lines keep their numbers.
 */
export const decode = (bytes: Uint8Array, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(bytes).replace(/\r\n?/g, '\n').replace(separatorLine, '');

/** What files of other kinds begin with. */
const signatures: [what: string, begins: string][] = [
  ['an Excel workbook', 'PK\x03\x04'],
  ['an Excel workbook', '\xd0\xcf\x11\xe0'],
  ['a PDF', '%PDF'],
];

/** What a file is that has no lines of text; null if it may have some. */
export function otherKind(bytes: Buffer): string | null {
  const start = bytes.subarray(0, 4).toString('latin1');
  const known = signatures.find(([, begins]) => start === begins);
  if (known) return known[0];
  if (detectEncoding(bytes).startsWith('utf-16')) return null;
  const sample = bytes.subarray(0, sampleBytes);
  const controls = sample.reduce(
    (count, byte) => count + Number(byte < 32 && !/\s/.test(String.fromCharCode(byte))),
    0,
  );
  return controls > sample.length / 20 ? 'a file without text' : null;
}
