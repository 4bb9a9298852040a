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
