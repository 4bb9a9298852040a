import { StartError } from '../errors/startError.ts';
import type { Client } from './client.ts';
import { hasTable } from './hasTable.ts';
import { type SqlFile, sqlFiles, sqlFolder } from './sqlFolder.ts';

/** The migrations of a database, compared with those of this version. */
export interface Migrations {
  /** Those of this version that the database lacks. */
  pending: SqlFile[];
  /** The name of the last one that this version does not know, because a later one has added it; null if it knows all. */
  unknown: string | null;
}

/**
 * Compares the migrations of the database with those of this version, which are in the folder `root`. Throws StartError if
 * the tables were made before the first release, if one of this version's migrations was applied with another content, or
 * if the database has other migrations instead of this version's.
 */
export async function compareMigrations(client: Client, root: string): Promise<Migrations> {
  const ours = sqlFiles('migrations', root);
  const applied = await appliedNames(client);
  refuseUnreleased(applied, ours);
  await refuseChanged(client, ours);
  const pending = ours.filter(({ name }) => !applied.includes(name));
  const unknown = applied.findLast(name => !ours.some(our => our.name === name)) ?? null;
  if (unknown !== null && pending.length > 0) {
    throw new StartError(
      `The database is not of an earlier or later version but of another one: it has migration ${unknown}, which this version does not know, and lacks ${pending[0]!.name}. ${elsewhere}`,
    );
  }
  return { pending, unknown };
}

/** Throws StartError if the tables were made before the first release: their migrations were rewritten since. */
export async function checkMigrations(client: Client): Promise<void> {
  refuseUnreleased(await appliedNames(client), sqlFiles('migrations', sqlFolder));
}

/** The names of the migrations that made this database, in their order; none if it is new. */
async function appliedNames(client: Client): Promise<string[]> {
  if (!(await hasTable(client, 'corkboard.migrations'))) return [];
  const { rows } = await client.query('select m.name from corkboard.migrations m order by m.run_on, m.id');
  return rows.map(({ name }: { name: string }) => name);
}

/** The advice about a database that this version cannot work on. */
const elsewhere = 'Set DATABASE_URL to an empty database or, if it is not set, move the data folder away.';

function refuseUnreleased([first]: string[], ours: SqlFile[]): void {
  if (first === undefined || first === ours[0]!.name) return;
  throw new StartError(
    `The database was made before 1.0.0, the first release (migration ${first}), and nothing upgrades it. ${elsewhere}`,
  );
}

async function refuseChanged(client: Client, ours: SqlFile[]): Promise<void> {
  if (!(await hasTable(client, 'corkboard.applied_files'))) return;
  const { rows } = await client.query(
    `select f.path
       from unnest($1::text[], $2::text[]) f (path, sha256)
       join corkboard.applied_files a on a.path = f.path
      where a.sha256 <> f.sha256
      order by f.path
      limit 1`,
    [ours.map(({ path }) => path), ours.map(({ sha256 }) => sha256)],
  );
  if (rows.length === 0) return;
  throw new StartError(
    `The file sql/${rows[0].path} was changed after it was applied to this database, which nothing applies again: restore the file, and put the change in a new migration.`,
  );
}
