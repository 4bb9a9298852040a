import test from 'ava';
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
