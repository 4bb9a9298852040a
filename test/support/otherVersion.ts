import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { migrate } from '../../src/database/migrate.ts';
import { root } from './readme.ts';

/** A version of the release that differs from this one in its SQL files. */
export interface Version {
  /** The folder of its SQL files. They don't change once it has been released. */
  sql: string;
  migrate: typeof migrate;
}

/** What a release consists of, with all that it imports. */
const parts = ['src', 'tasks', 'sql', 'package.json'];

/** A copy of this version of the release, in a folder that goes with the test. */
export async function otherVersion(t: { teardown(end: () => Promise<void>): void }): Promise<Version> {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-version-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  await promisify(execFile)('cp', ['-r', '--parents', ...parts, folder], { cwd: root });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return { sql: join(folder, 'sql'), ...(await import(join(folder, 'src/database/migrate.ts'))) };
}
