import type { Account } from './account.ts';
import type { World } from './world.ts';

/**
 * Sets how many requests a workspace has sent in its minute. The minute is moved to the future, so it doesn't end
 * during the test.
 */
export async function holdMinute(
  { db }: World,
  { id }: Account,
  kind: 'read' | 'write',
  used: number,
): Promise<void> {
  await db.query(
    `insert into corkboard.rate_windows (workspace_id, kind, minute_at, used)
     values ($1, $2, date_trunc('minute', now()) + interval '1 hour', $3)
     on conflict (workspace_id, kind) do update set used = excluded.used, minute_at = excluded.minute_at`,
    [id, kind, used],
  );
}

/** Sets how many writes a workspace has made this month, and next month, which may begin during the test. */
export async function holdMonth({ db }: World, { id }: Account, used: number): Promise<void> {
  await db.query(
    `insert into corkboard.monthly_writes (workspace_id, month, used)
     select $1, date_trunc('month', now() at time zone 'UTC') + make_interval(months => later), $2
       from generate_series(0, 1) later
     on conflict (workspace_id, month) do update set used = excluded.used`,
    [id, used],
  );
}

/** Starts counting the requests that a workspace is charged for. Returns a function that reads the count. */
export async function counting(
  w: World,
  studio: Account,
): Promise<() => Promise<{ read: number; write: number }>> {
  for (const kind of ['read', 'write'] as const) await holdMinute(w, studio, kind, 0);
  return async () => {
    const rows = await w.sql(
      'select kind, used from corkboard.rate_windows where workspace_id = $1',
      studio.id,
    );
    return Object.fromEntries(rows.map(({ kind, used }) => [kind, used])) as { read: number; write: number };
  };
}

/** Uses up a workspace's minute. */
export const exhaust = (w: World, studio: Account, kind: 'read' | 'write') =>
  holdMinute(w, studio, kind, 1000);
