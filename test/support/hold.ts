import type { ExecutionContext } from 'ava';
import type pg from 'pg';
import { waitsForLock } from './lockWaits.ts';

/** A transaction that stays open. */
interface Held {
  query: pg.PoolClient['query'];
  /** Waits until another transaction waits for this one. */
  blocks(): Promise<void>;
  /** Commits it. */
  release(): Promise<void>;
  /** Commits it once this call waits for it, and returns what the call returns. */
  delays<Result>(call: () => Promise<Result>): Promise<Result>;
}

/** Runs a statement in a transaction that stays open, with its locks, until it is released, or the test ends. */
export async function hold(
  t: Pick<ExecutionContext, 'teardown'>,
  db: pg.Pool,
  text: string,
  ...values: unknown[]
): Promise<Held> {
  const client = await db.connect();
  let isHeld = true;
  const end = async (how: 'commit' | 'rollback') => {
    if (!isHeld) return;
    isHeld = false;
    await client.query(how);
    client.release();
  };
  t.teardown(() => end('rollback'));
  await client.query('begin');
  await client.query(text, values);
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const held: Held = {
    query: client.query.bind(client) as Held['query'],
    blocks: () => waitsForLock(db, { blocker: rows[0].pid }),
    release: () => end('commit'),
    delays: async call => {
      const called = call();
      await held.blocks();
      await held.release();
      return called;
    },
  };
  return held;
}
