import { amount, day } from '../formatting/index.ts';
import { type Words, wordsOf } from './languages/words.ts';
import type { Language, PartySnapshot } from './partySnapshot.ts';

/** How a document writes: its language, the locale of its amounts and days, and its texts. */
export interface Writing {
  language: Language;
  locale: string;
  words: Words;
  money: (cents: bigint | number, currency: string) => string;
  day: (date: string) => string;
}

/** A writing in a language, with amounts and days as in a locale. */
export const writingIn = (language: Language, locale: string): Writing => ({
  language,
  locale,
  words: wordsOf(language, locale),
  money: (cents, currency) => amount(cents, currency, locale),
  day: date => day(date, locale),
});

/**
 * The writing of a document: in the sender's locale where that is of the document's language, otherwise as people write
 * that language in the client's country, or in the sender's.
 */
export function writingOf({ language, from, to }: Pick<PartySnapshot, 'language' | 'from' | 'to'>): Writing {
  if (from.locale.split('-')[0] === language) return writingIn(language, from.locale);
  const country = to.country || from.country;
  return writingIn(language, country ? `${language}-${country}` : language);
}
