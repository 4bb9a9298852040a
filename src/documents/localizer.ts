import { amount, day } from '../formatting/index.ts';
import { type Messages, messagesOf } from '../languages/messages.ts';
import type { Language } from '../vocabulary/documents.ts';
import type { Recipient, Sender } from './partySnapshot.ts';

/** How a document writes: its language, the locale of its amounts and days, and its texts. */
export interface Localizer {
  language: Language;
  locale: string;
  messages: Messages;
  /** An amount; `moreDigits`: of how many further digits it is an integer. */
  money: (cents: bigint | number, currency: string, moreDigits?: number) => string;
  day: (date: string) => string;
}

/** A localizer in a language, with amounts and days as in a locale. `countries`: those of its readers; `sender`: its sender's. */
export const localizerIn = (
  language: Language,
  locale: string,
  countries: readonly string[] = [],
  sender?: string,
): Localizer => ({
  language,
  locale,
  messages: messagesOf(language, locale, sender),
  // No line ends between an amount and its currency.
  money: (cents, currency, moreDigits) =>
    amount(cents, currency, locale, moreDigits, countries).replaceAll(' ', '\u00a0'),
  day: date => day(date, locale),
});

/**
 * The localizer of a document or page: in the sender's locale where that is of the document's language, otherwise as people write
 * that language in the client's country, or in the sender's.
 */
export function localizerOf({
  language,
  from,
  to,
}: {
  language: Language;
  from: Pick<Sender, 'locale' | 'country'>;
  to: Pick<Recipient, 'country'>;
}): Localizer {
  const countries = [from.country, to.country].filter(country => country !== null);
  const sender = from.country ?? '';
  if (from.locale.split('-')[0] === language) return localizerIn(language, from.locale, countries, sender);
  const country = to.country || sender;
  return localizerIn(language, country ? `${language}-${country}` : language, countries, sender);
}
