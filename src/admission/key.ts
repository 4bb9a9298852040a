import { hash } from 'node:crypto';

/** Whether a text has the form that create_key gives to API keys: `crk_` and 32 bytes in base64url. */
export const canBeKey = (text: string): boolean => /^crk_[A-Za-z0-9_-]{43}$/.test(text);

/** The beginning of a key, by which people tell keys apart, in lists and in the log (sql/functions/workspaces/create_key.sql). */
export const prefixOfKey = (key: string): string => key.slice(0, 10);

/** The SHA-256 of a key, or of the token of a session or share link. Only the hash is stored. */
export const hashOfSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer');
