import { randomBytes } from 'node:crypto';
import type { Mail } from '../mail.ts';

/**
 * The mail with a sign-in code, alone on its line, so that it is easy to find and to copy. `next`: the page of the console
 * that the person goes on to. `publicUrl`: the address of the console, if it is known.
 */
export function signInMail(
  to: string,
  signInId: string,
  code: string,
  next: string,
  publicUrl: string | undefined,
): Mail {
  const page = `/sign-in/code?${new URLSearchParams({ code, ...(next !== '/' && { next }) })}`;
  const link = publicUrl === undefined ? [] : [`The page to enter it: ${publicUrl}${page}`];
  return {
    // A job that is done again mails another code, and that is another message.
    id: `sign-in-${signInId}-${randomBytes(4).toString('hex')}`,
    to,
    subject: 'Your code for Corkboard',
    text: [
      'Your code for signing in to Corkboard:',
      code,
      'It works once, within 15 minutes, in the browser that asked for it.',
      ...link,
      'If you did not ask for it, someone typed your address. Nobody can sign in without this code: keep it to yourself.',
    ].join('\n\n'),
  };
}
