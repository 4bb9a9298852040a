import { randomBytes } from 'node:crypto';
import type { Mail } from '../mail.ts';

/**
 * The mail with the code that proves a new email address. `publicUrl`: the address of the console; where it is not known,
 * the mail has no link. The link does not contain the code: it works only in the browser that requested it.
 */
export function emailCodeMail(
  to: string,
  changeId: string,
  code: string,
  publicUrl: string | undefined,
): Mail {
  const link = publicUrl === undefined ? [] : [`The page to enter it: ${publicUrl}/settings/members`];
  return {
    // A retried job mails another code, and the earlier code stops working: that is another message.
    id: `email-code-${changeId}-${randomBytes(4).toString('hex')}`,
    to,
    subject: 'Confirm your new email address for Corkboard',
    text: [
      'Your code to confirm this email address for Corkboard:',
      code,
      'It works once, within 15 minutes, in the browser where you requested it. It cannot be used to sign in.',
      ...link,
      'If you did not request it, ignore this email. Without the code, nothing changes.',
    ].join('\n\n'),
  };
}
