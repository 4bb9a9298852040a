import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { drain } from '../src/concurrency/drain.ts';
import { connect as connectAs } from '../src/database/connect.ts';
import { queuedJobs } from '../test/support/queue.ts';
import { asService } from '../test/support/role.ts';
import { type BenchServer, connect } from './database.ts';
import { median, table } from './report.ts';
import { addWorkspaces } from './seed/workspaces.ts';

const invoices = 1_000_000;
/** The number of workspaces, each in another time zone. */
const workspaces = 400;
/** One invoice in this many is sent and past its due date. */
const overdue = 10;

/**
 * Measures the overdue check over a million invoices in 400 time zones, with an endpoint in every workspace: how long it
 * takes if all workspaces are due, how long it holds locks, and the cost of the other checks of the day.
 */
export async function benchOverdue(server: BenchServer, quick: boolean): Promise<void> {
  const count = quick ? invoices / 10 : invoices;
  const databaseUrl = await server.database(`corkboard_bench_overdue_${count}`, client =>
    seed(client, count),
  );
  const client = await connect(databaseUrl);
  await client.query(
    `update corkboard.invoices set overdue_detected_at = null where overdue_detected_at is not null`,
  );
  await client.query('truncate corkboard.overdue_checks');
  const worker = await connectAs(asService(databaseUrl), 'worker');
  const { rows } = await worker.query('select pg_backend_pid() as pid');
  const memory = () => peakMegabytes(rows[0].pid);
  const before = await memory();
  const times: number[] = [];
  const found = await drain(async () => {
    const begin = performance.now();
    const { rows } = await worker.query('select corkboard.detect_overdue() as found');
    times.push(performance.now() - begin);
    return rows[0].found;
  });
  const begin = performance.now();
  await worker.query('select corkboard.detect_overdue()');
  const idleMs = performance.now() - begin;
  const { rows: made } = await client.query(
    `select count(*)::int as deliveries, count(distinct data ->> 'invoiceId')::int as invoices from corkboard.webhook_deliveries where event = 'invoice.overdue'`,
  );
  if (found !== count / overdue || made[0].invoices !== found)
    throw new Error(`${found} found, ${made[0].invoices} told`);
  console.log(
    `\nThe overdue check over ${count} invoices of ${workspaces} workspaces, each of the overdue ones told to an endpoint, a batch to a transaction:\n`,
  );
  table(
    [
      'Overdue',
      'Seconds',
      'Longest transaction, ms',
      'Median, ms',
      'Nothing left to check, ms',
      'Backend, MB more (shared buffers included)',
    ],
    [
      [
        String(found),
        (times.reduce((sum, ms) => sum + ms) / 1000).toFixed(1),
        Math.max(...times).toFixed(0),
        median(times).toFixed(0),
        idleMs.toFixed(1),
        ((await memory()) - before).toFixed(0),
      ],
    ],
  );
  await worker.end();
  await client.query(`delete from ${queuedJobs}`);
  await client.query('truncate corkboard.webhook_attempts, corkboard.webhook_deliveries');
  await client.end();
}

/** The most memory that a backend on this machine has used so far. */
async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}

export async function seed(client: pg.Client, count: number): Promise<void> {
  await addWorkspaces(client, workspaces);
  await client.query(
    `update corkboard.workspaces w set time_zone = z.name
       from (select id, row_number() over (order by id) as n from corkboard.workspaces) numbered
       join (select name, row_number() over (order by name) as n from pg_timezone_names
              where name ~ '^[A-Z][A-Za-z_]+(/[A-Za-z_-]+)+$' and name !~* '^(posix|right)/') z using (n)
      where w.id = numbered.id`,
  );
  await client.query(
    `insert into corkboard.webhook_endpoints (workspace_id, url, events, secret)
     select id, 'https://hooks.example/', '{invoice.overdue}', corkboard.new_webhook_secret() from corkboard.workspaces`,
  );
  await client.query(
    `with c as (insert into corkboard.clients (workspace_id, name, created_via) select id, 'Client', 'app' from corkboard.workspaces returning workspace_id, id)
     insert into corkboard.projects (workspace_id, client_id, name, created_via) select workspace_id, id, 'Project', 'app' from c`,
  );
  await client.query(
    `insert into corkboard.invoices (workspace_id, project_id, kind, sequence, status, currency, subtotal_cents, tax_rate_bps,
       tax_inclusive, tax_cents, due_date, created_via, sent_at)
     select p.workspace_id, p.id, 'invoice', n, 'SENT', 'USD', 10000, 0, false, 0,
       corkboard.utc_today() + case when n % ${overdue} = 0 then -30 else 30 end, 'app', now()
     from corkboard.projects p, generate_series(1, $1::int / ${workspaces}) n`,
    [count],
  );
}
