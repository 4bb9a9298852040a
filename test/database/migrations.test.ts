import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../support/readme.ts';

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
