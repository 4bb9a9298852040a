import { crc32 } from 'node:zlib';
import { hasPixels, type PngChunk } from './pngPixels.ts';
import { svgFault } from './svgImage.ts';
import { readSvg } from './wellFormed.ts';

/** The most bytes of a logo. sql/functions/workspaces/set_logo.sql has the same. */
export const maxLogoBytes = 204_800;
/** The most pixels of either side: a small file can be an image that takes gigabytes to show. */
const maxSide = 4_000;

type LogoType = 'image/png' | 'image/jpeg' | 'image/svg+xml';

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');

/** The type of an image by its bytes, or the rule that it breaks. */
export async function logoType(bytes: Buffer): Promise<{ type: LogoType } | { rule: string }> {
  if (bytes.length > maxLogoBytes) return { rule: 'must be at most 200 KB' };
  const isPng = bytes.subarray(0, 8).equals(pngSignature);
  const isJpeg = bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]));
  if (!isPng && !isJpeg) {
    const svg = svgText(bytes);
    if (svg === null) return { rule: 'must be a PNG, JPEG or SVG image' };
    const root = readSvg(svg);
    const rule = root === null ? 'must be a well-formed SVG image' : svgFault(root);
    return rule === null ? { type: 'image/svg+xml' } : { rule };
  }
  const chunks = isPng ? chunksOf(bytes) : null;
  const sides = isPng ? chunks && sidesOfPng(chunks) : sidesOfJpeg(bytes);
  if (sides === null) return damaged;
  if (sides.some(side => side < 1 || side > maxSide))
    return { rule: `must be at most ${maxSide} pixels wide and ${maxSide} pixels high` };
  if (chunks !== null && !(await hasPixels(chunks))) return damaged;
  return { type: isPng ? 'image/png' : 'image/jpeg' };
}

const damaged = { rule: 'must be a complete image: this file is damaged' };

/** The text of what seems to be an SVG image; null for any other file. */
function svgText(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return /^\s*<[\s\S]*<?svg/.test(text) ? text.trim() : null;
  } catch {
    return null;
  }
}

/** The chunks of a PNG image; null if one is missing or damaged. */
function chunksOf(bytes: Buffer): PngChunk[] | null {
  const chunks: PngChunk[] = [];
  let at = pngSignature.length;
  while (at + 12 <= bytes.length && chunks.at(-1)?.kind !== 'IEND') {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length || crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return null;
    chunks.push({ kind: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, end) });
    at = end + 4;
  }
  const kinds = chunks.map(({ kind }) => kind);
  const isComplete = kinds[0] === 'IHDR' && kinds.includes('IDAT') && kinds.at(-1) === 'IEND';
  return isComplete ? chunks : null;
}

/** Width and height of a PNG image. */
const sidesOfPng = ([header]: PngChunk[]): number[] | null =>
  header!.data.length === 13 ? [header!.data.readUInt32BE(0), header!.data.readUInt32BE(4)] : null;

/** Width and height of a JPEG image; null if it has none, or no end. */
function sidesOfJpeg(bytes: Buffer): number[] | null {
  const hasEnd = bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) > 2;
  let at = 2;
  while (hasEnd && at + 9 <= bytes.length && bytes[at] === 0xff) {
    const kind = bytes[at + 1]!;
    // The frame's header: every marker from C0 to CF but those of tables and arithmetic coding.
    if (kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind))
      return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    at += kind === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
