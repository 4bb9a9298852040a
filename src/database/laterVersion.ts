import type { Migrations } from './appliedMigrations.ts';
import type { Client } from './client.ts';
import { hasTable } from './hasTable.ts';
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
export async function laterVersion(client: Client, { unknown }: Migrations): Promise<LaterVersion | null> {
  // Migrations make the table, so a first release finds none.
  if (!(await hasTable(client, 'corkboard.releases'))) return null;
  const { rows } = await client.query(
    `select max(r.released_at) filter (where r.fingerprint = $1) is not null as is_known,
            to_char(max(r.released_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"') as latest_at,
            max(r.released_at) > max(r.released_at) filter (where r.fingerprint = $1) as is_later
       from corkboard.releases r`,
    [await fingerprint()],
  );
  const [{ is_known, is_later, latest_at }] = rows;
  if (unknown === null && !is_later) return null;
  const sign = unknown === null ? `released ${latest_at}` : `migration ${unknown}`;
  const work = is_known ? 'work on it' : `can't work on it, because it was never brought up to this version`;
  return {
    message: `A later version has brought the database up to date (${sign}). This release changes nothing; the processes of this version ${work}.`,
    worksHere: is_known,
    hasOurTables: unknown === null,
  };
}
