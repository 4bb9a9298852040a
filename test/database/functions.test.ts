import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import test from 'ava';
import { sqlFolder } from '../../src/database/sqlFolder.ts';

const folder = join(sqlFolder, 'functions');
const paths = globSync('**/*.sql', { cwd: folder });

test('every function is in the folder of one subsystem', t => {
  t.true(paths.length > 200);
  t.deepEqual(
    paths.filter(path => path === basename(path)),
    [],
  );
  const names = paths.map(path => basename(path));
  t.is(new Set(names).size, names.length);
});

test('every trigger is in the file of its table, where a release looks whether it changed', t => {
  for (const table of globSync('*.sql', { cwd: join(sqlFolder, 'triggers') })) {
    const text = readFileSync(join(sqlFolder, 'triggers', table), 'utf8');
    const tables = [...text.matchAll(/^ *create or replace trigger .* on corkboard\.(\w+)/gm)].map(
      ([, on]) => on,
    );
    t.deepEqual([...new Set(tables)], [basename(table, '.sql')]);
  }
});

test('every file defines the function that it is named after', t => {
  for (const path of paths) {
    const name = basename(path, '.sql');
    const definition = new RegExp(`create or replace (function|procedure) corkboard\\.${name}\\(`);
    t.regex(readFileSync(join(folder, path), 'utf8'), definition, path);
  }
});
