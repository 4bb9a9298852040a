import { createKey, keyFields, revokeKey } from '../actions/key.ts';
import { prefixLength, prefixOfKey } from '../admission/key.ts';
import { array, json } from '../records/columns.ts';
import { requiredText } from '../vocabulary/text.ts';
import { verbOf } from './derive.ts';
import { listIn } from './list.ts';
import { argument } from './parameters.ts';
import type { Noun } from './verb.ts';

/** The fewest characters that are searched for: fewer would find too many keys. */
const shortestPrefix = 7;

/** The first characters of a key. Of a whole key only the prefix leaves the process. */
const prefix = requiredText(1_000)
  .refine(text => text.startsWith('crk_') && text.length >= shortestPrefix, {
    error: `must be at least the first ${shortestPrefix} characters of a key, like crk_Yb3`,
  })
  .transform(prefixOfKey);

const columns = {
  id: 'id',
  label: 'label',
  prefix: 'prefix',
  scopes: 'scopes',
  created: 'createdAt',
  'last used': 'lastUsedAt',
  revoked: 'revokedAt',
};

export const key: Noun = {
  name: 'key',
  summary: 'API keys',
  verbs: [
    verbOf(createKey),
    listIn('api_keys', json(keyFields), 'keys', {
      summary: 'List the keys of a workspace, revoked ones too',
      columns,
    }),
    {
      name: 'find',
      summary: 'Find keys in all workspaces by their first characters, revoked ones too',
      parameters: [
        argument(
          'prefix',
          `the first characters of the key, ${shortestPrefix} or more; of more than ${prefixLength} the rest is ignored`,
          prefix,
        ),
      ],
      query: `select ${array(`select ${json(keyFields)} from corkboard.find_keys($1) r order by r.id`)} as keys`,
      columns: { workspace: 'workspaceId', ...columns },
    },
    verbOf(revokeKey),
  ],
};
