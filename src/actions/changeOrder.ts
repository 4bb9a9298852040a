import { z } from 'zod';
import { json } from '../records/columns.ts';
import { boundedCents, currency, integer } from '../vocabulary/fields.ts';
import { optionalText, requiredText } from '../vocabulary/text.ts';
import { typedName } from '../vocabulary/typedName.ts';
import { action, field, type Row } from './define.ts';
import { markAsSent } from './documentMail.ts';
import { clearable, oneLineText, recordedForClient, shownDocument, shownVersion } from './fields.ts';

// A member drafts a change order and sends it, and the client approves or declines it: a proposal. What was approved is a change
// order, also if a member only records that.

const title = oneLineText(200);
const description = requiredText(5000);
const rounds = integer(0, 20);

/** Of all actions on proposals. The operator's command has no list of these from which to take an id. */
const onProposal = { on: 'proposal', only: 'console' } as const;
const proposal = `${json('id projectId title description amountCents currency rounds version sentAt withdrawnAt declinedAt')} as proposal`;

export const proposeChangeOrder = action({
  name: 'change-order.propose',
  button: 'Draft change order',
  on: 'project',
  only: 'console',
  input: z.strictObject({
    title: field(title, 'what it is for, in a line', '<t>'),
    description: field(optionalText(5000), 'what is added or changed', '<t>'),
    amountCents: field(boundedCents, 'what the client pays for it', '<n>', { label: 'Price' }),
    rounds: field(rounds.optional(), 'further rounds that it includes', '<n>', { label: 'Revision rounds' }),
  }),
  answer: proposal,
  done: 'Change order drafted. Check it, then send it.',
  auditEntries: { 'change_order.proposed': 'drafted a change order' },
});

const isDraft = ({ state }: Row) => state === 'draft';
const isOpen = ({ state }: Row) => state === 'draft' || state === 'sent';

export const editChangeOrder = action({
  ...onProposal,
  name: 'change-order.edit',
  button: 'Save change order',
  input: z.strictObject({
    title: field(title.optional(), 'what it is for, in a line', '<t>'),
    description: field(clearable(description), 'what is added or changed', '<t>'),
    amountCents: field(boundedCents.optional(), 'what the client pays for it', '<n>', { label: 'Price' }),
    rounds: field(rounds.optional(), 'further rounds that it includes', '<n>', { label: 'Revision rounds' }),
  }),
  changes: {},
  answer: proposal,
  isOffered: isDraft,
  done: 'Change order saved.',
  auditEntries: { 'change_order.edited': 'edited a change order' },
});

export const sendChangeOrder = action({
  ...onProposal,
  name: 'change-order.send',
  ...markAsSent,
  input: z.strictObject({ version: shownVersion }),
  answer: proposal,
  isOffered: isDraft,
  auditEntries: { 'change_order.sent': 'sent a change order' },
});

export const withdrawChangeOrder = action({
  ...onProposal,
  name: 'change-order.withdraw',
  button: 'Withdraw',
  irreversible: 'The client can’t approve it any more, and you can’t send it again.',
  input: z.strictObject({ version: shownVersion }),
  answer: proposal,
  isOffered: isOpen,
  done: 'Change order withdrawn.',
  auditEntries: { 'change_order.withdrawn': 'withdrew a change order' },
});

const approved = {
  auditEntries: { 'change_order.approved': 'approved a change order' },
  auditEntriesForClient: { 'change_order.approved': 'recorded a change order' },
};

export const acceptChangeOrder = action({
  ...onProposal,
  name: 'change-order.accept',
  button: 'Approve change order',
  irreversible: 'A change order adds to what was agreed. You can’t remove it afterwards.',
  input: z.strictObject({
    by: field(typedName(500), 'the name of the person who approved', '<name>', { label: 'Approved by' }),
    document: shownDocument,
  }),
  sqlCall: `accept_change_order(p_workspace => begun.workspace_id, p_proposal => record.id, p_name => :by,
    p_document_sha256 => decode(:document, 'hex'), p_from => :from::inet, p_with => :browser)`,
  answer: proposal,
  prepare: recordedForClient,
  isOffered: ({ state }) => state === 'sent',
  done: 'Approval recorded.',
  ...approved,
});

export const approveChangeOrder = action({
  name: 'change-order.approve',
  summary: 'Add money and revision rounds to a project, as its client agreed',
  button: 'Record change order',
  on: 'project',
  irreversible: 'A change order adds to what was agreed. You can’t remove it afterwards.',
  input: z.strictObject({
    title: field(title.optional(), 'what it is for, in a line', '<t>'),
    description: field(optionalText(5000), 'what is added or changed', '<t>'),
    amountCents: field(boundedCents, 'the price of the change', '<n>', { label: 'Amount' }),
    currency: field(currency.optional(), "without: the scope's", '<c>'),
    rounds: field(rounds.optional(), 'revision rounds it adds; without: none', '<n>'),
    by: field(typedName(500).optional(), 'the name of the person who approved', '<name>', {
      label: 'Approved by',
    }),
    // How many change orders the page showed.
    version: shownVersion,
  }),
  sqlCall: `approve_change_order(p_workspace => begun.workspace_id, p_project => record.id,
    p_amount_cents => :amountCents, p_currency => :currency, p_rounds => :rounds, p_version => :version,
    p_title => :title, p_description => :description, p_approved_by => :by)`,
  answer: `${json('id projectId amountCents currency rounds approvedAt')} as "changeOrder"`,
  done: 'Change order recorded.',
  ...approved,
});
