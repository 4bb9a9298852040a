import { z } from 'zod';
import { json } from '../records/columns.ts';
import { requiredText } from '../vocabulary/text.ts';
import { action, field } from './define.ts';
import { clearable, oneLineText, questions } from './fields.ts';

// Actions on the form for people who aren't clients yet, and on the inquiries that they send.

export const setInquiryForm = action({
  name: 'inquiry.set-form',
  button: 'Save changes',
  role: 'owner',
  only: 'console',
  input: z.strictObject({
    isOpen: field(z.boolean().optional(), 'anyone who has the link can send you an inquiry', '<true|false>', {
      label: 'Take inquiries',
    }),
    introduction: field(clearable(requiredText(2000)), 'shown above the form', '<t>', { multiline: true }),
    questions: field(
      questions.optional(),
      'asked besides name, email, company and message, one question per line',
      '<q>',
      { multiline: true },
    ),
  }),
  changes: {},
  sqlFunction: 'set_inquiry_form',
  answer: 'r.opened_at is not null as "isOpen"',
  done: 'Inquiry form saved.',
  auditEntries: { 'inquiry_form.changed': 'changed the inquiry form' },
});

// No personal data: the answers of forms are stored for a day.
const answer = `${json('id clientId projectId convertedAt dismissedAt')} as inquiry`;
const projectName = field(oneLineText(500).optional(), 'clients see this name on documents', '<n>');

/** Whether the inquiry was neither converted nor dismissed. */
const isOpen = ({ convertedAt, dismissedAt }: { convertedAt: string | null; dismissedAt: string | null }) =>
  convertedAt === null && dismissedAt === null;

export const convertInquiry = action({
  on: 'inquiry',
  name: 'inquiry.convert',
  summary: 'Turn an inquiry into a client with a project',
  button: 'Add client and project',
  input: z.strictObject({
    clientName: field(oneLineText(500).optional(), 'the person or company that you work for', '<n>'),
    projectName,
  }),
  answer,
  isOffered: isOpen,
  done: 'Client and project added.',
  auditEntries: { 'inquiry.converted': 'turned an inquiry into a project' },
});

export const addProjectOfInquiry = action({
  on: 'inquiry',
  name: 'inquiry.add-project',
  summary: 'Turn an inquiry into a project of a client',
  button: 'Add project to this client',
  input: z.strictObject({
    clientId: field(z.uuid({ error: 'must be the id of a client' }), 'the client', '<id>', { hidden: true }),
    projectName,
  }),
  sqlCall: `add_project_of_inquiry(p_workspace => begun.workspace_id, p_inquiry => record.id, p_client => :clientId,
    p_project_name => :projectName)`,
  answer,
  isOffered: isOpen,
  done: 'Project added.',
  auditEntries: { 'inquiry.converted': 'turned an inquiry into a project' },
});

export const dismissInquiry = action({
  on: 'inquiry',
  name: 'inquiry.dismiss',
  summary: 'Dismiss an inquiry, which is deleted 30 days later',
  button: 'Dismiss',
  answer,
  isOffered: isOpen,
  done: 'Inquiry dismissed. It is deleted after 30 days, unless you reopen it.',
  auditEntries: { 'inquiry.dismissed': 'dismissed an inquiry' },
});

export const reopenInquiry = action({
  on: 'inquiry',
  name: 'inquiry.reopen',
  summary: 'Reopen an inquiry that was dismissed',
  button: 'Reopen',
  answer,
  isOffered: ({ dismissedAt }) => dismissedAt !== null,
  done: 'Inquiry reopened.',
  auditEntries: { 'inquiry.reopened': 'reopened an inquiry' },
});

export const deleteInquiry = action({
  on: 'inquiry',
  name: 'inquiry.delete',
  summary: 'Delete everything that a person who became no client sent',
  button: 'Delete inquiry',
  irreversible: 'You can’t undo this. Nothing that the person sent is kept.',
  answer: `${json('id')} as inquiry`,
  isOffered: ({ convertedAt }) => convertedAt === null,
  done: 'Inquiry deleted.',
  auditEntries: { 'inquiry.deleted': 'deleted an inquiry' },
});
