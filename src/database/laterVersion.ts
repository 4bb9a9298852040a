import type { Migrations } from './appliedMigrations.ts';
import type { Client } from './client.ts';
import { fingerprint } from './released.ts';

/** What says that a later version than this one has brought the database up to date. */
export interface LaterVersion {
  /** In one line: how it is known, and that a release of this version changes nothing. */
  message: string;
  /** Whether the processes of this version can work on the database: it was brought up to this version before. */
  worksHere: boolean;
  /** Whether it added no migration, so that this version's functions and views fit the tables. */
  hasOurTables: boolean;
}

/** The later version that has brought the database up to date; null if this version is the latest one there. */
export async function laterVersion(
  client: Client,
  { pending, unknown }: Migrations,
): Promise<LaterVersion | null> {
  if (pending.length > 0) return null;
  // The first release of each version counts. Versions before this rule replace later functions when they are released
  // again, and the later version must be able to put its own back.
  const { rows } = await client.query(
    `select count(own.fingerprint) > 0 as is_known, to_char(max(r.first_released_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"') as later_at
       from (select) here
       left join corkboard.releases own on own.fingerprint = $1
       left join corkboard.releases r
         on own.fingerprint is not null and r.first_released_at > coalesce(own.first_released_at, '-infinity')`,
    [await fingerprint()],
  );
  const [{ is_known, later_at }] = rows;
  if (unknown === null && later_at === null) return null;
  const sign = unknown === null ? `released ${later_at}` : `migration ${unknown}`;
  const work = is_known ? 'work on it' : `can't work on it, because it was never brought up to this version`;
  return {
    message: `A later version has brought the database up to date (${sign}). This release changes nothing; the processes of this version ${work}.`,
    worksHere: is_known,
    hasOurTables: unknown === null,
  };
}
