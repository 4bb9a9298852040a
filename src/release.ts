import { readConfig } from './config.ts';
import { locateDatabase } from './database/locate.ts';
import { migrate } from './database/migrate.ts';
import { fail } from './process.ts';

// The release process: brings the database up to this version, then ends.
try {
  await migrate(await locateDatabase(readConfig()));
  console.log('The database is up to date.');
} catch (error) {
  fail(error);
}
