import { setTimeout as pause } from 'node:timers/promises';

// What the SQLSTATE of PostgreSQL's errors tells about asking again
// (https://www.postgresql.org/docs/current/errcodes-appendix.html).

export const stateOf = (error: unknown) => String((error as { code?: unknown }).code);

/** Whether a statement failed for the data or the locks of some of its rows, and may succeed with the others alone. */
export const isAboutItems = (error: unknown) => /^(22|23|40|55|P0)/.test(stateOf(error));

/** Whether a statement was undone because another was in its way: serialization failure, deadlock. */
export const isInTheWay = (error: unknown) => ['40001', '40P01'].includes(stateOf(error));

/**
 * Whether a statement was undone because a table got another column while it ran: its plan fits the rows that a
 * function answered before that. Asked again, it is planned anew.
 */
export const isOutdated = (error: unknown) =>
  stateOf(error) === '42804' && (error as { routine?: unknown }).routine === 'tupledesc_match';

/** How often a statement is tried where others are in its way. */
const mostTries = 5;
/** The longest wait before such a statement is tried again, in ms. A random part of it is waited, so that the two do not meet again. */
const aMomentMs = 50;

/** A function that repeats what was undone because another statement was in its way; throws when that goes on. */
export function insisting<Args extends unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    for (let tries = 1; ; tries++) {
      try {
        return await work(...args);
      } catch (error) {
        if (tries === mostTries || !isInTheWay(error)) throw error;
        await pause(Math.random() * aMomentMs);
      }
    }
  };
}

/** A lock or a statement took too long, or the server has no connection left. */
export const overloads = /^(55P03|57014|53300)$/;
/** The server can only be read, has no disk or memory left, or broke; the codes with E are Node's, of connections. */
export const absences = /^(08|25006|53|58|E[A-Z]+$)/;
/** What node-postgres says of a connection that broke or was not open in time, for which it has no code. */
export const broken = /^(Connection terminated|Client (has encountered|was closed)|timeout expired)/;
