import { createHash } from 'node:crypto';
import type { Field } from './fields.ts';

// Two people may have the form of one record open. Each changes what they changed in it, and takes back nothing of what
// the other one did meanwhile in fields that they left alone.

/** The name of a form's hidden field that tells which of the others were changed. */
export const digestsName = 'digests';

/** Which fields of a form stay as they are if they were left alone: all of them (true), none (false), or these. */
export type Changes = boolean | readonly string[];

const mayBeLeft = ({ name }: Field, changes: Changes): boolean =>
  typeof changes === 'boolean' ? changes : changes.includes(name);

/** What stands in a form's fields before anybody types: a short digest of each that may be left alone. */
export const digestsOf = (fields: readonly Field[], texts: URLSearchParams, changes: Changes): string =>
  fields
    .filter(field => mayBeLeft(field, changes))
    .map(field => `${field.name}:${digest(field, texts)}`)
    .join(' ');

/** The fields that were not left alone; all of them where the form does not say what stood there. */
export function changed(fields: readonly Field[], form: URLSearchParams, changes: Changes): readonly Field[] {
  const before = new Set(form.get(digestsName)?.split(' '));
  return fields.filter(
    field => !mayBeLeft(field, changes) || !before.has(`${field.name}:${digest(field, form)}`),
  );
}

/** A browser sends line breaks as two characters. */
function digest({ name }: Field, texts: URLSearchParams): string {
  const text = texts.getAll(name).join('\n').replaceAll('\r\n', '\n').trim();
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}
