import { Command, Option } from 'commander';
import { readConfig } from '../config.ts';
import { adoptOption, muteOption } from '../database/adopt.ts';
import { locateDatabase } from '../database/locate.ts';
import { type MigrateOptions, migrate } from '../database/migrate.ts';
import { checkPooler } from '../database/pooler.ts';
import { copied } from '../database/released.ts';
import { StartError } from '../errors/startError.ts';
import { endOnFaults, fail, stopSignal } from './process.ts';

const served = ['web', 'worker'] as const;

interface Options extends MigrateOptions {
  /** The check to run in place of a release: one process, or all that serve. */
  check?: true | (typeof served)[number];
}

const { check, ...options } = new Command('release')
  .description('Brings the database up to this version of the service.')
  .addOption(adoptOption)
  .addOption(muteOption)
  .option(
    '--force',
    'also replace triggers and views that are unchanged, and make this version the latest one if a later one has been released',
  )
  .addOption(
    new Option(
      '--check [process]',
      'change nothing, and check whether web and worker, or one of them, can work through the pooler in front of the database',
    )
      .choices(served)
      .conflicts(['adopt', 'mute', 'force']),
  )
  .parse()
  .opts<Options>();

endOnFaults();
// When this process ends, PostgreSQL rolls back the open transactions. A listener is needed, because process 1 of a
// container ignores signals without one.
void stopSignal().then(() =>
  fail(new StartError('The release was told to stop before it was done: run it again.')),
);

try {
  const databaseUrl = await locateDatabase(readConfig());
  if (check === undefined) {
    const { isCopy, unchangedBecause, adoption } = await migrate(databaseUrl, options);
    if (isCopy) console.log(copied());
    if (adoption !== null) console.log(adoption);
    console.log(unchangedBecause ?? 'The database is up to date.');
  } else {
    const processes = check === true ? served : [check];
    for (const process of processes) await checkPooler(databaseUrl, process);
    const need = processes.length === 1 ? 'needs' : 'need';
    console.log(`Connections to this database have all that ${processes.join(' and ')} ${need}.`);
  }
} catch (error) {
  fail(error);
}
