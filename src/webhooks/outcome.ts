import { RemoteError } from '../errors/serviceError.ts';
import { reasonOf } from './reasons.ts';

/** The possible outcomes of an attempt (docs/dba.md says what they mean). */
export const names = [
  'succeeded',
  'timeout',
  'dns',
  'refused_address',
  'connection',
  'tls',
  'redirect',
  'http_status',
] as const;
export type Name = (typeof names)[number];

export interface Outcome {
  outcome: Name;
  /** The HTTP status; null if there was no response. */
  status: number | null;
  /**
   * Why there was no response, such as "certificate is self-signed", or where a redirect leads; null if there was another
   * response, or the reason isn't known.
   */
  reason: string | null;
  durationMs: number;
  /**
   * The beginning of the response, at most 1 KB; null if there was none, or after a success if only failures are kept.
   */
  response: string | null;
  /** The pause that the endpoint asks for (`Retry-After`), in ms. */
  retryAfterMs?: number;
}

/** The outcome of a response: only 2xx is success. Redirects aren't followed. */
export function outcomeOf(status: number): Name {
  if (status >= 200 && status <= 299) return 'succeeded';
  return status >= 300 && status <= 399 ? 'redirect' : 'http_status';
}

/** The most characters of a redirect's target that are kept. */
const keptTarget = 200;

/**
 * Where a response redirects to, for the endpoint's owner to correct the URL: `to https://hooks.example.com/new`. Its query
 * and user info are left out, because they may be credentials. Null if `location` isn't the address of a web server.
 */
export function redirectTarget(location: string | string[] | undefined, from: string): string | null {
  if (typeof location !== 'string' || location === '') return null;
  const url = URL.parse(location, from);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  return `to ${url.protocol}//${url.host}${url.pathname}`.slice(0, keptTarget);
}

/** The outcome of an attempt without a response, and its reason. */
export type NoAnswer = Pick<Outcome, 'outcome' | 'reason'>;

/** The outcome of an attempt without a response, by its error. */
export const failureOf = (error: unknown): NoAnswer => ({
  outcome: nameOf(error),
  reason: reasonOf(error),
});

function nameOf(error: unknown): Name {
  if (error instanceof RemoteError) return error.code;
  const { name = '', code = '', message = '' } = error as Error & { code?: string };
  if (name === 'TimeoutError' || /TIMEOUT|TIMEDOUT/.test(code)) return 'timeout';
  if (isTls(code, message)) return 'tls';
  return 'connection';
}

/**
 * Errors about untrusted certificates have OpenSSL's names, or UNSPECIFIED (a key that is too short). Earlier TLS
 * errors have Node's or OpenSSL's prefix.
 */
const isTls = (code: string, message: string) =>
  /^ERR_(TLS|SSL)|CERT|SIGNATURE|ISSUER|SELF_SIGNED|^EPROTO|CRL|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH|UNSPECIFIED/.test(
    code,
  ) || /before secure TLS connection/.test(message);
