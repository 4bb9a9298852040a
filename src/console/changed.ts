import { createHash } from 'node:crypto';
import type { Field } from './fields.ts';

// Two people may have the form of one record open. Each changes what they changed in it, and takes back nothing of what
// the other one did meanwhile in fields that they left alone.

/** The name of a form's hidden field that tells which of the others were changed. */
export const digestsName = 'digests';

/** What stands in a form's fields before anybody types: a short digest of each. */
export const digestsOf = (fields: readonly Field[], texts: URLSearchParams): string =>
  fields.map(field => `${field.name}:${digest(field, texts)}`).join(' ');

/** The fields in which something else stands now; all of them where the form does not say what stood there. */
export function changed(fields: readonly Field[], form: URLSearchParams): readonly Field[] {
  const before = new Set(form.get(digestsName)?.split(' '));
  return fields.filter(field => !before.has(`${field.name}:${digest(field, form)}`));
}

/** A browser sends line breaks as two characters. */
function digest({ name }: Field, texts: URLSearchParams): string {
  const text = texts.getAll(name).join('\n').replaceAll('\r\n', '\n').trim();
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}
