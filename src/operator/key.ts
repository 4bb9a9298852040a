import { createKey, keyFields, revokeKey } from '../actions/key.ts';
import { json } from '../records/columns.ts';
import { verbOf } from './derive.ts';
import { inWorkspace } from './parameters.ts';
import { listIn } from './query.ts';
import type { Noun } from './verb.ts';

export const key: Noun = {
  name: 'key',
  summary: 'API keys',
  verbs: [
    verbOf(createKey),
    {
      name: 'list',
      summary: 'List the keys of a workspace, revoked ones too',
      parameters: [inWorkspace],
      of: 'workspace',
      query: listIn('api_keys', json(keyFields), 'keys'),
      columns: {
        id: 'id',
        label: 'label',
        prefix: 'prefix',
        scopes: 'scopes',
        created: 'createdAt',
        revoked: 'revokedAt',
      },
    },
    verbOf(revokeKey),
  ],
};
