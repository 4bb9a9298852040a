/** The size of a block of a tar archive, in bytes. */
const blockBytes = 512;

/** An entry of a tar archive (POSIX ustar), to stand before other entries: a file that only its owner may read. */
export function tarFile(name: string, text: string): Buffer {
  const content = Buffer.from(text);
  const header = Buffer.alloc(blockBytes);
  header.write(name, 0);
  header.write('0000600\0', 100);
  for (const at of [108, 116]) header.write('0000000\0', at);
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  // The checksum is computed with spaces in its own field.
  header.write('        0', 148);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, content, Buffer.alloc(-content.length & (blockBytes - 1))]);
}
