import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, realpath, rename, rm, rmdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '../../errors/startError.ts';

// PostgreSQL refuses to run as root. If root starts it, it runs as the user postgres, who must be able to enter the
// folders of its data and its programs. On most machines only root can enter root's home, so what would lie there is
// put where every user can enter. The permissions of a folder that exists are never widened.

const run = promisify(execFile);

const isRoot = process.getuid!() === 0;

/** Where folders go that the user postgres must be able to enter: a lasting folder that root owns. */
const openPlace = '/var/lib/corkboard';

/** The user and group that PostgreSQL runs as. */
export interface Account {
  uid: number;
  gid: number;
}

/** The account of this process or, for root, that of the user postgres, which is made if there is none. */
export async function serverAccount(): Promise<Account> {
  if (!isRoot) return { uid: process.getuid!(), gid: process.getgid!() };
  const idOf = async (which: string) => Number((await run('id', [which, 'postgres'])).stdout);
  await idOf('-u').catch(() => run('useradd', ['--user-group', 'postgres']));
  return { uid: await idOf('-u'), gid: await idOf('-g') };
}

/**
 * Makes the data folder if there is none, and returns its real path. If only root could enter it, it is made in
 * `openPlace`, and a link leads there. Throws StartError if it exists already and only root can enter.
 */
export async function openFolder(dataDir: string): Promise<string> {
  await mkdir(dirname(dataDir), { recursive: true });
  if (isRoot && !isOpen(dirname(dataDir))) await linkAway(dataDir);
  await mkdir(dataDir, { recursive: true });
  const folder = await realpath(dataDir);
  if (!isRoot) return folder;
  await chmod(folder, 0o755);
  if (isOpen(folder)) return folder;
  throw new StartError(
    `DATA_DIR must be a folder that PostgreSQL's user postgres can enter, for it does not run as root, and ${folder} is none: move it, or set DATABASE_URL.`,
  );
}

async function linkAway(dataDir: string): Promise<void> {
  // An empty folder is as good as none.
  await rmdir(dataDir).catch(() => {});
  if (existsSync(dataDir)) return;
  await mkdir(openPlace, { recursive: true });
  await symlink(await mkdtemp(join(openPlace, 'data-')), dataDir);
}

/** The folder `installed` or, if only root can enter it, a copy of it named `copy`. */
export async function openCopy(installed: string, copy: string): Promise<string> {
  if (!isRoot || isOpen(installed)) return installed;
  if (!existsSync(copy)) {
    // Copied under another name first: a process that is killed here leaves no incomplete copy.
    await rm(`${copy}.new`, { recursive: true, force: true });
    await cp(installed, `${copy}.new`, { recursive: true, verbatimSymlinks: true });
    await rename(`${copy}.new`, copy);
  }
  return copy;
}

/** Whether every user can enter a folder. */
function isOpen(path: string): boolean {
  const parent = dirname(path);
  return (statSync(path).mode & 0o001) !== 0 && (parent === path || isOpen(parent));
}
