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

const storableText = (base = z.string()) =>
  base.trim().refine(storable, { error: 'must not contain NUL or unpaired surrogates' });

/** Text of at most `most` code points, trimmed first; may be blank. */
export function text(most: number, base = z.string()) {
  return storableText(base)
    .refine(value => value.length <= most || length(value) <= most, {
      error: `must be at most ${most} characters long`,
    })
    .meta({ maxLength: most });
}

const notBlank = [(value: string) => value !== '', { error: 'must not be blank' }] as const;

/** Text that must say something. */
export function requiredText(most: number) {
  return text(most)
    .refine(...notBlank)
    .meta({ minLength: 1, maxLength: most, pattern: notBlankPattern });
}

/** A text that may be left out; blank is as if left out. */
const leftOutIfBlank = (schema: z.ZodString) =>
  schema.transform(value => (value === '' ? undefined : value)).optional();

/** Text that may be left out. */
export const optionalText = (most: number, base = z.string()) => leftOutIfBlank(text(most, base));

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

/** The bounds come first: what is far out of them is told them, and not those of JavaScript's integers. */
export const integer = (least: number, most: number) => z.number().min(least).max(most).int();

/** An amount in the currency's minor unit (spec: Resources, Bounds). */
export const cents = integer(0, 100_000_000);

/** Basis points: 2000 is 20 %. */
export const bps = integer(0, 10_000);

/** A date that exists, years 0001 to 9999. */
export const day = z.iso
  .date({ error: 'must be a date that exists, as YYYY-MM-DD' })
  .refine(value => !value.startsWith('0000'), { error: 'must be in the years 0001 to 9999' })
  .meta({ pattern: '^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}$' });

export const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, { error: 'must be three uppercase letters (ISO 4217), like USD' });

/**
 * The id of a record. Any text will do: one that is no UUID names no record, which is not_found and
 * not a fault of form (decisions: Requests).
 */
export const recordId = storableText()
  .refine(...notBlank)
  .meta({ format: 'uuid' });

/** The id that a list is narrowed by. One that names no record leaves nothing of the list. */
export const filterId = leftOutIfBlank(storableText());

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The id as the database takes it: null, which equals no id, where it is no UUID. */
export const asUuid = (id: string): string | null => (uuid.test(id) ? id : null);
