import type { World } from './world.ts';

/**
 * Sets the time from which a world's database computes dates, until the next call; null: the real time. Timestamps,
 * rates and jobs keep the real time. It applies to all tests of the file, so they must run serially.
 */
export async function setClock({ db }: World, at: string | null): Promise<void> {
  const time = at === null ? 'statement_timestamp()' : `timestamptz '${new Date(at).toISOString()}'`;
  await db.query(
    `create or replace function corkboard.date_clock() returns timestamptz language sql stable parallel safe as $$ select ${time} $$`,
  );
}
