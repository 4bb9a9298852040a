import type { Account } from './account.ts';
import type { World } from './world.ts';

/** Sets what a workspace has used of its minute. Its window is moved far ahead, so that the minute does not end during the test. */
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

/** Starts counting what a workspace is charged; answers how to read the count. */
export async function counting(
  w: World,
  studio: Account,
): Promise<() => Promise<{ read: number; write: number }>> {
  for (const kind of ['read', 'write'] as const) await holdMinute(w, studio, kind, 0);
  return async () => {
    const { rows } = await w.db.query(
      'select kind, used from corkboard.rate_windows where workspace_id = $1',
      [studio.id],
    );
    return Object.fromEntries(rows.map(({ kind, used }) => [kind, used])) as { read: number; write: number };
  };
}

/** Uses up a workspace's minute. */
export const exhaust = (w: World, studio: Account, kind: 'read' | 'write') =>
  holdMinute(w, studio, kind, 1000);
