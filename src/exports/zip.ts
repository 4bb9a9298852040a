/** A file in an archive. Its content is read when the file is written. */
export interface ZippedFile {
  name: string;
  input: AsyncIterable<string | Buffer>;
  lastModified: Date;
}

/** The most files that the end of an archive can count, in 16 bits. */
const mostCounted = 0xfffe;

const endSignature = 0x06054b50;
const endLength = 22;
const zip64Signature = 0x06064b50;

/**
 * A zip archive of files, some bytes at a time. client-zip gives only archives above 4 GB the end that can count more files
 * (zip64), so that those with many small files get theirs here.
 */
export async function* zipOf(
  files: AsyncIterable<ZippedFile>,
  most = mostCounted,
): AsyncGenerator<Uint8Array> {
  const { makeZip } = await import('client-zip');
  let count = 0;
  const counted = async function* () {
    for await (const file of files) {
      count++;
      yield file;
    }
  };
  let length = 0;
  let [beforeLast, last]: Uint8Array[] = [];
  for await (const chunk of makeZip(counted())) {
    if (last !== undefined) {
      yield last;
      length += last.length;
    }
    [beforeLast, last] = [last, chunk];
  }
  if (count > most && signatureOf(beforeLast) !== zip64Signature) yield zip64End(count, length, last);
  if (last !== undefined) yield last;
}

const signatureOf = (chunk: Uint8Array | undefined) =>
  chunk === undefined || chunk.length < 4 ? undefined : Buffer.from(chunk).readUInt32LE(0);

/** The end of an archive with zip64, and its locator. They stand before the usual end, which begins at `start`. */
function zip64End(count: number, start: number, last: Uint8Array | undefined): Buffer {
  if (last?.length !== endLength || signatureOf(last) !== endSignature)
    throw new Error('The last chunk of the archive is not its end.');
  const usual = Buffer.from(last);
  const end = Buffer.alloc(76);
  end.writeUInt32LE(zip64Signature, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(45, 12);
  end.writeUInt16LE(45, 14);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(usual.readUInt32LE(12)), 40);
  end.writeBigUInt64LE(BigInt(usual.readUInt32LE(16)), 48);
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(start), 64);
  end.writeUInt32LE(1, 72);
  return end;
}
