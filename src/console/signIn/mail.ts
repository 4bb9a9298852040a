import { createHash, randomBytes } from 'node:crypto';
import type { Mail } from '../../mail.ts';

/** The characters of a code: 32, so 5 bits each, without those that look alike: no 0 and O, no 1 and I. */
const signs = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
/** How many characters a code has: 40 bits, for 15 minutes, five tries, and one browser. */
const length = 8;

/** A new code. */
export const newCode = () => Array.from(randomBytes(length), byte => signs[byte % signs.length]).join('');

/** The code that a person means: case, blanks and hyphens do not matter. What is not so short is no code. */
export const readCode = (typed: string) =>
  typed
    .toUpperCase()
    .replace(/[\s-]+/g, '')
    .slice(0, length + 1);

/** All that is stored of a code (sql/functions/sign_in.sql compares it). */
export const hashOfCode = (signInId: string, code: string) =>
  createHash('sha256').update(`${signInId} ${code}`).digest();

/** The mail with a code: alone on its line, to be found and copied. `publicUrl`: where the console is, if that is known. */
export function signInMail(to: string, signInId: string, code: string, publicUrl: string | undefined): Mail {
  const link =
    publicUrl === undefined ? [] : [`The page to enter it: ${publicUrl}/sign-in/code?code=${code}`];
  return {
    // A code of its own is a mail of its own, also where the job is done again.
    id: `sign-in-${signInId}-${hashOfCode(signInId, code).toString('hex').slice(0, 8)}`,
    to,
    subject: 'Your code for Corkboard',
    text: [
      'Your code for signing in to Corkboard:',
      code,
      'It works once, within 15 minutes, in the browser that asked for it.',
      ...link,
      'If you did not ask for it, somebody typed in your address. Nobody can sign in without this code: keep it to yourself.',
    ].join('\n\n'),
  };
}
