import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sqlFiles } from '../../src/database/sqlFolder.ts';

/** A line of `released.txt` in a folder of SQL files: a released version, or a file that it added. */
const line = /^(?:(\d\S*)| {2}(\w+) (\S+))$/gm;

/** The released versions, oldest first, with the files that each added: the hash of the text by path. */
export async function readReleases(sqlFolder: string) {
  const releases: { version: string; files: Map<string, string> }[] = [];
  const text = await readFile(join(sqlFolder, 'released.txt'), 'utf8');
  for (const [, version, sha256, path] of text.matchAll(line)) {
    if (version !== undefined) releases.push({ version, files: new Map() });
    else releases.at(-1)!.files.set(path!, sha256!);
  }
  return releases;
}

/** The files of a folder that run once: the hash of the text by path. */
async function filesThatRunOnce(sqlFolder: string): Promise<Map<string, string>> {
  const files = [...sqlFiles('migrations', sqlFolder), ...sqlFiles('fills', sqlFolder)];
  return new Map(files.map(({ path, sha256 }) => [path, sha256.slice(0, 12)]));
}

/** Adds a version with the files that no earlier one has, unless it is there or still in development. */
export async function recordRelease(sqlFolder: string, version: string): Promise<void> {
  const releases = await readReleases(sqlFolder);
  if (version.endsWith('-dev') || releases.some(release => release.version === version)) return;
  const added = [...(await filesThatRunOnce(sqlFolder))].filter(
    ([path]) => !releases.some(({ files }) => files.has(path)),
  );
  const lines = [version, ...added.map(([path, sha256]) => `  ${sha256} ${path}`)];
  await appendFile(join(sqlFolder, 'released.txt'), `${lines.join('\n')}\n`);
}

/** The files that have another text than the released version that added them, or are gone. */
export async function changedSinceRelease(sqlFolder: string): Promise<string[]> {
  const present = await filesThatRunOnce(sqlFolder);
  return (await readReleases(sqlFolder)).flatMap(({ files }) =>
    [...files].filter(([path, sha256]) => present.get(path) !== sha256).map(([path]) => `sql/${path}`),
  );
}
