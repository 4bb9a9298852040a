import { createHash } from 'node:crypto';
import { dayRule } from './dateField.ts';
import type { Field } from './fields.ts';
import { fieldsOfRow, filledRows } from './rows.ts';

// Two people may have the form of one record open. Each of them changes only the fields that they edited, so neither
// reverts what the other one saved meanwhile.

/** The name of the hidden field with the digests of the form's initial values. */
export const digestsName = 'digests';

/** Which fields of a form keep the record's value if they weren't edited: all (true), none (false), or these. */
export type Changes = boolean | readonly string[];

const keepsValue = ({ name }: Field, changes: Changes): boolean =>
  typeof changes === 'boolean' ? changes : changes.includes(name);

/** Whether a form shows a day that could not be typed into it, which passes as long as it isn't edited. */
const showsOddDay = ({ name, kind }: Field, texts: URLSearchParams): boolean =>
  kind === 'date' && dayRule(texts.get(name) ?? '') !== undefined;

/**
 * The digests of the initial values of those fields that keep the record's value if they aren't edited, and of days that could not
 * be typed.
 */
export const digestsOf = (fields: readonly Field[], texts: URLSearchParams, changes: Changes): string =>
  fields
    .filter(field => keepsValue(field, changes) || showsOddDay(field, texts))
    .map(field => `${field.name}:${digest(field, texts)}`)
    .join(' ');

/** The fields that were edited; all of them if the form doesn't contain the digests of its initial values. */
export const changedFields = (
  fields: readonly Field[],
  form: URLSearchParams,
  changes: Changes,
): readonly Field[] => fields.filter(field => !keepsValue(field, changes) || !isAsShown(field, form));

/** Whether a field is as the form showed it, if the form contains the digest of its initial value. */
export const isAsShown = (field: Field, form: URLSearchParams): boolean =>
  (form.get(digestsName)?.split(' ') ?? []).includes(`${field.name}:${digest(field, form)}`);

/** The texts of a field; of a list of rows those of the filled ones. */
const textsOf = (field: Field, texts: URLSearchParams): string[] =>
  field.kind === 'rows'
    ? filledRows(field, texts).flatMap(row =>
        fieldsOfRow(field, row).map(({ name }) => texts.get(name) ?? ''),
      )
    : texts.getAll(field.name);

/** Normalizes line breaks, which browsers send as two characters. */
function digest(field: Field, texts: URLSearchParams): string {
  const text = textsOf(field, texts).join('\n').replaceAll('\r\n', '\n').trim();
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}
