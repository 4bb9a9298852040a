import { z } from 'zod';
import { keyScope } from '../vocabulary/fields.ts';
import { requiredText } from '../vocabulary/text.ts';
import { id, inWorkspace, option, required } from './parameters.ts';
import { call, json, listIn } from './query.ts';
import type { Noun } from './verb.ts';

const record = json('id workspaceId label scopes prefix createdAt revokedAt');

const known: string[] = keyScope.options;
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
          `${known.filter(scope => scope !== 'read').join(', ')}; it can read in any case`,
          scopes,
        ).default([]),
      ],
      of: 'workspace',
      query: call(
        'workspaces',
        'create_key(it.id, $2, $3)',
        `${json('id label scopes prefix', '(r.key)')} as key, r.secret`,
      ),
    },
    {
      name: 'list',
      summary: 'List the keys of a workspace, revoked ones too',
      takes: [inWorkspace],
      of: 'workspace',
      query: listIn('api_keys', record, 'keys'),
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
      query: call('api_keys', 'revoke_key(it.workspace_id, it.id)', `${record} as key`),
    },
  ],
};
