import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { StartError } from '../errors/startError.ts';
import type { Client } from './client.ts';
import { sqlFolder } from './sqlFolder.ts';

/**
 * Throws StartError if other migrations made the tables than the ones of this version, as only versions before the first
 * release did. Migrations that a later version added are fine.
 */
export async function refuseUnreleased(client: Client): Promise<void> {
  const { rows: found } = await client.query(`select to_regclass('corkboard.migrations') as migrations`);
  if (found[0].migrations === null) return;
  const ours = (await readdir(join(sqlFolder, 'migrations'))).map(file => basename(file, '.sql')).sort();
  const { rows } = await client.query('select m.name from corkboard.migrations m order by m.run_on, m.id');
  const other = rows.find(({ name }: { name: string }, n: number) => n < ours.length && name !== ours[n]);
  if (other === undefined) return;
  throw new StartError(
    `The database was made by a version before the first release (migration ${other.name}), which nothing upgrades: set DATABASE_URL to an empty database or, if it is not set, move the data folder away.`,
  );
}
