import { untilNone } from '../backlog.ts';
import { StartError } from '../startError.ts';
import type { Query } from './attempts.ts';
import { type Keyring, missing } from './keyring.ts';

/** A new signing secret, in two forms: as it is shown, once, and as it is stored. */
export interface NewSecret {
  endpointId: string;
  secret: string;
  stored: string;
}

/** Makes a signing secret for an endpoint. Without an id, it is for an endpoint that will be added, and the id is made here. */
export async function newSecret(query: Query, keyring: Keyring, endpointId?: string): Promise<NewSecret> {
  const { rows } = await query(
    'select coalesce($1, corkboard.uuid_v7()) as id, corkboard.new_webhook_secret() as secret',
    [endpointId ?? null],
  );
  const [{ id, secret }] = rows as [{ id: string; secret: string }];
  return { endpointId: id, secret, stored: keyring.encrypt(secret, id) };
}

/** Throws StartError where signing secrets are encrypted with a key that is not here: what they sign could not be sent. */
export async function checkSecrets(query: Query, keyring: Keyring): Promise<void> {
  const { rows } = await query('select key from corkboard.secret_keys()', []);
  const lacking = (rows as { key: string | null }[]).map(({ key }) => key).filter(key => !keyring.has(key));
  if (lacking.length > 0) throw new StartError(missing(lacking as string[]));
}

/** The secrets of an endpoint, as they are stored; `previousSecret` is null where there is none. */
interface Held {
  workspaceId: string;
  endpointId: string;
  secret: string;
  previousSecret: string | null;
}

/**
 * Encrypts with the current key of `to` all signing secrets that are not encrypted with it, batch by batch; where `to`
 * has no keys, all are stored as they are. Workers that have both keys may run meanwhile. Answers how many endpoints
 * were changed. Throws StartError where a key is missing, UnreadableSecret where a secret was tampered with.
 */
export async function reencrypt(query: Query, from: Keyring, to: Keyring): Promise<number> {
  await query('select corkboard.forget_previous_secrets()', []);
  await checkSecrets(query, from);
  return untilNone(async () => {
    const { rows } = await query('select * from corkboard.secrets_besides($1)', [to.current]);
    const held = rows as Held[];
    const anew = (stored: string | null, endpointId: string) =>
      stored === null ? null : to.encrypt(from.decrypt(stored, endpointId), endpointId);
    const replacements = held.map(({ workspaceId, endpointId, secret, previousSecret }) => ({
      workspaceId,
      endpointId,
      secret,
      previousSecret,
      newSecret: anew(secret, endpointId),
      newPreviousSecret: anew(previousSecret, endpointId),
    }));
    await query('select corkboard.replace_secrets($1)', [JSON.stringify(replacements)]);
    return held.length;
  });
}
