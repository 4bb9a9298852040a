import { readFile } from 'node:fs/promises';
import test from 'ava';
import pg from 'pg';
import { cloneDatabase } from '../support/postgres.ts';
import { describeSchema, schemaFile } from '../support/schema.ts';

test('a freshly migrated database is the one in sql/schema.txt', async t => {
  const client = new pg.Client(await cloneDatabase());
  await client.connect();
  t.teardown(() => client.end());
  t.is(
    await describeSchema(client),
    await readFile(schemaFile, 'utf8'),
    'If the change is meant: npm run schema, and commit sql/schema.txt with it.',
  );
});
