import { readFileSync } from 'node:fs';
import type { ClientConfig } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { StartError } from '../errors/startError.ts';

/** A rule for a value: its description as the end of a sentence, and a check. */
export type Rule = readonly [expectation: string, holds: (value: string) => boolean];

const oneOf = (values: readonly string[]): Rule => [
  `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`,
  value => values.includes(value),
];

/** Node would ignore an empty file of authorities, and trust its own. */
const pem: Rule = [
  'a file in PEM that can be read',
  file => {
    try {
      return readFileSync(file, 'utf8').includes('-----BEGIN');
    } catch {
      return false;
    }
  },
];

/**
 * Plain text; TLS without verification; TLS that verifies the authority; TLS that verifies the authority and the host
 * name.
 */
type Mode = 'disable' | 'no-verify' | 'verify-ca' | 'verify-full';

/** The values of the parameter `ssl`, which some use instead of `sslmode`, and the mode that each stands for. */
const sslMeanings: Readonly<Record<string, Mode>> = {
  true: 'verify-full',
  1: 'verify-full',
  false: 'disable',
  0: 'disable',
  'no-verify': 'no-verify',
};

/** The rules for the parameters of TLS, and for the variables. The driver connects in plain text if it doesn't know a value. */
export const rules = {
  // Those of libpq except `allow`, and `no-verify`, which is node-postgres's own.
  sslmode: oneOf(['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full']),
  ssl: oneOf(Object.keys(sslMeanings)),
  sslrootcert: pem,
  sslcert: pem,
  sslkey: pem,
  sslnegotiation: oneOf(['postgres', 'direct']),
} satisfies Record<string, Rule>;

/** The names of all parameters that an address may have. */
const names = [
  ...['host', 'port', 'user', 'password', 'options', 'application_name', 'fallback_application_name'],
  ...['client_encoding', 'uselibpqcompat', 'channel_binding', 'connect_timeout', ...Object.keys(rules)],
];

/** The environment variables for TLS. Each replaces the parameter of its name that the address leaves out. */
type Variables = { readonly [Name in `PG${Uppercase<keyof typeof rules>}`]?: string | undefined };

/**
 * Adds the variables for TLS to the parameters of a database's address, so that the address alone decides how connections
 * are secured. Throws StartError if the address can't be used. An unknown parameter may be one of TLS with a typing error,
 * and the driver would ignore it.
 */
export function completeAddress(text: string, given: Variables): string {
  const address = new URL(text);
  const { searchParams } = address;
  const wrong = wrongParameter(searchParams);
  if (wrong !== null) throw unusable(wrong);
  for (const parameter of Object.keys(rules) as (keyof typeof rules)[]) {
    const value = given[`PG${parameter.toUpperCase() as Uppercase<typeof parameter>}`];
    const isStated = searchParams.has(parameter) || (parameter === 'sslmode' && searchParams.has('ssl'));
    if (value !== undefined && !isStated) searchParams.set(parameter, value);
  }
  const bound = searchParams.get('channel_binding') ?? 'prefer';
  if (!['disable', 'prefer'].includes(bound) && modeOf(searchParams) !== 'verify-full')
    throw unusable('whose channel_binding is prefer where TLS does not verify the server');
  try {
    parseAddress(address.href);
  } catch {
    throw unusable('that the driver can read, percent-encoded and in UTF-8');
  }
  return address.href;
}

/** How the address must be, if one of its parameters is unknown or has another value than it may have. */
function wrongParameter(searchParams: URLSearchParams): string | null {
  const given = [...searchParams.keys()];
  // An unknown parameter is not named, because it may be part of a password that contains a question mark.
  if (given.some((name, n) => !names.includes(name) || given.indexOf(name) !== n))
    return `with each parameter once, and no others than ${names.join(', ')}`;
  for (const [parameter, [expectation, holds]] of Object.entries<Rule>(rules)) {
    const value = searchParams.get(parameter);
    if (value !== null && !holds(value)) return `whose ${parameter} is ${expectation}`;
  }
  return null;
}

const unusable = (like: string) => new StartError(`DATABASE_URL must be an address ${like}.`);

/**
 * How connections to an address are secured. As in node-postgres, every mode with TLS verifies the server and its name,
 * except `no-verify`. With `uselibpqcompat=true` the modes are those of libpq, except that no mode falls back to plain
 * text and that without an authority `verify-ca` verifies the name too. An address without TLS parameters uses plain text.
 */
function modeOf(given: URLSearchParams): Mode {
  const asks = ['sslrootcert', 'sslcert', 'sslkey'].some(name => given.has(name));
  const withoutMode = asks || given.get('sslnegotiation') === 'direct' ? 'verify-full' : 'disable';
  const mode = given.get('sslmode') ?? sslMeanings[given.get('ssl') ?? ''] ?? withoutMode;
  if (mode === 'disable' || mode === 'no-verify') return mode;
  if (mode === 'verify-full' || given.get('uselibpqcompat') !== 'true') return 'verify-full';
  if (mode !== 'prefer' && given.has('sslrootcert')) return 'verify-ca';
  return mode === 'verify-ca' ? 'verify-full' : 'no-verify';
}

/**
 * node-postgres's configuration for connections to an address. It contains all TLS settings, so that node-postgres
 * doesn't read PGSSLMODE and PGSSLNEGOTIATION. Throws if a file can't be read.
 */
export function parseAddress(text: string): ClientConfig {
  const address = new URL(text);
  const { searchParams } = address;
  const mode = modeOf(searchParams);
  searchParams.delete('ssl');
  searchParams.set('sslmode', mode);
  searchParams.set('uselibpqcompat', `${mode === 'verify-ca'}`);
  const isDirect = mode !== 'disable' && searchParams.get('sslnegotiation') === 'direct';
  searchParams.set('sslnegotiation', isDirect ? 'direct' : 'postgres');
  const { ssl, ...config } = parseIntoClientConfig(address.href);
  // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED=0 would otherwise disable verification.
  return { ...config, ssl: typeof ssl === 'object' && { rejectUnauthorized: true, ...ssl } };
}
