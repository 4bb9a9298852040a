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
  button: 'Move to the trash',
  on: 'client',
  by: 'member',
  irreversible:
    'The client and all its projects go to the trash. Its invoices stay in the accounts. It cannot be undone.',
  calls: 'trash_client(p_workspace => begun.workspace_id, p_client => it.id)',
  answer,
  offered: ({ trashedAt = null }) => trashedAt === null,
  done: 'The client was moved to the trash.',
  logs: { 'client.trashed': 'moved a client to the trash' },
});

export const setClient = action({
  name: 'client.set',
  summary: 'Change a client: what is given, nothing else',
  button: 'Save',
  on: 'client',
  by: 'member',
  input: z.strictObject({
    name: field(requiredText(500).optional(), 'of the person or firm', { takes: '<n>' }),
    email: field(clearable(email), 'for people in the app; nothing is mailed there', {
      takes: '<e>',
    }),
    company: field(clearable(requiredText(500)), 'the firm, beside the name of a person', { takes: '<c>' }),
    contactName: field(clearable(requiredText(500)), 'the person to talk to', { takes: '<n>' }),
    address: field(clearable(requiredText(1000)), 'as it stands on invoices and contracts', {
      takes: '<a>',
      multiline: true,
    }),
    notes: field(clearable(requiredText(5000)), 'private to the workspace', {
      takes: '<t>',
      multiline: true,
    }),
    eInvoiceCountry: field(clearable(country), 'the country of its e-invoice network', {
      takes: '<c>',
      label: 'E-invoice country',
    }),
    eInvoiceNetworkId: field(clearable(requiredText(200)), 'its id in that network', {
      takes: '<i>',
      label: 'E-invoice network id',
    }),
  }),
  changes: {},
  calls: 'change_client(p_workspace => begun.workspace_id, p_client => it.id, p_changes => :changes)',
  answer,
  offered: ({ trashedAt = null }) => trashedAt === null,
  done: 'The client was changed.',
  logs: { 'client.changed': 'changed a client' },
});
