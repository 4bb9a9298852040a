import { z } from 'zod';
import { json } from '../records/columns.ts';
import { languages, mailTemplates } from '../vocabulary/documents.ts';
import { action, field } from './define.ts';
import { mailFields } from './documentMail.ts';
import { clearable } from './fields.ts';

export const setMailText = action({
  name: 'mail-text.set',
  summary: 'Set the text with which emails to clients begin',
  button: 'Save text',
  on: 'workspace',
  role: 'owner',
  only: 'console',
  input: z.strictObject({
    template: field(z.enum(mailTemplates), 'the kind of email', { placeholder: '<t>' }),
    language: field(z.enum(languages), 'of the document', { placeholder: '<l>' }),
    subject: field(clearable(mailFields.subject), 'leave it blank to use Corkboard’s text again', {
      placeholder: '<t>',
    }),
    text: field(clearable(mailFields.text), 'with the placeholders below', {
      placeholder: '<t>',
      label: 'Message',
    }),
  }),
  sqlCall:
    'set_mail_text(p_workspace => begun.workspace_id, p_template => :template, p_language => :language, p_subject => :subject, p_text => :text)',
  answer: `${json('id')} as workspace`,
  done: 'Text saved. New emails begin with it.',
  auditEntries: { 'mail_text.changed': 'changed the text of emails to clients' },
});
