import { z } from 'zod';
import { fieldsOf, json } from '../records/columns.ts';
import { Scope } from '../records/scope.ts';
import { integer } from '../vocabulary/fields.ts';
import { intakeAnswers } from '../vocabulary/intakeAnswers.ts';
import { typedName } from '../vocabulary/typedName.ts';
import { action, field } from './define.ts';
import { markAsSent } from './documentMail.ts';
import { recordedForClient, sha256, shownDocument } from './fields.ts';

// The actions that settle a project with its client: intake, scope and contract.

export const submitIntake = action({
  name: 'intake.submit',
  summary: 'Submit the answers of a project, as its client does',
  button: 'Record answers',
  on: 'project',
  input: z.strictObject({
    answers: field(intakeAnswers, 'answers by question, like {"Who visits?": "Regulars"}', '<json>'),
  }),
  answer: `${json('projectId submittedAt')} as intake`,
  isOffered: ({ submittedAt = null }) => submittedAt === null,
  done: 'Answers recorded.',
  auditEntries: { 'intake.submitted': 'submitted the intake answers of a project' },
});

/** The SQL of a scope as the API returns it: without a price it has no priceCents. */
const scope = (shape: z.ZodObject) => json(`projectId ${fieldsOf(shape)} approvedBy`);

export const approveScope = action({
  name: 'scope.approve',
  summary: 'Approve the scope of a project, as its client does',
  button: 'Approve scope',
  on: 'project',
  irreversible: 'The scope can’t change after that. Record additions as change orders.',
  input: z.strictObject({
    by: field(typedName(500), 'the name of the person who approved', '<name>', { label: 'Approved by' }),
    version: field(integer(1, 2_147_483_647).optional(), 'the draft that was read', '<n>', { hidden: true }),
  }),
  sqlCall:
    'approve_scope(p_workspace => begun.workspace_id, p_project => record.id, p_name => :by, p_version => :version)',
  answer: `case when r.price_cents is null then ${scope(Scope.omit({ priceCents: true }))} else ${scope(Scope)} end as scope`,
  isOffered: ({ version, approvedAt }: { version: number; approvedAt: string | null }) =>
    version > 0 && approvedAt === null,
  done: 'Scope approved.',
  auditEntries: { 'scope.approved': 'approved the scope of a project' },
  auditEntriesForClient: { 'scope.approved': 'recorded the approval of a scope' },
});

export const duplicateScope = action({
  name: 'scope.duplicate',
  summary: 'Draft the scope of another project with the content of this one',
  button: 'Duplicate scope',
  on: 'project',
  input: z.strictObject({
    to: field(z.uuid({ error: 'must be the id of a project' }), 'a project that has no scope', '<id>', {
      label: 'For the project',
    }),
  }),
  answer: `${json('projectId version')} as scope`,
  isOffered: ({ version }: { version: number }) => version > 0,
  done: 'This is the duplicate, a draft. Check it, then send it.',
  auditEntries: { 'scope.duplicated': 'duplicated a scope' },
});

export const resolveRequest = action({
  name: 'scope.resolve-request',
  button: 'Mark as done',
  on: 'request',
  only: 'console',
  sqlFunction: 'resolve_scope_request',
  answer: `${json('id projectId resolvedAt')} as request`,
  done: 'Request marked as done.',
  auditEntries: { 'scope.request_resolved': 'marked a request to change a scope as done' },
});

export const sendScope = action({
  name: 'scope.send',
  summary: 'Mark the scope of a project as sent, so that the portal of its client shows it',
  ...markAsSent,
  on: 'project',
  input: z.strictObject({
    version: field(integer(1, 2_147_483_647).optional(), 'the draft that was read', '<n>', { hidden: true }),
  }),
  answer: `${json('projectId version sentVersion sentAt')} as scope`,
  isOffered: ({ version, sentVersion, approvedAt }) =>
    (version as number) > 0 && approvedAt === null && sentVersion !== version,
  auditEntries: { 'scope.sent': 'marked the scope of a project as sent' },
});

export const sendContract = action({
  name: 'contract.send',
  summary: 'Mark the contract of a project as sent, so that the portal of its client shows it',
  ...markAsSent,
  on: 'project',
  input: z.strictObject({ document: shownDocument }),
  sqlCall: `send_contract(
    p_workspace => corkboard.check_contract_read(begun.workspace_id, record.id, decode(:document, 'hex')), p_project => record.id)`,
  answer: `${json('id contractSentAt')} as project`,
  isOffered: ({ approvedAt, signedAt = null, contractSentAt }) =>
    approvedAt !== null && signedAt === null && contractSentAt === null,
  auditEntries: { 'contract.sent': 'marked the contract of a project as sent' },
});

export const signContract = action({
  name: 'contract.sign',
  summary: 'Sign the contract of a project, which makes its agreement',
  button: 'Sign contract',
  on: 'project',
  irreversible: 'The contract is saved as it is now, and the scope can’t change after that.',
  input: z.strictObject({
    by: field(typedName(500).optional(), 'the name of the person who signed', '<name>', {
      label: 'Signed by',
    }),
    document: field(sha256.optional(), 'the SHA-256 of the document that was read', '<sha256>', {
      hidden: true,
    }),
  }),
  sqlCall: `sign_contract(p_workspace => begun.workspace_id, p_project => record.id, p_name => :by,
    p_document_sha256 => decode(:document, 'hex'), p_from => :from::inet, p_with => :browser)`,
  answer: `${json('id projectId signedAt')} as contract`,
  prepare: recordedForClient,
  isOffered: ({ approvedAt, signedAt = null }) => approvedAt !== null && signedAt === null,
  done: 'Contract signed.',
  auditEntries: { 'contract.signed': 'signed the contract of a project' },
  auditEntriesForClient: { 'contract.signed': 'recorded the signature of a contract' },
});
