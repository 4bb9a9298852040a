import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { chmod, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import { StartError } from '../startError.ts';
import { baseBackup } from './baseBackup.ts';
import { prepareFolder, startEmbedded } from './embedded.ts';
import { readPassword, runningEmbedded } from './folder.ts';
import { mustBeInstalled, programs } from './programs.ts';
import { openPrograms } from './reach.ts';
import { tarFile } from './tar.ts';

const run = promisify(execFile);

/** The fastest level: most of a database's files compress well at any. */
const compression = { level: 1 };

/**
 * Writes a backup of the embedded database in `dataDir` to a file, whether `npm start` runs on it or not. The file
 * appears only when it is complete. Throws StartError where there is no database or the file cannot be written.
 */
export async function backUp(dataDir: string, file: string): Promise<void> {
  if (await exists(file)) throw new StartError(`${file} is there already: name a new file.`);
  if (!(await exists(join(dataDir, 'postgres')))) throw new StartError(`There is no database in ${dataDir}.`);
  const running = await runningEmbedded(dataDir);
  const started = running === null ? await startEmbedded(dataDir) : null;
  const unfinished = `${file}.part`;
  try {
    await pipeline(
      archive(running ?? started!.url, (await readPassword(dataDir))!),
      createGzip(compression),
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
    );
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw new StartError(`The backup cannot be written: ${(error as Error).message}.`);
  } finally {
    await started?.stop();
  }
}

/** The archive: the password of the cluster's only user, then the files of PostgreSQL. */
async function* archive(url: string, password: string) {
  yield tarFile('password', password);
  yield* await baseBackup(url);
}

/**
 * Makes the embedded database in `dataDir` from a backup. Throws StartError where there is a database already, or the
 * file is no backup.
 */
export async function restore(dataDir: string, file: string): Promise<void> {
  mustBeInstalled();
  if (!(await exists(file))) throw new StartError(`There is no file ${file}.`);
  if (await exists(join(dataDir, 'postgres'))) {
    throw new StartError(
      `There is a database in ${dataDir} already: move it away, or set DATA_DIR to another folder.`,
    );
  }
  const cluster = await prepareFolder(resolve(dataDir));
  const { folder } = cluster;
  openPrograms(dirname(folder));
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  const make = await programs(cluster, 0, []);
  const owner = process.getuid?.() === 0 ? await ownerMade(unfinished, make) : null;
  await mkdir(unfinished, { mode: 0o700 });
  try {
    await run('tar', ['-xzf', resolve(file), '-C', unfinished, '--no-same-owner']);
    await rename(join(unfinished, 'password'), join(dirname(folder), 'password'));
    await stat(join(unfinished, 'PG_VERSION'));
  } catch {
    await rm(unfinished, { recursive: true, force: true });
    throw new StartError(`${file} is no backup of Corkboard's, or is damaged.`);
  }
  if (owner !== null) await run('chown', ['-R', owner, unfinished]);
  await chmod(unfinished, 0o700);
  await rename(unfinished, folder);
}

/** The user and group that PostgreSQL runs as where root starts it: the owner of a new cluster, which is removed again. */
async function ownerMade(folder: string, make: Awaited<ReturnType<typeof programs>>): Promise<string> {
  await make(folder).initialise();
  const { uid, gid } = await stat(folder);
  await rm(folder, { recursive: true });
  return `${uid}:${gid}`;
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
