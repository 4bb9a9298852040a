import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { isAway } from '../../errors/databaseFault.ts';
import { StartError } from '../../errors/startError.ts';
import { underBackupLock } from './backupLock.ts';
import { copyCluster } from './baseBackup.ts';
import { prepareFolder, startEmbedded } from './embedded.ts';
import { passwordFileOf, runningEmbedded } from './folder.ts';
import { serverAccount } from './root.ts';
import { installedPostgres } from './server.ts';

const run = promisify(execFile);

/** The fastest level, because most of a database's files compress well at any level. */
const compression = { level: 1 };

/**
 * Writes a backup of the embedded database in `dataDir` to a file, whether `npm start` runs on it or not. The file
 * appears only when it is complete. Throws StartError if there is no database or the file cannot be written.
 */
export async function backUp(dataDir: string, file: string): Promise<void> {
  checkFree(file);
  const folder = join(dataDir, 'postgres');
  if (!existsSync(folder)) throw new StartError(`There is no database in ${dataDir}.`);
  const running = await runningEmbedded(dataDir);
  if (running !== null) return write(running, folder, file);
  const started = await startEmbedded(dataDir).catch((error: Error) => {
    throw startedByAnother.test(error.message) || isAway(error) ? busy() : error;
  });
  try {
    await write(started.url, folder, file);
  } finally {
    // Another backup may have started on this server meanwhile.
    await underBackupLock(started.url, async () => {}).catch(() => {});
    await started.stop();
  }
}

/** The messages by which a server doesn't start because another process has started it, or is about to. */
const startedByAnother = /"postmaster\.pid" (already exists|is empty)|^Another Corkboard is running/;

/** The error if another process, such as a second backup, starts or stops the server meanwhile. */
const busy = () =>
  new StartError(
    'The database is being started or stopped, perhaps for another backup: run this again when that is done.',
  );

function checkFree(file: string): void {
  if (existsSync(file)) throw new StartError(`${file} already exists: name a new file.`);
}

/** Writes the files of the server at `url`, whose folder is `folder`, and its password to a new file. */
async function write(url: string, folder: string, file: string): Promise<void> {
  try {
    // Two concurrent backups would share the copy, and perhaps the file.
    await underBackupLock(url, async session => {
      checkFree(file);
      await writeAlone(session, folder, file);
    });
  } catch (error) {
    if (error instanceof StartError) throw error;
    if (isAway(error)) throw busy();
    throw new StartError(`The backup cannot be written: ${(error as Error).message}.`);
  }
}

/** Writes the backup while the session holds the backup lock. */
async function writeAlone(session: pg.Client, folder: string, file: string): Promise<void> {
  const copy = `${folder}.backup`;
  const unfinished = `${file}.part`;
  try {
    // A backup that was killed may have left its copy behind.
    await rm(copy, { recursive: true, force: true });
    await copyCluster(session, folder, copy);
    await copyFile(passwordFileOf(dirname(folder)), passwordFileOf(copy));
    await pack(copy, unfinished);
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
    await rm(copy, { recursive: true, force: true });
  }
}

/** Writes the files of a folder to a compressed archive. */
async function pack(folder: string, file: string): Promise<void> {
  const tar = spawn('tar', ['-cf', '-', '-C', folder, '.'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [[status], complaints] = await Promise.all([
    once(tar, 'close'),
    text(tar.stderr),
    pipeline(tar.stdout, createGzip(compression), createWriteStream(file, { mode: 0o600, flush: true })),
  ]);
  if (status !== 0) throw new Error(`tar ended with ${status}: ${firstLine(complaints)}`);
}

/** The first line of what a program printed. The others say what followed from it. */
const firstLine = (printed: string) => printed.trim().split('\n')[0]!.replace(/\.$/, '');

/**
 * Creates the embedded database in `dataDir` from a backup. Throws StartError if there is a database already, or the
 * file is not a backup.
 */
export async function restore(dataDir: string, file: string): Promise<void> {
  installedPostgres();
  if (!existsSync(file)) throw new StartError(`There is no file ${file}.`);
  if (existsSync(join(dataDir, 'postgres'))) {
    throw new StartError(
      `There is a database in ${dataDir} already: move it away, or set DATA_DIR to another folder.`,
    );
  }
  const { folder } = await prepareFolder(resolve(dataDir));
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  try {
    await run('tar', ['-xzf', resolve(file), '-C', unfinished, '--no-same-owner']);
    await rename(passwordFileOf(unfinished), passwordFileOf(dirname(folder)));
    await stat(join(unfinished, 'PG_VERSION'));
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    const { stderr, message } = error as Error & { stderr?: string };
    throw new StartError(
      `${file} is not a Corkboard backup, or it is damaged or too large for the disk: ${firstLine(stderr || message)}.`,
    );
  }
  const { uid, gid } = await serverAccount();
  await run('chown', ['-R', `${uid}:${gid}`, unfinished]);
  await chmod(unfinished, 0o700);
  await rename(unfinished, folder);
}
