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

/** As many messages with values as all languages have, those with numbers for many locales. */
const maxMessages = 2_000;

interface Message {
  language: Language;
  locale: string;
  key: string;
  text: string;
}

/** Whether a message writes numbers, so that it differs between the locales of its language. */
const hasNumbers = (text: string) => text.includes(', plural,') || text.includes(', number}');

const parsed = memoize(
  ({ language, locale, key, text }: Message) => `${language} ${hasNumbers(text) ? locale : ''} ${key}`,
  // Nothing in a message is markup.
  ({ locale, text }) => new IntlMessageFormat(text, knownLocale(locale), undefined, { ignoreTag: true }),
  maxMessages,
);

export type MessageValues = Record<string, string | number>;

/** A message with its values filled in. It is parsed when it is first used; without values and quotes it is its own text. */
export const formatted = (message: Message, values?: MessageValues): string =>
  /[{']/.test(message.text) ? String(parsed(message).format(values)) : message.text;

/** A text in a language, with values filled in. */
export type Messages = (key: MessageKey, values?: MessageValues) => string;

/** The texts in a language, with numbers as in the locale. */
export const messagesOf =
  (language: Language, locale: string): Messages =>
  (key, values) =>
    formatted({ language, locale, key, text: catalogues[language][key] }, values);

/** The texts in English, as the console has them. */
export const english = messagesOf('en', 'en');
