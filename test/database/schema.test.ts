import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { sqlFolder } from '../../src/database/sqlFolder.ts';
import { numberBuild, numberedBuild } from '../support/build.ts';
import { otherSql } from '../support/otherVersion.ts';
import { cloneDatabase, connected } from '../support/postgres.ts';
import { describeTables, schemaFile } from '../support/schema.ts';

/** The lines of a description that the other one doesn't have. */
const beyond = (other: string, description: string) => {
  const known = new Set(other.split('\n\n'));
  return description.split('\n\n').filter(paragraph => !known.has(paragraph));
};

test('a freshly migrated database is the one in sql/schema.txt', async t => {
  const migrated = await describeTables(await connected(t, await cloneDatabase()));
  const written = await readFile(schemaFile, 'utf8');
  t.deepEqual(
    { new: beyond(written, migrated), gone: beyond(migrated, written) },
    { new: [], gone: [] },
    'If the change is meant: npm run schema, and commit sql/schema.txt with it.',
  );
});

test('sql/build.txt has a number for these SQL files alone', async t => {
  t.is(
    await readFile(join(sqlFolder, 'build.txt'), 'utf8'),
    await numberedBuild(sqlFolder),
    'SQL files have changed, or two branches took the same number: run npm run schema, and commit sql/build.txt.',
  );
});

test('a merge of two branches that took the same number gets a higher one', async t => {
  const merged = await otherSql(t);
  await writeFile(join(merged, 'build.txt'), '7 000000000000\n7 111111111111\n');
  await numberBuild(merged);
  const written = await readFile(join(merged, 'build.txt'), 'utf8');
  t.regex(written, /^8 \w+\n$/);
  t.is(await numberedBuild(merged), written);
});
