import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { drain } from '../concurrency/drain.ts';
import { nilId } from '../vocabulary/id.ts';
import { limits } from './connect.ts';
import { sqlFiles } from './sqlFolder.ts';

/** Runs a statement, and retries it while another transaction holds a lock that it needs. */
type Query = (text: string, values?: unknown[]) => Promise<pg.QueryResult>;

/** The pause before another look at the transactions that are still open, in ms. */
const lookMs = 50;

/**
 * Runs the files of `sql/fills` that the database lacks, which fill what migrations added to existing rows. Each is a statement
 * that fills the batch of a workspace's rows ($1) after an id ($2) and returns the id of the last one. Each batch is a
 * transaction of its own, so that its locks last about as long as a request's. Workspaces that are added meanwhile need none.
 */
export async function fillRows(query: Query, sqlFolder: string): Promise<void> {
  const fills = sqlFiles('fills', sqlFolder);
  const { rows } = await query('select array_agg(a.path) as paths from corkboard.applied_files a');
  const pending = fills.filter(({ path }) => !rows[0].paths?.includes(path));
  if (pending.length > 0) await earlierStatements(query);
  for (const { path, text, sha256 } of pending) {
    const { rows: workspaces } = await query('select w.id from corkboard.workspaces w order by w.id');
    for (const { id } of workspaces) {
      let last = nilId;
      await drain(async () => {
        const { rows } = await query(text, [id, last]);
        if (rows.length === 0) return 0;
        if (rows[0].id <= last) throw new Error(`${path} does not get further than ${last}.`);
        last = rows[0].id;
        return 1;
      });
    }
    await query('insert into corkboard.applied_files (path, sha256) values ($1, $2)', [path, sha256]);
  }
}

/** Waits until the statements that have begun are over: they may still add rows as the functions did that were replaced. */
async function earlierStatements(query: Query): Promise<void> {
  const { rows } = await query(`select array_agg(virtualtransaction) as begun from (${open}) o`);
  // What is open for longer isn't a statement of the service.
  const end = performance.now() + limits.operator.statementMs;
  while (performance.now() < end) {
    const { rowCount } = await query(`${open} and l.virtualtransaction = any ($1)`, [rows[0].begun]);
    if (rowCount === 0) return;
    await pause(lookMs);
  }
}

const open = `
  select l.virtualtransaction from pg_locks l
   where l.locktype = 'virtualxid' and l.granted
     and l.pid not in (select a.pid from pg_stat_activity a where a.application_name = 'corkboard release')`;
