import { z } from 'zod';
import { mailPlaceholders, placeholderFault } from '../documents/mailTexts.ts';
import { mailTemplates } from '../mail/mailKinds.ts';
import { json } from '../records/columns.ts';
import { languages } from '../vocabulary/documents.ts';
import { action, field } from './define.ts';
import { mailText } from './documentMail.ts';
import { clearable } from './fields.ts';

/** A field whose placeholders are known. sql/functions/document_mails/set_mail_text.sql has the same rule. */
const withKnown = (schema: z.ZodString, ...more: string[]) =>
  schema.superRefine((text, context) => {
    const message = placeholderFault(text, [...mailPlaceholders, ...more]);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

export const setMailText = action({
  name: 'mail-text.set',
  button: 'Save text',
  role: 'owner',
  only: 'console',
  input: z.strictObject({
    template: field(z.enum(mailTemplates), 'the kind of email', '<t>'),
    language: field(z.enum(languages), 'of the document', '<l>'),
    subject: field(
      clearable(withKnown(mailText.subject)),
      'leave it blank to use Corkboard’s text again',
      '<t>',
    ),
    text: field(clearable(withKnown(mailText.text, 'link')), 'with the placeholders below', '<t>', {
      label: 'Message',
    }),
  }),
  answer: `${json('id')} as workspace`,
  done: 'Text saved. New emails begin with it.',
  auditEntries: { 'mail_text.changed': 'changed the text of emails to clients' },
});
