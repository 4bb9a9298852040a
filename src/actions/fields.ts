import { z } from 'zod';
import { payLinkFault } from '../documents/payLink.ts';
import { isTimeZone } from '../formatting/index.ts';
import { integer, keyScope } from '../vocabulary/fields.ts';
import { bicFault, compact, ibanFault } from '../vocabulary/identifiers.ts';
import type { FieldDefinition } from '../vocabulary/partyFields.ts';
import { formed, requiredText, text, textLines } from '../vocabulary/text.ts';
import { typedName } from '../vocabulary/typedName.ts';
import { field, hiddenInput } from './define.ts';

// The fields of actions' input, besides those that everything shares (src/vocabulary/).

export { email, oneLineText } from '../vocabulary/text.ts';

/**
 * The name of a workspace: one line, without marks that change the direction of the text around it, because it is in emails
 * and at sign-in. sql/functions/checks/check_workspace_name.sql has the same rule.
 */
export const workspaceName = requiredText(120).refine(
  name => !/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(name),
  {
    error: 'must be one line, without control characters or marks that change the direction of text',
  },
);

/** What a member is called. sql/functions/checks/check_member_name.sql has the same rule. */
export const memberName = typedName(100);

/** A list of known names, each kept once. Its error has the same words as the database's. */
export const names = <Name extends string>(what: string, known: readonly Name[]) =>
  z
    .array(z.enum(known, { error: `must name ${what} out of ${known.join(', ')}` }))
    .transform(given => [...new Set(given)]);

export const keyScopes = names('scopes', keyScope.options);

/** A value that can be taken away: null does that, and so does leaving its field in a form blank. */
export const clearable = <S extends z.ZodType>(schema: S) => schema.nullable().optional();

/**
 * The fields of a change that these definitions make. It leaves out what stays as it is. `names`: those that it has, in their
 * order; by default all.
 */
export const inputFields = <Definitions extends Record<string, FieldDefinition>>(
  definitions: Definitions,
  names: readonly (keyof Definitions)[] = Object.keys(definitions),
) =>
  Object.fromEntries(
    names.map((name): [keyof Definitions, z.ZodType] => {
      const { schema, isRequired, description, placeholder, label, multiline } = definitions[name]!;
      const wrapped = isRequired ? schema.optional() : clearable(schema);
      const meta = { ...(label !== undefined && { label }), ...(multiline && { multiline }) };
      return [name, field(wrapped, description, placeholder, meta)];
    }),
  ) as Record<keyof Definitions, z.ZodType>;

/**
 * The version of the record that the page showed, for an action that can't be undone: it is rejected if the record was changed
 * since. The operator's command, and a form without it, act on the record as it is.
 */
export const shownVersion = hiddenInput(integer(0, 2_147_483_647).optional());

/** The version that an edit replaces, which the operator's command can name too. */
export const readVersion = field(
  integer(1, 2_147_483_647).optional(),
  'the version that was read; rejected if there is a newer one',
  '<n>',
  { hidden: true },
);

/**
 * The `prepare` of an action that a member records for the client: the address and browser are stored only for a client who acts
 * through the share link.
 */
export const recordedForClient = async () => ({ from: null, browser: null });

/** The SHA-256 of a document that was read. */
export const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/, { error: 'must be a SHA-256 in 64 hexadecimal digits' });

/** The SHA-256 of the document that the page showed, for an action on what it says. */
export const shownDocument = hiddenInput(sha256.optional());

/** A list of texts of at most `most` characters each, typed one to a line; blank lines are left out. */
export const lines = (most: number) =>
  z.array(text(most)).transform(given => given.filter(line => line !== ''));

/** Questions to clients. sql/functions/checks/check_questions.sql has the same rules. */
export const questions = lines(200)
  .refine(given => given.length <= 40, { error: 'must have at most 40 questions' })
  .refine(given => new Set(given).size === given.length, { error: 'must ask each question once' });

/** A time in ISO 8601, with any offset; as UTC. */
export const time = z.iso
  .datetime({ offset: true, error: 'must be a time in ISO 8601, like 2027-01-31T09:05:00Z' })
  .transform(text => new Date(text).toISOString())
  .refine(text => /^(?!0000)\d{4}-/.test(text), { error: 'must be in the years 0001 to 9999' });

export const locale = z.string().regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$/, {
  error: 'must be a language and a country, like en-GB',
});

/** The names of time zones, as sql/functions/checks/check_time_zone.sql has them. */
const zoneName = /^(?:UTC|Etc\/GMT(?:0|[+-]\d|[+-]1[0-2]|-1[34])|[A-Z][A-Za-z_]+(?:\/[A-Za-z_-]+)+)$/;

/** A time zone that Node knows too, not only PostgreSQL: pages write times in it. */
export const timeZone = z.string().refine(text => zoneName.test(text) && isTimeZone(text), {
  error: 'must be a time zone, like Europe/Berlin',
});

/** The format of documents' numbers. sql/functions/numbers/set_number_series.sql has the same rule. */
export const numberFormat = formed(
  32,
  text =>
    /^(?:(?:[A-Za-z0-9]|\{year\})[-/.]?)*\{number(?::[1-9])?\}(?:[-/.]?(?:[A-Za-z0-9]|\{year\}))*$/.test(text)
      ? null
      : 'must have {number} once, and besides only letters, digits, {year} and single -, / or . between them, like RE-{year}-{number:3}',
  text => text,
);

export const iban = formed(50, ibanFault, compact);
export const bic = formed(50, bicFault, compact);
export const payLink = formed(1000, payLinkFault, text => text);
/** A text at the foot of each page, which leaves no room for anything else if it is longer. */
export const invoiceFooter = formed(
  1000,
  text => (textLines(text).length > 10 ? 'must be at most 10 lines' : null),
  text => text,
);

/** The SHA-256 of the open invoices that the page named, because their links stop working in the trash. */
export const shownLinks = hiddenInput(sha256.optional());
