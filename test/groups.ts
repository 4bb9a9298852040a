import { globSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Folders whose test files share a thread with others: they only make requests and queries. */
const folders = [
  'actions',
  'admission',
  'console',
  'http/mcp',
  'operations',
  'operator',
  'vocabulary',
  'webhooks/formats',
];

/**
 * Files of these folders that need a thread of their own: they run a worker or processes, watch the time or the log, or
 * keep snapshots, which ava stores by the file that it runs.
 */
const alone = [
  'admission/impossibleKeys',
  'admission/lateBody',
  'admission/private',
  'admission/rates',
  'console/delivery',
  'console/ownAddress',
  'console/ownership',
  'console/signIn',
  'console/slowForms',
  'console/slowServers',
  'console/webhooks',
  'http/mcp/killed',
  'operator/endpoint',
  'operator/usage',
].map(name => `test/${name}.test.ts`);

/** How many files share a thread. */
const size = 9;

const root = join(import.meta.dirname, '..');
const folder = join(import.meta.dirname, 'groups');

/** Writes the files that import groups of test files, and answers all files that ava has to run for the whole suite. */
export async function writeGroups(): Promise<string[]> {
  await removeGroups();
  await mkdir(folder);
  const all = globSync('test/**/*.test.ts', { cwd: root }).filter(path => !path.startsWith('test/browser/'));
  const grouped = folders.flatMap(name =>
    globSync(`test/${name}/*.test.ts`, { cwd: root })
      .filter(path => !alone.includes(path))
      .sort(),
  );
  const files: string[] = [];
  for (let i = 0; i * size < grouped.length; i++) {
    const path = join(folder, `${i + 1}.test.ts`);
    const imports = grouped.slice(i * size, (i + 1) * size).map(name => `import '../../${name}';\n`);
    await writeFile(path, imports.join(''));
    files.push(relative(root, path));
  }
  return [...files, ...all.filter(path => !grouped.includes(path))];
}

/** Removes the files that were written. */
export const removeGroups = () => rm(folder, { recursive: true, force: true });
