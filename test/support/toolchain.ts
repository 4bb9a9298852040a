import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { missing } from './missing.ts';
import { root } from './readme.ts';

/** ava's `test` if all of these commands succeed, else its `test.skip`, saying what is missing. */
export function testWith(
  what: string,
  ...commands: [program: string, ...args: string[]][]
): typeof test.skip {
  const isThere = commands.every(([program, ...args]) => spawnSync(program, args).status === 0);
  if (!isThere) missing(what);
  return isThere ? test : test.skip;
}

/** A folder with these files, by name, that ends with the test. Node's packages are found in it. */
export async function folderOf(t: ExecutionContext, files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-readme-'));
  t.teardown(() => rm(folder, { recursive: true }));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}
