import { createHash } from 'node:crypto';
import { tokenName } from './hiddenFields.ts';

/**
 * The key by which a form is recognized when it is sent again; null: it is not. A browser that goes back shows the token of
 * before, so what was typed counts too: with something else in it, it is another form.
 */
export const idempotencyKey = (sentTo: string, form: URLSearchParams): string | null =>
  form.has(tokenName)
    ? `${sentTo} ${createHash('sha256').update(form.toString()).digest('base64url')}`
    : null;
