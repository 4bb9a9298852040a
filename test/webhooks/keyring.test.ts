import { randomBytes } from 'node:crypto';
import test from 'ava';
import { StartError } from '../../src/errors/startError.ts';
import { Keyring } from '../../src/webhooks/keyring.ts';

const [one, two] = [randomBytes(32), randomBytes(32)];
const endpoint = '0198f2a4-0000-7000-8000-000000000002';
const another = '0198f2a4-0000-7000-8000-000000000003';
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

test('a stored secret reveals nothing, is encrypted differently each time, and can be decrypted', t => {
  const keyring = new Keyring([one]);
  const stored = keyring.encrypt(secret, endpoint);
  t.regex(stored, /^encrypted-v1:[0-9a-f]{8}:[A-Za-z0-9+/]+=*$/);
  t.false(Buffer.from(stored.split(':')[2]!, 'base64').includes(secret.slice(6, 14)));
  t.not(keyring.encrypt(secret, endpoint), stored);
  t.is(keyring.decrypt(stored, endpoint), secret);
});

test('the first key encrypts, and every key decrypts', t => {
  const stored = new Keyring([one]).encrypt(secret, endpoint);
  const both = new Keyring([two, one]);
  t.is(both.decrypt(stored, endpoint), secret);
  t.is(new Keyring([two]).decrypt(both.encrypt(secret, endpoint), endpoint), secret);
});

test('without keys secrets are stored unencrypted, and with keys such secrets can still be read', t => {
  t.is(new Keyring([]).encrypt(secret, endpoint), secret);
  for (const keys of [[], [one]]) t.is(new Keyring(keys).decrypt(secret, endpoint), secret);
});

test('a missing key is named by its id', t => {
  const stored = new Keyring([one]).encrypt(secret, endpoint);
  const [, id] = stored.split(':');
  const error = t.throws(() => new Keyring([two]).decrypt(stored, endpoint), {
    instanceOf: StartError,
  });
  t.is(
    error!.message,
    `SECRETS_KEY must also name the key ${id}, because signing secrets are encrypted with it.`,
  );
});

test('a ciphertext of another endpoint, or a changed or truncated one, is rejected', t => {
  const keyring = new Keyring([one, two]);
  const stored = keyring.encrypt(secret, endpoint);
  const [prefix, id, base64] = stored.split(':');
  const bytes = Buffer.from(base64!, 'base64');
  const altered = [...bytes.keys()].map(place => {
    const copy = Buffer.from(bytes);
    copy[place]! ^= 1;
    return copy;
  });
  const cut = [0, 5, 12, 20, 28, bytes.length - 1].map(length => bytes.subarray(0, length));
  const otherKey = new Keyring([two]).encrypt(secret, endpoint).split(':')[1];
  const bad = [
    ...[...altered, ...cut].map(sealed => [prefix, id, sealed.toString('base64')].join(':')),
    [prefix, otherKey, base64].join(':'),
  ];
  t.throws(() => keyring.decrypt(stored, another), { instanceOf: StartError });
  for (const text of bad) {
    t.throws(() => keyring.decrypt(text, endpoint), { instanceOf: StartError }, text);
  }
});
