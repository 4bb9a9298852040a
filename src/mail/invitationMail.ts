import { randomBytes } from 'node:crypto';
import { moment } from '../formatting/index.ts';
import { nameInMail } from './nameInMail.ts';
import type { Mail } from './send.ts';

/** The contents of the email (sql/functions/invitations/prepare_invitation_mail.sql). */
export interface Invitation {
  token: string;
  email: string;
  workspaceName: string;
  ownerEmail: string;
  /** A timestamp. */
  expiresAt: string;
  /** The workspace's locale and time zone. */
  locale: string;
  timeZone: string;
}

/** The email with an invitation. A retried job sends another link, so each is another message. `url`: the console's address. */
export function invitationMail(invitation: Invitation, id: string, url: string): Mail {
  const { token, email, workspaceName, ownerEmail, expiresAt, locale, timeZone } = invitation;
  const name = nameInMail(workspaceName);
  return {
    id: `invitation-${id}-${randomBytes(4).toString('hex')}`,
    to: email,
    subject: `You’re invited to ${name} on Corkboard`,
    text: [
      `${ownerEmail} invites you to become a member of the Corkboard workspace ${name}.`,
      `To accept or decline, open this link before ${moment(expiresAt, locale, timeZone)}:`,
      `${url}/invite/${token}`,
      'We’ll ask you to confirm this email address with a code. You don’t need a password.',
      'If you don’t know the sender, ignore this email. You don’t become a member unless you accept.',
    ].join('\n\n'),
  };
}
