import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../startError.ts';
import type { Client } from './client.ts';
import { oldestTransaction } from './holder.ts';

/** The advisory lock of a release: a second release process waits for it and then finds nothing to do. */
const releaseLock = 0x72656c65;
/** How often the lock is tried, and how many ms are between two tries: ten minutes in all. */
const mostTries = 600;
const betweenTriesMs = 1_000;

/**
 * Does the work of a release once no other release is at work. `turn` is a connection for the lock alone. Throws
 * StartError where the other release does not end, or where `turn` ends before the work does: another release could
 * begin then.
 */
export function inTurn<Result>(
  turn: Client,
  work: () => Promise<Result>,
  tries = mostTries,
): Promise<Result> {
  const lost = new Promise(ended => turn.once('end', ended)).then((): never => {
    throw new StartError(
      'The release has lost the connection that keeps other releases away, and stops: run it again.',
    );
  });
  return Promise.race([takeTurn(turn, tries).then(work), lost]);
}

/**
 * Waits until no other release is at work. The lock belongs to a transaction, which a connection pooler in between ends
 * however this process ends; a lock of the session would stay with the pooler's connection.
 */
async function takeTurn(turn: Client, tries: number): Promise<void> {
  await turn.query('begin');
  // The transaction idles until the release is done: the limits of the role or the database must not end it.
  await turn.query(
    `select set_config(name, '0', true) from pg_settings
      where name in ('idle_in_transaction_session_timeout', 'transaction_timeout')`,
  );
  for (let tried = 1; !(await isTaken(turn)); tried++) {
    const holder = (await oldestTransaction(turn, holds)) ?? 'it has just ended';
    if (tried === tries) {
      throw new StartError(
        `Another release does not come to its end: ${holder}. If nobody is at it any more, end that process with pg_terminate_backend.`,
      );
    }
    if (tried === 1) console.error(`Another release is at work: ${holder}. Waiting for it.`);
    await pause(betweenTriesMs);
  }
}

async function isTaken(turn: Client): Promise<boolean> {
  const { rows } = await turn.query('select pg_try_advisory_xact_lock($1) as taken', [releaseLock]);
  return rows[0].taken;
}

const holds = `a.pid in (select l.pid from pg_locks l
  where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = ${releaseLock} and l.objsubid = 1)`;
