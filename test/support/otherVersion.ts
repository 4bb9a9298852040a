import { execFile } from 'node:child_process';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { numberBuild } from './build.ts';
import { newFolder, type Owner } from './folder.ts';
import { root } from './readme.ts';

/** A copy of this version's SQL files, which may be changed, in a folder that goes with its owner. */
export const otherSql = async (owner: Owner): Promise<string> => join(await copyOf(owner, 'sql'), 'sql');

/** A copy of this version whose processes can be started. */
export async function otherVersion(owner: Owner): Promise<string> {
  const folder = await copyOf(owner, 'src', 'tasks', 'sql', 'package.json');
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Changes a file of a folder of SQL files, which makes it a later version. */
export async function edit(sql: string, path: string, from: string, to: string): Promise<void> {
  const file = join(sql, path);
  const text = await readFile(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${path} has no "${from}".`);
  await writeFile(file, text.replace(from, to));
  await numberBuild(sql);
}

/** Adds a migration to a folder of SQL files, which makes it a later version. */
export async function addMigration(sql: string, text: string): Promise<void> {
  await writeFile(join(sql, 'migrations/900_later.sql'), text);
  await numberBuild(sql);
}

/** A copy of these parts of this version, in a folder that goes with its owner. */
export async function copyOf(owner: Owner, ...parts: string[]): Promise<string> {
  const folder = await newFolder(owner);
  await promisify(execFile)('cp', ['-r', '--parents', ...parts, folder], { cwd: root });
  return folder;
}
