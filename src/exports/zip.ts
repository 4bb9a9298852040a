import { crc32 } from 'node:zlib';

/** A file in an archive. Its content is read when the file is written. */
export interface ZippedFile {
  name: string;
  input: AsyncIterable<string | Buffer>;
  lastModified: Date;
}

// The format is that of PKWARE's APPNOTE.TXT, 6.3: each file with its checksum and size after it, because they are not known
// before, and at the end the directory. Files are not compressed.

/** The most files that the usual end of an archive can count, and the largest size and offset that usual fields can hold. */
const maxCounted = 0xfffe;
const maxBytes = 0xfffffffe;

/** Version 4.5 of the format: zip64. */
const version = 45;
/** The checksum and sizes come after the content, and names are UTF-8. */
const flags = 0x0808;
/** How many entries of the directory are kept by themselves before they are joined: each has a cost of its own. */
const joined = 512;

/** An integer with its number of bytes. */
type BinaryField = readonly [value: number, bytes: 2 | 4 | 8];

/** Fields one after the other, the least byte first. */
function record(...fields: readonly BinaryField[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of fields) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at);
    else buffer.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return buffer;
}

/** A time in UTC as DOS writes it. */
function dosTime(time: Date): readonly [BinaryField, BinaryField] {
  const year = Math.max(time.getUTCFullYear() - 1980, 0);
  const clock = (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1);
  return [
    [clock, 2],
    [(year << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate(), 2],
  ];
}

/** A zip archive of files, some bytes at a time. `most`: how many files there may be without zip64. */
export async function* zipOf(files: AsyncIterable<ZippedFile>, most = maxCounted): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let entries: Buffer[] = [];
  let count = 0;
  let offset = 0;
  for await (const { name: text, input, lastModified } of files) {
    const name = Buffer.from(text);
    const time = dosTime(lastModified);
    const header = record(
      [0x04034b50, 4],
      [version, 2],
      [flags, 2],
      [0, 2],
      ...time,
      [0, 4],
      [0, 8],
      [name.length, 2],
      [0, 2],
    );
    yield Buffer.concat([header, name]);
    let [checksum, size] = [0, 0];
    for await (const chunk of input) {
      const bytes = Buffer.from(chunk as string);
      checksum = crc32(bytes, checksum);
      size += bytes.length;
      yield bytes;
    }
    const isLarge = size > maxBytes;
    const sized = isLarge ? 8 : 4;
    const after = record([0x08074b50, 4], [checksum, 4], [size, sized], [size, sized]);
    yield after;
    entries.push(entryOf(name, { time, checksum, size, offset }));
    if (entries.length === joined) {
      directory.push(Buffer.concat(entries));
      entries = [];
    }
    count++;
    offset += header.length + name.length + size + after.length;
  }
  directory.push(...entries);
  yield* directory;
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  if (count > most || offset > maxBytes || size > maxBytes)
    yield Buffer.concat([
      record(
        [0x06064b50, 4],
        [44, 8],
        [version, 2],
        [version, 2],
        [0, 4],
        [0, 4],
        [count, 8],
        [count, 8],
        [size, 8],
        [offset, 8],
      ),
      record([0x07064b50, 4], [0, 4], [offset + size, 8], [1, 4]),
    ]);
  const counted = Math.min(count, 0xffff);
  yield record(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [counted, 2],
    [counted, 2],
    [short(size), 4],
    [short(offset), 4],
    [0, 2],
  );
}

/** The value in a usual field; all bits are set if it stands in a field of zip64. */
const short = (value: number) => Math.min(value, maxBytes + 1);

/** An entry of the directory. */
function entryOf(
  name: Buffer,
  file: { time: readonly [BinaryField, BinaryField]; checksum: number; size: number; offset: number },
): Buffer {
  const { time, checksum, size, offset } = file;
  const large: BinaryField[] = [
    ...(size > maxBytes
      ? ([
          [size, 8],
          [size, 8],
        ] as const)
      : []),
    ...(offset > maxBytes ? ([[offset, 8]] as const) : []),
  ];
  const extra = large.length === 0 ? Buffer.alloc(0) : record([1, 2], [large.length * 8, 2], ...large);
  const mode = 0o100644 * 0x10000;
  const made = 0x0300 | version;
  return Buffer.concat([
    record(
      [0x02014b50, 4],
      [made, 2],
      [version, 2],
      [flags, 2],
      [0, 2],
      ...time,
      [checksum, 4],
      [short(size), 4],
      [short(size), 4],
      [name.length, 2],
      [extra.length, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [mode, 4],
      [short(offset), 4],
    ),
    name,
    extra,
  ]);
}
