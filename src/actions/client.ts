import { z } from 'zod';
import { Client } from '../records/client.ts';
import { fieldsOf, json } from '../records/columns.ts';
import { requiredText } from '../vocabulary/text.ts';
import { action, field } from './define.ts';
import { clearable, country, email } from './fields.ts';

/** The SQL of the answer: a client as the API returns it, with two fields that only a person sees. */
const answer = `${json(`${fieldsOf(Client)} contactName trashedAt`)} as client`;

export const trashClient = action({
  name: 'client.trash',
  summary: 'Move a client to the trash, with its projects',
  button: 'Move client to trash',
  on: 'client',
  by: 'member',
  irreversible:
    'The client and all their projects move to the trash, and you can’t restore them. Their invoices still count in totals.',
  calls: 'trash_client(p_workspace => begun.workspace_id, p_client => it.id)',
  answer,
  offered: ({ trashedAt = null }) => trashedAt === null,
  done: 'Client moved to the trash.',
  logs: { 'client.trashed': 'moved a client to the trash' },
});

export const setClient = action({
  name: 'client.set',
  summary: 'Change a client: what is given, nothing else',
  button: 'Save changes',
  on: 'client',
  by: 'member',
  input: z.strictObject({
    name: field(requiredText(500).optional(), 'the person or company that you work for', { takes: '<n>' }),
    email: field(clearable(email), 'changing it sends no email', {
      takes: '<e>',
      label: 'Email',
    }),
    company: field(clearable(requiredText(500)), 'if the client’s name is a person’s', { takes: '<c>' }),
    contactName: field(clearable(requiredText(500)), 'your contact at the client', { takes: '<n>' }),
    address: field(clearable(requiredText(1000)), 'shown on invoices and contracts', {
      takes: '<a>',
      multiline: true,
    }),
    notes: field(clearable(requiredText(5000)), 'only members see these notes', {
      takes: '<t>',
      multiline: true,
    }),
    eInvoiceCountry: field(clearable(country), 'two letters, such as DE', {
      takes: '<c>',
      label: 'E-invoice country',
    }),
    eInvoiceNetworkId: field(clearable(requiredText(200)), 'the client’s ID in its e-invoice network', {
      takes: '<i>',
      label: 'E-invoice network ID',
    }),
  }),
  changes: {},
  calls: 'change_client(p_workspace => begun.workspace_id, p_client => it.id, p_changes => :changes)',
  answer,
  offered: ({ trashedAt = null }) => trashedAt === null,
  done: 'Client saved.',
  logs: { 'client.changed': 'changed a client' },
});
