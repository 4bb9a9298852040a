import { Command } from 'commander';
import { readConfig } from './config.ts';
import { locateDatabase } from './database/locate.ts';
import { migrate } from './database/migrate.ts';
import { copied } from './database/released.ts';
import { fail } from './process.ts';

// The release process: brings the database up to this version, then ends.
const { adopt } = new Command('release')
  .description('Brings the database up to this version of the service.')
  .option('--adopt', 'send webhooks from this database, which was restored from a dump of another')
  .parse()
  .opts<{ adopt?: true }>();

try {
  const isCopy = await migrate(await locateDatabase(readConfig()), adopt);
  if (isCopy) console.log(copied());
  console.log('The database is up to date.');
} catch (error) {
  fail(error);
}
