import { RemoteError } from '../errors/serviceError.ts';
import { reasonOf } from './reasons.ts';

/** What can come of an attempt (decisions: Webhooks). */
export type Name =
  | 'succeeded'
  | 'timeout'
  | 'dns'
  | 'refused_address'
  | 'connection'
  | 'tls'
  | 'redirect'
  | 'http_status';

export interface Outcome {
  outcome: Name;
  /** The HTTP status, where there was an answer. */
  status: number | null;
  /** In words, why there was no answer, like "certificate is self-signed"; null if there was one, or no more is known. */
  reason: string | null;
  durationMs: number;
  /** The beginning of the answer, at most 1 KB; null if there was none, or it was a success and only failures are kept. */
  response: string | null;
  /** For how long the endpoint asks not to be sent anything (`Retry-After`), if it does. */
  retryAfterMs?: number;
}

/** The outcome of an answer: 2xx is success, and neither a redirect, which is not followed, nor anything else is. */
export function outcomeOf(status: number): Name {
  if (status >= 200 && status <= 299) return 'succeeded';
  return status >= 300 && status <= 399 ? 'redirect' : 'http_status';
}

/** An outcome without an answer, and the reason for it. */
export type NoAnswer = Pick<Outcome, 'outcome' | 'reason'>;

/** The outcome of an attempt that got no answer, by its error. */
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
 * Certificates that are not trusted have OpenSSL's own names, or UNSPECIFIED (a key that is too short);
 * what fails earlier has Node's or OpenSSL's prefix.
 */
const isTls = (code: string, message: string) =>
  /^ERR_(TLS|SSL)|CERT|SIGNATURE|ISSUER|SELF_SIGNED|^EPROTO|CRL|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH|UNSPECIFIED/.test(
    code,
  ) || /before secure TLS connection/.test(message);
