import { z } from 'zod';
import { Client } from '../records/client.ts';
import { fieldsOf, json } from '../records/columns.ts';
import { eInvoiceFormats, languages } from '../vocabulary/documents.ts';
import { requiredText } from '../vocabulary/text.ts';
import { action, field } from './define.ts';
import {
  addressFields,
  clearable,
  country,
  email,
  networkId,
  oneLineText,
  paymentTermDays,
  shownLinks,
  taxFields,
} from './fields.ts';
import { networkIdOutcomes, withNetworkIdWarning } from './networkId.ts';

/** The SQL of the answer: a client as the API returns it, with two fields that only a person sees. */
const answer = `${json(`${fieldsOf(Client)} contactName trashedAt`)} as client`;

export const trashClient = action({
  name: 'client.trash',
  summary: 'Move a client to the trash, with its projects',
  button: 'Move client to trash',
  on: 'client',
  irreversible:
    'The client and all their projects move to the trash, from where you can restore them. Their invoices still count in totals.',
  input: z.strictObject({ links: shownLinks }),
  sqlCall: 'trash_client(p_workspace => begun.workspace_id, p_client => it.id, p_shown => :links)',
  answer,
  isOffered: ({ trashedAt = null }) => trashedAt === null,
  done: 'Client moved to the trash.',
  auditEntries: { 'client.trashed': 'moved a client to the trash' },
});

export const setClient = action({
  name: 'client.set',
  summary: 'Change a client: what is given, nothing else',
  button: 'Save changes',
  on: 'client',
  input: z.strictObject({
    name: field(oneLineText(500).optional(), 'the person or company that you work for', '<n>'),
    email: field(clearable(email), 'changing it sends no email', '<e>', { label: 'Email' }),
    company: field(clearable(oneLineText(500)), 'if the client’s name is a person’s', '<c>'),
    legalName: field(
      clearable(oneLineText(500)),
      'the company or person that documents are addressed to',
      '<n>',
    ),
    contactName: field(clearable(oneLineText(500)), 'your contact at the client', '<n>'),
    ...addressFields,
    address: field(clearable(requiredText(1000)), 'shown on invoices and contracts', '<a>', {
      multiline: true,
    }),
    billingEmail: field(clearable(email), 'where invoices are mailed, if not to the email address', '<e>', {
      label: 'Billing email',
    }),
    language: field(clearable(z.enum(languages)), 'of its documents', '<l>'),
    paymentTermDays: field(clearable(paymentTermDays), 'in how many days its invoices are due', '<n>', {
      label: 'Payment term (days)',
    }),
    buyerReference: field(
      clearable(oneLineText(200)),
      'what the client asks to be named on invoices, such as a cost center or a Leitweg-ID',
      '<r>',
    ),
    vatNumber: taxFields.vatNumber,
    zeroTaxReason: taxFields.zeroTaxReason,
    notes: field(clearable(requiredText(5000)), 'only members see these notes', '<t>', { multiline: true }),
    eInvoiceFormat: field(
      clearable(z.enum(['none', ...eInvoiceFormats])),
      'the standard of its electronic invoices; by default the one of its country',
      '<f>',
      { label: 'E-invoice format' },
    ),
    eInvoiceNetworkId: field(clearable(networkId), 'the client’s ID in its e-invoice network', '<i>', {
      label: 'E-invoice network ID',
    }),
    eInvoiceCountry: field(clearable(country), 'two letters, such as DE', '<c>', {
      label: 'E-invoice country',
    }),
  }),
  changes: {},
  sqlCall: 'change_client(p_workspace => begun.workspace_id, p_client => it.id, p_changes => :changes)',
  answer,
  isOffered: ({ trashedAt = null }) => trashedAt === null,
  finish: withNetworkIdWarning,
  done: networkIdOutcomes('Client saved.'),
  auditEntries: { 'client.changed': 'changed a client' },
});

export const eraseClient = action({
  name: 'client.erase',
  summary:
    'Erase everything personal of a client for good, and of its projects; issued invoices and signed contracts stay',
  button: 'Erase client',
  on: 'client',
  role: 'owner',
  only: 'command',
  sqlCall: 'erase_client(p_workspace => begun.workspace_id, p_client => it.id)',
  answer: `${json(`${fieldsOf(Client)} contactName trashedAt erasedAt`)} as client`,
  auditEntries: { 'client.erased': 'erased a client' },
});

export const restoreClient = action({
  name: 'client.restore',
  summary: 'Take a client out of the trash, with the projects that went with it',
  button: 'Restore',
  on: 'client',
  sqlCall: 'restore_client(p_workspace => begun.workspace_id, p_client => it.id)',
  answer,
  done: 'Client restored.',
  auditEntries: { 'client.restored': 'restored a client from the trash' },
});
