import { z } from 'zod';
import type { Config } from '../config.ts';
import { leftPlaceholderFault, mailPlaceholders } from '../documents/mailTexts.ts';
import { Failure } from '../errors/failure.ts';
import type { MailKind } from '../mail/mailKind.ts';
import { type MailTemplate, mailKinds, mailTemplates } from '../mail/mailKinds.ts';
import { json } from '../records/columns.ts';
import { requiredText, storableText } from '../vocabulary/text.ts';
import { type Action, action, field, hiddenInput } from './define.ts';
import { email, lines, oneLineText, shownDocument, shownVersion } from './fields.ts';

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
const mailFields = {
  recipient: field(email, 'the client’s email address', '<e>', { label: 'To' }),
  cc: field(addresses.optional(), 'up to 5 addresses, one per line', '<e>', { label: 'Cc', multiline: true }),
  subject: field(filledIn(mailText.subject, ...mailPlaceholders, 'link'), 'one line', '<t>'),
  text: field(filledIn(mailText.text, ...mailPlaceholders), '{link} becomes the share link', '<t>'),
};

/** The words of the actions that send a document without an email. */
export const markAsSent = {
  button: 'Mark as sent',
  done: 'Marked as sent. Corkboard did not email the client: copy the link or the text, and send it.',
};

/** What a page named as missing from a document, and whether the person sends it all the same. */
const reviewFields = {
  missing: hiddenInput(lines(300).optional()),
  anyway: field(z.boolean().optional(), 'the audit log will say what is missing', '<true|false>', {
    label: 'Send anyway',
    only: 'console',
  }),
};

/** The input with these fields, which is only accepted if a person confirms what is missing. */
export const reviewed = <S extends z.ZodRawShape>(shape: S) =>
  z.strictObject({ ...shape, ...reviewFields }).superRefine((input, context) => {
    const { missing = [], anyway } = input as { missing?: string[]; anyway?: boolean };
    if (missing.length > 0 && anyway !== true)
      context.addIssue({ code: 'custom', path: ['anyway'], message: 'must be ticked to send it as it is' });
  });

/** Throws a conflict if this server has no mail server to send with. */
function checkMailSetUp({ smtpUrl }: Pick<Config, 'smtpUrl'>): void {
  if (smtpUrl === undefined)
    throw new Failure(
      'conflict',
      'This server isn’t set up to send email. Copy the link and send it yourself.',
    );
}

/** What the page showed of what can change until it is emailed, because the link shows it as it is then. */
const shownFields = {
  version: { read: shownVersion },
  document: { document: shownDocument },
};

/** The action that emails a document, or a reminder of its payment. It sends what was not sent before. */
function mailing(template: MailTemplate, { name, on, action: given }: MailKind) {
  const { entry, failure, done = 'The email is on its way.', shows, isReviewed } = given!;
  const isReminder = template === 'reminder';
  const kind = isReminder ? 'invoice' : template;
  const auditEntry = `${kind}.${isReminder ? 'reminded' : 'mailed'}`;
  // How often that had been done when the page was shown, and what it showed.
  const shape = { ...mailFields, version: shownVersion, ...(shows && shownFields[shows]) };
  const read = shows === 'version' ? ':read' : 'null';
  const document = shows === 'document' ? `decode(:document, 'hex')` : 'null';
  return action({
    name: `${kind.replace('_', '-')}.${isReminder ? 'remind' : 'mail'}`,
    button: `Email ${name.toLowerCase()}`,
    on,
    // Replies go to the person who sends it.
    only: 'console',
    input: isReviewed ? reviewed(shape) : z.strictObject(shape),
    sqlCall: `mail_document(
      p_workspace => corkboard.send_before_mail(
        begun.workspace_id, '${template}', record.id, ${read}, ${document}, ${isReviewed ? ':missing' : 'null'}),
      p_kind => '${kind}', p_record => record.id, p_purpose => '${isReminder ? 'reminder' : 'document'}',
      p_recipient => :recipient, p_cc => :cc, p_subject => :subject, p_text => :text, p_version => :version)`,
    answer: `${json('id state queuedAt kind recordId projectId')} as mail`,
    prepare: async (_, { config }) => {
      checkMailSetUp(config);
      return {};
    },
    done,
    auditEntries: { [auditEntry]: entry },
    auditEntriesOfFailure: { [auditEntry]: failure },
  });
}

/** The actions that email something to a client. That of an invoice emails estimates too. */
export const mailActions = Object.fromEntries(
  mailTemplates
    .filter(template => mailKinds[template].action)
    .map(template => [template, mailing(template, mailKinds[template])]),
) as Record<Exclude<MailTemplate, 'estimate'>, Action>;

export const dismissMail = action({
  name: 'mail.dismiss',
  button: 'Dismiss',
  on: 'mail',
  only: 'console',
  sqlFunction: 'dismiss_failed_mail',
  answer: `${json('id')} as mail`,
  isOffered: ({ flaggedAt }) => flaggedAt !== null,
  done: 'Email dismissed. Home no longer shows it.',
  auditEntries: { 'mail.dismissed': 'dismissed an email that failed' },
});
