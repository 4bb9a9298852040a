import { z } from 'zod';

/** Text that PostgreSQL can hold: no NUL, no half of a surrogate pair. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

/**
 * White space and other characters that show nothing: control characters, zero-width ones, fillers, the blank pattern of
 * braille, and whatever else Unicode calls default ignorable. sql/functions/text_and_time/is_blank.sql has the same.
 */
const unseen = String.raw`\s\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufffb`;
const visible = new RegExp(
  String.raw`[^${unseen}\u{13430}-\u{1343f}\u{16fe4}\u{1bca0}-\u{1bca3}\u{1d159}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]`,
  'u',
);

/** Whether a text shows nothing. */
export const isBlank = (text: string): boolean => !visible.test(text);

/** A visible character, for schemas that others read, whose regular expressions may not know characters above U+FFFF. */
export const visiblePattern = `[^${unseen}]`;
/** A pattern for the same: not blank, whether it is matched anywhere or against the whole text. */
export const notBlankPattern = `^[${unseen}]*${visiblePattern}[\\s\\S]*$`;

/** The length in code points, as JSON Schema and PostgreSQL count, not in UTF-16 units. */
function length(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Text that can be stored, trimmed; empty if it is blank. */
export const storableText = (base = z.string()) =>
  base
    .trim()
    .overwrite(text => (isBlank(text) ? '' : text))
    .refine(isStorable, { error: 'must not contain NUL or unpaired surrogates' });

/** Text of at most `most` code points, trimmed first; may be blank. */
export function text(most: number, base = z.string()) {
  return storableText(base)
    .refine(value => value.length <= most || length(value) <= most, {
      error: `must be at most ${most} characters long`,
    })
    .meta({ maxLength: most });
}

export const notBlank = [(value: string) => value !== '', { error: 'must not be blank' }] as const;

/** Text that must not be blank. */
export function requiredText(most: number) {
  return text(most)
    .refine(...notBlank)
    .meta({ minLength: 1, maxLength: most, pattern: notBlankPattern });
}

/** A text on one line. sql/functions/checks/check_line.sql has the same rule. */
export const oneLineText = (most: number) =>
  requiredText(most).refine(text => !/[\p{Cc}\u2028\u2029]/u.test(text), {
    error: 'must be one line, without control characters',
  });

/** A text of a form that a function checks, which returns the rule that it breaks or null. `normalize` is applied first. */
export const formed = (
  most: number,
  fault: (text: string) => string | null,
  normalize: (text: string) => string,
) =>
  requiredText(most)
    .overwrite(text => normalize(text) || text)
    .superRefine((text, context) => {
      // Blank text is refused already.
      const rule = text === '' ? null : fault(text);
      if (rule !== null) context.addIssue({ code: 'custom', message: rule });
    })
    .meta({ minLength: 1, maxLength: most });

/** Text that may be left out; blank text counts as left out. */
export const leftOutIfBlank = (schema: z.ZodString) =>
  schema.transform(value => (value === '' ? undefined : value)).optional();

/** Text of at most `most` code points that may be left out. */
export const optionalText = (most: number, base = z.string()) => leftOutIfBlank(text(most, base));

/**
 * Text that other people wrote, on one line and without invisible characters that change the text around them: control
 * characters, line breaks, marks that change the direction of writing.
 */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** What ends a line. */
const lineEnds = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

/** The lines of a text. */
export const textLines = (text: string): string[] => text.split(lineEnds);

/** A text as JSON in the database can hold it. */
export const storable = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();

/**
 * Characters that XML 1.0 doesn't allow, such as half of a surrogate pair; the other control characters, which show nothing; and
 * those that force a direction of writing (UAX #9), with which a document reads otherwise than what is stored and signed.
 */
const unprintable =
  /[^\t\n\u0020-\u007e\u00a0-\u2029\u202f-\u2065\u2068-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** A text as every page, PDF and electronic invoice can hold it: with line feeds and without control characters. */
export const printable = (text: string): string => text.replace(lineEnds, '\n').replace(unprintable, '');

/** Data with each text in it changed. The names of fields stay. */
export function mapTexts<Data>(data: Data, change: (text: string) => string): Data {
  const changed = (part: unknown): unknown => {
    if (typeof part === 'string') return change(part);
    if (Array.isArray(part)) return part.map(changed);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, changed(value)]));
  };
  return changed(data) as Data;
}

/**
 * An email address, local@domain, as mail can carry it without quotation marks: in any alphabet, the domain with a
 * dot and without a hyphen at either end of a part. sql/functions/checks/check_email.sql has the same rule.
 */
const sign = String.raw`[^\s\u0000-\u001f\u007f-\u009f@()<>\[\]:;,."\\]`;
const edge = sign.replace('^', '^-');
/** A part of a domain, which neither begins nor ends with a hyphen. */
const label = `${edge}(?:${sign}*${edge})?`;
const emailPattern = new RegExp(`^(?:${sign}|\\.)+@${label}(?:\\.${label})+$`);

/** An email address that may be left out. */
export const optionalEmail = leftOutIfBlank(
  text(254).refine(value => value === '' || emailPattern.test(value), { error: 'must be an email address' }),
).meta({ pattern: emailPattern.source });

/** An email address that must be given. */
export const email = requiredText(254).pipe(optionalEmail.unwrap());
