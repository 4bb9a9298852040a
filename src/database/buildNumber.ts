import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sqlFolder } from './sqlFolder.ts';

/** How often an SQL file has changed, and its present content. */
export interface FileVersion {
  changes: number;
  /** The beginning of the SHA-256 of its text; `deleted` if there is no such file anymore. */
  sha256: string;
}

/**
 * The number of this build: how often its SQL files have changed, all in all. A later build has a higher one. `npm run schema`
 * counts (test/support/versions.ts), and a test fails if it was not run, so nobody has to remember it. It does not change
 * while a process runs.
 */
export const buildNumber = (): Promise<number> => (own ??= buildNumberOf(sqlFolder));
let own: Promise<number> | undefined;

/** The number of the build with this folder of SQL files. */
export async function buildNumberOf(folder: string): Promise<number> {
  const versions = parseVersions(await readFile(join(folder, 'versions.txt'), 'utf8'));
  return versions.values().reduce((sum, { changes }) => sum + changes, 0);
}

/** The files that `versions.txt` lists, by path. Of a path that is there twice, as after a merge, the higher count holds. */
export function parseVersions(text: string): Map<string, FileVersion> {
  const versions = new Map<string, FileVersion>();
  for (const [, count, sha256, path] of text.matchAll(/^(\d+) (\w+) (\S+\.sql)$/gm)) {
    const changes = Number(count);
    if (changes > (versions.get(path!)?.changes ?? 0)) versions.set(path!, { changes, sha256: sha256! });
  }
  return versions;
}
