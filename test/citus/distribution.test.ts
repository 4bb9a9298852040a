import test from 'ava';
import { migrate } from '../../src/database/migrate.ts';
import { world } from '../support/world.ts';

// How a release distributes the tables (sql/functions/tenancy/distribute_tables.sql).
const w = world(test);

const placed = () =>
  w.sql(`select table_name::text as name, citus_table_type as type, distribution_column as column, colocation_id as group
           from citus_tables where table_name::text like 'corkboard.%' order by 1`);

test.serial(
  'every tenant table is distributed by workspace, beside the others, and plans and removals are on every node',
  async t => {
    const [{ tenants }] = await w.sql(
      `select array(select t::text from corkboard.tenant_tables() t order by 1) as tenants`,
    );
    t.true(tenants.length > 30);
    const tables = await placed();
    const distributed = tables.filter(({ type }) => type === 'distributed');
    t.deepEqual(distributed.map(({ name }) => name).sort(), [...tenants, 'corkboard.workspaces'].sort());
    t.is(new Set(distributed.map(({ group }) => group)).size, 1);
    for (const { name, column } of distributed)
      t.is(column, name === 'corkboard.workspaces' ? 'id' : 'workspace_id', name);
    t.deepEqual(
      tables.filter(({ type }) => type === 'reference').map(({ name }) => name),
      ['corkboard.plans', 'corkboard.workspace_removals'],
    );
  },
);

test.serial('distributed tables keep their foreign keys and have policies', async t => {
  const keys = await w.sql(`
    select conrelid::regclass::text as name from pg_constraint
     where contype = 'f' and connamespace = 'corkboard'::regnamespace and conparentid = 0`);
  t.true(keys.length > 30);
  const without = await w.sql(`
    select t from (select t from corkboard.tenant_tables() t union select 'corkboard.workspaces'::regclass) t
     where not exists (select 1 from pg_policy p where p.polrelid = t.t and p.polname = 'workspace')`);
  t.deepEqual(without, []);
});

test.serial('a release distributes a table that a migration has added, with its foreign keys', async t => {
  await w.sql(`create table corkboard.added_later (
    workspace_id uuid not null references corkboard.workspaces (id), id uuid, primary key (workspace_id, id))`);
  try {
    await migrate(w.databaseUrl);
    const added = (await placed()).find(({ name }) => name === 'corkboard.added_later');
    t.like(added, { type: 'distributed', column: 'workspace_id' });
    await t.throwsAsync(
      w.sql('insert into corkboard.added_later values (gen_random_uuid(), gen_random_uuid())'),
      { message: /violates foreign key constraint/ },
    );
  } finally {
    await w.sql('drop table corkboard.added_later');
  }
});

test.serial('a later release leaves the distribution as it is', async t => {
  const before = await placed();
  await migrate(w.databaseUrl);
  await migrate(w.databaseUrl, { force: true });
  t.deepEqual(await placed(), before);
});
