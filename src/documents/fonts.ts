import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The fonts of PDFs: Inter has Latin, Greek and Cyrillic. */
const files = [
  '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  '@expo-google-fonts/inter/400Regular_Italic/Inter_400Regular_Italic.ttf',
  '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
  '@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf',
  '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  '@expo-google-fonts/noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf',
  '@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
  '@expo-google-fonts/noto-sans-hebrew/600SemiBold/NotoSansHebrew_600SemiBold.ttf',
];

const read = (file: string): Buffer => readFileSync(fileURLToPath(import.meta.resolve(file)));

/** The files of the fonts. */
export const fontFiles = (): Buffer[] => files.map(read);

type Range = readonly [first: number, last: number];

/** The code points that a TrueType font has glyphs for, up to U+FFFF: the segments of its `cmap` subtable of format 4. */
function rangesOf(font: Buffer): Range[] {
  const records = (start: number, count: number, size: number) =>
    Array.from({ length: count }, (_, at) => start + at * size);
  const table = records(12, font.readUInt16BE(4), 16).find(
    at => font.toString('latin1', at, at + 4) === 'cmap',
  )!;
  const cmap = font.readUInt32BE(table + 8);
  const subtable = records(cmap + 4, font.readUInt16BE(cmap + 2), 8)
    .map(at => cmap + font.readUInt32BE(at + 4))
    .find(at => font.readUInt16BE(at) === 4)!;
  const doubleCount = font.readUInt16BE(subtable + 6);
  return records(subtable + 14, doubleCount / 2, 2)
    .map((at): Range => [font.readUInt16BE(at + doubleCount + 2), font.readUInt16BE(at)])
    .filter(([first]) => first < 0xffff);
}

let ranges: Range[] | undefined;

/** Letters of ASCII, and what shows nothing. */
const plain = /[\p{ASCII}\p{White_Space}\p{Default_Ignorable_Code_Point}]/u;

/** The characters of a text, each once, that none of the fonts has: a PDF shows boxes, and is no PDF/A. */
export function withoutGlyph(text: string): string[] {
  const unusual = [...new Set(text.normalize('NFC'))].filter(character => !plain.test(character));
  if (unusual.length === 0) return [];
  // Of each family the regular font, whose other weights have the same characters.
  ranges ??= files.filter(file => file.includes('/400Regular/')).flatMap(file => rangesOf(read(file)));
  return unusual.filter(character => {
    const code = character.codePointAt(0)!;
    // PDF/A allows no character without a meaning of its own, though fonts have some.
    return /\p{Co}/u.test(character) || !ranges!.some(([first, last]) => first <= code && code <= last);
  });
}
