/** The bytes of the characters that Windows-1252 has where Latin-1 has control characters. */
const special = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, n) => 0x80 + n))].map(
    (char, n) => [char, String.fromCharCode(0x80 + n)],
  ),
);

/** All characters that Latin-1 has otherwise, or not at all. */
const unlike = /[^\0-\x7f\xa0-\xff]/gu;

/** The character as the character of Latin-1 with its byte; null: Windows-1252 doesn't have it. */
const asLatin1 = (char: string): string | null => (char <= '\xff' ? char : (special.get(char) ?? null));

/** What stands for a character that Windows-1252 lacks. */
function substitute(char: string): string {
  const letters = [...char.normalize('NFKD')].filter(part => !/\p{M}/u.test(part)).map(asLatin1);
  return letters.length === 0 || letters.includes(null) ? '?' : letters.join('');
}

/** Text as Windows-1252. A letter that it lacks loses its accents (`č` becomes `c`), and any other character becomes `?`. */
export const windows1252 = (text: string): Buffer =>
  Buffer.from(
    text.normalize('NFC').replaceAll(unlike, char => special.get(char) ?? substitute(char)),
    'latin1',
  );
