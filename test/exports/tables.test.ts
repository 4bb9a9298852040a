import test from 'ava';
import { columnsOf, exportedTables, leftOutTables, tableNames } from '../../src/exports/tables.ts';
import { sharedWorld } from '../support/world.ts';

const { sql } = sharedWorld(test, 'api');

test('an export has every table of a workspace but those left out on purpose, no secrets, and leaves out only columns that there are', async t => {
  const all = await sql(
    `select c.relname as "table", a.attname as name, '' as type from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'corkboard'::regnamespace and c.relkind in ('r', 'p') order by 1, a.attnum`,
  );
  const tables = new Set(
    all.filter(({ name }) => name === 'workspace_id').map(({ table }) => table as string),
  );
  t.deepEqual([...tableNames, ...leftOutTables].toSorted(), [...tables, 'workspaces'].toSorted());
  const exported = Object.values(columnsOf(all as any)).flat();
  t.deepEqual(
    exported.map(({ name }) => name).filter(name => /token|secret$|hash|^url$|^bytes$/.test(name)),
    [],
  );
  for (const [table, { columns: omitted = [] }] of Object.entries(exportedTables))
    for (const name of omitted)
      t.true(
        all.some(row => row.table === table && row.name === name),
        `${table}.${name}`,
      );
});
