import { hkdfSync, randomBytes } from 'node:crypto';

// A secret that a form makes is derived from the form, so that a double click or a reload of the answer shows the same
// secret again, although the database has only its hash (decisions: The console).

const bytes = 32;
/** An idempotency token (src/console/hiddenFields.ts): a time in ms, and 32 random bytes. */
const token = /^([0-9a-z]{1,11})\.[\w-]{43}$/;
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
 * idempotency token, which only the page and its form contain. `same` tells the form from others with that token; null
 * where it has none. The bytes are random for a form that is too old or has no such token.
 */
export function secretBytesOf(session: string, same: string | null, once: string | null): Buffer {
  const [, madeAt = ''] = token.exec(once ?? '') ?? [];
  const ageMs = Date.now() - Number.parseInt(madeAt, 36);
  const isDerivable = once !== null && same !== null && ageMs < mostAgeMs && ageMs > -skewMs;
  if (!isDerivable) return randomBytes(bytes);
  return Buffer.from(hkdfSync('sha256', session, once, `corkboard form secret v1 ${same}`, bytes));
}
