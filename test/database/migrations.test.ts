import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'ava';
import { type SqlFile, sqlFiles, sqlFolder } from '../../src/database/sqlFolder.ts';
import { readReleases } from '../support/released.ts';
import { root } from '../support/root.ts';

/** Statements of migrations that would stall or break the previous version, by the rule that rejects each. */
const rejected = {
  'adding-required-field': 'alter table corkboard.clients add column city text not null;',
  'adding-field-with-default':
    'alter table corkboard.clients add column born timestamptz default clock_timestamp();',
  'ban-drop-column': 'alter table corkboard.clients drop column notes;',
  'ban-drop-table': 'drop table corkboard.notes;',
  'renaming-column': 'alter table corkboard.clients rename column notes to remarks;',
  'renaming-table': 'alter table corkboard.clients rename to customers;',
  'changing-column-type': 'alter table corkboard.clients alter column name type json;',
  'constraint-missing-not-valid': `alter table corkboard.clients add constraint named check (name <> '');`,
  'adding-foreign-key-constraint':
    'alter table corkboard.notes add column client_id uuid references corkboard.clients;',
  'require-concurrent-index-creation': 'create index clients_named on corkboard.clients (name);',
};

test('`npm run lint` rejects migrations that would stall or break the previous version, and none that only add', t => {
  const input = [...Object.values(rejected), 'alter table corkboard.clients add column city text;'].join(
    '\n',
  );
  const { stdout } = spawnSync(
    join(root, 'node_modules/.bin/squawk'),
    ['--reporter', 'gcc', '--stdin-filepath', '999_later.sql'],
    { cwd: root, input, encoding: 'utf8' },
  );
  const found = stdout.matchAll(/^999_later\.sql:(\d+):\d+: \w+: (\S+) /gm);
  t.deepEqual(
    [...found].map(([, line, rule]) => `${line} ${rule}`),
    Object.keys(rejected).map((rule, line) => `${line} ${rule}`),
  );
});

/** A dropped object, and since which version it is unused if the line before says so. */
const dropped =
  /(?:^-- Unused since (\S+)\.\n)?^[ \t]*drop (?:function|procedure|view|trigger|type) (?:if exists )?(?:corkboard\w*\.)?(\w+)/gim;

/** What a file does that squawk lets pass, and that would stall those who write or break the released versions. */
function faultsOf({ path, name, text }: Omit<SqlFile, 'sha256'>, released: string[]): string[] {
  const faults: string[] = [];
  if (path.startsWith('migrations/')) {
    if (/^\s*(update|delete from|merge into|insert into[^;]*select)\b/im.test(text))
      faults.push('fills rows');
    if (/\bnot valid\b.*\bvalidate constraint\b/is.test(text)) faults.push('validates under the lock');
  }
  for (const [, unusedSince, what] of text.matchAll(dropped)) {
    // A function's file may drop it with other arguments.
    if (what !== name && !released.includes(unusedSince ?? '')) faults.push(`drops ${what}`);
  }
  return faults;
}

test('migrations leave rows to fills, validate constraints apart, and drop nothing that a released version uses; other files neither', async t => {
  const migration = (text: string) =>
    faultsOf({ path: 'migrations/900_later.sql', name: '900_later', text }, ['1.0.0']);
  const constraint = 'alter table corkboard.notes add constraint named check (true) not valid;';
  const validated = 'alter table corkboard.notes validate constraint named;';
  t.deepEqual(migration(`${constraint}\nupdate corkboard.notes set body = '';`), ['fills rows']);
  t.deepEqual(migration('insert into corkboard.notes (id)\nselect id from corkboard.clients;'), [
    'fills rows',
  ]);
  t.deepEqual(migration(`${constraint}\n${validated}`), ['validates under the lock']);
  t.deepEqual(migration('drop function if exists corkboard.add_note(uuid), corkboard.log();'), [
    'drops add_note',
  ]);
  t.deepEqual(migration('-- Unused since 1.1.0.\ndrop view corkboard_ops.jobs;'), ['drops jobs']);
  t.deepEqual(migration(`-- Unused since 1.0.0.\ndrop view corkboard_ops.jobs;\n${validated}`), []);
  const text =
    'drop function if exists corkboard.add_note(uuid);\ncreate or replace function corkboard.add_note(';
  t.deepEqual(faultsOf({ path: 'functions/add_note.sql', name: 'add_note', text }, []), []);

  const releases = await readReleases(sqlFolder);
  const versions = releases.map(({ version }) => version);
  const folders = ['migrations', 'queue', 'functions', 'triggers', 'views', 'grants'];
  const files = folders.flatMap(folder => sqlFiles(folder, sqlFolder));
  // Nothing works on the tables before the migrations of the first release.
  const isFirst = (path: string) => versions.length === 0 || releases[0]!.files.has(path);
  t.deepEqual(
    files
      .filter(({ path }) => !(path.startsWith('migrations/') && isFirst(path)))
      .flatMap(file => faultsOf(file, versions).map(fault => `sql/${file.path} ${fault}`)),
    [],
  );
});
