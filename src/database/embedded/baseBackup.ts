import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';

/** Files and folders that describe the running server alone. The folders are copied empty, pg_wal to begin with. */
const filesOfServer = ['postmaster.pid', 'postmaster.opts'];
const foldersOfServer = [
  ...['pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
  'pg_wal',
];

/**
 * Copies the files of a running server and their write-ahead log, so that a server that starts on the copy recovers to
 * the state at the end of this
 * (https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP). When `session` ends,
 * PostgreSQL forgets about a backup that is not complete.
 */
export async function copyCluster(session: pg.Client, from: string, to: string): Promise<void> {
  // Until the session ends it keeps the log, which checkpoints would recycle.
  await session.query(
    `select pg_create_physical_replication_slot('corkboard_backup', true, temporary => true)`,
  );
  const { rows: started } = await session.query(
    `select pg_walfile_name(pg_backup_start('corkboard', fast => true)) as segment`,
  );
  await copyFiles(from, to);
  const { rows: stopped } = await session.query(
    `select labelfile, pg_walfile_name(lsn) as segment from pg_backup_stop(wait_for_archive => false)`,
  );
  await writeFile(join(to, 'backup_label'), stopped[0].labelfile, { mode: 0o600 });
  for (const name of await readdir(join(from, 'pg_wal'))) {
    if (name < started[0].segment || name > stopped[0].segment) continue;
    await copyOne(join(from, 'pg_wal', name), join(to, 'pg_wal', name));
  }
}

/** Copies the files of a folder, which the server changes, adds and removes meanwhile: its log tells what is missing. */
async function copyFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, copy] = [join(from, entry.name), join(to, entry.name)];
    if (filesOfServer.includes(entry.name)) continue;
    if (foldersOfServer.includes(entry.name)) await mkdir(copy, { mode: 0o700 });
    else await (entry.isDirectory() ? copyFiles : copyOne)(source, copy).catch(unlessGone);
  }
}

/** Not copyFile, which may never end if the file becomes shorter meanwhile. */
const copyOne = (from: string, to: string) =>
  pipeline(createReadStream(from), createWriteStream(to, { mode: 0o600 }));

function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
