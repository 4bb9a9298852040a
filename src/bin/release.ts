import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { type Adoption, adoptOption, muteOption } from '../database/adopt.ts';
import { locateDatabase } from '../database/locate.ts';
import { migrate } from '../database/migrate.ts';
import { copied } from '../database/released.ts';
import { StartError } from '../errors/startError.ts';
import { endOnFaults, fail, stopSignal } from './process.ts';

// The release process: brings the database up to this version, then ends.
const adoption = new Command('release')
  .description('Brings the database up to this version of the service.')
  .addOption(adoptOption)
  .addOption(muteOption)
  .parse()
  .opts<Adoption>();

endOnFaults();
// PostgreSQL undoes what is under way when this process and its connections end. It takes a listener: process 1 of a
// container ignores the signals that it does not listen to.
void stopSignal().then(() =>
  fail(new StartError('The release was told to stop before it was done: run it again.')),
);

try {
  const isCopy = await migrate(await locateDatabase(readConfig()), adoption);
  if (isCopy) console.log(copied());
  console.log('The database is up to date.');
} catch (error) {
  fail(error);
}
