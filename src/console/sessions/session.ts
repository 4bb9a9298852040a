import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';

// Who uses a browser is told by a session's token in a cookie. Of tokens the database has SHA-256 only.

/** A new secret of 256 bits. */
export const newToken = () => randomBytes(32).toString('base64url');

// A text that is no token has a hash that is stored nowhere.
export { hashOfSecret as hashOf } from '../../admission/key.ts';

/**
 * The token of the session that a browser begins by a secret such as a mailed code. The same browser and secret always give
 * the same token, so that a form that is sent twice begins one session. It takes both to know the token: `browser` is the
 * token in the browser's cookie, of which the database has only a hash. Without that cookie the token is a new one.
 */
export const sessionToken = (browser: string, ...secret: string[]) =>
  browser === ''
    ? newToken()
    : createHmac('sha256', browser)
        .update(JSON.stringify(['session', ...secret]))
        .digest('base64url');

/** What the console keeps in a browser, by its name at an address that begins with http://. */
const lifetimesSeconds = {
  /** The session. Its end is the database's to say; this is only the most that it can last. */
  corkboard: 90 * 86_400,
  /**
   * Which browser this is: a code works in the browser that asked for it, and where somebody signed in before, strangers
   * cannot use up the limits on asking. As long as browsers keep a cookie.
   */
  'corkboard-browser': 400 * 86_400,
};
type CookieName = keyof typeof lifetimesSeconds;

/** Where the address is https, a browser takes a cookie of such a name from this very host only. */
const fullName = (name: CookieName, isSecure: boolean) => (isSecure ? `__Host-${name}` : name);

/** The token in a cookie; empty where there is no cookie, or no token of ours in it. */
export function readCookie(req: IncomingMessage, name: CookieName, isSecure: boolean): string {
  const decode = (value: string) => (/^[\w-]{43}$/.test(value) ? value : undefined);
  return parseCookie(req.headers.cookie ?? '', { decode })[fullName(name, isSecure)] ?? '';
}

/** The header that keeps a token in the browser; an empty one takes it away. */
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

/** The token of this browser; a new one if it has none. A code that is on its way works with the token that it has. */
export const browserToken = (req: IncomingMessage, isSecure: boolean) =>
  readCookie(req, 'corkboard-browser', isSecure) || newToken();
