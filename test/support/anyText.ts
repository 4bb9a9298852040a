import fc from 'fast-check';

const firstSurrogate = 0xd800;
const surrogates = 0x800;

const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - surrogates })
  .map(n => String.fromCodePoint(n < firstSurrogate ? n : n + surrogates));

/**
 * Texts of any characters. fast-check's own unit for them, `binary`, first lists all million of them, which keeps the other
 * tests of a thread waiting for seconds.
 */
export const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: anyCharacter, maxLength });
