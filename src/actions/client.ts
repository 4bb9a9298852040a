import { z } from 'zod';
import { Client } from '../records/client.ts';
import { clientFieldNames, clientFields } from '../records/clientFields.ts';
import { fieldsOf, json } from '../records/columns.ts';
import { action } from './define.ts';
import { inputFields, shownLinks } from './fields.ts';
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
  answer,
  isOffered: ({ trashedAt = null }) => trashedAt === null,
  done: 'Client moved to the trash.',
  auditEntries: { 'client.trashed': 'moved a client to the trash' },
});

export const archiveClient = action({
  name: 'client.archive',
  button: 'Archive client',
  on: 'client',
  only: 'console',
  answer,
  isOffered: ({ trashedAt = null, archivedAt = null }) => trashedAt === null && archivedAt === null,
  done: 'Client archived. You find it under Archived clients, and in the search.',
  auditEntries: { 'client.archived': 'archived a client' },
});

export const unarchiveClient = action({
  name: 'client.unarchive',
  button: 'Put back into the list',
  on: 'client',
  only: 'console',
  answer,
  isOffered: ({ trashedAt = null, archivedAt = null }) => trashedAt === null && archivedAt !== null,
  done: 'The client is in the list again.',
  auditEntries: { 'client.unarchived': 'put an archived client back into the list' },
});

export const setClient = action({
  name: 'client.set',
  summary: 'Change a client: what is given, nothing else',
  button: 'Save changes',
  on: 'client',
  input: z.strictObject(inputFields(clientFields, clientFieldNames)),
  changes: {},
  sqlFunction: 'change_client',
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
  on: 'client',
  only: 'command',
  answer: `${json(`${fieldsOf(Client)} contactName trashedAt erasedAt`)} as client`,
  auditEntries: { 'client.erased': 'erased a client' },
});

export const restoreClient = action({
  name: 'client.restore',
  summary: 'Take a client out of the trash, with the projects that went with it',
  button: 'Restore',
  on: 'client',
  answer,
  done: 'Client restored.',
  auditEntries: { 'client.restored': 'restored a client from the trash' },
});
