import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = join(import.meta.dirname, 'groups');

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
const size = 50;

/**
 * Test files that share threads only with those of their list, by the beginning of their path. The lists start in this order, and
 * then all other files.
 */
const apart = [
  // They mostly wait. They start first, so that others use the processor meanwhile.
  ['test/process/', 'test/classification/'],
  // They set the variable with the template of their thread's databases.
  ['test/locale/'],
  // They compute for long, and keep other tests of their thread from their answers, on a busy machine until their timeouts.
  ['test/formatting/', 'test/money/', 'test/operator/nonsense', 'test/vocabulary/', 'test/webhooks/formats/'],
  // They try what a server does within limits of time and memory. Tests that keep it busy would use up the time.
  ['test/http/health', 'test/http/heldBytes', 'test/http/waiting'],
  // They share worlds, whose connections would otherwise plan the same statements again in each thread.
  ['test/console/', 'test/tasks/exportWorkspace', 'test/tasks/importClients'],
  ofWorld('api'),
];

/** The test files of the world with this name (support/world.ts). */
function ofWorld(name: string): string[] {
  const made = `sharedWorld(test, '${name}')`;
  const paths = globSync('test/**/*.test.ts', { cwd: root });
  return paths.filter(path => readFileSync(join(root, path), 'utf8').includes(made));
}

/** The number of a file's list. */
function listOf(path: string): number {
  const list = apart.findIndex(beginnings => beginnings.some(beginning => path.startsWith(beginning)));
  return list === -1 ? apart.length : list;
}

/** Writes the files that import groups of these test files, or of all. Returns the files to run, in the order in which they start. */
export async function writeGroups(named: string[] = []): Promise<string[]> {
  await removeGroups();
  await mkdir(folder);
  const gone = alone.filter(path => !existsSync(join(root, path)));
  if (gone.length > 0) throw new Error(`test/groups.ts names files that are gone: ${gone.join(', ')}`);
  const exclude = ['test/browser/**', 'test/citus/**'];
  const all = named.length > 0 ? named : globSync('test/**/*.test.ts', { cwd: root, exclude });
  const lists = Map.groupBy(all.filter(path => !alone.includes(path)).sort(), listOf);
  const files: string[] = [];
  for (const [, paths] of [...lists].sort(([a], [b]) => a - b)) {
    const count = Math.ceil(paths.length / size);
    const share = Math.ceil(paths.length / count);
    for (let n = 0; n < count; n++) {
      const group = paths.slice(n * share, (n + 1) * share);
      const path = join(folder, `${files.length + 1}.test.ts`);
      await writeFile(path, group.map(name => `import '../../${name}';\n`).join(''));
      files.push(relative(root, path));
    }
  }
  return [...files, ...all.filter(path => alone.includes(path))];
}

/** Removes the files that were written. */
export const removeGroups = () => rm(folder, { recursive: true, force: true });
