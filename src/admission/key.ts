import { hash } from 'node:crypto';

/** Whether a text has the form that create_key gives to API keys: `crk_` and 32 bytes in base64url. */
export const canBeKey = (text: string): boolean => /^crk_[A-Za-z0-9_-]{43}$/.test(text);

/** How many characters of a key its prefix has (sql/functions/workspaces/create_key.sql). */
export const prefixLength = 10;

/** The beginning of a key, by which people tell keys apart, in lists and in the log. */
export const prefixOfKey = (key: string): string => key.slice(0, prefixLength);

/** The SHA-256 of a key, or of the token of a session or share link. Only the hash is stored. */
export const hashOfSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer');
