import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { modeOf, sslMeanings, sslModes } from './tls.ts';

/** A rule for a value: its description as the end of a sentence, and a check. */
export type Rule = readonly [expectation: string, holds: (value: string) => boolean];

const oneOf = (values: readonly string[]): Rule => [
  `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`,
  value => values.includes(value),
];

/** Whether a function returns without an error. */
function works(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}

const read = (file: string) => readFileSync(file, 'utf8');

/**
 * Whether a text is one line without control characters and surrounding spaces. The usual cause is a copied line break.
 */
export const isLine = (text: string) => text.trim() === text && !/\p{Cc}/u.test(text);

const line: Rule = ['one line without spaces around it', isLine];
const certificates: Rule = [
  'a file with certificates in PEM that can be read',
  file => works(() => new X509Certificate(read(file))) && read(file).includes('-----BEGIN'),
];

/** The parameters that a database's address may have. */
export const rules = {
  host: line,
  port: [
    'a whole number from 1 to 65535',
    value => /^\d{1,5}$/.test(value) && +value >= 1 && +value <= 65_535,
  ],
  user: line,
  password: ['one line', value => !/\p{Cc}/u.test(value)],
  options: line,
  application_name: line,
  fallback_application_name: line,
  // The service supports no other encoding.
  client_encoding: ['UTF8', value => /^utf-?8$/i.test(value)],
  sslmode: oneOf(sslModes),
  ssl: oneOf(Object.keys(sslMeanings)),
  sslrootcert: certificates,
  sslcert: certificates,
  sslkey: [
    'a file with a private key in PEM, without a passphrase, that can be read',
    file => works(() => createPrivateKey(read(file))),
  ],
  sslnegotiation: oneOf(['postgres', 'direct']),
  uselibpqcompat: oneOf(['true', 'false']),
  // Hosting providers use these two in their addresses. The first adds nothing if TLS verifies the server, and the
  // service has its own time limits (src/database/connect.ts).
  channel_binding: oneOf(['disable', 'prefer', 'require']),
  connect_timeout: ['a whole number of seconds', value => /^\d{1,9}$/.test(value)],
} satisfies Record<string, Rule>;

/** The first invalid parameter of an address and its rule. */
export interface Wrong {
  parameter: keyof typeof rules;
  expectation: string;
}

/** The first parameter that is invalid by itself or together with others; null if all are valid. */
export function wrongParameter(given: URLSearchParams): Wrong | null {
  for (const [parameter, [expectation, holds]] of Object.entries(rules)) {
    const value = given.get(parameter);
    if (value !== null && !holds(value)) return { parameter: parameter as Wrong['parameter'], expectation };
  }
  if (given.has('ssl') && given.has('sslmode'))
    return { parameter: 'ssl', expectation: 'left out beside sslmode' };
  if (given.get('sslnegotiation') === 'direct' && modeOf(given) === 'disable') {
    return { parameter: 'sslnegotiation', expectation: 'postgres where sslmode is disable' };
  }
  if (given.get('channel_binding') === 'require' && modeOf(given) !== 'verify-full') {
    return { parameter: 'channel_binding', expectation: 'prefer where TLS does not verify the server' };
  }
  if (modeOf(given) === 'verify-ca' && !given.has('sslrootcert')) {
    return {
      parameter: 'sslrootcert',
      expectation: 'set where uselibpqcompat is true and sslmode is verify-ca',
    };
  }
  const [cert, key] = [given.get('sslcert'), given.get('sslkey')];
  if ((cert === null) !== (key === null) || (cert && key && !belong(cert, key))) {
    return { parameter: 'sslkey', expectation: 'the private key of the certificate in sslcert' };
  }
  return null;
}

/** Whether a private key belongs to a certificate. Both arguments are file names. */
const belong = (cert: string, key: string) =>
  new X509Certificate(read(cert)).checkPrivateKey(createPrivateKey(read(key)));
