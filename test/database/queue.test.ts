import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import type pg from 'pg';
import { migrate } from '../../src/database/migrate.ts';
import { StartError } from '../../src/errors/startError.ts';
import type { Owner } from '../support/folder.ts';
import { cloneDatabase, connected } from '../support/postgres.ts';
import { queuedJobs } from '../support/queue.ts';
import { root } from '../support/root.ts';

// The parts of graphile-worker's schema that the service relies on. docs/queue.md says what to do when one of these
// tests fails.

/** The last migration of graphile-worker that sql/queue was written for. */
const knownMigration = 20;

/** A client of a new database. */
async function database(t: Owner) {
  const url = await cloneDatabase();
  return { url, client: await connected(t, url) };
}

const mismatch = async (client: pg.Client) =>
  (await client.query('select corkboard.queue_mismatch() as text')).rows[0].text;

test('graphile-worker has no migration that is newer than sql/queue', async t => {
  const { client } = await database(t);
  const { rows } = await client.query('select max(id) as id from graphile_worker.migrations');
  t.is(rows[0].id, knownMigration, 'graphile-worker was upgraded: follow docs/queue.md.');
});

test('the queue’s columns and functions are as the service uses them', async t => {
  const { client } = await database(t);
  t.is(await mismatch(client), null, 'graphile-worker was upgraded: follow docs/queue.md.');
});

test('a release rejects another version of the queue in one line', async t => {
  const { url, client } = await database(t);
  for (const [change, says] of [
    [
      `alter table ${queuedJobs} alter column payload drop default, alter column payload type jsonb using payload::jsonb`,
      '_private_jobs.payload (jsonb in place of json)',
    ],
    ['drop function graphile_worker.complete_jobs', 'complete_jobs (nothing in place of bigint[])'],
  ] as const) {
    await client.query('begin');
    await client.query(change);
    t.is(await mismatch(client), says);
    await client.query('rollback');
  }
  await client.query(`alter table ${queuedJobs} rename column locked_by to holder`);
  await t.throwsAsync(migrate(url), {
    instanceOf: StartError,
    message:
      'The job queue belongs to another version of graphile-worker: _private_jobs.locked_by (nothing in place of text).',
  });
});

test('only sql/queue names private tables of graphile-worker', t => {
  const allowed = [
    // Adds an index to the queue's table of jobs.
    'sql/migrations/003_processes.sql',
    // Generated.
    'sql/schema.txt',
    'test/support/queue.ts',
    'test/database/queue.test.ts',
  ];
  const files = globSync(
    '{src,tasks,sql,test,harness,chaos,drill,bench,ops}/**/*.{ts,js,sql,txt,json,yml,yaml}',
    {
      cwd: root,
      exclude: ['**/node_modules/**', 'sql/queue/**'],
    },
  );
  const naming = files.filter(file => /_private_\w/.test(readFileSync(join(root, file), 'utf8')));
  t.deepEqual(naming.sort(), allowed.sort());
});
