/** The characters of Windows-1252 beyond those that have the same code in Unicode, by code point. */
const special = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, n) => 0x80 + n))].map(
    (char, n) => [char.codePointAt(0)!, 0x80 + n],
  ),
);

const byteOf = (char: string): number | undefined => {
  const code = char.codePointAt(0)!;
  return code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : special.get(code);
};

/** Text as Windows-1252. A letter that it lacks loses its accents (`č` becomes `c`), and any other character becomes `?`. */
export function windows1252(text: string): Buffer {
  const bytes = [...text.normalize('NFC')].flatMap(char => {
    const byte = byteOf(char);
    if (byte !== undefined) return [byte];
    const plain = [...char.normalize('NFKD')].filter(part => !/\p{M}/u.test(part)).map(byteOf);
    return plain.length === 0 || plain.includes(undefined) ? [0x3f] : (plain as number[]);
  });
  return Buffer.from(bytes);
}
