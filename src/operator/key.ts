import { z } from 'zod';
import { requiredText } from '../operations/input.ts';
import { json, list } from './json.ts';
import { id, inWorkspace, option, required } from './parameters.ts';
import type { Noun } from './verb.ts';

const record = (table: string) => json(table, 'id workspaceId label scopes prefix createdAt revokedAt');

const known = ['read', 'write:projects', 'write:invoices', 'write:time'];
const scopes = z
  .string()
  .transform(text => text.split(',').map(name => name.trim()))
  .refine(names => names.every(name => known.includes(name)), {
    error: `must name scopes out of ${known.join(', ')}, with commas between them`,
  });

export const key: Noun = {
  name: 'key',
  summary: 'API keys',
  verbs: [
    {
      name: 'create',
      summary: 'Make an API key and show it, this once',
      takes: [
        inWorkspace,
        required('--label <l>', 'what a person knows it by', requiredText(500)),
        option(
          '--scopes <s,…>',
          'write:projects, write:invoices, write:time; it can read in any case',
          scopes,
        ).default([]),
      ],
      of: 'workspace',
      query: `select ${json('(r.key)', 'id label scopes prefix')} as key, r.secret
        from corkboard.workspaces w, corkboard.create_key(w.id, $2, $3) r where w.id = $1`,
      note: 'This is the only time that the secret is shown.',
    },
    {
      name: 'list',
      summary: 'List the keys of a workspace, revoked ones too',
      takes: [inWorkspace],
      of: 'workspace',
      query: `select ${list(`
          select ${record('k')} from corkboard.api_keys k where k.workspace_id = w.id order by k.id`)} as keys
        from corkboard.workspaces w where w.id = $1`,
      columns: {
        id: 'id',
        label: 'label',
        prefix: 'prefix',
        scopes: 'scopes',
        created: 'createdAt',
        revoked: 'revokedAt',
      },
    },
    {
      name: 'revoke',
      summary: 'End a key, at once and for good',
      takes: [id()],
      of: 'key',
      query: `select ${record('r')} as key
        from corkboard.api_keys k, corkboard.revoke_key(k.workspace_id, k.id) r where k.id = $1`,
    },
  ],
};
