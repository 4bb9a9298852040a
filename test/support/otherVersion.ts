import { execFile } from 'node:child_process';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { sqlFolder } from '../../src/database/sqlFolder.ts';
import { numberBuild } from './build.ts';
import { newFolder, type Owner } from './folder.ts';
import { readReleases } from './released.ts';
import { root } from './root.ts';

const run = promisify(execFile);

/** A copy of this version's SQL files, which may be changed, in a folder that goes with its owner. */
export const otherSql = async (owner: Owner): Promise<string> => join(await copyOf(owner, 'sql'), 'sql');

/** A copy of this version whose processes can be started. */
async function otherVersion(owner: Owner): Promise<string> {
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

/**
 * The last released version, whose processes can be started: this version if nothing is released yet, or if the history lacks
 * the release, as that of a shallow clone does.
 */
export async function lastRelease(owner: Owner): Promise<string> {
  const released = (await readReleases(sqlFolder)).at(-1)?.version;
  if (released === undefined) return root;
  const folder = await newFolder(owner);
  const commit = `git log -1 --format=%H -S${released} -- sql/released.txt`;
  const unpack = `git archive $(${commit}) src tasks sql package.json | tar -x -C ${folder}`;
  await run('sh', ['-c', unpack], { cwd: root }).catch(() => {});
  const about = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}');
  if (JSON.parse(about).version !== released) return root;
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** What the version before the last released one left in the database, and the next version drops. */
export const leftOver = `
  create function corkboard.left_over() returns void language sql as '';
  comment on function corkboard.left_over() is 'Is called by no released version.'`;

const logTime = 'functions/clients_and_projects/log_time.sql';
const addNote = 'functions/clients_and_projects/add_note.sql';

/**
 * A version that changes what a release must be able to change while others write: a new table, a new column that is
 * filled, a foreign key, a dropped function, and a function with another argument.
 */
export async function nextVersion(owner: Owner): Promise<string> {
  const folder = await otherVersion(owner);
  const sql = join(folder, 'sql');
  for (const [path, text] of Object.entries(nextFiles)) await writeFile(join(sql, path), text);
  await edit(sql, logTime, 'workspace_id, project_id, date,', 'hours, workspace_id, project_id, date,');
  await edit(sql, logTime, 'values (\n', 'values (\n    p_minutes / 60.0,\n');
  await edit(
    sql,
    addNote,
    'create',
    'drop function if exists corkboard.add_note(corkboard.caller, uuid, text);\ncreate',
  );
  await edit(sql, addNote, 'p_body text)', 'p_body text, p_is_pinned boolean default false)');
  await edit(
    sql,
    addNote,
    'comment on function corkboard.add_note(corkboard.caller, uuid, text',
    '$&, boolean',
  );
  return folder;
}

const nextFiles = {
  'migrations/900_phases.sql': `
    create table corkboard.phases (
      workspace_id uuid not null,
      id uuid not null default corkboard.uuid_v7(),
      primary key (workspace_id, id)
    )`,
  'migrations/901_columns_of_time.sql': `
    do $do$
    begin
      alter table corkboard.time_entries add column hours numeric;
      alter table corkboard.time_entries add column estimate_id uuid;
    end
    $do$`,
  'migrations/902_estimates_of_time.sql': `
    alter table corkboard.time_entries add constraint time_entries_estimate_fkey
      foreign key (workspace_id, estimate_id) references corkboard.invoices (workspace_id, id) not valid`,
  'migrations/903_estimates_are_valid.sql':
    'alter table corkboard.time_entries validate constraint time_entries_estimate_fkey',
  'migrations/904_left_over.sql': 'drop function if exists corkboard.left_over()',
  'fills/900_hours.sql': `
    with batch as (
      select t.id from corkboard.time_entries t where t.workspace_id = $1 and t.id > $2 order by t.id limit 1000),
    filled as (
      update corkboard.time_entries t set hours = t.minutes / 60.0 from batch b
       where t.workspace_id = $1 and t.id = b.id)
    select b.id from batch b order by b.id desc limit 1`,
};

/** A copy of these parts of this version, in a folder that goes with its owner. */
export async function copyOf(owner: Owner, ...parts: string[]): Promise<string> {
  const folder = await newFolder(owner);
  await run('cp', ['-r', '--parents', ...parts, folder], { cwd: root });
  return folder;
}
