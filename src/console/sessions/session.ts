import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';
import { canBeToken } from '../../admission/key.ts';

// A cookie with the session's token tells who uses a browser. The database stores only the token's SHA-256.

/** A new secret of 256 bits. */
export const newToken = () => randomBytes(32).toString('base64url');

// The hash of a text that isn't a token matches no session.
export { hashOfSecret as hashOf, workspaceIn } from '../../admission/key.ts';

/**
 * The token of the session that a browser starts with a secret such as a mailed code. The same browser and secret
 * always give the same token, so a form that is sent twice starts one session. Deriving the token takes both: `browser`
 * is the token in the browser's cookie, of which the database has only a hash. Without that cookie the token is random.
 */
export const sessionToken = (browser: string, ...secret: string[]) =>
  browser === ''
    ? newToken()
    : createHmac('sha256', browser)
        .update(JSON.stringify(['session', ...secret]))
        .digest('base64url');

/** The lifetimes of the console's cookies, in seconds, by their name on plain http. */
const lifetimesSeconds = {
  /** The session. The database decides when it ends; this is only the maximum. */
  corkboard: 90 * 86_400,
  /**
   * Identifies the browser: a code works only in the browser that requested it, and strangers can't use up the limits
   * on codes for a browser that has signed in before. This is the longest lifetime that browsers allow.
   */
  'corkboard-browser': 400 * 86_400,
};
type CookieName = keyof typeof lifetimesSeconds;

/** On https, the prefix makes browsers accept the cookie only from this very host. */
const fullName = (name: CookieName, isSecure: boolean) => (isSecure ? `__Host-${name}` : name);

/** Whether a text may be the token in a cookie. A browser's token belongs to no workspace. */
const canBeIn: Record<CookieName, (text: string) => boolean> = {
  corkboard: canBeToken,
  'corkboard-browser': text => /^[\w-]{43}$/.test(text),
};

/** The token in a cookie; empty if there is no cookie, or no token in it. */
export function readCookie(req: IncomingMessage, name: CookieName, isSecure: boolean): string {
  const decode = (value: string) => (canBeIn[name](value) ? value : undefined);
  return parseCookie(req.headers.cookie ?? '', { decode })[fullName(name, isSecure)] ?? '';
}

/** The Set-Cookie header that stores a token in the browser; an empty token deletes the cookie. */
export const cookie = (name: CookieName, token: string, isSecure: boolean): string =>
  stringifySetCookie({
    name: fullName(name, isSecure),
    value: token,
    path: '/',
    maxAge: token === '' ? 0 : lifetimesSeconds[name],
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
  });

/**
 * The token of this browser; a new one if it has none. An existing token is kept, because emailed codes work only with
 * it.
 */
export const browserToken = (req: IncomingMessage, isSecure: boolean) =>
  readCookie(req, 'corkboard-browser', isSecure) || newToken();
