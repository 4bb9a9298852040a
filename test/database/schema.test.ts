import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import pg from 'pg';
import { sqlFolder } from '../../src/database/sqlFolder.ts';
import { edit, otherSql } from '../support/otherVersion.ts';
import { cloneDatabase } from '../support/postgres.ts';
import { describeSchema, schemaFile } from '../support/schema.ts';
import { countedVersions } from '../support/versions.ts';

/** The lines of a description that the other one doesn't have. */
const beyond = (other: string, description: string) => {
  const known = new Set(other.split('\n\n'));
  return description.split('\n\n').filter(paragraph => !known.has(paragraph));
};

test('a freshly migrated database is the one in sql/schema.txt', async t => {
  const client = new pg.Client(await cloneDatabase());
  await client.connect();
  t.teardown(() => client.end());
  const migrated = await describeSchema(client);
  const written = await readFile(schemaFile, 'utf8');
  t.deepEqual(
    { new: beyond(written, migrated), gone: beyond(migrated, written) },
    { new: [], gone: [] },
    'If the change is meant: npm run schema, and commit sql/schema.txt with it.',
  );
});

test('sql/versions.txt counts every change of an SQL file, so that a later build has a higher number', async t => {
  t.is(
    await readFile(join(sqlFolder, 'versions.txt'), 'utf8'),
    await countedVersions(sqlFolder),
    'Run npm run schema, and commit sql/versions.txt with the change.',
  );
});

test('a migration that was committed is not changed', async t => {
  const changed = edit(await otherSql(t), 'migrations/003_workspaces.sql', 'create table', 'create  table');
  await t.throwsAsync(changed, {
    message: /^sql\/migrations\/003_workspaces\.sql is in sql\/versions\.txt with another text/,
  });
});
