import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { StartError } from '../errors/startError.ts';

/** The format of an encrypted secret: this version, the id of its key, and the sealed secret in base64, separated by colons. */
const version = 'encrypted-v1';
const algorithm = 'aes-256-gcm';
/** The standard length of a nonce for GCM, in bytes. */
const nonceBytes = 12;
const tagBytes = 16;
/** How many hexadecimal digits of a key's hash are its id: enough to tell the keys of an installation apart. */
const idDigits = 8;

/**
 * The keys of SECRETS_KEY, 32 bytes each: the first encrypts, all of them decrypt. Without keys, secrets are stored
 * unencrypted. An encrypted secret is bound to its endpoint: in another endpoint's row it can't be decrypted.
 */
export class Keyring {
  /** The id of the key that encrypts; null if there are no keys. */
  readonly current: string | null;
  readonly #keys: Map<string, Buffer>;

  constructor(keys: Buffer[]) {
    this.#keys = new Map(keys.map(key => [idOf(key), key]));
    this.current = keys[0] === undefined ? null : idOf(keys[0]);
  }

  /** Whether the keyring has the key. True for null, which stands for unencrypted secrets. */
  has(keyId: string | null): boolean {
    return keyId === null || this.#keys.has(keyId);
  }

  /** The stored form of an endpoint's secret. */
  encrypt(secret: string, endpointId: string): string {
    if (this.current === null) return secret;
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.#keys.get(this.current)!, nonce);
    cipher.setAAD(binding(this.current, endpointId));
    const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return [version, this.current, sealed.toString('base64')].join(':');
  }

  /** An endpoint's secret from its stored form. Throws StartError if no key can decrypt it. */
  decrypt(stored: string, endpointId: string): string {
    const [prefix, keyId = '', base64 = ''] = stored.split(':');
    if (prefix !== version) return stored;
    const key = this.#keys.get(keyId);
    if (key === undefined) throw new StartError(missing([keyId]));
    try {
      return opened(Buffer.from(base64, 'base64'), key, binding(keyId, endpointId));
    } catch {
      throw new StartError(
        `The signing secret of endpoint ${endpointId} was changed in the database, or is another endpoint's: give it a new one with endpoint rotate, twice.`,
      );
    }
  }
}

function opened(sealed: Buffer, key: Buffer, bound: Buffer): string {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(bound).setAuthTag(sealed.subarray(-tagBytes));
  return decipher.update(sealed.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
}

/** The error for secrets that are encrypted with keys that the keyring doesn't have. */
export const missing = (keyIds: string[]) =>
  `SECRETS_KEY must also name the key ${keyIds.join(' and ')}, because signing secrets are encrypted with it.`;

const binding = (keyId: string, endpointId: string) => Buffer.from([version, keyId, endpointId].join(':'));

const idOf = (key: Buffer) => createHash('sha256').update(key).digest('hex').slice(0, idDigits);
