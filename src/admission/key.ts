import { hash } from 'node:crypto';

/** How long the id of a workspace in base64url is, which follows every secret (sql/functions/tenancy/secret_suffix.sql). */
const suffixLength = 22;

/**
 * Whether a text has the form that create_key gives to API keys: `crk_`, 32 bytes in base64url, and the workspace. The last
 * letter has two bits of the workspace, and only the spelling with zeros after them: the hash, which is of the secret alone,
 * does not tell the others apart.
 */
export const canBeKey = (text: string): boolean => /^crk_[\w-]{64}[AQgw]$/.test(text);

/** Whether a text has the form of the token of a session or link: that of a key without `crk_`. */
export const canBeToken = (text: string): boolean => canBeKey(`crk_${text}`);

const isWhole = (text: string): boolean => canBeKey(text) || canBeToken(text);

/** A key or token without the workspace after it. */
export const secretOf = (text: string): string => (isWhole(text) ? text.slice(0, -suffixLength) : text);

/** The workspace that a key or token names, without any proof; null if the text is neither. */
export const workspaceIn = (text: string): string | null =>
  isWhole(text) ? Buffer.from(text.slice(-suffixLength), 'base64url').toString('hex') : null;

/** How many characters of a key its prefix has (sql/functions/workspaces/create_key.sql). */
export const prefixLength = 10;

/** The beginning of a key, by which people tell keys apart, in lists and in the log. */
export const prefixOfKey = (key: string): string => key.slice(0, prefixLength);

/** The SHA-256 of a key, or of the token of a session or link, without the workspace after it. Only the hash is stored. */
export const hashOfSecret = (text: string): Buffer => hash('sha256', secretOf(text), 'buffer');
