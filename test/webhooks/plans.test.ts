import test from 'ava';
import type { Query } from '../../src/webhooks/attempts.ts';
import { attempts } from '../support/attempts.ts';
import { subscriptions } from '../support/hooks.ts';
import { world } from '../support/world.ts';

const w = world(test);
const h = subscriptions(test, w);
const { add, claim, record } = attempts(w);

const tables = ['webhook_claims', 'webhook_deliveries', 'webhook_endpoints'] as const;

test('attempts are claimed and recorded by their keys, by plans too that were made when the tables were small', async t => {
  const connection = await w.db.connect();
  const query: Query = (text, values) => connection.query(text, values);
  /** How many rows of a table the running transaction has read. */
  const read = async (table: string): Promise<number> => {
    const { rows } = await connection.query(
      `select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as read
       from pg_stat_xact_user_tables where relid = $1::regclass`,
      [`corkboard.${table}`],
    );
    return Number(rows[0].read);
  };
  const { endpointId } = await h.subscribe((await w.workspace()).id);
  // What autovacuum says of them in a quiet hour.
  for (const table of tables) await connection.query(`vacuum analyze corkboard.${table}`);
  // A connection may keep the plan of the sixth call.
  for (let i = 0; i < 7; i++) {
    const jobs = await add(endpointId, 2);
    await record(await claim(jobs, query), jobs, 'timeout', query);
  }
  const jobs = await add(endpointId, 3_000);
  await claim(jobs.slice(50));
  await connection.query('begin');
  const due = jobs.slice(0, 50);
  await record(await claim(due, query), due, 'timeout', query);
  for (const table of tables) {
    const rows = await read(table);
    t.true(rows < 500, `${rows} rows of ${table}`);
  }
  await connection.query('commit');
  connection.release();
});
