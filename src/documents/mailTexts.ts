import type { MailText } from '../languages/en.ts';
import { cut } from '../vocabulary/cut.ts';
import { oneLine } from '../vocabulary/text.ts';

/**
 * The placeholders of a text, each in braces; corkboard.mail_placeholders has the same list. `{link}` stays until the email is sent.
 */
export const mailPlaceholders = [
  'client',
  'workspace',
  'project',
  'title',
  'number',
  'amount',
  'due',
] as const;
type MailValues = Partial<Record<(typeof mailPlaceholders)[number], string | null>>;

/** The longest subject and text of an email, as sql/functions/document_mails/check_mail.sql has them. */
const maxCharacters = { subject: 200, text: 5_000 };

const placeholder = /\{(\w+)\}/g;

/** The rule that a subject or text breaks with a placeholder that isn't `known`; null if it has none. */
export function placeholderFault(text: string, known: readonly string[]): string | null {
  const isKnown = [...text.matchAll(placeholder)].every(([, name]) => known.includes(name!));
  return isKnown ? null : `must have no placeholders but ${known.map(name => `{${name}}`).join(', ')}`;
}

/** The rule that a typed subject or text breaks with a placeholder of `left`, which nothing fills in any more; null if it has none. */
export function leftPlaceholderFault(text: string, left: readonly string[]): string | null {
  const found = [...text.matchAll(placeholder)].find(([, name]) => left.includes(name!));
  return found
    ? `must have the value itself in place of ${found[0]}, which is only filled in in Settings`
    : null;
}

/**
 * A text with values in place of its placeholders. A line with a placeholder that has no value is left out: a document may
 * have no due date, and a scope has none. Other braces, and `{link}`, stay as they are.
 */
export function filledMail({ subject, text }: MailText, values: MailValues): MailText {
  const given = (name: string) =>
    mailPlaceholders.includes(name as keyof MailValues)
      ? (values[name as keyof MailValues] ?? null)
      : undefined;
  const isMissing = (line: string) =>
    [...line.matchAll(placeholder)].some(([, name]) => given(name!) === null);
  const filled = (line: string) =>
    line.replace(placeholder, (all, name) => (given(name) === undefined ? all : (given(name) ?? '')));
  const lines = text.split('\n');
  const kept = lines.filter(
    (line, at) => !isMissing(line) && !(line === '' && isMissing(lines[at - 1] ?? '')),
  );
  return {
    subject: cut(oneLine(filled(subject)), maxCharacters.subject),
    text: cut(kept.map(filled).join('\n'), maxCharacters.text),
  };
}
