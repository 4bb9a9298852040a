import { retry } from '../concurrency/retry.ts';
import { StartError } from '../errors/startError.ts';
import type { Client } from './client.ts';
import { oldestTransaction } from './oldestTransaction.ts';

/** The key of the advisory lock of a release: a second release waits for the lock and then finds nothing to do. */
const lockKey = 0x72656c65;
/** How often the lock is tried, and the pause between two tries in ms: ten minutes in all. */
const maxAttempts = 600;
const betweenTriesMs = 1_000;

/**
 * Runs the work of a release once no other release is running. `holder` is a connection for the lock alone. Throws
 * StartError if the other release does not end, or if `holder` ends before the work does, because another release could
 * start then.
 */
export function underReleaseLock<Result>(
  holder: Client,
  work: () => Promise<Result>,
  tries = maxAttempts,
): Promise<Result> {
  const lost = new Promise(ended => holder.once('end', ended)).then((): never => {
    throw new StartError(
      'The release has lost the connection that holds the release lock, and stops: run it again.',
    );
  });
  return Promise.race([takeLock(holder, tries).then(work), lost]);
}

/**
 * Waits until no other release is running. The lock belongs to a transaction, which a connection pooler ends when this
 * process ends, even if it is killed. A lock of the session would stay with the pooler's connection.
 */
async function takeLock(client: Client, tries: number): Promise<void> {
  await client.query('begin');
  // The transaction idles until the release is done, so timeouts of the role or the database must not end it.
  await client.query(
    `select set_config(name, '0', true) from pg_settings
      where name in ('idle_in_transaction_session_timeout', 'transaction_timeout')`,
  );
  const take = async () => {
    if (await isTaken(client)) return;
    const holder = (await oldestTransaction(client, holds)) ?? 'it has just ended';
    throw new Held(holder);
  };
  await retry(take, (error, tried) => {
    if (!(error instanceof Held)) return null;
    if (tried === tries) {
      throw new StartError(
        `Another release does not end: ${error.message}. If it is stuck, end that process with pg_terminate_backend.`,
      );
    }
    if (tried === 1) console.error(`Another release is running: ${error.message}. Waiting for it.`);
    return betweenTriesMs;
  });
}

/** Another release holds the lock: the message says which process. */
class Held extends StartError {}

async function isTaken(client: Client): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_xact_lock($1) as taken', [lockKey]);
  return rows[0].taken;
}

const holds = `a.pid in (select l.pid from pg_locks l
  where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = ${lockKey} and l.objsubid = 1)`;
