import { randomBytes } from 'node:crypto';
import { moment } from '../formatting/index.ts';
import { nameInMail } from './nameInMail.ts';
import type { Mail } from './send.ts';

/** The payload of the job mail_notice (sql/functions/members/notify_member.sql). */
export interface Notice {
  workspaceId: string;
  /** The id of the event, shared by all emails about it. */
  eventId: string;
  notice: keyof typeof texts;
  to: string;
  workspaceName: string;
  timeZone: string;
  locale: string;
  changedBy?: 'member' | 'operator';
  oldEmail?: string;
  newEmail?: string;
  /** A timestamp. */
  changedAt?: string;
  /** The present owner; null where the recipient is the owner. */
  ownerEmail?: string | null;
  /** What the owner is called; null: by the address alone. */
  ownerName?: string | null;
  formerOwnerEmail?: string | null;
  /** A timestamp. */
  expiresAt?: string;
  /** The link of an invitation, which the job makes: the queue has no secrets. */
  link?: string;
  /** Of an email with a document that failed: its id, and what it is about (sql/functions/document_mails/notify_of_failed_mail.sql). */
  mailId?: string;
  kind?: string;
  purpose?: 'document' | 'reminder';
  /** The number of an invoice or estimate. Other documents have names, which stay out of the queue: they may be erased. */
  number?: string | null;
}

/** The subject and paragraphs of an email. */
type Text = (notice: Notice) => { subject: string; paragraphs: string[] };

const time = (at: string, { locale, timeZone }: Notice) => moment(at, locale, timeZone);
const by = ({ changedBy }: Notice) =>
  changedBy === 'operator' ? ' by the operator of your Corkboard server' : '';

/** The owner, as in `“Ada Marsh” (ada@studio.example)`. */
const owner = ({ ownerEmail, ownerName }: Notice) =>
  ownerName == null ? `${ownerEmail}` : `${nameInMail(ownerName)} (${ownerEmail})`;

const theOperator = 'the operator of your Corkboard server';

/** The advice for a person whose address was taken away: members ask the owner, the owner asks the operator. */
const securityAdvice = (notice: Notice) =>
  notice.ownerEmail == null
    ? `If you did not make this change, someone else may control your account. Contact ${theOperator} right away and forward this email: they can restore your address and sign out every browser.`
    : `If you did not make this change, someone else may control your account. Contact the owner of the workspace, ${owner(notice)}, or ${theOperator} right away and forward this email: the owner can remove the account, and the operator can restore your address.`;

/** As in `invoice INV-0007`, `reminder of invoice INV-0007`, `change order`. */
function failedDocument({ kind, purpose, number }: Notice): string {
  const name = [kind!.replace('_', ' '), ...(number == null ? [] : [number])].join(' ');
  return purpose === 'reminder' ? `reminder of ${name}` : name;
}

const texts = {
  email_changed_old: notice => ({
    subject: 'Your Corkboard email address was changed',
    paragraphs: [
      `Your email address in the Corkboard workspace ${notice.workspaceName} was changed${by(notice)} from ${notice.oldEmail} to ${notice.newEmail} on ${time(notice.changedAt!, notice)}.`,
      `You can no longer sign in to this workspace with ${notice.oldEmail}.`,
      securityAdvice(notice),
    ],
  }),
  email_changed_new: notice => ({
    subject: 'Your Corkboard email address was changed',
    paragraphs: [
      `Your email address in the Corkboard workspace ${notice.workspaceName} was changed${by(notice)} from ${notice.oldEmail} to ${notice.newEmail} on ${time(notice.changedAt!, notice)}.`,
      'From now on, sign in to this workspace with the new address.',
    ],
  }),
  invitation: notice => ({
    subject: `You’re invited to ${notice.workspaceName} on Corkboard`,
    paragraphs: [
      `${owner(notice)} invites you to become a member of the Corkboard workspace ${notice.workspaceName}.`,
      `To accept or decline, open this link before ${time(notice.expiresAt!, notice)}:`,
      notice.link!,
      'We’ll ask you to confirm this email address with a code. You don’t need a password.',
      'If you don’t know the sender, ignore this email. You don’t become a member unless you accept.',
    ],
  }),
  ownership_offered: notice => ({
    subject: `You are offered ownership of ${notice.workspaceName}`,
    paragraphs: [
      `${owner(notice)} wants to make you the owner of the Corkboard workspace ${notice.workspaceName}.`,
      `To accept or decline, open Settings, Members. The offer expires on ${time(notice.expiresAt!, notice)}. Nothing changes unless you accept.`,
    ],
  }),
  ownership_received: notice => ({
    subject: `You are now the owner of ${notice.workspaceName}`,
    paragraphs: [
      `You were made the owner of the Corkboard workspace ${notice.workspaceName}${by(notice)}.`,
      notice.formerOwnerEmail == null
        ? 'You control its settings, members, API keys and webhooks.'
        : `You control its settings, members, API keys and webhooks. ${notice.formerOwnerEmail}, the former owner, is a member now.`,
    ],
  }),
  ownership_passed_on: notice => ({
    subject: `You are no longer the owner of ${notice.workspaceName}`,
    paragraphs: [
      notice.changedBy === 'operator'
        ? `${owner(notice)} was made the owner of the Corkboard workspace ${notice.workspaceName}${by(notice)}. You are a member now.`
        : `${owner(notice)} accepted ownership of the Corkboard workspace ${notice.workspaceName}. You are a member now.`,
      `If you did not want this, contact ${theOperator} right away and forward this email.`,
    ],
  }),
  mail_failed: notice => ({
    subject: `Email not delivered: ${failedDocument(notice)}`,
    paragraphs: [
      `An email to a client from the Corkboard workspace ${notice.workspaceName} could not be delivered: ${failedDocument(notice)}.`,
      'Corkboard does not try it again. Open it to see why. You can correct the address and send it again, or dismiss it.',
    ],
  }),
} satisfies Record<string, Text>;

/** Every kind of notice. */
export const notices = Object.keys(texts) as Notice['notice'][];

/**
 * The email of a notice, which ends with a link to the console; `publicUrl`: its address, undefined: there is none. A retried
 * invitation has another link, so it is another message.
 */
export function noticeMail(notice: Notice, publicUrl: string | undefined): Mail {
  // Once for all texts, so that none of them can contain the name as it is.
  const safe = { ...notice, workspaceName: nameInMail(notice.workspaceName) };
  const { subject, paragraphs } = (texts[notice.notice] as Text)(safe);
  const isInvitation = notice.link !== undefined;
  const path = notice.mailId === undefined ? '/settings/members' : `/emails/${notice.mailId}`;
  const link = publicUrl === undefined || isInvitation ? [] : [publicUrl + path];
  const suffix = isInvitation ? `-${randomBytes(4).toString('hex')}` : '';
  return {
    id: `${notice.notice.replaceAll('_', '-')}-${notice.eventId}${suffix}`,
    to: notice.to,
    subject,
    text: [...paragraphs, ...link].join('\n\n'),
  };
}
