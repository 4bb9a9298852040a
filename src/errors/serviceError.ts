/**
 * The base of every error that is thrown on purpose: Failure, StartError, UnreadableLine, UnfitFile and those below. What
 * becomes of each kind is decided in src/errors/translate.ts. Any other error is a bug, or a fault of something that the service
 * runs on.
 */
export abstract class ServiceError extends Error {}

/** There was no time or memory left for a request, or its client has disconnected. Nothing was started. */
export class Overload extends ServiceError {}

/** A process that works on an input with limits of time and memory was ended because it passed one of them. */
export class LimitExceeded extends ServiceError {}

/** Why a remote server could not be used, by the names that delivery attempts have for it. */
type RemoteCode = 'refused_address' | 'dns' | 'connection';

/**
 * A remote server, host name or address cannot be used. The message may be shown and logged, since it quotes nothing
 * that the remote side sent. `reason` replaces the message where the message doesn't make sense alone.
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
