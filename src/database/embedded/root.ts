import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, realpath, rename, rm, rmdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '../../errors/startError.ts';

// PostgreSQL refuses to run as root. If root starts it, it runs as the user postgres, who must be able to enter the
// folders of its data and its programs. On most machines only root can enter root's home, so folders that would be
// there are created elsewhere. The permissions of existing folders are never widened.

const run = promisify(execFile);

const isRoot = process.getuid!() === 0;

/** The parent of folders that the user postgres must be able to enter. It is owned by root and survives a reboot. */
const openPlace = '/var/lib/corkboard';

/** The user and group that PostgreSQL runs as. */
interface Account {
  uid: number;
  gid: number;
}

/** The account of this process or, for root, that of the user postgres, which is created if necessary. */
export async function serverAccount(): Promise<Account> {
  if (!isRoot) return { uid: process.getuid!(), gid: process.getgid!() };
  const idOf = async (which: string) => Number((await run('id', [which, 'postgres'])).stdout);
  await idOf('-u').catch(() => run('useradd', ['--user-group', 'postgres']));
  return { uid: await idOf('-u'), gid: await idOf('-g') };
}

/**
 * Creates the data folder if necessary, and returns its real path. If only root could enter it, it is created in
 * `openPlace`, with a link to it. Throws StartError if it already exists and only root can enter.
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
    `DATA_DIR must be a folder that the user postgres can enter, because PostgreSQL does not run as root: move ${folder}, or set DATABASE_URL.`,
  );
}

async function linkAway(dataDir: string): Promise<void> {
  // An empty folder may be replaced.
  await rmdir(dataDir).catch(() => {});
  if (existsSync(dataDir)) return;
  await mkdir(openPlace, { recursive: true });
  await symlink(await mkdtemp(join(openPlace, 'data-')), dataDir);
}

/** The folder `installed` or, if only root can enter it, a copy of it named `copy`. */
export async function openCopy(installed: string, copy: string): Promise<string> {
  if (!isRoot || isOpen(installed)) return installed;
  if (!existsSync(copy)) {
    // Copied under another name first, so that a process that is killed here leaves no incomplete copy.
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
