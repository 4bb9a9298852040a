import { StartError } from '../errors/startError.ts';
import { array } from '../records/columns.ts';
import { Keyring } from '../webhooks/keyring.ts';
import { reencrypt } from '../webhooks/secrets.ts';
import type { Noun, Verb } from './verb.ts';

const keys = `select ${array('select row_to_json(k) from corkboard.secret_key_usage() k')} as keys`;

/** Reencrypts all secrets with the keyring that `by` makes of the process's keyring, and returns the keys in use afterwards. */
const storing = (by: (keyring: Keyring) => Keyring): Pick<Verb, 'query' | 'perform'> => ({
  query: keys,
  perform: async (run, _, { secretsKeys }, query) => {
    const keyring = new Keyring(secretsKeys);
    await reencrypt(query, keyring, by(keyring));
    return run();
  },
});

export const secrets: Noun = {
  name: 'secrets',
  summary: 'the signing secrets of all endpoints, as they are stored',
  none: 'none',
  verbs: [
    {
      name: 'list',
      summary: 'List the keys that encrypt them, with the number of secrets of each',
      query: keys,
    },
    {
      name: 'rotate',
      summary: 'Encrypt all of them with the first key of SECRETS_KEY',
      ...storing(keyring => {
        if (keyring.current === null) throw new StartError('SECRETS_KEY must be set, to encrypt with.');
        return keyring;
      }),
    },
    {
      name: 'decrypt',
      summary: 'Store all of them unencrypted, before you remove SECRETS_KEY',
      ...storing(() => new Keyring([])),
    },
  ],
};
