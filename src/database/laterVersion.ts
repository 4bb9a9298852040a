import type { Migrations } from './appliedMigrations.ts';
import type { Client } from './client.ts';

/** What says that a later version than this one has brought the database up to date. */
export interface LaterVersion {
  /** In one line: how it is known, that a release of this version changes nothing, and what `--force` would do. */
  message: string;
  /** Whether the processes of this version can work on the database: it was brought up to this version before. */
  worksHere: boolean;
  /**
   * Whether `--force` may make this version the latest one. Migrations only add, so functions and views of a version that the
   * database had before still fit the tables of a later one.
   */
  yieldsToForce: boolean;
}

/** The later version that has brought the database up to date; null if the build with this number is the latest one there. */
export async function laterVersion(
  client: Client,
  { pending, unknown }: Migrations,
  number: number,
): Promise<LaterVersion | null> {
  if (pending.length > 0) return null;
  // The latest version is the one whose release ran last, because --force makes an older one the latest.
  const { rows } = await client.query(
    `select latest.build_number, to_char(latest.released_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"') as released_at,
            exists (select 1 from corkboard.releases r where r.build_number = $1) as is_known
       from (select r.* from corkboard.releases r order by r.released_at desc limit 1) latest
      where latest.build_number > $1`,
    [number],
  );
  if (rows.length === 0) return null;
  const [{ build_number, released_at, is_known: worksHere }] = rows;
  const yieldsToForce = worksHere || unknown === null;
  const work = worksHere ? 'work on it' : `can't work on it, because it was never brought up to this version`;
  const force = yieldsToForce
    ? '. To make this version the latest one, run npm run release -- --force.'
    : `, and --force can't undo its migrations.`;
  return {
    message: `A later version has brought the database up to date (build ${build_number}, released ${released_at}; this is build ${number}). This release changes nothing; the processes of this version ${work}${force}`,
    worksHere,
    yieldsToForce,
  };
}
