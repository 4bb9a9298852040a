/** The bytes of the characters that Windows-1252 has where Latin-1 has control characters. */
const special = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, n) => 0x80 + n))].map(
    (char, n) => [char, String.fromCharCode(0x80 + n)],
  ),
);

/** All characters that Latin-1 has otherwise, or not at all. */
const unlike = /[^\0-\x7f\xa0-\xff]/gu;

const has = (char: string): boolean => special.has(char) || /^[\0-\x7f\xa0-\xff]$/.test(char);

/** What stands for a character that Windows-1252 lacks. */
function substitute(char: string): string {
  const letters = [...char.normalize('NFKD')].filter(part => !/\p{M}/u.test(part));
  return letters.length > 0 && letters.every(has) ? letters.join('') : '?';
}

/**
 * Text with only the characters that Windows-1252 has. A letter that it lacks loses its accents (`č` becomes `c`), and any other
 * character becomes `?`. This may add characters, also quotes (`＂` becomes `"`).
 */
export const substituted = (text: string): string =>
  text.normalize('NFC').replaceAll(unlike, char => (special.has(char) ? char : substitute(char)));

/** Text as Windows-1252, `substituted`. */
export const windows1252 = (text: string): Buffer =>
  Buffer.from(
    substituted(text).replaceAll(unlike, char => special.get(char)!),
    'latin1',
  );
