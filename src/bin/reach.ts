import { checkReleased } from '../database/released.ts';
import { whileAway } from '../database/whileAway.ts';
import { isForbidden } from '../errors/databaseFault.ts';
import { StartError } from '../errors/startError.ts';
import { log } from '../log.ts';
import { fail } from './process.ts';

/** The database of a process, which may not be reached yet. */
interface Reaching {
  /** Why it is away; undefined once it is reached. */
  awayBecause: () => Error | undefined;
  /** Settles when it is reached and `begin` is done. */
  reached: Promise<void>;
}

/**
 * Checks that a process can work on its database, and then does `begin`. If the database is away, starting or out of
 * connections, the log says so once, and this goes on in the background: a process that ended would be started again and
 * again, and a platform may give up on it. Throws what else is wrong; if that turns out later, it ends the process.
 */
export async function reach(
  databaseUrl: string,
  process: 'web' | 'worker',
  stopping: AbortSignal,
  begin: () => Promise<void> = async () => {},
): Promise<Reaching> {
  let away: Error | undefined;
  const isAway = Promise.withResolvers<void>();
  const attempt = async () => {
    await checkReleased(databaseUrl, process);
    await begin();
    away = undefined;
  };
  const onAway = (error: Error) => {
    away = error;
    log.warn({ reason: error.message }, `${process} waits for the database`);
    isAway.resolve();
  };
  const reached = whileAway(attempt, { onAway, signal: stopping }).catch(error => {
    throw isForbidden(error) ? notAllowed(process, error) : error;
  });
  await Promise.race([reached, isAway.promise]);
  // Later failures have no other reader.
  if (away) reached.catch(error => stopping.aborted || fail(error));
  return { awayBecause: () => away, reached };
}

const notAllowed = (process: string, { message }: Error) =>
  new StartError(
    `The role in DATABASE_URL may not do what ${process} does: ${message}. Use the owner's, or corkboard_app, to which every release grants what it needs.`,
  );
