import { Command, InvalidArgumentError, Option } from 'commander';

/** The options of a run. */
export interface Arguments {
  seed: number;
  minutes: number;
  settle: number;
  deletions: boolean;
  database: 'postgres' | 'citus';
  keep: boolean;
}

const number = (isValid: (value: number) => boolean, what: string) => (text: string) => {
  const value = Number(text);
  if (text.trim() === '' || !isValid(value)) throw new InvalidArgumentError(`It must be ${what}.`);
  return value;
};

/** Reads the command line. Ends the process with 0 after printing help, or with 2 after a usage error. */
export function readArguments(): Arguments {
  const seed = number(
    value => Number.isInteger(value) && value >= 0 && value < 2 ** 32,
    'a whole number from 0',
  );
  const positive = number(value => value > 0 && Number.isFinite(value), 'a number above 0');
  return new Command('npm run chaos --')
    .description(
      'Writes to Corkboard from many sides while its processes, its PostgreSQL and the network between them fail, then checks that every promise was kept. Exit status: 0 all kept, 1 a promise broken, 2 wrong usage.',
    )
    .addOption(
      new Option('--seed <n>', 'what the faults and the writes follow from')
        .argParser(seed)
        .default(Date.now() % 100_000, 'another each time'),
    )
    .option('--minutes <m>', 'how long it goes wrong', positive, 2)
    .option('--settle <seconds>', 'how long it may take until nothing is left to do', positive, 150)
    .option('--no-deletions', 'delete no jobs: what is lost that way only a sweeper finds')
    .addOption(
      new Option('--database <kind>', 'one PostgreSQL, or the cluster of TEST_CITUS_URL or in a container')
        .choices(['postgres', 'citus'])
        .default('postgres'),
    )
    .option('--keep', 'keep the folder with the database and what the processes printed', false)
    .allowExcessArguments(false)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .parse()
    .opts<Arguments>();
}
