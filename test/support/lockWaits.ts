import type pg from 'pg';
import { eventually } from './eventually.ts';

/** Selects statements of one database. */
interface Statements {
  /** The process id of their session. */
  pid?: number;
  /** A text that they contain. */
  query?: string;
  /** The name of the application that runs them. */
  application?: string;
}

/** How many of these statements are waiting for a lock. */
export async function lockWaits(
  db: Pick<pg.Pool, 'query'>,
  { pid, query, application }: Statements = {},
): Promise<number> {
  const { rowCount } = await db.query(
    `select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and ($1::int is null or pid = $1)
        and ($2::text is null or strpos(query, $2) > 0)
        and ($3::text is null or application_name = $3)`,
    [pid, query, application],
  );
  return rowCount!;
}

/**
 * Waits until this many of these statements are waiting for a lock; by default until any statement of the database is.
 */
export async function waitsForLock(
  db: Pick<pg.Pool, 'query'>,
  statements: Statements = {},
  count = 1,
): Promise<void> {
  await eventually(
    () => lockWaits(db, statements),
    waiting => waiting >= count,
  );
}
