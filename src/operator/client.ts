import { z } from 'zod';
import { Client } from '../records/client.ts';
import { requiredText } from '../vocabulary/text.ts';
import { id, option } from './parameters.ts';
import { call, fieldsOf, json } from './query.ts';
import type { Noun } from './verb.ts';

/** As the API returns it, and what is set here. */
const record = json(`${fieldsOf(Client)} contactName trashedAt`);

const country = z
  .string()
  .regex(/^[A-Z]{2}$/, { error: 'must be two uppercase letters (ISO 3166), like DE' });

export const client: Noun = {
  name: 'client',
  summary: 'whom workspaces work for',
  verbs: [
    {
      name: 'trash',
      summary: 'Move a client to the trash, with its projects',
      takes: [id()],
      of: 'client',
      query: call('clients', 'trash_client(it.workspace_id, it.id)', `${record} as client`),
    },
    {
      name: 'set',
      summary: 'Change a client: what is given, nothing else',
      takes: [
        id(),
        option('--contact-name <n>', 'the person to talk to', requiredText(500)),
        option('--e-invoice-country <c>', 'the country of its e-invoice network', country),
        option('--e-invoice-network-id <i>', 'its id in that network', requiredText(200)),
      ],
      of: 'client',
      query: call('clients', 'set_client(it.workspace_id, it.id, $2, $3, $4)', `${record} as client`),
    },
  ],
};
