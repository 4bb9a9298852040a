import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { adoptOption, muteOption } from '../database/adopt.ts';
import { locateDatabase } from '../database/locate.ts';
import { type MigrateOptions, migrate } from '../database/migrate.ts';
import { copied } from '../database/released.ts';
import { StartError } from '../errors/startError.ts';
import { endOnFaults, fail, stopSignal } from './process.ts';

// The release process: brings the database up to this version, then ends.
const options = new Command('release')
  .description('Brings the database up to this version of the service.')
  .addOption(adoptOption)
  .addOption(muteOption)
  .option(
    '--force',
    'apply all functions, views and grants again, and make this version the latest one if a later one has replaced them',
  )
  .parse()
  .opts<MigrateOptions>();

endOnFaults();
// When this process ends, PostgreSQL rolls back the open transactions. A listener is needed, because process 1 of a
// container ignores signals without one.
void stopSignal().then(() =>
  fail(new StartError('The release was told to stop before it was done: run it again.')),
);

try {
  const { isCopy, unchangedBecause } = await migrate(await locateDatabase(readConfig()), options);
  if (isCopy) console.log(copied());
  console.log(unchangedBecause ?? 'The database is up to date.');
} catch (error) {
  fail(error);
}
