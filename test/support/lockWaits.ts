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
  /** The process id of the session that they wait for. Citus, whose nodes have the locks, doesn't tell: there any counts. */
  blocker?: number | undefined;
}

const isOnCitus = process.env.CORKBOARD_TEST_CITUS !== undefined;

/** The statements that wait for a lock; on Citus also those that wait for it on a node. */
const waiting = isOnCitus
  ? `(select * from citus_stat_activity s
       where not is_worker_query and exists (
         select from citus_stat_activity part
          where part.global_pid = s.global_pid and part.wait_event_type = 'Lock')) as waiting`
  : `(select * from pg_stat_activity where wait_event_type = 'Lock') as waiting`;

/** How many of these statements are waiting for a lock. */
export async function lockWaits(
  db: Pick<pg.Pool, 'query'>,
  { pid, query, application, blocker }: Statements = {},
): Promise<number> {
  const { rowCount } = await db.query(
    `select 1 from ${waiting}
      where datname = current_database()
        and ($1::int is null or pid = $1)
        and ($2::text is null or strpos(query, $2) > 0)
        and ($3::text is null or application_name = $3)
        and ($4::int is null or $4 = any (pg_blocking_pids(pid)))`,
    [pid, query, application, isOnCitus ? null : blocker],
  );
  return rowCount!;
}

/**
 * Waits until this many of these statements are waiting for a lock; by default until any statement of the database is, which in
 * a shared world may be one of another file.
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
