import { z } from 'zod';
import { hashOfSecret, prefixOfKey } from '../admission/key.ts';
import { json } from '../records/columns.ts';
import { keyScope } from '../vocabulary/fields.ts';
import { requiredText } from '../vocabulary/text.ts';
import { action, field, type Secret } from './define.ts';
import { keyScopes } from './fields.ts';

/** An API key as a person sees it, without its hash. */
export const keyFields = 'id workspaceId label scopes prefix createdAt lastUsedAt revokedAt';

/** The stored hash of a key, in hexadecimal digits. */
const hashOf = (key: string) => hashOfSecret(key).toString('hex');

const keySecret = {
  from: bytes => `crk_${bytes.toString('base64url')}`,
  shown: (key, { suffix }) => key + suffix,
  isAmong: (stored, key) => stored.includes(hashOf(key)),
} satisfies Secret;

export const createKey = action({
  name: 'key.create',
  summary: 'Make an API key and show it, this once',
  button: 'Create API key',
  role: 'owner',
  requiresRecentAuthentication: true,
  input: z.strictObject({
    label: field(requiredText(500), 'what a person knows it by', '<l>'),
    scopes: field(
      keyScopes.default([]),
      `${keyScope.options.filter(scope => scope !== 'read').join(', ')}; it can read in any case`,
      '<s,…>',
    ),
  }),
  sqlCall: `store_key(p_workspace => begun.workspace_id, p_label => :label, p_scopes => :scopes,
    p_key_hash => decode(:hash, 'hex'), p_prefix => :prefix)`,
  answer: `${json('id label scopes prefix')} as key, corkboard.secret_suffix(begun.workspace_id) as suffix`,
  prepare: async (_, { secret }) => ({ hash: hashOf(secret), prefix: prefixOfKey(secret) }),
  finish: async (answer, _, { secret }) => ({ key: answer.key, secret: keySecret.shown(secret, answer) }),
  secret: keySecret,
  auditEntries: { 'key.created': 'created an API key' },
});

export const revokeKey = action({
  name: 'key.revoke',
  summary: 'Revoke a key permanently, at once',
  button: 'Revoke',
  on: 'key',
  role: 'owner',
  requiresRecentAuthentication: true,
  irreversible: 'Anything that uses this key loses access at once. You can’t undo this.',
  answer: `${json(keyFields)} as key`,
  isOffered: ({ revokedAt }) => revokedAt === null,
  auditEntries: { 'key.revoked': 'revoked an API key' },
});
