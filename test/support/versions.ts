import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseVersions } from '../../src/database/buildNumber.ts';

/**
 * What `versions.txt` in this folder must be: each SQL file with the number of its changes, one more for those that differ
 * from what it says now. Throws if one of these is a migration, because releases refuse a database to which it was applied.
 */
export async function countedVersions(sqlFolder: string): Promise<string> {
  const known = parseVersions(await readFile(join(sqlFolder, 'versions.txt'), 'utf8'));
  const contents = new Map([...known.keys()].map(path => [path, 'deleted']));
  for (const path of await readdir(sqlFolder, { recursive: true })) {
    if (path.endsWith('.sql')) contents.set(path, beginning(await readFile(join(sqlFolder, path))));
  }
  return [...contents]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, sha256]) => {
      const { changes, sha256: before } = known.get(path) ?? { changes: 0 };
      if (changes > 0 && before !== sha256 && path.startsWith('migrations/'))
        throw new Error(
          `sql/${path} is in sql/versions.txt with another text. Restore it, and put the change in a new migration. If it was applied nowhere, delete its line there first.`,
        );
      return `${before === sha256 ? changes : changes + 1} ${sha256} ${path}\n`;
    })
    .join('');
}

/** Brings `versions.txt` in this folder up to date. */
export const countVersions = async (sqlFolder: string) =>
  writeFile(join(sqlFolder, 'versions.txt'), await countedVersions(sqlFolder));

const beginning = (content: Buffer) => createHash('sha256').update(content).digest('hex').slice(0, 12);
