// What the SQLSTATE of a PostgreSQL error says about trying again
// (https://www.postgresql.org/docs/current/errcodes-appendix.html).

/** The SQLSTATE of an error, or the code of another error; `undefined`, as text, if there is none. */
export const stateOf = (error: unknown) => String((error as { code?: unknown } | null | undefined)?.code);

/** Whether a statement failed because of some of its rows, and may succeed for the others. */
export const isAboutRows = (error: unknown) => /^(22|23|40|55|P0)/.test(stateOf(error));

/** Whether a statement was undone because another was in its way: serialization failure, deadlock. */
export const isConflict = (error: unknown) => ['40001', '40P01'].includes(stateOf(error));

/**
 * Whether a statement was rolled back because a table got another column while it ran, so that its plan no longer fits
 * the rows that a function returns. The next try gets a new plan.
 */
export const isStalePlan = (error: unknown) =>
  stateOf(error) === '42804' && (error as { routine?: unknown }).routine === 'tupledesc_match';

/** Whether the role lacks a privilege. */
export const isForbidden = (error: unknown) => stateOf(error) === '42501';

/** Whether the server refused the role: it may not log in, its password is wrong, or pg_hba.conf has no line for it. */
export const isRefusedRole = (error: unknown) => /^28/.test(stateOf(rootCause(error as Error)));

/** A lock or a statement took too long. */
export const overloads = /^(55P03|57014)$/;
/** The server has no connection left. */
export const tooManyConnections = '53300';
/** The server's disk is full. */
export const diskFull = '53100';
/** The server is read-only, out of memory, or down. Codes that start with E are Node's, about connections. */
export const unavailable = /^(08|25006|53|58|E[A-Z]+$)/;
/** node-postgres's messages about connections that broke or didn't open in time, which have no code. */
export const brokenConnection =
  /^(Connection terminated|Client (has encountered|was closed)|timeout expired)/;

/** Codes of connections that failed because the database is away, starting, stopping or out of connections or memory. */
const away =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|08(?!P01)|53|57014|57P0[123])/;
/** PgBouncer's messages about the same, all of which have the code 08P01. */
const awayBehindPooler =
  /cannot connect to server|connect failed|server login|no more connections|shutting down|query_wait_timeout/;

/** Whether a later connection to the database may succeed, without anyone changing a setting. */
export function isAway(error: unknown): boolean {
  const { code, syscall, message } = rootCause(error as Error) as NodeJS.ErrnoException;
  // The folder of the server's socket has no socket while the server is down.
  if (code === 'ENOENT') return syscall === 'connect';
  if (code === '08P01') return awayBehindPooler.test(message);
  return away.test(String(code)) || brokenConnection.test(message);
}

/** The error that explains another one. node-postgres hides it in `cause` or in a list of errors. */
export function rootCause(error: Error & { errors?: Error[] }): Error {
  const deeper = error.cause instanceof Error ? error.cause : error.errors?.[0];
  return deeper ? rootCause(deeper) : error;
}

/** Whether PostgreSQL itself reported the error. If so, the statement had no effect, and the connection is still usable. */
export const isStatementError = (error: unknown) => (error as { severity?: string }).severity === 'ERROR';
