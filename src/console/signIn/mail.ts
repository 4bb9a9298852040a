import { randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { Gate } from '../../gate.ts';
import type { Mail } from '../../mail.ts';
import type { Patience } from '../../patience.ts';
import { withQuery } from '../paths.ts';

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

/**
 * Hashing a code takes 8 MB and some 25 ms of a processor. Whoever reads the database would try all codes of 40 bits within
 * minutes if the hash were a plain one; with this one it takes a processor centuries.
 */
const cost: ScryptOptions = { N: 2 ** 13 };
const scrypted = promisify<string, string, number, ScryptOptions, Buffer>(scrypt);

/** All that is stored of a code. The salt is the id of the sign-in whose code it is (sql/functions/sign_in.sql compares it). */
export const hashCode = (code: string, salt: string) => scrypted(code, salt, 32, cost);

/** The worker hashes one code at a time, so that many of them take no more memory and processor than that. */
const gate = new Gate(1);

/** The hash of the code of a sign-in, for the worker. Throws Overdue if too many others are hashed before it. */
export const hashOfCode = (signInId: string, code: string, patience: Patience) =>
  gate.pass(patience, () => hashCode(code, signInId));

/**
 * The mail with a code: alone on its line, to be found and copied. `next`: the page of the console that the person goes on
 * to. `publicUrl`: where the console is, if that is known.
 */
export function signInMail(
  to: string,
  signInId: string,
  code: string,
  next: string,
  publicUrl: string | undefined,
): Mail {
  const page = withQuery('/sign-in/code', { code, ...(next !== '/' && { next }) });
  const link = publicUrl === undefined ? [] : [`The page to enter it: ${publicUrl}${page}`];
  return {
    // A code of its own is a mail of its own, also where the job is done again.
    id: `sign-in-${signInId}-${randomBytes(4).toString('hex')}`,
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
