import { randomBytes } from 'node:crypto';
import type { Mail } from '../mail/send.ts';

// The mails with codes. A code is alone on its line, so that it is easy to find and to copy. `publicUrl` is the address of
// the console; if it is not known, the mail has no link.

/** The mail with a sign-in code. `next`: the page of the console that the person goes on to. */
export const signInMail = (
  to: string,
  signInId: string,
  code: string,
  next: string,
  publicUrl: string | undefined,
): Mail => ({
  id: messageId('sign-in', signInId),
  to,
  subject: 'Your Corkboard sign-in code',
  text: paragraphs(
    'Your code for signing in to Corkboard:',
    code,
    'It works once, within 15 minutes, in the browser where you requested it.',
    ...link(publicUrl, `/sign-in/code?${new URLSearchParams({ code, ...(next !== '/' && { next }) })}`),
    'If you did not request it, someone else entered your address. Without this code they can’t sign in, so don’t share it.',
  ),
});

/** The mail with the code that proves a new email address. Its link lacks the code: it works only in the browser that asked. */
export const emailCodeMail = (
  to: string,
  changeId: string,
  code: string,
  publicUrl: string | undefined,
): Mail => ({
  id: messageId('email-code', changeId),
  to,
  subject: 'Confirm your new email address for Corkboard',
  text: paragraphs(
    'Your code to confirm this email address for Corkboard:',
    code,
    'It works once, within 15 minutes, in the browser where you requested it. It cannot be used to sign in.',
    ...link(publicUrl, '/settings/members'),
    'If you did not request it, ignore this email. Without the code, nothing changes.',
  ),
});

/** A retried job mails another code, and the earlier code stops working: that is another message. */
const messageId = (kind: string, id: string) => `${kind}-${id}-${randomBytes(4).toString('hex')}`;

const paragraphs = (...texts: string[]) => texts.join('\n\n');

const link = (publicUrl: string | undefined, path: string) =>
  publicUrl === undefined ? [] : [`Enter it here: ${publicUrl}${path}`];
