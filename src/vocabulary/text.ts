import { z } from 'zod';

/** Text that PostgreSQL can hold: no NUL, no half of a surrogate pair. */
const storable = (text: string) => text.isWellFormed() && !text.includes('\0');

/** For whoever reads the schema: not blank, however the pattern is applied (anywhere, or to the whole). */
export const notBlankPattern = '^\\s*\\S[\\s\\S]*$';

/** Code points, as JSON Schema and PostgreSQL count, not UTF-16 units. */
function length(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

export const storableText = (base = z.string()) =>
  base.trim().refine(storable, { error: 'must not contain NUL or unpaired surrogates' });

/** Text of at most `most` code points, trimmed first; may be blank. */
export function text(most: number, base = z.string()) {
  return storableText(base)
    .refine(value => value.length <= most || length(value) <= most, {
      error: `must be at most ${most} characters long`,
    })
    .meta({ maxLength: most });
}

export const notBlank = [(value: string) => value !== '', { error: 'must not be blank' }] as const;

/** Text that must say something. */
export function requiredText(most: number) {
  return text(most)
    .refine(...notBlank)
    .meta({ minLength: 1, maxLength: most, pattern: notBlankPattern });
}

/** A text that may be left out; blank is as if left out. */
export const leftOutIfBlank = (schema: z.ZodString) =>
  schema.transform(value => (value === '' ? undefined : value)).optional();

/** Text that may be left out. */
export const optionalText = (most: number, base = z.string()) => leftOutIfBlank(text(most, base));

/**
 * A stranger's text on one line, without what is not seen and yet changes the text around it: controls,
 * breaks, marks that turn the direction of writing.
 */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/**
 * local@domain as mail can carry it without quotation marks, in any alphabet, the domain with a dot
 * (sql/functions/check_email.sql says the same of what does not come through here).
 */
const sign = String.raw`[^\s\u0000-\u001f\u007f-\u009f@()<>\[\]:;,."\\]`;
const emailPattern = new RegExp(`^(?:${sign}|\\.)+@${sign}+(?:\\.${sign}+)+$`);

/** An address, or nothing. */
export const optionalEmail = leftOutIfBlank(
  text(254).refine(value => value === '' || emailPattern.test(value), { error: 'must be an e-mail address' }),
).meta({ pattern: emailPattern.source });
