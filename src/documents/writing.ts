import { amount, day } from '../formatting/index.ts';
import { type Words, wordsOf } from './languages/words.ts';
import type { Language, PartySnapshot } from './partySnapshot.ts';

/** How a document writes: its language, the locale of its amounts and days, and its texts. */
export interface Writing {
  language: Language;
  locale: string;
  words: Words;
  /** An amount; `moreDigits`: of how many further digits it is an integer. */
  money: (cents: bigint | number, currency: string, moreDigits?: number) => string;
  day: (date: string) => string;
}

/** A writing in a language, with amounts and days as in a locale. `countries`: those of its readers. */
export const writingIn = (
  language: Language,
  locale: string,
  countries: readonly string[] = [],
): Writing => ({
  language,
  locale,
  words: wordsOf(language, locale),
  money: (cents, currency, moreDigits) => amount(cents, currency, locale, moreDigits, countries),
  day: date => day(date, locale),
});

/**
 * The writing of a document: in the sender's locale where that is of the document's language, otherwise as people write
 * that language in the client's country, or in the sender's.
 */
export function writingOf({ language, from, to }: Pick<PartySnapshot, 'language' | 'from' | 'to'>): Writing {
  const countries = [from.country, to.country].filter(country => country !== null);
  if (from.locale.split('-')[0] === language) return writingIn(language, from.locale, countries);
  const country = to.country || from.country;
  return writingIn(language, country ? `${language}-${country}` : language, countries);
}
