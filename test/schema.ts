import { writeFile } from 'node:fs/promises';
import { queryAt, withClient } from '../harness/database.ts';
import { migrate } from '../src/database/migrate.ts';
import { sqlFolder } from '../src/database/sqlFolder.ts';
import { version } from '../src/version.ts';
import { numberBuild } from './support/build.ts';
import { addressOf, createDatabase, testServer } from './support/postgres.ts';
import { recordRelease } from './support/released.ts';
import { describeTables, schemaFile } from './support/schema.ts';

// npm run schema: writes down the tables and views of a freshly migrated database, so that a change of them shows in a diff,
// raises the number of the build if SQL files have changed, and records the version if package.json names one to release.

await numberBuild(sqlFolder);
await recordRelease(sqlFolder, version);
const server = await testServer();
const name = `corkboard_schema_${process.pid}`;
const url = addressOf(server.url, name);
try {
  await withClient(server.url, admin => createDatabase(admin, name));
  await migrate(url);
  await writeFile(schemaFile, await withClient(url, describeTables));
} finally {
  await queryAt(server.url, `drop database if exists ${name} with (force)`);
  await server.stop();
}
