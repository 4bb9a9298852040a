import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sqlFiles } from '../../src/database/sqlFolder.ts';

/**
 * What `build.txt` in this folder must be: the number of the build, and a hash of all SQL files. If the files have another
 * hash, the number is higher than every number that the file has: after a merge, it has those of both branches.
 */
export async function numberedBuild(sqlFolder: string): Promise<string> {
  const written = await readFile(join(sqlFolder, 'build.txt'), 'utf8');
  const files = sqlFiles('.', sqlFolder).map(({ path, sha256 }) => `${path} ${sha256}\n`);
  const hash = createHash('sha256').update(files.sort().join('')).digest('hex').slice(0, 12);
  if (RegExp(`^\\d+ ${hash}\n$`).test(written)) return written;
  const highest = Math.max(...written.matchAll(/^\d+/gm).map(Number));
  return `${highest + 1} ${hash}\n`;
}

/** Brings `build.txt` in this folder up to date. */
export const numberBuild = async (sqlFolder: string) =>
  writeFile(join(sqlFolder, 'build.txt'), await numberedBuild(sqlFolder));
