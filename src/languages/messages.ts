import { IntlMessageFormat } from 'intl-messageformat';
import { memoize } from '../concurrency/memoize.ts';
import { knownLocale } from '../formatting/index.ts';
import type { Language } from '../vocabulary/documents.ts';
import { de } from './de.ts';
import { type Catalogue, en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { nl } from './nl.ts';

/** The texts by language. */
export const catalogues: Record<Language, Catalogue> = { en, de, fr, nl, es };

/** The name of a message: of a text that isn't in a group. */
export type MessageKey = {
  [Key in keyof Catalogue]: Catalogue[Key] extends string ? Key : never;
}[keyof Catalogue];

/** As many messages as all languages have, for a few locales each. */
const maxMessages = 2_000;

const parsed = memoize(
  ({ language, locale, key }: { language: Language; locale: string; key: MessageKey }) =>
    `${language} ${locale} ${key}`,
  // Nothing in a message is markup.
  ({ language, locale, key }) =>
    new IntlMessageFormat(catalogues[language][key], knownLocale(locale), undefined, { ignoreTag: true }),
  maxMessages,
);

/** A text in a language, with values filled in. */
export type Messages = (key: MessageKey, values?: Record<string, string | number>) => string;

/** The texts in a language, with numbers as in the locale. A message is parsed when it is first used. */
export const messagesOf =
  (language: Language, locale: string): Messages =>
  (key, values) => {
    const text = catalogues[language][key];
    return isPlain(text) ? text : String(parsed({ language, locale, key }).format(values));
  };

/** Whether a message is its own text: it has no values, and no apostrophe, which quotes in ICU messages. */
const isPlain = (text: string) => !text.includes('{') && !text.includes("'");
