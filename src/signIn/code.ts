import { randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { Deadline } from '../concurrency/deadline.ts';
import { Semaphore } from '../concurrency/semaphore.ts';

// The codes that are mailed to members: to sign in, and to prove a new address.

/** The characters of a code: 32, so 5 bits each, without those that look alike: no 0 and O, no 1 and I. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
/** How many characters a code has: 40 bits, for 15 minutes, five tries, and one browser. */
const length = 8;

/** A new code. */
const newCode = () => Array.from(randomBytes(length), byte => alphabet[byte % alphabet.length]).join('');

/** Characters that don't matter in a code: blanks, hyphens, and characters that can't be seen, which come along when it is pasted. */
const insignificant = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}-]+/gu;

/** The code that a person typed, without what does not matter, which its case is too. Longer texts are cut, and match no code. */
export const readCode = (typed: string) =>
  typed
    .toUpperCase()
    .replace(insignificant, '')
    .slice(0, length + 1);

/**
 * Hashing a code takes 8 MB and some 25 ms of a processor. If the database stored a plain hash, anyone who reads it could try
 * all codes of 40 bits within minutes; with this one it takes a processor centuries.
 */
const cost: ScryptOptions = { N: 2 ** 13 };
const scryptAsync = promisify<string, string, number, ScryptOptions, Buffer>(scrypt);

/** All that is stored of a code. The salt is the id of what the code was mailed for, such as a sign-in. */
export const hashCode = (code: string, salt: string) => scryptAsync(code, salt, 32, cost);

/** One code is hashed at a time, so that many of them take no more memory and processor than that. */
const semaphore = new Semaphore(1);

/** The hash of a code, when it is this one's turn. Throws Overload if too many others are hashed before it. */
export const hashOfCode = (salt: string, code: string, deadline: Deadline) =>
  semaphore.run(deadline, () => hashCode(code, salt));

/** How long, in ms, a job waits while other codes are hashed. After that it is retried. */
const jobWaitMs = 30_000;

/** A new code to mail, and its hash. The code itself is stored nowhere. */
export async function codeToMail(salt: string): Promise<{ code: string; hash: Buffer }> {
  const code = newCode();
  return { code, hash: await hashOfCode(salt, code, new Deadline(jobWaitMs)) };
}
