import type { ClientConfig } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { rootCause, stateOf } from '../errors/databaseFault.ts';

/** The values of `sslmode`: those of libpq except `allow`, and `no-verify`, which is node-postgres's own. */
export const sslModes = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
/** The values of the parameter `ssl`, which some use instead of `sslmode`, and the mode that each stands for. */
export const sslMeanings: Readonly<Record<string, Mode>> = {
  true: 'verify-full',
  1: 'verify-full',
  false: 'disable',
  0: 'disable',
  'no-verify': 'no-verify',
};
/**
 * Plain text; TLS without verification; TLS that verifies the authority; TLS that verifies the authority and the host
 * name.
 */
type Mode = 'disable' | 'no-verify' | 'verify-ca' | 'verify-full';

/**
 * How connections to an address are secured. As in node-postgres, every mode with TLS verifies the server and its name,
 * except `no-verify`. With `uselibpqcompat=true` the modes are those of libpq, except that no mode falls back to plain
 * text. An address without TLS parameters uses plain text.
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
 * node-postgres's configuration for connections to an address. It contains all TLS settings, so that node-postgres
 * doesn't read PGSSLMODE and PGSSLNEGOTIATION. Throws if a file can't be read.
 */
export function parseAddress(address: URL): ClientConfig {
  const { searchParams } = address;
  const mode = modeOf(searchParams);
  searchParams.delete('ssl');
  searchParams.set('sslmode', mode);
  searchParams.set('uselibpqcompat', `${mode === 'verify-ca'}`);
  searchParams.set('sslnegotiation', searchParams.get('sslnegotiation') ?? 'postgres');
  const { ssl, ...config } = parseIntoClientConfig(address.href);
  // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED=0 would otherwise disable verification.
  return { ...config, ssl: typeof ssl === 'object' && { rejectUnauthorized: true, ...ssl } };
}

/** The codes of errors about a certificate from an authority that this machine doesn't know, or without one. */
const untrusted =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER_CERT(_LOCALLY)?|VERIFY_LEAF_SIGNATURE))$/;

/** A sentence on what to do about the database's certificate, if an error is about that, after the message of the error. */
export const adviceOnCertificate = (error: Error): string =>
  untrusted.test(stateOf(rootCause(error)))
    ? " Every sslmode with TLS verifies the server: name its authority's certificate, or its own if it is self-signed, in sslrootcert, or set sslmode to no-verify for TLS that verifies nothing."
    : '';
