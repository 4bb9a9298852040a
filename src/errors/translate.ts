import {
  brokenConnection,
  diskFull,
  overloads,
  stateOf,
  tooManyConnections,
  unavailable,
} from './databaseFault.ts';
import { type Code, Failure, type FailureDetails } from './failure.ts';
import { Overload } from './serviceError.ts';
import { StartError } from './startError.ts';

// Translates an error where it leaves the service: for the caller, for the log and the metrics, and for the operator.

/** Why a request failed: an overload, no connection left, a full disk, a database unavailable otherwise, or a bug. */
export const causes = ['overload', 'connections', 'disk', 'database', 'bug'] as const;
export type Cause = (typeof causes)[number];

/** The SQLSTATE of a rejection by the database (sql/functions/checks/reject.sql), which brings its message and details. */
const rejected = 'ZC001';

/** The message for the caller, by HTTP, as a tool's result or on a page; null if the error is our own fault. */
export function toFailure(error: unknown): Failure | null {
  if (error instanceof Failure) return error;
  if (stateOf(error) !== rejected) return null;
  const { message, detail } = error as Error & { detail: string };
  const { code, ...details } = JSON.parse(detail) as { code: Code } & FailureDetails;
  return new Failure(code, message, details);
}

/** Why a request failed through our own fault, for the log and the metrics. */
export function causeOf(error: unknown): Cause {
  const { message, cause, severity } = error as Error & { severity?: string };
  const state = stateOf(error);
  if (error instanceof Overload || overloads.test(state)) return 'overload';
  if (state === tooManyConnections) return 'connections';
  if (state === diskFull) return 'disk';
  // node-postgres wraps the reason why no connection was opened.
  if (cause instanceof Error) return causeOf(cause);
  // PostgreSQL ended the connection, or didn't accept it.
  const isFatal = severity === 'FATAL' || severity === 'PANIC';
  return isFatal || unavailable.test(state) || brokenConnection.test(message) ? 'database' : 'bug';
}

/** The line that the operator reads when a process exits with status 1; null for a fault, which is logged in full. */
export const startErrorMessage = (error: unknown): string | null =>
  error instanceof StartError ? error.message : null;
