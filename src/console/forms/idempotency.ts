import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { Html } from '../html/html.ts';
import { hiddenField, tokenName } from './hiddenFields.ts';

// A form has an idempotency token, so that a double click or a reload does it once, and shows the same secret again,
// although the database has only the secret's hash (decisions: The console).

const bytes = 32;
/** A token: the time at which its form was made, in ms, and 32 random bytes. */
const token = /^([0-9a-z]{1,11})\.[\w-]{43}$/;

/** The hidden field with a new idempotency token. */
export const idempotencyToken = (): Html =>
  hiddenField([tokenName, `${Date.now().toString(36)}.${randomBytes(bytes).toString('base64url')}`]);

/**
 * The key by which a form is recognized when it is sent again; null: it is not. A browser that goes back shows the token of
 * before, so what was typed counts too: with something else in it, it is another form.
 */
export const idempotencyKey = (sentTo: string, form: URLSearchParams): string | null =>
  form.has(tokenName)
    ? `${sentTo} ${createHash('sha256').update(form.toString()).digest('base64url')}`
    : null;

/**
 * How old a form may be, in ms, for its secret to be derived. This has to be shorter than the 24 hours for which the
 * answer of a form is kept: after those the form would be done again, and make the same secret for another record.
 */
const mostAgeMs = 20 * 3_600_000;
/** By how much the clocks of two web processes may differ, in ms. */
const skewMs = 300_000;

/**
 * The 32 bytes that the secret of a form is made of: the same for the same form of the same session, and others for every
 * other form. They are derived from the session's token, of which the database has only the hash, and from the form's
 * idempotency token, which only the page and its form contain. `key` is the form's idempotency key. The bytes are random
 * for a form that is too old or has no such token.
 */
export function secretBytesOf(session: string, key: string | null, form: URLSearchParams): Buffer {
  const sent = form.get(tokenName) ?? '';
  const [, madeAt = ''] = token.exec(sent) ?? [];
  const ageMs = Date.now() - Number.parseInt(madeAt, 36);
  const isDerivable = key !== null && ageMs < mostAgeMs && ageMs > -skewMs;
  if (!isDerivable) return randomBytes(bytes);
  return Buffer.from(hkdfSync('sha256', session, sent, `corkboard form secret v1 ${key}`, bytes));
}
