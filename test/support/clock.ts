import type { World } from './world.ts';

/**
 * Sets the time by which a world's database tells days, until the next call; null: the true time. Only days follow it:
 * timestamps, rates and jobs have the true time. Every test of the file sees it, so the tests run one after the other.
 */
export async function setClock({ db }: World, at: string | null): Promise<void> {
  const time = at === null ? 'statement_timestamp()' : `timestamptz '${new Date(at).toISOString()}'`;
  await db.query(
    `create or replace function corkboard.date_clock() returns timestamptz language sql stable parallel safe as $$ select ${time} $$`,
  );
}
