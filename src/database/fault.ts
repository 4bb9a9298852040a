import { setTimeout as pause } from 'node:timers/promises';

// What PostgreSQL's errors say of whether to ask again, by their SQLSTATE
// (https://www.postgresql.org/docs/current/errcodes-appendix.html).

const stateOf = (error: unknown) => String((error as { code?: unknown }).code);

/** Whether a statement failed for the data or the locks of some of its rows, and may succeed with the others alone. */
export const isAboutItems = (error: unknown) => /^(22|23|40|55|P0)/.test(stateOf(error));

/** Whether a statement was undone because another was in its way: serialization failure, deadlock. */
const isInTheWay = (error: unknown) => ['40001', '40P01'].includes(stateOf(error));

/**
 * Whether a statement was undone because a table got another column while it ran: it was planned for the rows that a
 * function answered before that. Asked again, it is planned anew.
 */
export const isOutdated = (error: unknown) =>
  stateOf(error) === '42804' && (error as { routine?: unknown }).routine === 'tupledesc_match';

/** How often a statement is tried that others are in the way of. */
const mostTries = 5;
/** How long such a statement waits at most before it is tried again: a random part of this, lest both meet again. */
const aMomentMs = 50;

/** Does again what was undone because another was in its way; throws when that goes on. */
export function insisting<Asked extends unknown[], Result>(
  work: (...asked: Asked) => Promise<Result>,
): (...asked: Asked) => Promise<Result> {
  return async (...asked) => {
    for (let tries = 1; ; tries++) {
      try {
        return await work(...asked);
      } catch (error) {
        if (tries === mostTries || !isInTheWay(error)) throw error;
        await pause(Math.random() * aMomentMs);
      }
    }
  };
}
