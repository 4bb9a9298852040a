import test from 'ava';
import pg from 'pg';
import { world } from '../support/world.ts';

// Row-level security on Citus, where the node that has the rows checks the policies.
const w = world(test);

test('a transaction sees and writes only rows of the workspace that it entered', async t => {
  const [ours, theirs] = [await w.workspace(), await w.workspace()];
  const client = await w.service.connect();
  const seen = async () =>
    (await client.query('select id from corkboard.workspaces')).rows.map(({ id }) => id as string);
  const add = (workspace: string) =>
    client.query(
      `insert into corkboard.clients (workspace_id, name, created_via) values ($1, 'New', 'app')`,
      [workspace],
    );
  try {
    t.deepEqual(await seen(), []);
    for (const { id } of [ours, theirs, ours]) {
      await client.query('begin');
      await client.query('select corkboard.enter_workspace($1)', [id]);
      t.deepEqual(await seen(), [id]);
      await add(id);
      await client.query('commit');
      t.deepEqual(await seen(), []);
    }
    await client.query('begin');
    await client.query('select corkboard.enter_workspace($1)', [ours.id]);
    t.is((await client.query('select 1 from corkboard.workspaces where id = $1', [theirs.id])).rowCount, 0);
    await t.throwsAsync(add(theirs.id), { message: /violates row-level security policy/ });
    await client.query('rollback');
    await t.throwsAsync(add(ours.id), { message: /violates row-level security policy/ });
  } finally {
    client.release();
  }
  const { rows } = await w.db.query('select 1 from corkboard.search_entries where workspace_id = $1', [
    ours.id,
  ]);
  t.is(rows.length, 2);
});

test('on a node itself, too, the role of web sees only rows of the workspace that it entered', async t => {
  const ours = await w.workspace();
  const nodes = await w.sql(
    'select nodename as host, nodeport as port from pg_dist_node where shouldhaveshards',
  );
  t.true(nodes.length > 0);
  for (const { host, port } of nodes) {
    const node = new pg.Client(Object.assign(new URL(w.serviceUrl), { hostname: host, port }).href);
    await node.connect();
    try {
      const seen = async () => (await node.query('select id from corkboard.workspaces')).rows;
      t.deepEqual(await seen(), []);
      await node.query('begin');
      await node.query('select corkboard.enter_workspace($1)', [ours.id]);
      t.deepEqual(await seen(), [{ id: ours.id }]);
      await node.query('commit');
      const { rows: parts } = await node.query(
        `select c.oid::regclass::text as name from pg_class c
          where c.relnamespace = 'corkboard'::regnamespace and c.relname ~ '^workspaces_\\d+$'`,
      );
      for (const { name } of parts) t.is((await node.query(`select 1 from ${name}`)).rowCount, 0, name);
    } finally {
      await node.end();
    }
  }
});
