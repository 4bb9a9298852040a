import { spawnSync } from 'node:child_process';
import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { newFolder } from './folder.ts';
import { root } from './root.ts';

/** Prints that tests are skipped because something is not installed. With TEST_MISSING=fail, throws instead. */
export function missing(what: string): void {
  const message = `Not installed, so its tests are skipped: ${what}.`;
  if (process.env.TEST_MISSING === 'fail') throw new Error(message);
  console.log(message);
}

/** Returns ava's `test` if all of these commands succeed. Otherwise prints what is missing and returns `test.skip`. */
export function testWith(
  what: string,
  ...commands: [program: string, ...args: string[]][]
): typeof test.skip {
  const isThere = commands.every(([program, ...args]) => spawnSync(program, args).status === 0);
  if (!isThere) missing(what);
  return isThere ? test : test.skip;
}

/** Copies a folder of examples/, in which programs can import the packages of node_modules. It is removed after the test. */
export async function copyOfExample(t: ExecutionContext, example: string): Promise<string> {
  const folder = await newFolder(t);
  await cp(join(root, 'examples', example), folder, { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
