import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { runMigrations } from 'graphile-worker';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { launch } from '../support/launch.ts';
import { missing } from '../support/missing.ts';
import { createDatabase } from '../support/postgres.ts';
import { root } from '../support/readme.ts';

// The migrations were rewritten once before the first release. A database created by the former ones has other tables,
// and can't be upgraded.

const run = promisify(execFile);
/** The last commit with the former migrations. */
const commit = '95258cb';
const isThere = await run('git', ['cat-file', '-e', commit], { cwd: root }).then(
  () => true,
  () => false,
);
if (!isThere) missing('the history with the former migrations');
const withHistory = isThere ? test : test.skip;

/** A database created by the former migrations. */
async function unreleased(t: { teardown(end: () => Promise<void>): void }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-unreleased-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const archive = join(folder, 'migrations.tar');
  await run('git', ['archive', '-o', archive, commit, 'sql/migrations'], { cwd: root });
  await run('tar', ['-xf', archive, '-C', folder]);
  const admin = new pg.Client(process.env.CORKBOARD_TEST_SERVER);
  await admin.connect();
  const name = `${process.env.CORKBOARD_TEST_TEMPLATE}_unreleased`;
  await createDatabase(admin, name);
  await admin.end();
  const url = Object.assign(new URL(process.env.CORKBOARD_TEST_SERVER!), { pathname: `/${name}` }).href;
  await runMigrations({ connectionString: url });
  await runner({
    databaseUrl: url,
    dir: join(folder, 'sql/migrations'),
    direction: 'up',
    migrationsTable: 'migrations',
    migrationsSchema: 'corkboard',
    schema: 'public',
    createMigrationsSchema: true,
    log: () => {},
  });
  return url;
}

withHistory('a database from before the first release is refused in one line, and left as it is', async t => {
  const DATABASE_URL = await unreleased(t);
  const db = new pg.Client(DATABASE_URL);
  await db.connect();
  t.teardown(() => db.end());
  const tables = async () => {
    const { rows } = await db.query(
      `select c.oid::regclass::text as name from pg_class c
        where c.relnamespace = 'corkboard'::regnamespace and c.relkind = 'r' order by 1`,
    );
    return rows.map(({ name }) => name);
  };
  const before = await tables();
  t.true(before.includes('corkboard.webhook_paces'));
  for (const script of ['release', 'web', 'worker', 'start']) {
    const refused = launch(t, script, { DATABASE_URL, PORT: '0' });
    t.is(await refused.ended, 1, script);
    t.is(
      refused.output(),
      'The database was made by a version before the first release (migration 001_foundations), which nothing upgrades. Set DATABASE_URL to an empty database or, if it is not set, move the data folder away.\n',
      script,
    );
  }
  t.deepEqual(await tables(), before);
});
