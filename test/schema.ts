import { writeFile } from 'node:fs/promises';
import pg from 'pg';
import { migrate } from '../src/database/migrate.ts';
import { sqlFolder } from '../src/database/sqlFolder.ts';
import { createDatabase, testServer } from './support/postgres.ts';
import { describeSchema, schemaFile } from './support/schema.ts';
import { countVersions } from './support/versions.ts';

// npm run schema: writes down what a freshly migrated database consists of, so that a change of it shows in a diff, and counts
// the changes of SQL files, by which releases know their order.

await countVersions(sqlFolder);
const server = await testServer();
const name = `corkboard_schema_${process.pid}`;
const url = Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
const admin = new pg.Client(server.url);
await admin.connect();
try {
  await createDatabase(admin, name);
  await migrate(url);
  const client = new pg.Client(url);
  await client.connect();
  await writeFile(schemaFile, await describeSchema(client));
  await client.end();
} finally {
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
  await server.stop();
}
