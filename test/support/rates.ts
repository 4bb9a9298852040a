import type { Account } from './account.ts';
import type { World } from './world.ts';

/** What a workspace has been charged in its last minute. */
export async function used({ db }: World, { id }: Account): Promise<{ read: number; write: number }> {
  const { rows } = await db.query('select kind, used from corkboard.rate_windows where workspace_id = $1', [
    id,
  ]);
  return { read: 0, write: 0, ...Object.fromEntries(rows.map(({ kind, used }) => [kind, used])) };
}

/** Takes what is left of a workspace's minute, and of the next. */
export async function exhaust({ db }: World, { id }: Account, kind: 'read' | 'write'): Promise<void> {
  await db.query(
    `insert into corkboard.rate_windows (workspace_id, kind, minute_at, used)
     values ($1, $2, date_trunc('minute', now()) + interval '1 hour', 1000)
     on conflict (workspace_id, kind) do update set used = 1000, minute_at = excluded.minute_at`,
    [id, kind],
  );
}
