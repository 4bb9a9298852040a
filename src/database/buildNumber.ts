import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sqlFolder } from './sqlFolder.ts';

/** The number of the build with this folder of SQL files. A later build has a higher one: `npm run schema` raises it. */
export const buildNumberOf = (folder: string): number =>
  Number.parseInt(readFileSync(join(folder, 'build.txt'), 'utf8'), 10);

/** The number of this build, which does not change while a process runs. */
export const buildNumber = buildNumberOf(sqlFolder);
