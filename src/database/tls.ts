import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';

/** The values of `sslmode`: those of libpq except `allow`, and `no-verify`, which is node-postgres's own. */
export const sslModes = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
/** The values of the parameter `ssl`, which others use in place of `sslmode`, each with what it means. */
export const sslMeanings: Readonly<Record<string, Mode>> = {
  true: 'verify-full',
  1: 'verify-full',
  false: 'disable',
  0: 'disable',
  'no-verify': 'no-verify',
};
/** The parameters of an address that say how its connections are secured. */
const parameters = [
  'sslmode',
  'ssl',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'sslnegotiation',
  'uselibpqcompat',
  'channel_binding',
] as const;

/** Plain text; TLS with anybody; TLS with any server that the authority vouches for; and TLS with the very host. */
type Mode = 'disable' | 'no-verify' | 'verify-ca' | 'verify-full';

/**
 * How connections by an address are secured. As node-postgres has it, every mode that asks for TLS verifies the server
 * and its name, except `no-verify`; with `uselibpqcompat=true` the modes mean what they mean to libpq, except that
 * nothing falls back to plain text. An address that says nothing of TLS asks for none.
 */
export function modeOf(given: URLSearchParams): Mode {
  const mode = given.get('sslmode') ?? withoutMode(given);
  if (mode === 'disable' || mode === 'no-verify') return mode;
  if (given.get('uselibpqcompat') !== 'true') return 'verify-full';
  if (mode === 'verify-ca' || (mode === 'require' && given.has('sslrootcert'))) return 'verify-ca';
  return mode === 'prefer' || mode === 'require' ? 'no-verify' : 'verify-full';
}

/** What the other parameters ask for, where there is no `sslmode`. */
function withoutMode(given: URLSearchParams): Mode {
  const ssl = given.get('ssl');
  if (ssl !== null) return sslMeanings[ssl] ?? 'verify-full';
  const isAsked =
    ['sslrootcert', 'sslcert', 'sslkey'].some(name => given.has(name)) ||
    given.get('sslnegotiation') === 'direct';
  return isAsked ? 'verify-full' : 'disable';
}

/** What node-postgres is told of TLS: everything, so that it reads neither PGSSLMODE nor the address for it. */
export interface Security {
  ssl: false | ConnectionOptions;
  sslnegotiation: 'postgres' | 'direct';
}

/** Takes what an address says of TLS out of it, and answers that. Throws where a file cannot be read. */
export function takeSecurity({ searchParams }: URL): Security {
  const mode = modeOf(searchParams);
  const file = (option: string, name: string) => {
    const path = searchParams.get(name);
    return path === null ? {} : { [option]: readFileSync(path, 'utf8') };
  };
  const ssl: Security['ssl'] = mode !== 'disable' && {
    // Said outright: otherwise NODE_TLS_REJECT_UNAUTHORIZED=0 would end all verifying.
    rejectUnauthorized: mode !== 'no-verify',
    ...(mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
    ...file('ca', 'sslrootcert'),
    ...file('cert', 'sslcert'),
    ...file('key', 'sslkey'),
  };
  const sslnegotiation = searchParams.get('sslnegotiation') === 'direct' ? 'direct' : 'postgres';
  for (const name of parameters) searchParams.delete(name);
  return { ssl, sslnegotiation };
}
