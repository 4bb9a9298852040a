import test from 'ava';
import type { Query } from '../../src/webhooks/attempts.ts';
import { attempts } from '../support/attempts.ts';
import { subscriptions } from '../support/hooks.ts';
import { world } from '../support/world.ts';

const w = world(test);
const h = subscriptions(w);
const { add, claim, record } = attempts(w);

const tables = [
  'webhook_claims',
  'webhook_deliveries',
  'webhook_endpoints',
  'webhook_throttles',
  'webhook_throttled_deliveries',
] as const;

test('attempts are claimed and recorded by keys, even with plans made when the tables were small', async t => {
  const connection = await w.db.connect();
  const query: Query = (text, values) => connection.query(text, values);
  let blocks = 0;
  /** Runs a statement like `query` and counts the blocks that it reads, but returns an empty row. */
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
  for (let i = 0; i < 7; i++) {
    const jobs = await add(endpointId, 2);
    await record(await claim(jobs, query), jobs, 'timeout', query);
  }
  const jobs = await add(endpointId, 20_000);
  const due = jobs.slice(0, 50);
  // Every other delivery is claimed or throttled, each with its own endpoint.
  const others = [endpointId, due.map(({ deliveryId }) => deliveryId)];
  await connection.query(
    `insert into corkboard.webhook_claims (workspace_id, id, endpoint_id, claim, claimed_until)
     select d.workspace_id, d.id, d.id, gen_random_uuid(), now() + interval '1 minute'
       from corkboard.webhook_deliveries d where d.endpoint_id = $1 and d.status = 'pending' and d.id <> all ($2)`,
    others,
  );
  await connection.query(
    `insert into corkboard.webhook_throttled_deliveries (workspace_id, id, endpoint_id, job_number, due_at)
     select d.workspace_id, d.id, d.id, d.job_number, d.due_at
       from corkboard.webhook_deliveries d where d.endpoint_id = $1 and d.status = 'pending' and d.id <> all ($2)
     on conflict do nothing`,
    others,
  );
  await connection.query('begin');
  await claim(due, counting);
  await connection.query('rollback');
  t.true(blocks < 50 * 30, `claiming looked into ${blocks} blocks`);
  const claims = await claim(due, query);
  blocks = 0;
  await record(claims, due, 'timeout', counting);
  t.true(blocks < 50 * 60, `recording looked into ${blocks} blocks`);
  connection.release();
});
