import { z } from 'zod';
import { json } from '../records/columns.ts';
import { optionalText } from '../vocabulary/text.ts';
import { typedName } from '../vocabulary/typedName.ts';
import { action, field } from './define.ts';
import { recordedForClient, shownDocument, shownVersion } from './fields.ts';
import { invoiceAnswer } from './invoice.ts';

// Actions on a sent estimate: the client's answer, and the invoice that it becomes.

const answer = `${json('estimateId answer answeredAt')} as estimate`;

/** Whether the client can still answer it, and can no longer accept it. */
interface Answerable {
  isAnswerable: boolean;
  isExpired: boolean;
}

const call = (given: 'accepted' | 'declined', reason: string) =>
  `answer_estimate(p_workspace => begun.workspace_id, p_estimate => record.id, p_answer => '${given}', p_name => :by, p_reason => ${reason},
    p_document_sha256 => decode(:document, 'hex'), p_from => :from::inet, p_with => :browser)`;

export const acceptEstimate = action({
  name: 'estimate.accept',
  summary: 'Accept a SENT estimate, as its client does',
  button: 'Accept estimate',
  on: 'invoice',
  irreversible: 'The answer can’t be changed after that.',
  input: z.strictObject({
    by: field(typedName(500), 'the name of the person who accepted', '<name>', { label: 'Accepted by' }),
    document: shownDocument,
  }),
  sqlCall: call('accepted', 'null'),
  answer,
  prepare: recordedForClient,
  isOffered: ({ isAnswerable, isExpired }: Answerable) => isAnswerable && !isExpired,
  done: 'Acceptance recorded.',
  auditEntries: { 'estimate.accepted': 'accepted an estimate' },
  auditEntriesForClient: { 'estimate.accepted': 'recorded the acceptance of an estimate' },
});

export const declineEstimate = action({
  name: 'estimate.decline',
  summary: 'Decline a SENT estimate, as its client does',
  button: 'Decline estimate',
  on: 'invoice',
  irreversible: 'The answer can’t be changed after that.',
  input: z.strictObject({
    by: field(typedName(500), 'the name of the person who declined', '<name>', { label: 'Declined by' }),
    reason: field(optionalText(5000), 'why, in the client’s words', '<t>', { multiline: true }),
    document: shownDocument,
  }),
  sqlCall: call('declined', ':reason'),
  answer,
  prepare: recordedForClient,
  isOffered: ({ isAnswerable }: Answerable) => isAnswerable,
  done: 'Decline recorded.',
  auditEntries: { 'estimate.declined': 'declined an estimate' },
  auditEntriesForClient: { 'estimate.declined': 'recorded the decline of an estimate' },
});

export const convertEstimate = action({
  name: 'estimate.convert',
  summary: 'Draft an invoice with the content of a SENT estimate, once',
  button: 'Turn into invoice',
  on: 'invoice',
  input: z.strictObject({ version: shownVersion }),
  sqlCall:
    'convert_estimate(p_workspace => begun.workspace_id, p_estimate => record.id, p_version => :version)',
  answer: invoiceAnswer,
  isOffered: ({ isConvertible }: { isConvertible: boolean }) => isConvertible,
  done: 'Invoice drafted from the estimate. Check it, then send it.',
  auditEntries: { 'estimate.converted': 'turned an estimate into an invoice' },
});
