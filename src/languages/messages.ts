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

export type MessageValues = Record<string, string | number>;

/** Writes a message. */
type Format = (values: MessageValues | undefined, locale: string) => string;

/** By its text, each message that was used: as many as the catalogues have. */
const formats = new Map<string, Format>();

/** A message with its values filled in. It is parsed when it is first used. */
export function formatted(text: string, locale: string, values?: MessageValues): string {
  let format = formats.get(text);
  if (format === undefined) {
    format = formatOf(text);
    formats.set(text, format);
  }
  return format(values, locale);
}

type Part = ReturnType<IntlMessageFormat['getAst']>[number];

/** As many locales as a language is mostly written in. */
const maxLocales = 20;

/** Letters of scripts that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A value in a sentence. One from right to left is isolated (UAX #9), so that it doesn't move what stands beside it. */
export const isolated = (value: string | number): string | number =>
  typeof value === 'string' && rightToLeft.test(value) ? `\u2068${value}\u2069` : value;

function formatOf(text: string): Format {
  // Without values and quotes it is its own text.
  if (!/[{']/.test(text)) return () => text;
  // Nothing in a message is markup.
  const parse = (message: string | Part[], locale: string) =>
    new IntlMessageFormat(message, locale, undefined, { ignoreTag: true });
  const parts = parse(text, 'en').getAst();
  // A page has some hundred of these, and writing them is much less work than what the library does for all messages.
  if (areSimple(parts)) return (values = {}) => written(parts, values);
  const inLocale = memoize(String, (locale: string) => parse(parts, knownLocale(locale)), maxLocales);
  return (values = {}, locale) =>
    String(
      inLocale(locale).format(
        Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolated(value)])),
      ),
    );
}

/** The types of parts that are written the same in all locales: text, values, and choices between such parts. */
const types = { text: 0, value: 1, choice: 5 } as const;

const areSimple = (parts: readonly Part[]): boolean =>
  parts.every(
    part =>
      part.type === types.text ||
      part.type === types.value ||
      (part.type === types.choice && Object.values(part.options).every(({ value }) => areSimple(value))),
  );

function written(parts: readonly Part[], values: MessageValues): string {
  let text = '';
  for (const part of parts) {
    if (part.type === types.text) {
      text += part.value;
      continue;
    }
    const { value: name } = part as { value: string };
    const value = values[name];
    if (value === undefined) throw new Error(`A message lacks its value ${name}.`);
    if (part.type === types.choice) {
      const { options } = part;
      text += written((options[value] ?? options.other!).value, values);
    } else text += isolated(value);
  }
  return text;
}

/** A text in a language, with values filled in. */
export type Messages = (key: MessageKey, values?: MessageValues) => string;

/** The texts in a language, with numbers as in the locale. `country`: of the sender, after which some terms differ. */
export const messagesOf =
  (language: Language, locale: string, country = ''): Messages =>
  (key, values) =>
    formatted(catalogues[language][key], locale, { country, ...values });

/** The texts in English, as the console has them. */
export const english = messagesOf('en', 'en');
