import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { Html } from '../html/html.ts';
import { hiddenField, tokenName } from './hiddenFields.ts';

// A form has an idempotency token, so that a double click or a reload performs it once and shows the same secret again,
// although the database has only the secret's hash (decisions: The console).

const bytes = 32;
/** A token: the time at which its form was made, in ms, and 32 random bytes. */
const token = /^([0-9a-z]{1,11})\.[\w-]{43}$/;

/** The hidden field with a new idempotency token. */
export const idempotencyToken = (): Html =>
  hiddenField([tokenName, `${Date.now().toString(36)}.${randomBytes(bytes).toString('base64url')}`]);

/**
 * The key that identifies a form that is sent again; null if it has no token. When a person goes back in the browser, the
 * page has the same token, so the key depends on the values too: with other values it is another form.
 */
export const idempotencyKey = (sentTo: string, form: URLSearchParams): string | null =>
  form.has(tokenName) ? `${sentTo} ${digestOf(withoutFiles(form).toString())}` : null;

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Texts that are longer than this, in UTF-16 units, are files. */
const maxTextLength = 100_000;

/** A form with the digests of its files: to escape all of 10 MB would hold up others for a tenth of a second. */
const withoutFiles = (form: URLSearchParams) =>
  new URLSearchParams(
    [...form].map(([name, text]) => [name, text.length > maxTextLength ? digestOf(text) : text]),
  );

/**
 * How old a form may be, in ms, for its secret to be derived. This must be less than the 24 hours for which the answer of a
 * form is stored: after those, the form would be performed again and create the same secret for another record.
 */
const maxAgeMs = 20 * 3_600_000;
/** How far the clocks of two web processes may differ, in ms. */
const skewMs = 300_000;

/**
 * The 32 bytes from which the secret of a form is made: the same for the same form of the same session, different for any
 * other form. They are derived from the session's token, of which the database has only the hash, and from the form's
 * idempotency token, which only the page and its form contain. `key` is the form's idempotency key. The bytes are random
 * for a form that is too old or has no such token.
 */
export function secretBytesOf(session: string, key: string | null, form: URLSearchParams): Buffer {
  const sent = form.get(tokenName) ?? '';
  const [, madeAt = ''] = token.exec(sent) ?? [];
  const ageMs = Date.now() - Number.parseInt(madeAt, 36);
  const isDerivable = key !== null && ageMs < maxAgeMs && ageMs > -skewMs;
  if (!isDerivable) return randomBytes(bytes);
  return Buffer.from(hkdfSync('sha256', session, sent, `corkboard form secret v1 ${key}`, bytes));
}
