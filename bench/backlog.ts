import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { drain } from '../src/concurrency/drain.ts';
import { asService } from '../test/support/role.ts';
import { now } from './clock.ts';
import { type BenchServer, connect } from './database.ts';
import { median, quantile, table } from './report.ts';
import { addWorkspaces } from './seed/workspaces.ts';
import { startServer, startWorker } from './server.ts';

const deliveries = 1_000_000;
const endpoints = 100;
/** The interval between writes of another workspace while a backlog is processed, in ms. */
const probeMs = 50;
/** How long an action may take. */
const actionMs = 30 * 60_000;

/**
 * Measures how long views and bulk actions take with very many deliveries, and how much they slow down concurrent
 * writes.
 */
export async function benchBacklog(server: BenchServer, quick: boolean): Promise<void> {
  const count = quick ? deliveries / 10 : deliveries;
  const url = await server.database(`corkboard_bench_backlog_${count}`, client => seed(client, count));
  const client = await connect(url);
  await benchViews(client, count);
  await benchBulk(client, asService(url), count);
  await client.end();
}

/** Adds this many deliveries of one month, almost all of them settled, each with an attempt. */
async function seed(client: pg.Client, count: number): Promise<void> {
  await addWorkspaces(client, endpoints / 5);
  await client.query(
    `insert into corkboard.webhook_endpoints (workspace_id, url, events, secret)
     select w.id, 'https://hooks.example/', '{scope.approved}', corkboard.new_webhook_secret()
     from corkboard.workspaces w, generate_series(1, 5)`,
  );
  await client.query(
    `with ends as (
       select n, e.workspace_id, e.id, now() - random() * interval '30 days' as at,
              case when n % 100 < 2 then 'pending' when n % 100 < 5 then 'missed' when n % 100 < 8 then 'failed' else 'succeeded' end as status
       from generate_series(1, $1::int) n
       join (select *, row_number() over () - 1 as i from corkboard.webhook_endpoints) e on e.i = n % $2::int),
     made as (
       insert into corkboard.webhook_deliveries (workspace_id, endpoint_id, event, data, status, created_at, due_at, settled_at)
       select workspace_id, id, 'scope.approved', '{"projectName":"Website and online shop","clientName":"Harbour Bakery"}', status, at,
              case when status = 'pending' then now() + random() * interval '12 hours' end,
              case when status <> 'pending' then at end
       from ends
       returning *)
     insert into corkboard.webhook_attempts (workspace_id, delivery_id, number, outcome, status_code, duration_ms, attempted_at)
     select workspace_id, id, 1, case when status = 'succeeded' then 'succeeded' else 'http_status' end, 200, 12, created_at
     from made where status <> 'missed'`,
    [count, endpoints],
  );
}

async function benchViews(client: pg.Client, count: number): Promise<void> {
  const rows: string[][] = [];
  for (const view of ['delivery_backlog', 'endpoint_health', 'job_backlog', 'recent_failures']) {
    const times: number[] = [];
    for (let i = 0; i < 5; i++) {
      const begin = performance.now();
      await client.query(`select * from corkboard_ops.${view}`);
      times.push(performance.now() - begin);
    }
    rows.push([view, median(times).toFixed(1), '< 300']);
  }
  console.log(`\nThe views with ${count} deliveries of ${endpoints} endpoints:\n`);
  table(['View', 'Median, ms', 'Goal'], rows);
}

/**
 * Turns off an endpoint with this many deliveries, turns it on, replays them and removes it, while a worker is running.
 */
async function benchBulk(client: pg.Client, serviceUrl: string, count: number): Promise<void> {
  const receiver = await startServer(['bench/receiver.ts'], {});
  const target = `http://127.0.0.1:${receiver.port}/`;
  const worker = await startWorker(serviceUrl);
  const service = await connect(serviceUrl);
  const { rows: made } = await client.query(
    `insert into corkboard.webhook_endpoints (workspace_id, url, events, secret)
     select w.id, $1 || n.path, array[n.event], corkboard.new_webhook_secret()
     from (select id from corkboard.workspaces order by id limit 2) w,
          (values ('silent', 'scope.approved'), ('well', 'client.created')) n (path, event)
     order by w.id, n.path
     returning workspace_id, id`,
    [target],
  );
  const [{ workspace_id: workspace, id: endpoint }, , { workspace_id: another }] = made;
  await client.query(
    `insert into corkboard.webhook_deliveries (workspace_id, endpoint_id, event, data, due_at)
     select $1, $2, 'scope.approved', '{}', now() + interval '1 day' + n * interval '1 millisecond'
     from generate_series(1, $3::int) n`,
    [workspace, endpoint, count],
  );
  await client.query('vacuum analyze corkboard.webhook_deliveries');
  const act = async (action: string, unfinished: string) => {
    await service.query(`select corkboard.${action}_endpoint($1, $2)`, [workspace, endpoint]);
    const end = performance.now() + actionMs;
    while ((await client.query(unfinished, [endpoint])).rowCount !== 0) {
      if (performance.now() > end) throw new Error(`${action} takes more than ${actionMs} ms.`);
      await pause(100);
    }
  };
  const replayAll = async () => {
    let settledBefore: string | null = null;
    await drain(async () => {
      const { rows }: pg.QueryResult = await service.query(
        'select r.settled_before::text, cardinality(r.deliveries) as count from corkboard.replay_deliveries($1, $2, null, $3) r',
        [workspace, endpoint, settledBefore],
      );
      settledBefore = rows[0].settled_before;
      return rows[0].count;
    });
  };
  const waiting = `select from corkboard.webhook_deliveries d
    where d.endpoint_id = $1 and d.status = 'pending' order by d.due_at limit 1`;
  const standing = 'select from corkboard.webhook_endpoints e where e.id = $1';
  const actions: [string, () => Promise<void>][] = [
    ['nothing', () => pause(10_000)],
    ['turn it off', () => act('disable', waiting)],
    ['turn it on again', () => act('enable', waiting)],
    ['replay what it missed', replayAll],
    ['remove it', () => act('remove', standing)],
  ];
  const results: string[][] = [];
  for (const [name, action] of actions) {
    const probe = await startProbe(client, serviceUrl, [workspace, another], target);
    const begin = performance.now();
    await action();
    const seconds = (performance.now() - begin) / 1000;
    // A very short step is observed a little longer.
    await pause(10 * probeMs);
    const waits = await probe.stop();
    results.push([name, seconds.toFixed(1), ...waits.map(spread)]);
  }
  console.log(
    `\nAn endpoint with ${count} deliveries, which says nothing. Meanwhile its workspace writes every ${probeMs} ms, and another endpoint there is sent an event of it; and in another workspace, which waits for nothing but the machine. p99 and the longest, ms (goal: what the machine itself takes and 200):\n`,
  );
  table(['Action', 'Seconds', 'A write', 'Its event', 'A write elsewhere', 'Its event'], results);
  await worker.stop();
  await receiver.stop();
  await service.end();
}

const spread = (times: number[]) => `${quantile(times, 0.99).toFixed(0)}, ${Math.max(...times).toFixed(0)}`;

/**
 * Writes with an event in each of these workspaces until it is stopped. Returns how many ms each write took, by
 * workspace.
 */
async function startProbe(client: pg.Client, serviceUrl: string, workspaces: string[], target: string) {
  await (await fetch(target)).text();
  let stopped = false;
  const probes = workspaces.map(async workspace => {
    const service = await connect(serviceUrl);
    const writes: number[] = [];
    const begun: number[] = [];
    while (!stopped) {
      begun.push(now());
      const begin = performance.now();
      await service.query('begin');
      await service.query('select corkboard.lock_workspace($1)', [workspace]);
      await service.query(`select corkboard.emit_event($1, 'client.created', $2)`, [
        workspace,
        JSON.stringify({ n: writes.length }),
      ]);
      await service.query('commit');
      writes.push(performance.now() - begin);
      await pause(probeMs);
    }
    await service.end();
    const { rows } = await client.query<{ id: string; n: number }>(
      `select d.id, (d.data ->> 'n')::int as n from corkboard.webhook_deliveries d
       where d.workspace_id = $1 and d.event = 'client.created' order by d.created_at desc limit $2`,
      [workspace, writes.length],
    );
    return { writes, events: rows.map(({ id, n }) => ({ id, begunAt: begun[n]! })) };
  });
  return {
    stop: async () => {
      stopped = true;
      const made = await Promise.all(probes);
      await pause(2_000);
      const came = (await (await fetch(target)).json()) as Record<string, number>;
      return made.flatMap(({ writes, events }) => [
        writes,
        events.map(({ id, begunAt }) => (came[id] ?? Number.POSITIVE_INFINITY) - begunAt),
      ]);
    },
  };
}
