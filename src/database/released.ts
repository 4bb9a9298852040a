import { StartError } from '../errors/startError.ts';
import { checkMigrations } from './appliedMigrations.ts';
import { buildNumber } from './buildNumber.ts';
import type { Client } from './client.ts';
import { connect } from './connect.ts';
import { hasTable } from './hasTable.ts';
import { laterVersion } from './laterVersion.ts';
import { sqlFolder } from './sqlFolder.ts';

/**
 * Throws StartError if the database was never brought up to this version of the service, or, for a worker, if it is a
 * copy. A database that was since brought up to a later version is fine, unless it has lost a function of this one.
 */
export async function checkReleased(databaseUrl: string, process: 'web' | 'worker'): Promise<void> {
  const client = await connect(databaseUrl, process);
  try {
    if (!(await hasTable(client, 'corkboard.workspaces'))) {
      throw new StartError('The database does not contain Corkboard yet: run npm run release first.');
    }
    await checkMigrations(client);
    const known =
      (await hasTable(client, 'corkboard.releases')) &&
      (await holds(client, 'exists (select 1 from corkboard.releases r where r.build_number = $1)', [
        buildNumber,
      ]));
    if (!known) throw new StartError('The database is older than this version: run npm run release first.');
    const later = await laterVersion(client, sqlFolder);
    if (later !== null && later.problem !== null) {
      throw new StartError(`${later.sentence}, and this version can't work on it, because ${later.problem}.`);
    }
    if (process === 'worker' && (await isCopy(client))) throw new StartError(copied());
  } finally {
    await client.end();
  }
}

/**
 * Whether the database is a copy, restored from a dump of another one. If both sent pending deliveries, receivers would
 * get them twice.
 */
export const isCopy = (client: Client) => holds(client, 'corkboard.is_copy()');

/** The error message for a copy, with the commands that adopt it. */
export const copied = (command = 'npm run release') =>
  `The database is a copy of another one, so no worker sends from it. If it replaces the original, run ${command} -- --adopt, which sends what is pending in it; for anything else, run ${command} -- --adopt --mute.`;

async function holds(client: Client, condition: string, values: unknown[] = []): Promise<boolean> {
  const { rows } = await client.query(`select ${condition} as holds`, values);
  return rows[0].holds;
}
