import type pg from 'pg';
import { type BenchServer, connect } from './database.ts';
import { quantile, table } from './report.ts';
import { addWorkspaces } from './seed/workspaces.ts';

/** A thousandth of 10 million deliveries a day. */
const perDay = 10_000;
/** How many days are simulated. From the thirtieth on, as much is pruned each day as is added. */
const days = 90;
/** The days that must look alike: those after the tables are full. */
const flatFrom = 30;
const workspaces = 50;
/** One delivery in so many fails all of its attempts, and is pruned with seven of them. */
const oneFailsOf = 50;

/** A simulated day in figures. */
interface Day {
  day: number;
  rows: number;
  /** Of deliveries and attempts, in MB. */
  tables: number;
  indexes: number;
  vacuumMs: number;
  pruneMs: number;
  writeP50: number;
  writeP99: number;
  /** Of the audit log, which is never pruned. */
  auditRows: number;
  /** How long it takes to write ten entries of the audit log and ten responses under idempotency keys. */
  recordP99: number;
  pruneKeysMs: number;
}

/**
 * Simulates the deliveries of months, a thousandth of them, with pruning and vacuuming, and as many entries of the audit
 * log and idempotency keys: whether sizes and times stay flat once the tables hold what is kept.
 */
export async function benchRetention(server: BenchServer, quick: boolean): Promise<void> {
  const databaseUrl = await server.database('corkboard_bench_retention', client =>
    addWorkspaces(client, workspaces),
  );
  const client = await connect(databaseUrl);
  await prepare(client);
  const scale = quick ? 10 : 1;
  const figures: Day[] = [];
  for (let day = 0; day < days; day++) figures.push(await simulate(client, day, perDay / scale));
  report(figures, perDay / scale);
  await client.end();
}

/** Begins alike however often it runs. */
const prepare = (client: pg.Client) =>
  client.query(`
    truncate corkboard.webhook_deliveries, corkboard.audit_log, corkboard.idempotency_keys cascade;
    insert into corkboard.webhook_endpoints (workspace_id, url, format, events, secret)
    select w.id, 'https://hooks.example.com/', 'json', '{client.created}', 'whsec_bench' from corkboard.workspaces w
     where not exists (select from corkboard.webhook_endpoints e where e.workspace_id = w.id);
    create or replace function public.bench_id(p_at timestamptz) returns uuid language sql volatile as $$
      select encode(overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from p_at) * 1000)::bigint) from 3) from 1 for 6), 'hex')::uuid $$`);

/** A day: deliveries are added and settled bit by bit, as they are in a day, and what is too old is pruned in batches. */
async function simulate(client: pg.Client, day: number, count: number): Promise<Day> {
  const ago = `${days - day} days`;
  // Pruning compares with the real time: so many days before it is thirty days before the simulated day.
  await client.query(
    `create or replace function corkboard.delivery_retention_days() returns integer language sql immutable as $$ select ${30 + days - day} $$`,
  );
  const writes: number[] = [];
  const records: number[] = [];
  const batch = 10;
  for (let n = 0; n < count; n += batch) {
    const begin = performance.now();
    await client.query(add, [ago, n, batch, workspaces]);
    await client.query(settle, [ago, batch, oneFailsOf]);
    writes.push(performance.now() - begin);
    records.push(await timed(() => client.query(record, [ago, batch])));
  }
  const pruneMs = await timed(() => inBatches(client, 'prune_deliveries'));
  const pruneKeysMs = await timed(() => inBatches(client, 'prune'));
  const vacuumMs = await timed(() =>
    client.query('vacuum corkboard.webhook_deliveries, corkboard.webhook_attempts'),
  );
  await client.query('vacuum corkboard.audit_log, corkboard.idempotency_keys');
  const { rows } = await client.query(sizes);
  return {
    day,
    ...rows[0],
    vacuumMs,
    pruneMs,
    writeP50: quantile(writes, 0.5),
    writeP99: quantile(writes, 0.99),
    recordP99: quantile(records, 0.99),
    pruneKeysMs,
  };
}

/** Calls a function that prunes a batch until it finds nothing more. */
async function inBatches(client: pg.Client, name: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query(`select corkboard.${name}() as pruned`);
    if (rows[0].pruned === 0) return;
  }
}

const add = `
  insert into corkboard.webhook_deliveries (workspace_id, id, endpoint_id, event, data, created_at, due_at)
  select e.workspace_id, public.bench_id(t.at), e.id, 'client.created',
         json_build_object('clientId', gen_random_uuid(), 'clientName', 'Harbour Bakery', 'contactName', null, 'company', 'Harbour Bakery Ltd', 'createdAt', t.at),
         t.at, t.at
    from (select clock_timestamp() - $1::interval as at) t, generate_series($2::integer, $2::integer + $3::integer - 1) n
    join lateral (select e.workspace_id, e.id from corkboard.webhook_endpoints e order by e.workspace_id offset n % $4::integer limit 1) e on true`;

/** The newest deliveries succeed at once, but for some that fail as often as they may. */
const settle = `
  with settled as (
    update corkboard.webhook_deliveries d
       set status = case when o.fails then 'failed' else 'succeeded' end, due_at = null, settled_at = d.created_at,
           attempts_made = case when o.fails then 7 else 1 end
      from (select p.workspace_id, p.id, random() < 1.0 / $3::integer as fails
              from corkboard.webhook_deliveries p where p.status = 'pending' limit $2::integer) o
     where d.workspace_id = o.workspace_id and d.id = o.id
    returning d.workspace_id, d.id, d.attempts_made, d.status)
  insert into corkboard.webhook_attempts (workspace_id, id, delivery_id, number, outcome, status_code, duration_ms, response, attempted_at)
  select s.workspace_id, public.bench_id(clock_timestamp() - $1::interval), s.id, n,
         case when s.status = 'failed' then 'http_status' else 'succeeded' end,
         case when s.status = 'failed' then 503 else 200 end, 40,
         case when s.status = 'failed' then repeat('Service Unavailable ', 10) end, clock_timestamp() - $1::interval
    from settled s, generate_series(1, s.attempts_made) n`;

/** What ten writes leave behind besides their records. */
const record = `
  with w as (select w.id from corkboard.workspaces w order by random() limit 1),
  logged as (
    insert into corkboard.audit_log (workspace_id, id, recorded_at, via, actor, action, record_type, record_id)
    select w.id, public.bench_id(t.at), t.at, 'api', 'Bench key', 'client.created', 'client', public.bench_id(t.at)
      from w, (select clock_timestamp() - $1::interval as at) t, generate_series(1, $2::integer))
  insert into corkboard.idempotency_keys (workspace_id, id, fingerprint, response, created_at)
  select w.id, gen_random_uuid()::text, '\\x00', repeat('{"client":{"name":"Harbour Bakery"}}', 10), clock_timestamp() - $1::interval
    from w, generate_series(1, $2::integer)`;

const sizes = `
  select (select count(*) from corkboard.webhook_deliveries)::integer + (select count(*) from corkboard.webhook_attempts)::integer as rows,
         (select count(*) from corkboard.audit_log)::integer as "auditRows",
         (sum(pg_table_size(c.oid)) / 1048576)::float8 as tables,
         (sum(pg_indexes_size(c.oid)) / 1048576)::float8 as indexes
    from pg_class c where c.oid in ('corkboard.webhook_deliveries'::regclass, 'corkboard.webhook_attempts'::regclass)`;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

function report(figures: readonly Day[], count: number): void {
  console.log(
    `\nDeliveries and their attempts over ${days} simulated days of ${count.toLocaleString('en')} deliveries, of which 30 days are kept; a write adds and settles ten. Recording adds ten entries of the audit log and ten idempotency keys.\n`,
  );
  const line = (figure: Day) => [
    String(figure.day + 1),
    figure.rows.toLocaleString('en'),
    figure.tables.toFixed(0),
    figure.indexes.toFixed(0),
    figure.vacuumMs.toFixed(0),
    figure.pruneMs.toFixed(0),
    figure.writeP50.toFixed(2),
    figure.writeP99.toFixed(2),
    figure.auditRows.toLocaleString('en'),
    figure.recordP99.toFixed(2),
    figure.pruneKeysMs.toFixed(0),
  ];
  table(
    [
      ...[
        'Day',
        'Rows',
        'Tables, MB',
        'Indexes, MB',
        'Vacuum, ms',
        'Pruning, ms',
        'Write p50, ms',
        'p99, ms',
      ],
      ...['Audit log, rows', 'Recording p99, ms', 'Pruning keys, ms'],
    ],
    figures.filter(({ day }) => day % 10 === 9).map(line),
  );
  const full = figures.slice(flatFrom);
  const third = (at: number, figure: keyof Day) => {
    const part = full.slice((at * full.length) / 3, ((at + 1) * full.length) / 3);
    return part.reduce((sum, day) => sum + day[figure], 0) / part.length;
  };
  const growth = (['tables', 'indexes', 'vacuumMs', 'writeP99', 'recordP99', 'pruneKeysMs'] as const).map(
    figure => `${figure} ${(third(2, figure) / third(0, figure)).toFixed(2)}`,
  );
  console.log(
    `\nThe last third of the ${full.length} days on which the tables were full, compared with the first third: ${growth.join(', ')}.`,
  );
}
