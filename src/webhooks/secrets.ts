import { drain } from '../concurrency/drain.ts';
import { StartError } from '../errors/startError.ts';
import type { Query } from './attempts.ts';
import { type Keyring, missing } from './keyring.ts';

/** A signing secret made of 32 random bytes, in the form that sql/functions/webhooks/secrets/new_webhook_secret.sql gives it. */
export const signingSecret = (bytes: Buffer) => `whsec_${bytes.toString('base64')}`;

/** The id of an endpoint that will be added. It is needed first, because an encrypted secret is bound to its endpoint. */
export async function newEndpointId(query: Query): Promise<string> {
  const { rows } = await query('select corkboard.uuid_v7() as id', []);
  return (rows as [{ id: string }])[0].id;
}

/** Throws StartError if signing secrets are encrypted with a missing key: their deliveries couldn't be sent. */
export async function checkSecrets(query: Query, keyring: Keyring): Promise<void> {
  const { rows } = await query('select key from corkboard.secret_key_usage()', []);
  const lacking = (rows as { key: string | null }[]).map(({ key }) => key).filter(key => !keyring.has(key));
  if (lacking.length > 0) throw new StartError(missing(lacking as string[]));
}

/** The secrets of an endpoint in stored form; `previousSecret` is null if there is none. */
interface StoredSecrets {
  workspaceId: string;
  endpointId: string;
  secret: string;
  previousSecret: string | null;
}

/**
 * Encrypts all signing secrets with the current key of `to`, batch by batch; if `to` has no keys, decrypts them all.
 * Workers that have both keys may run meanwhile. Returns how many endpoints changed. Throws StartError if a key is missing or
 * a secret was tampered with.
 */
export async function reencrypt(query: Query, from: Keyring, to: Keyring): Promise<number> {
  await query('select corkboard.delete_expired_secrets()', []);
  await checkSecrets(query, from);
  return drain(async () => {
    const { rows } = await query('select * from corkboard.secrets_to_reencrypt($1)', [to.current]);
    const stored = rows as StoredSecrets[];
    const reencrypted = (secret: string | null, endpointId: string) =>
      secret === null ? null : to.encrypt(from.decrypt(secret, endpointId), endpointId);
    const replacements = stored.map(row => ({
      ...row,
      newSecret: reencrypted(row.secret, row.endpointId),
      newPreviousSecret: reencrypted(row.previousSecret, row.endpointId),
    }));
    await query('select corkboard.replace_secrets($1)', [JSON.stringify(replacements)]);
    return stored.length;
  });
}
