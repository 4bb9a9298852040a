import { existsSync, globSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Test files that have their own thread. All others share threads. */
const alone = [
  // They compare everything that a process logs, counts or keeps in memory with their own actions.
  'http/connections',
  'mail/send',
  'metrics/trouble',
  'metrics/process',
  'telemetry/traceparent',
].map(name => `test/${name}.test.ts`);

/** How many files share a thread. */
const size = 40;

/** Tests that mostly wait, by the beginning of their path. They start first, so that others use the processor meanwhile. */
const waiting = ['test/process/', 'test/classification/'];

/**
 * Tests that compute for long, by the beginning of their path. They share threads only with each other, because they keep the
 * tests of their thread from their answers meanwhile, on a busy machine until their timeouts.
 */
const computing = [
  'test/formatting/',
  'test/money/',
  'test/operator/nonsense',
  'test/vocabulary/',
  'test/webhooks/formats/',
];

/**
 * Tests of what a server does within limits of time and memory, by the beginning of their path. They share a thread only with
 * each other, because tests that keep it busy would use up the time.
 */
const limited = ['test/http/health', 'test/http/heldBytes', 'test/http/waiting'];

const isIn = (list: readonly string[]) => (path: string) =>
  list.some(beginning => path.startsWith(beginning));
const isWaiting = isIn(waiting);
const isComputing = isIn(computing);
const isLimited = isIn(limited);

/** Whether a file shares its world with others of its thread (support/console.ts): all of them share one thread. */
const isConsole = (path: string) => path.startsWith('test/console/');

/**
 * Whether a file sets the variable with the template of its thread's databases. Such files share threads only with each
 * other.
 */
const isLocale = (path: string) => path.startsWith('test/locale/');

const root = join(import.meta.dirname, '..');
const folder = join(import.meta.dirname, 'groups');

/** Writes the files that import groups of these test files, or of all. Returns the files to run, in the order in which they start. */
export async function writeGroups(named: string[] = []): Promise<string[]> {
  await removeGroups();
  await mkdir(folder);
  const gone = alone.filter(path => !existsSync(join(root, path)));
  if (gone.length > 0) throw new Error(`test/groups.ts names files that are gone: ${gone.join(', ')}`);
  const exclude = ['test/browser/**', 'test/citus/**'];
  const all = named.length > 0 ? named : globSync('test/**/*.test.ts', { cwd: root, exclude });
  const grouped = all.filter(path => !alone.includes(path)).sort();
  const ofConsole = grouped.filter(isConsole);
  const others = grouped.filter(
    path => ![isWaiting, isLocale, isComputing, isLimited, isConsole].some(isOneOf => isOneOf(path)),
  );
  const files: string[] = [];
  for (const group of [
    ...chunks(grouped.filter(isWaiting)),
    ...chunks(grouped.filter(isLocale)),
    ...chunks(grouped.filter(isComputing)),
    ...chunks(grouped.filter(isLimited)),
    ...(ofConsole.length > 0 ? [ofConsole] : []),
    ...chunks(others),
  ]) {
    const path = join(folder, `${files.length + 1}.test.ts`);
    await writeFile(path, group.map(name => `import '../../${name}';\n`).join(''));
    files.push(relative(root, path));
  }
  const single = all.filter(path => alone.includes(path));
  return [...single.filter(isWaiting), ...files, ...single.filter(path => !isWaiting(path))];
}

function chunks(paths: string[]): string[][] {
  const count = Math.ceil(paths.length / size);
  return Array.from({ length: count }, (_, i) => paths.slice(i * size, (i + 1) * size));
}

/** Removes the files that were written. */
export const removeGroups = () => rm(folder, { recursive: true, force: true });
