import { IntlMessageFormat } from 'intl-messageformat';
import { memoize } from '../../concurrency/memoize.ts';
import { knownLocale } from '../../formatting/index.ts';
import type { Language } from '../partySnapshot.ts';
import { de } from './de.ts';
import { type Catalogue, en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { nl } from './nl.ts';

/** The texts of documents by language. */
export const catalogues: Record<Language, Catalogue> = { en, de, fr, nl, es };

/** As many messages as all languages have, for a few locales each. */
const maxMessages = 2_000;

const messages = memoize(
  ({ language, locale, key }: { language: Language; locale: string; key: keyof Catalogue }) =>
    `${language} ${locale} ${key}`,
  // Nothing in a message is markup.
  ({ language, locale, key }) =>
    new IntlMessageFormat(catalogues[language][key], knownLocale(locale), undefined, { ignoreTag: true }),
  maxMessages,
);

/** A text of a document, with values filled in. */
export type Messages = (key: keyof Catalogue, values?: Record<string, string | number>) => string;

/** The texts in a language, with numbers as in the locale. */
export const messagesOf =
  (language: Language, locale: string): Messages =>
  (key, values) =>
    String(messages({ language, locale, key }).format(values));
