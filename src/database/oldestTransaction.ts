import type { Client } from './client.ts';

/**
 * Describes the process with the oldest transaction in the database, and the transaction's age. `condition` selects
 * processes by `a`, their row of pg_stat_activity. Null if there is none.
 */
export async function oldestTransaction(client: Client, condition: string): Promise<string | null> {
  // Without this, PostgreSQL returns the same rows throughout a transaction.
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query(
    `select format('process %s (%s, %s) has been in a transaction for %s s', a.pid,
                   coalesce(nullif(a.application_name, ''), 'no name'), a.state,
                   ceil(extract(epoch from clock_timestamp() - a.xact_start))) as holder
       from pg_stat_activity a
      where a.datname = current_database() and ${condition}
      order by a.xact_start
      limit 1`,
  );
  return rows[0]?.holder ?? null;
}

/**
 * Describes a process that locks a table of the database and whose transactions this role may not see, as an owner who is no
 * superuser doesn't see a superuser's. Null if there is none.
 */
export async function hiddenHolder(client: Client): Promise<string | null> {
  const { rows } = await client.query(
    `select format('process %s of the role %s, whose transactions %s may not see', a.pid, a.usename, current_user) as holder
       from pg_stat_activity a
       join pg_locks l on l.pid = a.pid and l.granted and l.locktype = 'relation' and l.mode like '%ExclusiveLock'
      where a.datname = current_database() and not pg_has_role(a.usesysid, 'usage')
        and not pg_has_role('pg_read_all_stats', 'usage')
      order by l.mode = 'AccessExclusiveLock' desc, a.pid
      limit 1`,
  );
  return rows[0]?.holder ?? null;
}
