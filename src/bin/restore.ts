import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { restore } from '../database/embedded/backup.ts';
import { StartError } from '../errors/startError.ts';
import { fail } from './process.ts';

const [file] = new Command('restore')
  .description('Makes the embedded database from a backup, where there is none yet.')
  .argument('<file>', 'what npm run backup wrote')
  .parse().args;

try {
  const { databaseUrl, dataDir } = readConfig();
  if (databaseUrl !== undefined) {
    throw new StartError('DATABASE_URL names a database of your own: restore it with pg_restore.');
  }
  await restore(dataDir, file!);
  console.log(
    `The database is restored in ${dataDir}. If it replaces the one that was backed up, run npm start -- --adopt; for anything else, run npm start -- --adopt --mute.`,
  );
} catch (error) {
  fail(error);
}
