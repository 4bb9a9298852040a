import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './readme.ts';
import { countVersions } from './versions.ts';

/** What another version goes with: a test, or a file of tests. */
export interface Owner {
  teardown(end: () => Promise<void>): void;
}

/** A copy of this version's SQL files, which may be changed, in a folder that goes with its owner. */
export const otherSql = async (owner: Owner): Promise<string> => join(await copyOf(owner, 'sql'), 'sql');

/** The SQL files of a version before this one: nothing but its number is lower. */
export async function earlierSql(owner: Owner): Promise<string> {
  const sql = await otherSql(owner);
  const file = join(sql, 'versions.txt');
  const [, ...rest] = (await readFile(file, 'utf8')).split('\n');
  await writeFile(file, rest.join('\n'));
  return sql;
}

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
  await countVersions(sql);
}

/** Adds a migration to a folder of SQL files, which makes it a later version. */
export async function addMigration(sql: string, text: string): Promise<void> {
  await writeFile(join(sql, 'migrations/900_later.sql'), text);
  await countVersions(sql);
}

async function copyOf(owner: Owner, ...parts: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-version-'));
  owner.teardown(() => rm(folder, { recursive: true, force: true }));
  await promisify(execFile)('cp', ['-r', '--parents', ...parts, folder], { cwd: root });
  return folder;
}
