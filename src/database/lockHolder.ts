import type { Client } from './client.ts';

/** How often the processes that a release waits for are looked up, in ms. */
const lookMs = 300;

/**
 * Runs a step of a release and watches, over the connection that holds the release lock, which process holds a lock that the
 * step waits for: once the wait has failed, PostgreSQL no longer knows. Calls `onHolder` with a description of the process.
 */
export async function watchingLocks<Result>(
  watch: Client,
  onHolder: (holder: string) => void,
  step: () => Promise<Result>,
): Promise<Result> {
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    const holder = await lockHolder(watch).catch(() => null);
    isLooking = false;
    if (holder !== null) onHolder(holder);
  };
  const timer = setInterval(look, lookMs);
  try {
    return await step();
  } finally {
    clearInterval(timer);
  }
}

/**
 * Describes the process that holds a lock for which a connection of a release waits, as far as this role may see it: names
 * and roles of all processes, but states only of those of its own roles, unless it has the role pg_read_all_stats. Null if
 * the release doesn't wait.
 */
async function lockHolder(client: Client): Promise<string | null> {
  // A failed statement would end the transaction, and with it the release lock. Without the second statement, PostgreSQL
  // returns the same rows throughout a transaction.
  await client.query('savepoint look; select pg_stat_clear_snapshot()');
  try {
    const { rows } = await client.query(holderQuery);
    return rows[0]?.holder ?? null;
  } finally {
    await client.query('rollback to savepoint look; release savepoint look');
  }
}

const holderQuery = `
  select case
            when b.pid = 0 then 'a prepared transaction (see pg_prepared_xacts)'
            when a.state is null and not pg_has_role(a.usesysid, 'usage') then
              format('process %s (%s, role %s), whose state %s may not see', a.pid, n.name, a.usename, current_user)
            else format('process %s (%s)%s', b.pid, concat_ws(', ', n.name, 'role ' || a.usename, a.state),
              ' has been in a transaction for ' || ceil(extract(epoch from clock_timestamp() - a.xact_start)) || ' s')
          end as holder
     from pg_stat_activity w
    cross join lateral unnest(pg_blocking_pids(w.pid)) b (pid)
     left join pg_stat_activity a on a.pid = b.pid
    cross join lateral (select coalesce(nullif(a.application_name, ''), nullif(a.backend_type, 'client backend'), 'no name') as name) n
    where w.datname = current_database() and w.application_name = 'corkboard release' and w.wait_event_type = 'Lock'
      and a.application_name is distinct from 'corkboard release'
    order by a.xact_start
    limit 1`;
