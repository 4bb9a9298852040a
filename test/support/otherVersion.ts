import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './readme.ts';

/**
 * A copy of the service in a folder that goes with the test, for a version that differs in its SQL files. `sql`: the
 * folder that these are copied from.
 */
export async function otherVersion(
  t: { teardown(end: () => Promise<void>): void },
  sql = join(root, 'sql'),
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-version-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  for (const part of ['src', 'tasks', 'package.json'])
    await cp(join(root, part), join(folder, part), { recursive: true });
  await cp(sql, join(folder, 'sql'), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
