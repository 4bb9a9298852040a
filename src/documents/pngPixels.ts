import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflate } from 'node:zlib';

/** A chunk of a PNG image. */
export interface PngChunk {
  kind: string;
  data: Buffer;
}

/** The channels of each color type, and the bits that each may have. */
const colorTypes: Record<number, { channels: number; depths: number[] }> = {
  0: { channels: 1, depths: [1, 2, 4, 8, 16] },
  2: { channels: 3, depths: [8, 16] },
  3: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8, 16] },
  6: { channels: 4, depths: [8, 16] },
};

/** The passes of an interlaced image (Adam7): where their columns and rows begin, and the steps between them. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** The lengths in bytes of an image's rows, each with the byte of its filter; null if its header is wrong. */
function rowLengths(header: Buffer, hasPalette: boolean): number[] | null {
  if (header.length !== 13) return null;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, colorType, compression, filters, interlacing] = header.subarray(8);
  const { channels, depths } = colorTypes[colorType!] ?? { channels: 0, depths: [] };
  const isKnown = depths.includes(depth!) && compression === 0 && filters === 0 && interlacing! <= 1;
  if (!isKnown || (colorType === 3 && !hasPalette)) return null;
  return (interlacing === 1 ? passes : [[0, 0, 1, 1] as const]).flatMap(([left, top, across, down]) => {
    const columns = Math.max(0, Math.ceil((width - left) / across));
    const rows = columns === 0 ? 0 : Math.max(0, Math.ceil((height - top) / down));
    return Array.from({ length: rows }, () => 1 + Math.ceil((columns * channels * depth!) / 8));
  });
}

/**
 * Whether the pixels of a PNG image can be decoded: they inflate to all of its rows, each with a known filter. Inflates no
 * more than these, a part at a time.
 */
export async function hasPixels(chunks: readonly PngChunk[]): Promise<boolean> {
  const lengths = rowLengths(
    chunks[0]!.data,
    chunks.some(({ kind }) => kind === 'PLTE'),
  );
  if (lengths === null) return false;
  const data = chunks.filter(({ kind }) => kind === 'IDAT').map(one => one.data);
  let row = 0;
  /** How many bytes are left of the row before this one. */
  let rest = 0;
  try {
    await pipeline(Readable.from(data), createInflate({ chunkSize: 65_536 }), async inflated => {
      for await (const part of inflated as AsyncIterable<Buffer>) {
        let at = rest;
        for (; at < part.length && row < lengths.length; row++) {
          if (part[at]! > 4) throw new Error('an unknown filter');
          at += lengths[row]!;
        }
        rest = at - part.length;
        if (row === lengths.length && rest <= 0) return;
      }
    });
  } catch {
    // The rest of the file doesn't inflate, or isn't needed: what counts is which rows were there.
  }
  return row === lengths.length && rest <= 0;
}
