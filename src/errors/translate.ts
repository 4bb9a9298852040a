import { absences, broken, overloads, stateOf } from './databaseFault.ts';
import { type Code, Failure } from './failure.ts';
import { Overload } from './serviceError.ts';
import { StartError } from './startError.ts';

// What an error means where it leaves the service: to a caller, to the log and the metrics, and to the operator.

/** Why a request failed: something took too long, the database was unavailable, or the service has a bug. */
export type Cause = 'overload' | 'database' | 'bug';

/** The SQLSTATE with which the database refuses (sql/functions/checks/reject.sql): message and code come with it. */
const refused = 'ZC001';

interface Refusal extends Error {
  code?: string;
  detail: Code;
  /** The field, of a value that is refused (sql/functions/checks/reject_field.sql). */
  column?: string;
}

/** What a caller is told, by HTTP, as a tool's result or on a page: the failure itself, a refusal by the database, or null for a fault of ours. */
export function asFailure(error: unknown): Failure | null {
  if (error instanceof Failure) return error;
  const { code, message, detail, column } = error as Refusal;
  return code === refused ? new Failure(detail, message, column) : null;
}

/** What the log and the metrics say of a fault of ours: why a request failed. */
export function causeOf(error: unknown): Cause {
  const { message, cause, severity } = error as Error & { severity?: string };
  if (error instanceof Overload || overloads.test(stateOf(error))) return 'overload';
  // node-postgres wraps the reason why no connection was opened.
  if (cause instanceof Error) return causeOf(cause);
  // With these PostgreSQL ends the connection, or did not accept it.
  const isFatal = severity === 'FATAL' || severity === 'PANIC';
  return isFatal || absences.test(stateOf(error)) || broken.test(message) ? 'database' : 'bug';
}

/** The one line that the operator reads when a process ends with status 1; null: a fault, which is logged whole. */
export const lineOf = (error: unknown): string | null => (error instanceof StartError ? error.message : null);
