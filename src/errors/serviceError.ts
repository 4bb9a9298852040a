/**
 * The base of every error that is thrown on purpose, each kind of which has one consequence (src/errors/translate.ts). The kinds
 * are Failure, StartError and the two below. Any other error is a fault in the code or in what it runs on.
 */
export abstract class ServiceError extends Error {}

/** There was no time or memory left for a request, or its sender has gone: nothing was begun. */
export class Overload extends ServiceError {}

/** What an attempt to use somebody else's server came to, by the names that a delivery's attempts have for it. */
type RemoteCode = 'refused_address' | 'dns' | 'connection';

/**
 * Somebody else's server, name or address cannot be used. The message may be shown and logged: it quotes nothing that
 * the other side sent. `reason`: what to say of it in place of the message, where that does not stand alone.
 */
export class RemoteError extends ServiceError {
  readonly code: RemoteCode;
  readonly reason: string | null;

  constructor(code: RemoteCode, message: string, { reason = null, ...options }: Details = {}) {
    super(message, options);
    this.code = code;
    this.reason = reason;
  }
}

interface Details extends ErrorOptions {
  reason?: string | null;
}
