import type { ClientConfig } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';

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
/** Plain text; TLS with any server; TLS with any server that the authority vouches for; and TLS with the very host. */
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

/** The mode that the other parameters imply if there is no `sslmode`. */
function withoutMode(given: URLSearchParams): Mode {
  const ssl = given.get('ssl');
  if (ssl !== null) return sslMeanings[ssl] ?? 'verify-full';
  const isAsked =
    ['sslrootcert', 'sslcert', 'sslkey'].some(name => given.has(name)) ||
    given.get('sslnegotiation') === 'direct';
  return isAsked ? 'verify-full' : 'disable';
}

/**
 * What node-postgres is told about connections by an address. It states everything about TLS, so that node-postgres
 * doesn't read PGSSLMODE and PGSSLNEGOTIATION. Throws if a file cannot be read.
 */
export function parseAddress(address: URL): ClientConfig {
  const { searchParams } = address;
  const mode = modeOf(searchParams);
  searchParams.delete('ssl');
  searchParams.set('sslmode', mode);
  searchParams.set('uselibpqcompat', `${mode === 'verify-ca'}`);
  searchParams.set('sslnegotiation', searchParams.get('sslnegotiation') ?? 'postgres');
  const { ssl, ...config } = parseIntoClientConfig(address.href);
  // Stated because NODE_TLS_REJECT_UNAUTHORIZED=0 would otherwise end all verifying.
  return { ...config, ssl: typeof ssl === 'object' && { rejectUnauthorized: true, ...ssl } };
}
