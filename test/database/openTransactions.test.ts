import test, { type ExecutionContext } from 'ava';
import type pg from 'pg';
import { work } from '../../src/jobs/work.ts';
import { registryOf } from '../../src/metrics/registry.ts';
import { eventually } from '../support/eventually.ts';
import { workerConfig } from '../support/hooks.ts';
import { reading } from '../support/metrics.ts';
import { connected } from '../support/postgres.ts';
import { world } from '../support/world.ts';

// What keeps vacuum from removing dead rows, in the DBA's views and in the metrics of a worker whose role owns nothing.

const w = world(test);
const { sql } = w;

/** A connection of its own that runs these statements and stays open; it ends with the test. */
async function running(t: ExecutionContext, statements: string): Promise<pg.Client> {
  const client = await connected(t, { connectionString: w.databaseUrl, application_name: 'a report' });
  await client.query(statements);
  return client;
}

/** The view's row of the connection above. */
const seen = async () =>
  (
    await sql(
      `select extract(epoch from open_for)::float as open_for, holds_back_vacuum, state
         from corkboard_ops.open_transactions where application = 'a report'`,
    )
  )[0];

test.serial('a transaction that only reads holds rows back while it has a snapshot', async t => {
  const reader = await running(t, 'begin isolation level repeatable read');
  t.like(await seen(), { holds_back_vacuum: false, state: 'idle in transaction' });
  await reader.query('select 1 from corkboard.plans');
  t.like(await seen(), { holds_back_vacuum: true });
  await reader.query('commit');
  t.is(await seen(), undefined);
});

test.serial('a transaction that has written holds rows back, whatever its isolation', async t => {
  const writer = await running(t, 'begin; select pg_current_xact_id()');
  t.like(await seen(), { holds_back_vacuum: true, state: 'idle in transaction' });
  await writer.query('rollback');
});

test.serial(
  'a worker measures the oldest transaction and snapshot of other roles, and dead rows',
  async t => {
    const worker = await work(workerConfig(), w.serviceUrl);
    t.teardown(worker.stop);
    await running(t, 'begin isolation level repeatable read; select 1 from corkboard.plans');
    // The last call makes PostgreSQL count at once.
    await w.db.query(
      `insert into corkboard.plans (name) select 'plan_' || n from generate_series(1, 500) n;
       delete from corkboard.plans where name like 'plan\\_%';
       select pg_stat_force_next_flush()`,
    );
    const read = async () => {
      const text = await registryOf({ worker }).metrics();
      const figure = (series: string) => reading(text, `corkboard_database_${series}`)!;
      return {
        transaction: figure('oldest_transaction_seconds'),
        snapshot: figure('oldest_snapshot_seconds'),
        transactions: figure('oldest_snapshot_transactions'),
        hidden: figure('hidden_sessions'),
        dead: figure('dead_rows{table="plans"}'),
        jobs: figure('live_rows{table="jobs"}'),
      };
    };
    const found = await eventually(read, ({ snapshot, dead }) => snapshot > 1 && dead >= 500);
    t.true(found.transaction >= found.snapshot);
    t.true(found.transactions >= 2, `${found.transactions}`);
    t.is(found.hidden, 0);
    t.is(typeof found.jobs, 'number');
  },
);
