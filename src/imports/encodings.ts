import { isUtf8 } from 'node:buffer';

/** The encodings of files that can be imported. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'macintosh'] as const;
export type Encoding = (typeof encodings)[number];

const byteOrderMarks: [Encoding, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** How many bytes tell enough about a file. */
const sampleBytes = 65_536;

/** The encoding of a file. */
interface DetectedEncoding {
  encoding: Encoding;
  /**
   * Words of the file whose letters depend on the encoding, a character for each byte, for a person to compare; none if there is
   * no doubt.
   */
  doubtful: string[];
}

/**
 * The encoding of a file: by its byte order mark; without one, UTF-16 has a zero in every other byte of Latin letters. What is
 * no valid UTF-8 is UTF-8 with bytes that are damaged if most other characters are valid, and else the one of Windows or of
 * old Macs that makes the better words.
 */
export function detectEncoding(bytes: Buffer): DetectedEncoding {
  const encoding = markedAs(bytes) ?? utf16Of(bytes) ?? 'utf-8';
  if (encoding !== 'utf-8' || isUtf8(bytes)) return { encoding, doubtful: [] };
  const damaged = damagedWords(bytes);
  if (damaged !== null) return { encoding, doubtful: damaged };
  const words = unusualWords(bytes);
  const rated = (['windows-1252', 'macintosh'] as const).map(one => ({ one, rate: rateOf(words, one) }));
  const { one } = rated.reduce((first, second) => (second.rate > first.rate ? second : first));
  return { encoding: one, doubtful: words };
}

const markedAs = (bytes: Buffer): Encoding | undefined =>
  byteOrderMarks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];

function utf16Of(bytes: Buffer): Encoding | undefined {
  const sample = bytes.subarray(0, sampleBytes);
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2]!++;
  const [even, odd] = zeros.map(count => count / (sample.length / 2)) as [number, number];
  if (odd > 0.4 && even < 0.1) return 'utf-16le';
  return even > 0.4 && odd < 0.1 ? 'utf-16be' : undefined;
}

/** How many different words are compared, among how many at the beginning of a file, and how many bytes of each. */
const maxWords = 20;
const maxRead = 1_000;
const wordBytes = 40;

/** The damaged words of a UTF-8 file; null if it has more damaged characters than others above ASCII. */
function damagedWords(bytes: Buffer): string[] | null {
  const words = new Set<string>();
  let [damaged, valid] = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at]! < 0x80) continue;
    const length = characterBytes(bytes, at);
    if (length > 0) {
      valid++;
      at += length - 1;
    } else if (++damaged <= maxRead && words.size < maxWords) words.add(wordAt(bytes, at));
    if (damaged > maxRead && damaged > valid) return null;
  }
  return valid > damaged ? [...words] : null;
}

/** How many bytes the UTF-8 character above ASCII has that begins here; 0 if none does. */
function characterBytes(bytes: Buffer, at: number): number {
  const first = bytes[at]!;
  if (first < 0xc2 || first > 0xf4) return 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  for (let next = at + 1; next < at + length; next++) if ((bytes[next]! & 0xc0) !== 0x80) return 0;
  return length;
}

/** Different words with bytes above ASCII, from the beginning of a file. */
function unusualWords(bytes: Buffer): string[] {
  const words = new Set<string>();
  let read = 0;
  for (let at = 0; at < bytes.length && read < maxRead && words.size < maxWords; at++) {
    if (bytes[at]! < 0x80) continue;
    words.add(wordAt(bytes, at));
    read++;
    while (at < bytes.length && isInWord(bytes[at]!)) at++;
  }
  return [...words];
}

/** The word around a byte, a character for each byte. */
function wordAt(bytes: Buffer, at: number): string {
  let [start, end] = [at, at + 1];
  while (start > 0 && at - start < wordBytes / 2 && isInWord(bytes[start - 1]!)) start--;
  while (end < bytes.length && end - start < wordBytes && isInWord(bytes[end]!)) end++;
  return bytes.toString('latin1', start, end);
}

/** Which bytes are no white space, control characters, separators or quotation marks. */
const inWords = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte > 0x20 && byte !== 0x7f && !',;|"'.includes(String.fromCharCode(byte))),
);
const isInWord = (byte: number) => inWords[byte] === 1;

/** How much words look like those of people: letters in the case of their neighbors, and signs beside a word. */
function rateOf(words: readonly string[], encoding: Encoding): number {
  const text = ` ${words.map(word => wordIn(word, encoding)).join(' ')} `;
  let rate = 0;
  for (let at = 1; at < text.length - 1; at++)
    if (text[at]! >= '\u0080') rate += rateOfCharacter(text[at]!, text[at - 1]!, text[at + 1]!);
  return rate;
}

function rateOfCharacter(character: string, before: string, after: string): number {
  const isBeside = isLetter(before) || isLetter(after);
  const isBetween = isLetter(before) && isLetter(after);
  if (/\p{Ll}/u.test(character)) {
    if (/\p{Lu}/u.test(after)) return -2;
    return isBeside && /[àáâãäåæçèéêëíîïñóôöøùúûüßœ]/.test(character) ? 2 : 0;
  }
  if (/\p{Lu}/u.test(character)) return /\p{Ll}/u.test(before) ? -2 : isLetter(after) ? 1 : 0;
  if (character === '’' && isBetween) return 2;
  if (isBetween) return /[–—]/.test(character) ? 0 : -3;
  return /[‘’“”„–—…€]/.test(character) ? 1 : 0;
}

const isLetter = (character: string): boolean => /\p{L}/u.test(character);

/** A doubtful word as it reads in an encoding. */
export const wordIn = (word: string, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(Buffer.from(word, 'latin1'));

/** A first line that tells Excel the separator: `sep=;`. */
const separatorLine = /^"?sep=[^\n]"?(?=\n)/i;

/**
 * How many bytes are decoded and parsed at a time: of at most 500 lines with text, so that a process can do something else
 * in between.
 */
const pieceBytes = 1_000;

/** The bytes, a piece after the other. */
export function* piecesOf<Bytes extends Uint8Array>(bytes: Bytes): Generator<Bytes> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes) as Bytes;
}

/**
 * The text of a file in pieces, without its byte order mark and with line feeds as line breaks. Bytes that mean nothing become
 * U+FFFD, and a line for Excel becomes blank, so that lines keep their numbers.
 */
export function* decodeInPieces(bytes: Uint8Array, encoding: Encoding): Generator<string> {
  const decoder = new TextDecoder(encoding);
  let held = '';
  let isFirst = true;
  for (const piece of piecesOf(bytes)) {
    const text = held + decoder.decode(piece, { stream: true });
    // The line feed of a line break of two characters may be in the next piece.
    held = text.endsWith('\r') ? '\r' : '';
    const lines = text.slice(0, text.length - held.length).replace(/\r\n?/g, '\n');
    yield isFirst ? lines.replace(separatorLine, '') : lines;
    isFirst = false;
  }
  yield held.replace('\r', '\n') + decoder.decode();
}

/** The text of a file, likewise. */
export const decode = (bytes: Uint8Array, encoding: Encoding): string =>
  [...decodeInPieces(bytes, encoding)].join('');

/** The first bytes of files of other kinds. */
const signatures: [what: string, begins: string][] = [
  ['an Excel workbook', 'PK\x03\x04'],
  ['an Excel workbook', '\xd0\xcf\x11\xe0'],
  ['a PDF', '%PDF'],
];

/** The kind of a file that has no lines of text; null if it may have some. */
export function otherKind(bytes: Buffer): string | null {
  const start = bytes.subarray(0, 4).toString('latin1');
  const known = signatures.find(([, begins]) => start === begins);
  if (known) return known[0];
  if ((markedAs(bytes) ?? utf16Of(bytes))?.startsWith('utf-16')) return null;
  const sample = bytes.subarray(0, sampleBytes);
  const controls = sample.reduce(
    (count, byte) => count + Number(byte < 32 && !/\s/.test(String.fromCharCode(byte))),
    0,
  );
  return controls > sample.length / 20 ? 'a file without text' : null;
}
