import { hash } from 'node:crypto';

/** The id of a workspace in base64url, as sql/functions/tenancy/secret_suffix.sql writes it after a secret. */
const suffix = '[A-Za-z0-9_-]{22}';

/** The forms of API keys: `crk_` and 32 bytes in base64url, and, if Citus distributes workspaces, the key's workspace. */
const form = new RegExp(`^crk_[A-Za-z0-9_-]{43}(${suffix})?$`);

/** Whether a text has the form that create_key gives to API keys. */
export const canBeKey = (text: string): boolean => form.test(text);

/** Whether a text has the form of the token of a session or link: that of a key without `crk_`. */
export const canBeToken = (text: string): boolean => form.test(`crk_${text}`);

const withSuffix = new RegExp(`^((?:crk_)?[A-Za-z0-9_-]{43})(${suffix})$`);

/** A key or token without the workspace after it. */
export const secretOf = (text: string): string => withSuffix.exec(text)?.[1] ?? text;

/** The workspace that a key or token names, without any proof; null if it names none. */
export function workspaceIn(text: string): string | null {
  const [, , id] = withSuffix.exec(text) ?? [];
  return id === undefined ? null : Buffer.from(id, 'base64url').toString('hex');
}

/** How many characters of a key its prefix has (sql/functions/workspaces/create_key.sql). */
export const prefixLength = 10;

/** The beginning of a key, by which people tell keys apart, in lists and in the log. */
export const prefixOfKey = (key: string): string => key.slice(0, prefixLength);

/** The SHA-256 of a key, or of the token of a session or link, without the workspace after it. Only the hash is stored. */
export const hashOfSecret = (text: string): Buffer => hash('sha256', secretOf(text), 'buffer');
