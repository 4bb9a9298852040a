import { existsSync, globSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Test files, and folders of them, that have a thread of their own. All others share one with others. */
const alone = [
  // They hold everything that a process logs, counts or keeps in memory against what they did themselves.
  'http/connections',
  'http/heldBytes',
  'http/health',
  'http/waiting',
  'metrics/trouble',
  'metrics/process',
  'metrics/endpoints',
  'telemetry/traceparent',
  // They measure how long something takes.
  'admission/rates',
  'classification/late',
  'http/hostile',
  'process/flood',
  'process/lookups',
  'webhooks/throttled',
  // They wait for something before they declare their tests, which only the first file of a thread may.
  'process/copies',
  'process/rolling',
  'process/tls',
  'process/unreleased',
  // They have hooks for each test, which ava runs for every test of a thread.
  'console/places',
  'tasks/overdueByZone',
].map(name => `test/${name}.test.ts`);

/** How many files share a thread. */
const size = 12;

const root = join(import.meta.dirname, '..');
const folder = join(import.meta.dirname, 'groups');

/** Writes the files that import groups of test files, and answers all files that ava has to run for the whole suite. */
export async function writeGroups(): Promise<string[]> {
  await removeGroups();
  await mkdir(folder);
  const gone = alone.filter(path => !existsSync(join(root, path)));
  if (gone.length > 0) throw new Error(`test/groups.ts names files that are gone: ${gone.join(', ')}`);
  const all = globSync('test/**/*.test.ts', { cwd: root }).filter(path => !path.startsWith('test/browser/'));
  const grouped = all.filter(path => !alone.includes(path)).sort();
  const files: string[] = [];
  for (let i = 0; i * size < grouped.length; i++) {
    const path = join(folder, `${i + 1}.test.ts`);
    const imports = grouped.slice(i * size, (i + 1) * size).map(name => `import '../../${name}';\n`);
    await writeFile(path, imports.join(''));
    files.push(relative(root, path));
  }
  return [...files, ...alone];
}

/** Removes the files that were written. */
export const removeGroups = () => rm(folder, { recursive: true, force: true });
