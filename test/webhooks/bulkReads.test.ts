import test from 'ava';
import { subscriptions } from '../support/hooks.ts';
import { world } from '../support/world.ts';

const w = world(test);
const h = subscriptions(w);

/** The size of a batch, and the number of deliveries. */
const batch = 250;
const many = 20_000;

const settled = {
  status: `'failed'`,
  attempts_made: '7',
  due_at: 'null',
  settled_at: `now() - interval '1 hour'`,
};
const pending = {
  status: `'pending'`,
  attempts_made: '3',
  due_at: `now() + interval '2 hours'`,
  settled_at: 'null',
};

for (const [name, columns, call] of [
  ['replay', settled, 'cardinality((corkboard.replay_deliveries($1, $2)).deliveries)'],
  ['retry', pending, '(corkboard.retry_deliveries($1, $2)).retried'],
  ['turning off', pending, 'corkboard.mark_pending_missed($1, $2)'],
] as const) {
  test.serial(`a batch of a ${name} reads few rows, even with outdated statistics`, async t => {
    const studio = await w.workspace();
    const { endpointId } = await h.subscribe(studio.id);
    const connection = await w.service.connect();
    await w.db.query('vacuum analyze corkboard.webhook_deliveries');
    await w.db.query('vacuum analyze corkboard.webhook_throttled_deliveries');
    // Autovacuum must not collect new statistics before the batch.
    await w.db.query('alter table corkboard.webhook_deliveries set (autovacuum_enabled = off)');
    await w.db.query(
      `insert into corkboard.webhook_deliveries (workspace_id, endpoint_id, event, data, ${Object.keys(columns).join(', ')})
       select $1, $2, 'client.created', '{}', ${Object.values(columns).join(', ')} from generate_series(1, $3::int)`,
      [studio.id, endpointId, many],
    );
    await connection.query('begin');
    await connection.query('select corkboard.enter_workspace($1)', [studio.id]);
    const { rows: done } = await connection.query(`select ${call} as count`, [studio.id, endpointId]);
    const { rows: read } = await connection.query(
      `select sum(coalesce(s.seq_tup_read, 0) + coalesce(s.idx_tup_fetch, 0))::int as tuples
         from pg_stat_xact_user_tables s where s.schemaname = 'corkboard' and s.relname = 'webhook_deliveries'`,
    );
    await connection.query('rollback');
    connection.release();
    t.is(done[0].count, batch);
    // The batch looks up each of its deliveries several times.
    t.true(read[0].tuples < 20 * batch, `${read[0].tuples}`);
  });
}
