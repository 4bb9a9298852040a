import test from 'ava';
import type { Client } from '../../src/database/client.ts';
import { connect } from '../../src/database/connect.ts';
import { openPool } from '../../src/database/pool.ts';
import { checkSettings } from '../../src/database/pooler.ts';
import { world } from '../support/world.ts';

// How a process connects to Citus (src/database/pool.ts).
const w = world(test);

test('every connection of a pool plans for the values, and knows that the tables are distributed', async t => {
  const pool = openPool(w.serviceUrl, 2);
  t.teardown(() => pool.end());
  const clients = await Promise.all([pool.connect(), pool.connect()]);
  for (const client of clients) {
    t.true((client as unknown as Client).isDistributed);
    const { rows } = await client.query('show plan_cache_mode');
    t.deepEqual(rows, [{ plan_cache_mode: 'auto' }]);
    client.release();
  }
});

test('a role for web need not ask for generic plans', async t => {
  const client = await connect(w.serviceUrl, 'web');
  t.teardown(() => client.end());
  await client.query('set plan_cache_mode = auto');
  await t.notThrowsAsync(checkSettings(client, 'web'));
  await client.query('set lock_timeout = 0');
  await t.throwsAsync(checkSettings(client, 'web'), { message: /drops lock_timeout/ });
});

test('functions on all nodes may read other rows of the workspace', async t => {
  const rows = await w.sql(
    `select distinct result from run_command_on_all_nodes('show citus.allow_nested_distributed_execution')`,
  );
  t.deepEqual(rows, [{ result: 'on' }]);
});
