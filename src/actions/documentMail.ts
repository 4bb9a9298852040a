import { z } from 'zod';
import type { Config } from '../config.ts';
import { leftPlaceholderFault, mailPlaceholders } from '../documents/mailTexts.ts';
import { Failure } from '../errors/failure.ts';
import { json } from '../records/columns.ts';
import { requiredText, storableText } from '../vocabulary/text.ts';
import { action, field, metaOf, type Row } from './define.ts';
import { email, oneLineText, shownDocument, shownVersion } from './fields.ts';

// The emails with documents that members send to clients. sql/functions/document_mails/check_mail.sql has the same rules.

/** Addresses, one to a line or with commas between them. */
const addresses = z
  .array(storableText())
  .transform(given => given.flatMap(line => line.split(/[,;]/)).filter(one => one.trim() !== ''))
  .pipe(z.array(email).max(5, { error: 'must have at most 5 addresses' }));

/** The subject and the text of an email. */
export const mailText = { subject: oneLineText(200), text: requiredText(5000) };

/** A text that is sent as it is, without any of these placeholders. */
const filledIn = (schema: z.ZodString, ...left: string[]) =>
  schema.superRefine((text, context) => {
    const message = leftPlaceholderFault(text, left);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

/** The fields of an email to a client. */
export const mailFields = {
  recipient: field(email, 'the client’s email address', '<e>', { label: 'To' }),
  cc: field(addresses.optional(), 'up to 5 addresses, one per line', '<e>', { label: 'Cc', multiline: true }),
  subject: field(filledIn(mailText.subject, ...mailPlaceholders, 'link'), 'one line', '<t>'),
  text: field(filledIn(mailText.text, ...mailPlaceholders), '{link} becomes the share link', '<t>'),
};

/** A field that may be left out, and that only the console has. */
export const inConsole = <S extends z.ZodType>(schema: S) => {
  const { description, placeholder, ...meta } = metaOf(schema);
  return field(schema.optional(), description, placeholder, { ...meta, only: 'console' });
};

/** Throws a conflict if this server has no mail server to send with. */
export function checkMailSetUp({ smtpUrl }: Pick<Config, 'smtpUrl'>): void {
  if (smtpUrl === undefined)
    throw new Failure(
      'conflict',
      'This server isn’t set up to send email. Copy the link and send it yourself.',
    );
}

type Kind = 'invoice' | 'scope' | 'contract' | 'change_order' | 'portal';

/** The kind of record that it is emailed for. */
const recordOf = {
  invoice: 'invoice',
  scope: 'project',
  contract: 'project',
  change_order: 'proposal',
  portal: 'client',
} as const;

/** The version of the record that the page showed. `version` is how often it was emailed. */
const read = field(shownVersion, 'the version that was read', '<n>', { hidden: true, only: 'console' });

/** What the page showed of what can change until it is emailed: the link shows it as it is then. */
const shownOf: Partial<Record<Kind, z.ZodRawShape>> = {
  invoice: { read },
  scope: { read },
  contract: { document: shownDocument },
};

/** The workspace, once that is checked. */
const workspaceOf = (kind: Kind): string => {
  const checks: Partial<Record<Kind, string>> = {
    invoice: 'corkboard.check_invoice_read(begun.workspace_id, it.id, :read)',
    scope: 'corkboard.check_scope_read(begun.workspace_id, it.id, :read)',
    contract: `corkboard.check_contract_read(begun.workspace_id, it.id, decode(:document, 'hex'))`,
  };
  return checks[kind] ?? 'begun.workspace_id';
};

/** The action that emails a document, or a reminder of its payment. */
const mailing = (
  kind: Kind,
  purpose: 'document' | 'reminder',
  more: {
    summary: string;
    button: string;
    done: string;
    entry: string;
    failure: string;
    isOffered: (record: Row) => boolean;
  },
) => {
  const [verb, entry] =
    purpose === 'reminder' ? (['remind', 'reminded'] as const) : (['mail', 'mailed'] as const);
  return action({
    name: `${kind.replace('_', '-')}.${verb}`,
    summary: more.summary,
    button: more.button,
    on: recordOf[kind],
    // Replies go to the person who sends it.
    only: 'console',
    // How often that had been done when the page was shown.
    input: z.strictObject({
      ...mailFields,
      version: shownVersion,
      ...shownOf[kind],
    }),
    sqlCall: `mail_document(p_workspace => ${workspaceOf(kind)}, p_kind => '${kind}', p_record => it.id, p_purpose => '${purpose}',
      p_recipient => :recipient, p_cc => :cc, p_subject => :subject, p_text => :text, p_version => :version)`,
    answer: `${json('id state queuedAt')} as mail`,
    prepare: async (_, { config }) => {
      checkMailSetUp(config);
      return {};
    },
    isOffered: more.isOffered,
    done: more.done,
    auditEntries: { [`${kind}.${entry}`]: more.entry },
    auditEntriesOfFailure: { [`${kind}.${entry}`]: more.failure },
  });
};

const done = 'The email is on its way.';

export const mailInvoice = mailing('invoice', 'document', {
  summary: 'Email a sent invoice or estimate to its client',
  button: 'Email it',
  done,
  entry: 'emailed an invoice or estimate',
  failure: 'could not email an invoice or estimate',
  isOffered: ({ status, isTrashed }) => (status === 'SENT' || status === 'PAID') && !isTrashed,
});

export const remindInvoice = mailing('invoice', 'reminder', {
  summary: 'Email a payment reminder of an overdue invoice to its client',
  button: 'Send reminder',
  done: 'The reminder is on its way.',
  entry: 'sent a payment reminder',
  failure: 'could not send a payment reminder',
  isOffered: ({ isOverdue, isTrashed }) => isOverdue === true && !isTrashed,
});

export const mailScope = mailing('scope', 'document', {
  summary: 'Email the scope of a project to its client',
  button: 'Email scope',
  done,
  entry: 'emailed the scope of a project',
  failure: 'could not email the scope of a project',
  isOffered: ({ version }) => (version as number) > 0,
});

export const mailContract = mailing('contract', 'document', {
  summary: 'Email the contract of a project to its client',
  button: 'Email contract',
  done,
  entry: 'emailed the contract of a project',
  failure: 'could not email the contract of a project',
  isOffered: ({ approvedAt, signedAt }) => approvedAt !== null || signedAt !== null,
});

export const mailChangeOrder = mailing('change_order', 'document', {
  summary: 'Email a change order that was sent to its client',
  button: 'Email change order',
  done,
  entry: 'emailed a change order',
  failure: 'could not email a change order',
  isOffered: ({ state }) => state === 'sent' || state === 'approved',
});

export const mailPortal = mailing('portal', 'document', {
  summary: 'Email the link of a client’s portal to the client',
  button: 'Email portal link',
  done,
  entry: 'emailed the link of a portal',
  failure: 'could not email the link of a portal',
  isOffered: ({ portalPath }) => portalPath !== null,
});

export const dismissMail = action({
  name: 'mail.dismiss',
  summary: 'Dismiss an email to a client that failed',
  button: 'Dismiss',
  on: 'mail',
  only: 'console',
  sqlCall: 'dismiss_failed_mail(p_workspace => begun.workspace_id, p_mail => it.id)',
  answer: `${json('id')} as mail`,
  isOffered: ({ flaggedAt }) => flaggedAt !== null,
  done: 'Email dismissed. Home no longer shows it.',
  auditEntries: { 'mail.dismissed': 'dismissed an email that failed' },
});
