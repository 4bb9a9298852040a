import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { ExecutionContext } from 'ava';
import { queryAt, withClient } from '../../harness/database.ts';
import { retryingConflicts } from '../../src/database/connection.ts';

const run = promisify(execFile);

/** A dump of a database, taken at one moment. */
export interface Dump {
  /** Replaces the database at this address, even if clients are connected, with a new one and restores into it. */
  restoreAsNew(url: string): Promise<void>;
  /** Replaces the rows of the database at this address, which must be the one that was dumped. */
  restoreInPlace(url: string): Promise<void>;
}

const nameIn = (url: string) => new URL(url).pathname.slice(1);

const onServer = (text: string) => queryAt(process.env.CORKBOARD_TEST_SERVER!, text);

/** Whether pg_dump is installed, and new enough for the server. */
async function hasPgDump(): Promise<boolean> {
  const [{ major }] = await onServer(`select current_setting('server_version_num')::int / 10000 as major`);
  const { stdout } = await run('pg_dump', ['--version']).catch(() => ({ stdout: '' }));
  return Number.parseInt(stdout.replace(/^\D*/, ''), 10) >= major;
}

/**
 * Dumps a database that only the test is connected to. The embedded server has no pg_dump, so without one that fits the
 * server the dump is a clone of the database, and restoring clones it again. As with a real dump, the copy has another
 * corkboard.instance_id than the original.
 */
export async function dump(t: ExecutionContext, url: string): Promise<Dump> {
  const isReal = await hasPgDump();
  const name = `${process.env.CORKBOARD_TEST_TEMPLATE}_${randomUUID().slice(0, 8)}`;
  const file = `/tmp/${name}.dump`;
  t.log(isReal ? 'Dumped by pg_dump.' : 'No pg_dump for this server: the dump is a clone.');
  if (isReal) {
    await run('pg_dump', ['--format=custom', `--file=${file}`, url]);
    t.teardown(() => run('rm', [file]));
  } else {
    await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${nameIn(url)}'`);
    await onServer(`create database ${name} template ${nameIn(url)} strategy file_copy`);
  }
  const rows = await keepRows(url);
  return {
    restoreAsNew: async to => {
      await onServer(`drop database ${nameIn(to)} with (force)`);
      await onServer(
        `create database ${nameIn(to)} template ${isReal ? 'template0' : name} strategy file_copy`,
      );
      if (isReal) await run('pg_restore', [`--dbname=${to}`, file]);
    },
    restoreInPlace: async to => {
      if (isReal) {
        await run('pg_restore', ['--clean', '--if-exists', '--single-transaction', `--dbname=${to}`, file]);
      } else {
        // A worker on this database may write the same rows at that moment, in another order.
        await retryingConflicts(queryAt)(to, rows);
      }
    },
  };
}

/**
 * Copies the rows of all tables into the schema `kept`. Returns the statements that restore them, as `pg_restore
 * --data-only` would.
 */
const keepRows = (url: string): Promise<string> =>
  withClient(url, async client => {
    const { rows: tables } = await client.query(
      `select format('%I.%I', n.nspname, c.relname) as name, format('kept.%I', c.oid::text) as kept,
            (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
              where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('corkboard', 'graphile_worker') and c.relkind = 'r'`,
    );
    await client.query('create schema kept');
    for (const { name, kept } of tables) await client.query(`create table ${kept} as table ${name}`);
    return [
      'begin',
      'set local session_replication_role = replica',
      ...tables.map(({ name }) => `delete from ${name}`),
      ...tables.map(
        ({ name, kept, columns }) =>
          `insert into ${name} (${columns}) overriding system value select ${columns} from ${kept}`,
      ),
      'commit',
    ].join(';\n');
  });
