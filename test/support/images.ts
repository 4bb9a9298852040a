import { crc32, deflateSync } from 'node:zlib';

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

interface PngFields {
  width?: number;
  height?: number;
  depth?: number;
  colorType?: number;
  interlacing?: number;
  /** Its pixels, each row after its filter. */
  rows?: Buffer;
  deflated?: Buffer;
}

/** A PNG image, by default a gray one. */
export function pngImage({
  width = 2,
  height = 2,
  depth = 8,
  colorType = 0,
  interlacing = 0,
  rows = Buffer.alloc((width + 1) * height),
  deflated = deflateSync(rows),
}: PngFields = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([depth, colorType, 0, 0, interlacing], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflated),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
