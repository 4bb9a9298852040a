import type { Language } from '../vocabulary/documents.ts';
import { catalogues, formatted, type MessageValues } from './messages.ts';

/**
 * Why a form was refused, in a language. The rules and reasons of API, database and console are in English, so the message is
 * found by its English text. Undefined: the language has none for it.
 */
export function refusalIn(language: Language, locale: string, reason: string): string | undefined {
  if (language === 'en') return reason;
  for (const [key, english] of Object.entries(catalogues.en.refusals)) {
    const values = valuesIn(reason, english);
    const text = catalogues[language].refusals[key as keyof typeof catalogues.en.refusals];
    if (values !== null) return formatted(text, locale, values);
  }
  return undefined;
}

/** The values that a text has in place of a message's placeholders; null if it isn't that message. */
function valuesIn(text: string, message: string): MessageValues | null {
  const [start = '', ...parts] = message.split(/\{(\w+)\}/);
  if (!text.startsWith(start)) return null;
  const values: MessageValues = {};
  let at = start.length;
  for (let part = 0; part < parts.length; part += 2) {
    const [name, literal] = [parts[part]!, parts[part + 1]!];
    const isLast = part + 2 === parts.length;
    const end = isLast ? text.length - literal.length : text.indexOf(literal, at);
    if (end <= at || !text.startsWith(literal, end)) return null;
    values[name] = text.slice(at, end);
    at = end + literal.length;
  }
  return at === text.length ? values : null;
}
