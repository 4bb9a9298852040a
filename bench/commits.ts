import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import type { QuerySqlToken } from 'slonik';
import { write } from '../src/admission/write.ts';
import { Deadline } from '../src/concurrency/deadline.ts';
import { readConfig } from '../src/config.ts';
import type { Database } from '../src/database/database.ts';
import { queryConfig } from '../src/database/statement.ts';
import { createClient } from '../src/operations/createClient.ts';
import { queuedJobs } from '../test/support/queue.ts';
import { asService } from '../test/support/role.ts';
import { request } from './connection.ts';
import { type BenchServer, connect } from './database.ts';
import { median, table } from './report.ts';
import { round } from './round.ts';
import { addWorkspaces, giveKeys, type SeededWorkspace } from './seed/workspaces.ts';
import { startWeb } from './server.ts';

/** Workspaces with an endpoint each, and as many connections that write, one to each workspace. */
const writers = 32;

/** How jobs were added before: by graphile-worker's own function, which notifies the workers in the transaction. */
const addJobs = `
  create or replace function corkboard.enqueue_attempts(p_deliveries corkboard.webhook_deliveries[]) returns void
  language plpgsql as $$
  begin
    if cardinality(p_deliveries) > 0 then
      perform graphile_worker.add_jobs(array(
        select row (
          'attempt_delivery',
          json_build_object('workspaceId', d.workspace_id, 'endpointId', d.endpoint_id, 'deliveryId', d.id, 'jobNumber', d.job_number),
          null, d.due_at, null, null, null, null)::graphile_worker.job_spec
          from unnest(p_deliveries) d));
    end if;
  end $$`;

const insertJobs = join(import.meta.dirname, '../sql/queue/enqueue_attempts.sql');

/** Measures what adding jobs costs the commits of writes: with a notification in each transaction, and with one after many commits. */
export async function benchCommits(server: BenchServer, quick: boolean): Promise<void> {
  const databaseUrl = await server.database('corkboard_bench_commits', client =>
    addWorkspaces(client, writers),
  );
  const client = await connect(databaseUrl);
  const workspaces = await giveKeys(client);
  await subscribeAll(client);
  await benchStatement(client, databaseUrl, workspaces, quick ? 2 : 6, quick ? 3 : 10);
  await benchNotifications(client, databaseUrl, workspaces, quick ? 2 : 6);
  await client.end();
}

/** An endpoint in every workspace that hears of each client. Nothing is sent to it: no worker runs. */
const subscribeAll = (client: pg.Client) =>
  client.query(
    `insert into corkboard.webhook_endpoints (workspace_id, url, format, events, secret)
     select w.id, 'https://hooks.example.com/', 'json', '{client.created}', 'whsec_bench' from corkboard.workspaces w
      where not exists (select from corkboard.webhook_endpoints e where e.workspace_id = w.id)`,
  );

/** Drives the statement of createClient with pgbench, by both ways of adding its job, in turns. */
async function benchStatement(
  client: pg.Client,
  databaseUrl: string,
  workspaces: SeededWorkspace[],
  rounds: number,
  seconds: number,
): Promise<void> {
  const program = await pgbenchProgram();
  if (program === null) {
    console.log('\nThe statement of createClient was not measured: there is no pgbench here.');
    return;
  }
  const script = join(tmpdir(), `corkboard-commits-${process.pid}.sql`);
  await writeFile(script, await pgbenchScript(client, workspaces[0]!));
  const ways = [addJobs, await readFile(insertJobs, 'utf8')] as const;
  const perSecond: [number[], number[]] = [[], []];
  try {
    for (let n = 0; n < rounds; n++) {
      for (const [at, way] of ways.entries()) {
        await client.query(way);
        await empty(client);
        perSecond[at]!.push(await pgbench(program, asService(databaseUrl), script, seconds));
      }
    }
  } finally {
    await client.query(ways[1]);
    await rm(script, { force: true });
  }
  const [before, now] = perSecond.map(median) as [number, number];
  console.log(
    `\nThe statement of createClient: ${writers} connections of pgbench over ${writers} workspaces with a subscribed endpoint each; medians of ${rounds} rounds of ${seconds} s each, in turns.\n`,
  );
  table(
    ['The job is added by', 'Commits/s', 'Ratio', 'Goal'],
    [
      ['add_jobs, which notifies in the transaction', before.toFixed(0), '1.0', '—'],
      ['an insert, with a notification after the commit', now.toFixed(0), (now / before).toFixed(1), '3.0'],
    ],
  );
}

/** Deletes what the previous round wrote, so that each begins alike, and no workspace reaches its allowance. */
const empty = (client: pg.Client) =>
  client.query(
    `truncate corkboard.clients, corkboard.monthly_writes, corkboard.webhook_deliveries, corkboard.audit_log,
       corkboard.search_entries, corkboard.client_counts cascade;
     truncate ${queuedJobs}; checkpoint`,
  );

const run = promisify(execFile);

/** pgbench on the path, or where Debian puts it; null if there is none. */
async function pgbenchProgram(): Promise<string | null> {
  const found = await run('sh', [
    '-c',
    'command -v pgbench || ls /usr/lib/postgresql/*/bin/pgbench 2>/dev/null | tail -n 1',
  ]).catch(() => ({ stdout: '' }));
  return found.stdout.trim() || null;
}

/** Commits per second. */
async function pgbench(program: string, url: string, script: string, seconds: number): Promise<number> {
  const { stdout } = await run(program, [
    ...['--no-vacuum', '--protocol=prepared', `--client=${writers}`, '--jobs=2', `--time=${seconds}`],
    ...[`--file=${script}`, url],
  ]);
  return Number(/tps = ([\d.]+)/.exec(stdout)![1]);
}

/** The statement of createClient as the web process sends it, but for its caller: each connection writes in a workspace of its own. */
async function pgbenchScript(client: pg.Client, { id }: SeededWorkspace): Promise<string> {
  await client.query(`
    drop table if exists public.bench_writers;
    create table public.bench_writers as
      select row_number() over (order by k.workspace_id) - 1 as n, k.workspace_id, k.key_hash from corkboard.api_keys k;
    alter table public.bench_writers add primary key (n);
    grant select on public.bench_writers to public`);
  const keyHash = Buffer.alloc(32);
  const { text, values } = await statementOf(id, keyHash);
  const own = (column: string) => `(select b.${column} from public.bench_writers b where b.n = :client_id)`;
  const literal = (value: unknown) => {
    if (value === id) return own('workspace_id');
    if (Buffer.isBuffer(value)) return own('key_hash');
    return value === null ? 'null' : client.escapeLiteral(String(value));
  };
  return text.replace(/\$(\d+)/g, (_, n) => literal(values[Number(n) - 1])).replace(/\s+/g, ' ');
}

/** What `write` sends. */
async function statementOf(
  workspaceId: string,
  keyHash: Buffer,
): Promise<{ text: string; values: unknown[] }> {
  let sent: QuerySqlToken | undefined;
  const one = async (query: QuerySqlToken) => {
    sent = query;
    return { answer: '{}', replayed: false, refusal: null };
  };
  await write(
    { database: { for: () => ({ one }) } as unknown as Pick<Database, 'for'>, config: readConfig({}) },
    createClient,
    {
      caller: { workspaceId, label: 'Bench key', taxRateBps: 0, pricesIncludeTax: false },
      keyHash,
      via: 'api',
      deadline: new Deadline(1_000, () => false),
      requestId: null,
      traceparent: null,
    },
    { name: 'Harbour Bakery', email: 'orders@harbour.example', company: 'Harbour Bakery Ltd' },
    null,
  );
  return queryConfig(sent!);
}

/** Counts the notifications of a web process that many write to at once. */
async function benchNotifications(
  client: pg.Client,
  databaseUrl: string,
  workspaces: SeededWorkspace[],
  rounds: number,
): Promise<void> {
  await empty(client);
  const web = await startWeb(asService(databaseUrl));
  let notifications = 0;
  client.on('notification', () => notifications++);
  await client.query('listen "jobs:insert"');
  const requests = workspaces.map(({ key }) =>
    request('POST', '/api/v1/clients', key, { name: 'Harbour Bakery' }),
  );
  const most = writers * 50;
  const counts: string[][] = [];
  for (let n = 0; n < rounds; n++) {
    const before = notifications;
    const jobsBefore = await jobCount(client);
    await round(web, client, {
      name: 'POST /clients',
      requests,
      status: 201,
      mostRequests: most,
      seconds: 1,
    });
    const written = (await jobCount(client)) - jobsBefore;
    counts.push([String(written), ((notifications - before) / written).toFixed(3), '0.250']);
  }
  console.log(
    `\nNotifications of one web process that ${writers} connections write to at once, each row a second of it.\n`,
  );
  table(['Writes', 'Notifications per write', 'Goal'], counts);
  await web.stop();
}

async function jobCount(client: pg.Client): Promise<number> {
  const { rows } = await client.query(`select count(*)::integer as jobs from ${queuedJobs}`);
  return rows[0].jobs;
}
