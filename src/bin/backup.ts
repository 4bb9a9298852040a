import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { backUp } from '../database/embedded/backup.ts';
import { StartError } from '../errors/startError.ts';
import { fail } from './process.ts';

const [file] = new Command('backup')
  .description('Writes a backup of the embedded database to a file, also while npm start runs.')
  .argument('<file>', 'the file to make, like corkboard.tar.gz')
  .parse().args;

try {
  const { databaseUrl, dataDir } = readConfig();
  if (databaseUrl !== undefined) {
    throw new StartError('DATABASE_URL names a database of your own: back it up with pg_dump.');
  }
  await backUp(dataDir, file!);
  console.log(
    `The database in ${dataDir} is backed up in ${file}. Anyone who has the file can read all data in it.`,
  );
} catch (error) {
  fail(error);
}
