import test from 'ava';
import type { Query } from '../../src/webhooks/attempts.ts';
import { attempts, settledAs } from '../support/attempts.ts';
import { subscriptions } from '../support/hooks.ts';
import { world } from '../support/world.ts';

// How much is read of large tables whose statistics are outdated.

const w = world(test);
const { sql } = w;
const h = subscriptions(w);
const { add, claim, finish } = attempts(w);

const tables = [
  'webhook_claims',
  'webhook_deliveries',
  'webhook_endpoints',
  'webhook_throttles',
  'webhook_throttled_deliveries',
] as const;

test.serial(
  'attempts are claimed and recorded by keys, even with plans made when the tables were small',
  async t => {
    const connection = await w.db.connect();
    const on: Query = (text, values) => connection.query(text, values);
    let blocks = 0;
    /** Runs a statement like `on` and counts the blocks that it reads, but returns an empty row. */
    const counting: Query = async (text, values) => {
      const { rows } = await connection.query(`explain (analyze, buffers, format json) ${text}`, values);
      const { Plan: plan } = rows[0]['QUERY PLAN'][0];
      blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      return { rows: [{}] };
    };
    const { endpointId } = await h.subscribe((await w.workspace()).id);
    // These are the statistics that autovacuum collects in a quiet hour.
    for (const table of tables) await connection.query(`vacuum analyze corkboard.${table}`);
    // PostgreSQL may keep a generic plan from the sixth call of a connection on.
    for (let i = 0; i < 7; i++) await finish(await claim(await add(endpointId, 2), on), 'timeout', {}, on);
    const due = (await add(endpointId, 10_000)).slice(0, 50);
    // Every other delivery is claimed or throttled, each with its own endpoint.
    for (const [table, columns, values] of [
      ['webhook_claims', 'claim, claimed_until', `gen_random_uuid(), now() + interval '1 minute'`],
      ['webhook_throttled_deliveries', 'job_number, due_at', 'd.job_number, d.due_at'],
    ])
      await connection.query(
        `insert into corkboard.${table} (workspace_id, id, endpoint_id, ${columns})
       select d.workspace_id, d.id, d.id, ${values}
         from corkboard.webhook_deliveries d where d.endpoint_id = $1 and d.status = 'pending' and d.id <> all ($2)
       on conflict do nothing`,
        [endpointId, due.map(({ deliveryId }) => deliveryId)],
      );
    await connection.query('begin');
    await claim(due, counting);
    await connection.query('rollback');
    t.true(blocks < 50 * 30, `claiming looked into ${blocks} blocks`);
    const claims = await claim(due, on);
    blocks = 0;
    await finish(claims, 'timeout', {}, counting);
    t.true(blocks < 50 * 60, `recording looked into ${blocks} blocks`);
    connection.release();
  },
);

async function isBefore17(): Promise<boolean> {
  const [{ is_before }] = await sql(
    `select current_setting('server_version_num')::int < 170000 as is_before`,
  );
  return is_before;
}

const pending = { attempts_made: '3', due_at: `now() + interval '2 hours'` };

for (const [name, columns, call] of [
  ['replay', settledAs('failed'), 'cardinality((corkboard.replay_deliveries($1, $2)).deliveries)'],
  ['retry', pending, '(corkboard.retry_deliveries($1, $2)).retried'],
  ['turning off', pending, 'corkboard.mark_pending_missed($1, $2)'],
] as const) {
  test.serial(`a batch of a ${name} reads few rows, even with outdated statistics`, async t => {
    await sql('vacuum analyze corkboard.webhook_deliveries');
    await sql('vacuum analyze corkboard.webhook_throttled_deliveries');
    // Autovacuum must not collect new statistics before the batch.
    await sql('alter table corkboard.webhook_deliveries set (autovacuum_enabled = off)');
    const { id: workspaceId } = await w.workspace();
    const { endpointId } = await h.subscribe(workspaceId);
    await add(endpointId, 5_000, columns);
    const connection = await w.service.connect();
    await connection.query('begin');
    await connection.query('select corkboard.enter_workspace($1)', [workspaceId]);
    const { rows: done } = await connection.query(`select ${call} as count`, [workspaceId, endpointId]);
    const { rows: read } = await connection.query(
      `select sum(coalesce(s.seq_tup_read, 0) + coalesce(s.idx_tup_fetch, 0))::int as tuples
         from pg_stat_xact_user_tables s where s.schemaname = 'corkboard' and s.relname = 'webhook_deliveries'`,
    );
    await connection.query('rollback');
    connection.release();
    t.is(done[0].count, 250);
    // Before PostgreSQL 17, statistics this old make it read all of the workspace's deliveries (docs/database.md).
    if (await isBefore17()) return;
    // The batch looks up each of its deliveries several times.
    t.true(read[0].tuples < 20 * 250, `${read[0].tuples}`);
  });
}
