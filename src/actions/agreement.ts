import { z } from 'zod';
import { fieldsOf, json } from '../records/columns.ts';
import { Scope } from '../records/scope.ts';
import { boundedCents, currency, integer } from '../vocabulary/fields.ts';
import { intakeAnswers } from '../vocabulary/intakeAnswers.ts';
import { typedName } from '../vocabulary/typedName.ts';
import { action, field } from './define.ts';
import { shownVersion } from './fields.ts';

// The actions that settle a project with its client: intake, scope, contract and change orders.

export const submitIntake = action({
  name: 'intake.submit',
  summary: 'Submit the answers of a project, as its client does',
  button: 'Submit answers',
  on: 'project',
  role: 'member',
  input: z.strictObject({
    answers: field(intakeAnswers, 'answers by question, like {"Who visits?": "Regulars"}', {
      placeholder: '<json>',
    }),
  }),
  sqlCall: 'submit_intake(p_workspace => begun.workspace_id, p_project => it.id, p_answers => :answers)',
  answer: `${json('projectId submittedAt')} as intake`,
  isOffered: ({ submittedAt = null }) => submittedAt === null,
  done: 'Answers submitted.',
  auditEntries: { 'intake.submitted': 'submitted the intake answers of a project' },
});

/** The SQL of a scope as the API returns it: without a price it has no priceCents. */
const scope = (shape: z.ZodObject) => json(`projectId ${fieldsOf(shape)} approvedBy`);

export const approveScope = action({
  name: 'scope.approve',
  summary: 'Approve the scope of a project, as its client does',
  button: 'Approve scope',
  on: 'project',
  role: 'member',
  irreversible: 'The scope can’t change after that. Record additions as change orders.',
  input: z.strictObject({
    by: field(typedName(500), 'the name of the person who approved', {
      placeholder: '<name>',
      label: 'Approved by',
    }),
    version: field(integer(1, 2_147_483_647).optional(), 'the draft that was read', {
      placeholder: '<n>',
      hidden: true,
    }),
  }),
  sqlCall:
    'approve_scope(p_workspace => begun.workspace_id, p_project => it.id, p_name => :by, p_version => :version)',
  answer: `case when r.price_cents is null then ${scope(Scope.omit({ priceCents: true }))} else ${scope(Scope)} end as scope`,
  isOffered: ({ version, approvedAt }: { version: number; approvedAt: string | null }) =>
    version > 0 && approvedAt === null,
  done: 'Scope approved.',
  auditEntries: { 'scope.approved': 'approved the scope of a project' },
  auditEntriesForClient: { 'scope.approved': 'recorded the approval of a scope' },
});

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, { error: 'must be a SHA-256 in 64 hexadecimal digits' });

export const signContract = action({
  name: 'contract.sign',
  summary: 'Sign the contract of a project, which makes its agreement',
  button: 'Sign contract',
  on: 'project',
  role: 'member',
  irreversible: 'The contract is saved as it is now, and the scope can’t change after that.',
  input: z.strictObject({
    by: field(typedName(500).optional(), 'the name of the person who signed', {
      placeholder: '<name>',
      label: 'Signed by',
    }),
    document: field(sha256.optional(), 'the SHA-256 of the document that was read', {
      placeholder: '<sha256>',
      hidden: true,
    }),
  }),
  sqlCall: `sign_contract(p_workspace => begun.workspace_id, p_project => it.id, p_name => :by,
    p_document_sha256 => decode(:document, 'hex'), p_from => :from::inet, p_with => :browser)`,
  answer: `${json('id projectId signedAt')} as contract`,
  // Only of a client who signs through the share link it is kept from where and with what they did.
  prepare: async () => ({ from: null, browser: null }),
  isOffered: ({ approvedAt, signedAt = null }) => approvedAt !== null && signedAt === null,
  done: 'Contract signed.',
  auditEntries: { 'contract.signed': 'signed the contract of a project' },
  auditEntriesForClient: { 'contract.signed': 'recorded the signature of a contract' },
});

export const approveChangeOrder = action({
  name: 'change-order.approve',
  summary: 'Add money and revision rounds to a project, as its client agreed',
  button: 'Record change order',
  on: 'project',
  role: 'member',
  irreversible: 'A change order adds to what was agreed. You can’t remove it afterwards.',
  input: z.strictObject({
    amountCents: field(boundedCents, 'the price of the change', { placeholder: '<n>', label: 'Amount' }),
    currency: field(currency.optional(), "without: the scope's", { placeholder: '<c>' }),
    rounds: field(integer(0, 20).optional(), 'revision rounds it adds; without: none', {
      placeholder: '<n>',
    }),
    // How many change orders the page showed.
    version: shownVersion,
  }),
  sqlCall: `approve_change_order(p_workspace => begun.workspace_id, p_project => it.id,
    p_amount_cents => :amountCents, p_currency => :currency, p_rounds => :rounds, p_version => :version)`,
  answer: `${json('id projectId amountCents currency rounds approvedAt')} as "changeOrder"`,
  done: 'Change order recorded.',
  auditEntries: { 'change_order.approved': 'recorded a change order' },
});
