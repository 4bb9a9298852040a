import { z } from 'zod';
import { sql } from '../database/sql.ts';
import { Client } from '../records/client.ts';
import { json, workspaceId } from '../records/fragments.ts';
import { optionalEmail, optionalText, requiredText } from '../vocabulary/text.ts';
import { appPath } from './common.ts';
import { callerRow, write } from './define.ts';
import { fieldChanges, trashChanges } from './replay.ts';

const record = json(Client, 'c');

export const createClient = write({
  name: 'createClient',
  title: 'Add a client',
  description:
    'Adds a client. Search listClients first, so that no client is added twice. Nothing is emailed. A client cannot be changed or removed here. Next: createProject.',
  path: '/clients',
  scope: 'write:projects',
  input: z.strictObject({
    name: requiredText(500).describe('Of the person or firm.'),
    email: optionalEmail.describe('Shown to people in the app. Never returned.'),
    company: optionalText(500),
    notes: optionalText(5000).describe('Private. Never returned.'),
  }),
  example: { name: 'Ada Marsh', email: 'ada@marsh.example', company: 'Marsh & Daughters' },
  output: z.strictObject({ client: Client, url: appPath }),
  sqlCall: ({ name, email = null, company = null, notes = null }) => sql.fragment`
    select ${record} as client, '/clients/' || c.id as url
    from corkboard.create_client(${callerRow}, ${name}, ${email}, ${company}, ${notes}) c`,
  replay: {
    noun: 'client',
    smallestChange: 'other notes are',
    now: ({ answer }) => sql.fragment`
      select ${record} as client, c.trashed_at is not null as trashed
      from corkboard.clients c where c.workspace_id = ${workspaceId} and c.id = ${answer.client.id}`,
    changes: ({ answer }, now: { client: z.infer<typeof Client>; trashed: boolean }) => [
      ...trashChanges('client', now.trashed),
      ...fieldChanges('client', answer.client, now.client),
    ],
  },
});
