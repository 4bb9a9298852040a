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

/** Fonts of 19 MB for Chinese, Japanese and Korean, such as names of people who sign: loaded only for documents with them. */
const eastAsianFiles = [
  '@expo-google-fonts/chocolate-classical-sans/400Regular/ChocolateClassicalSans_400Regular.ttf',
  '@expo-google-fonts/gowun-dodum/400Regular/GowunDodum_400Regular.ttf',
];

const read = (file: string): Buffer => readFileSync(fileURLToPath(import.meta.resolve(file)));

/** The files of the fonts. `isEastAsian`: also of those for Chinese, Japanese and Korean. */
export const fontFiles = (isEastAsian: boolean): Buffer[] =>
  [...files, ...(isEastAsian ? eastAsianFiles : [])].map(read);

type Range = readonly [first: number, last: number];

/**
 * The code points that a TrueType font has glyphs for: the groups of its `cmap` subtable of format 12, or without one, of a font
 * that ends at U+FFFF, the segments of format 4. Read here, because the page before Send asks on web's main thread, which
 * fontkit would hold up for some tenths of a second with its first font.
 */
function rangesOf(font: Buffer): Range[] {
  const records = (start: number, count: number, size: number) =>
    Array.from({ length: count }, (_, at) => start + at * size);
  const table = records(12, font.readUInt16BE(4), 16).find(
    at => font.toString('latin1', at, at + 4) === 'cmap',
  )!;
  const cmap = font.readUInt32BE(table + 8);
  const subtables = records(cmap + 4, font.readUInt16BE(cmap + 2), 8).map(
    at => cmap + font.readUInt32BE(at + 4),
  );
  const ofFormat = (format: number) => subtables.find(at => font.readUInt16BE(at) === format);
  const whole = ofFormat(12);
  if (whole !== undefined)
    return records(whole + 16, font.readUInt32BE(whole + 12), 12).map(at => [
      font.readUInt32BE(at),
      font.readUInt32BE(at + 4),
    ]);
  const segments = ofFormat(4)!;
  const doubleCount = font.readUInt16BE(segments + 6);
  return records(segments + 14, doubleCount / 2, 2)
    .map((at): Range => [font.readUInt16BE(at + doubleCount + 2), font.readUInt16BE(at)])
    .filter(([first]) => first < 0xffff);
}

const known = new Map<readonly string[], Range[]>();

/** Whether one of the fonts has a glyph for a character: in its regular weight, and so in the others. */
function hasGlyph(fonts: readonly string[], character: string): boolean {
  let ranges = known.get(fonts);
  if (ranges === undefined) {
    ranges = fonts.filter(file => file.includes('/400Regular/')).flatMap(file => rangesOf(read(file)));
    known.set(fonts, ranges);
  }
  const code = character.codePointAt(0)!;
  return ranges.some(([first, last]) => first <= code && code <= last);
}

/** Letters of ASCII, and what shows nothing. */
const plain = /[\p{ASCII}\p{White_Space}\p{Default_Ignorable_Code_Point}]/u;
/** PDF/A allows no character without a meaning of its own, though fonts have some. */
const privateUse = /\p{Co}/u;

/** Chinese, Japanese and Korean, with their punctuation and full-width forms. */
const eastAsian =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;

/** Whether a text needs the fonts for Chinese, Japanese and Korean. */
export const needsEastAsianFonts = (text: string): boolean => eastAsian.test(text);

/** The characters of a text, each once, that none of the fonts has: a PDF shows boxes, and is no PDF/A. */
export const withoutGlyph = (text: string): string[] =>
  [...new Set(text.normalize('NFC'))].filter(
    character =>
      !plain.test(character) &&
      (privateUse.test(character) ||
        !(hasGlyph(files, character) || (eastAsian.test(character) && hasGlyph(eastAsianFiles, character)))),
  );
