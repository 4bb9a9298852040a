import { Command } from 'commander';
import { readConfig } from './config.ts';
import { connect } from './database/connect.ts';
import { locateDatabase } from './database/locate.ts';
import { migrate } from './database/migrate.ts';
import { copied, isCopy } from './database/released.ts';
import { fail } from './process.ts';

// The release process: brings the database up to this version, then ends.
const { adopt } = new Command('release')
  .description('Brings the database up to this version of the service.')
  .option('--adopt', 'send webhooks from this database, which was restored from a dump of another')
  .parse()
  .opts<{ adopt?: true }>();

try {
  const databaseUrl = await locateDatabase(readConfig());
  await migrate(databaseUrl);
  const client = await connect(databaseUrl, 'release');
  if (adopt) await client.query('select corkboard.adopt_database()');
  else if (await isCopy(client)) console.log(copied);
  await client.end();
  console.log('The database is up to date.');
} catch (error) {
  fail(error);
}
