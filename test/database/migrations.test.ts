import { execFile } from 'node:child_process';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../support/readme.ts';

/** The output of `npm run lint` for a migration that consists of this statement. */
const judged = (statement: string) =>
  new Promise<string>(done => {
    const squawk = execFile(
      join(root, 'node_modules/.bin/squawk'),
      ['--reporter', 'gcc', '--stdin-filepath', '999_later.sql'],
      { cwd: root },
      (_, stdout) => done(stdout),
    );
    squawk.stdin!.end(`${statement};\n`);
  });

for (const [rule, statement] of [
  ['adding-required-field', 'alter table corkboard.clients add column city text not null'],
  [
    'adding-field-with-default',
    'alter table corkboard.clients add column born timestamptz default clock_timestamp()',
  ],
  ['ban-drop-column', 'alter table corkboard.clients drop column notes'],
  ['ban-drop-table', 'drop table corkboard.notes'],
  ['renaming-column', 'alter table corkboard.clients rename column notes to remarks'],
  ['renaming-table', 'alter table corkboard.clients rename to customers'],
  ['changing-column-type', 'alter table corkboard.clients alter column name type varchar(200)'],
  ['constraint-missing-not-valid', `alter table corkboard.clients add constraint named check (name <> '')`],
  ['require-concurrent-index-creation', 'create index clients_named on corkboard.clients (name)'],
] as const) {
  test(`a migration that would stall or break the previous release is rejected: ${rule}`, async t => {
    t.regex(await judged(statement), new RegExp(`: ${rule} `));
  });
}

test('a migration that only adds is accepted', async t => {
  t.is(await judged('alter table corkboard.clients add column city text'), '');
});
