import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type BenchServer, connect } from './database.ts';
import { median, table } from './report.ts';
import { addWorkspaces } from './seed/workspaces.ts';
import { scriptOf, startProcess, startServer } from './server.ts';

const deliveries = 1_000_000;
const endpoints = 100;
/** How often somebody else writes and something else happens while a backlog is worked through. */
const probeMs = 50;

/** What a great number of deliveries costs those who look at them, and those who have nothing to do with them. */
export async function benchBacklog(server: BenchServer, quick: boolean): Promise<void> {
  const count = quick ? deliveries / 10 : deliveries;
  const url = await server.database(`corkboard_bench_backlog_${count}`, client => seed(client, count));
  const client = await connect(url);
  await benchViews(client, count);
  await benchBulk(client, url, count);
  await client.end();
}

/** So many deliveries of a month, almost all of them settled, each with an attempt. */
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

/** An endpoint with that many deliveries is turned off, on again, replayed, and removed, with a worker at work. */
async function benchBulk(client: pg.Client, url: string, count: number): Promise<void> {
  const receiver = await startServer(['bench/receiver.ts'], {});
  const target = `http://127.0.0.1:${receiver.port}/`;
  const worker = await startProcess(await scriptOf('worker'), /worker is working/, {
    DATABASE_URL: url,
    WEBHOOK_ALLOW_PRIVATE: 'true',
  });
  const { rows: made } = await client.query(
    `with w as (select id from corkboard.workspaces order by id limit 1)
     insert into corkboard.webhook_endpoints (workspace_id, url, events, secret)
     select w.id, $1 || n, array[case n when 'silent' then 'scope.approved' else 'client.created' end], corkboard.new_webhook_secret()
     from w, unnest('{silent,well}'::text[]) n returning workspace_id, id`,
    [target],
  );
  const [{ workspace_id: workspace, id: endpoint }] = made;
  await client.query(
    `insert into corkboard.webhook_deliveries (workspace_id, endpoint_id, event, data, due_at)
     select $1, $2, 'scope.approved', '{}', now() + interval '1 day' from generate_series(1, $3::int)`,
    [workspace, endpoint, count],
  );
  await client.query('vacuum analyze corkboard.webhook_deliveries');
  const left = (status: string) => async () => {
    const { rows } = await client.query(
      `select exists (select from corkboard.webhook_deliveries d
         where d.endpoint_id = $1 and ($2 = 'any' or d.status <> 'pending' and d.status = $2)) as found`,
      [endpoint, status],
    );
    return rows[0].found as boolean;
  };
  const waits = async () => {
    const { rows } = await client.query(
      `select exists (select from corkboard.webhook_deliveries d where d.endpoint_id = $1 and d.status = 'pending') as found`,
      [endpoint],
    );
    return rows[0].found as boolean;
  };
  const act = async (action: string, unfinished: () => Promise<boolean>) => {
    await client.query(`select corkboard.${action}_endpoint($1, $2)`, [workspace, endpoint]);
    while (await unfinished()) await pause(100);
  };
  const replayAll = async () => {
    let since: string | null = null;
    for (let batch = 250; batch === 250; ) {
      const { rows }: pg.QueryResult = await client.query(
        'select m.since::text, cardinality(m.deliveries) as batch from corkboard.replay_missed($1, $2, $3, 250) m',
        [workspace, endpoint, since],
      );
      ({ since, batch } = rows[0]);
    }
  };
  const actions: [string, () => Promise<void>][] = [
    ['turn it off', () => act('disable', waits)],
    ['turn it on again', () => act('enable', async () => false)],
    ['replay what it missed', replayAll],
    ['remove it', () => act('remove', left('any'))],
  ];
  const results: string[][] = [];
  for (const [name, action] of actions) {
    const probe = await startProbe(url, workspace, target);
    const begin = performance.now();
    await action();
    const seconds = (performance.now() - begin) / 1000;
    const { writes, attempts } = await probe.stop();
    results.push([
      name,
      seconds.toFixed(1),
      Math.max(...writes).toFixed(0),
      Math.max(...attempts).toFixed(0),
      '< 200',
    ]);
  }
  console.log(
    `\nAn endpoint with ${count} deliveries, which says nothing. Meanwhile somebody else writes in its workspace every ${probeMs} ms, and another endpoint there is sent an event as often; the longest, ms:\n`,
  );
  table(['Action', 'Seconds', 'A write', 'An event, to its receiver', 'Goal'], results);
  await worker.stop();
  await receiver.stop();
}

/** Somebody else's writes and events in a workspace, until it is stopped: how many ms each took. */
async function startProbe(url: string, workspace: string, target: string) {
  const client = await connect(url);
  await (await fetch(target)).text();
  const writes: number[] = [];
  const begun: number[] = [];
  let stopped = false;
  const probing = (async () => {
    while (!stopped) {
      const begin = performance.now();
      begun.push(performance.timeOrigin + begin);
      await client.query('begin');
      await client.query('select corkboard.lock_workspace($1)', [workspace]);
      await client.query(`select corkboard.emit_event($1, 'client.created', $2)`, [
        workspace,
        JSON.stringify({ n: writes.length }),
      ]);
      await client.query('commit');
      writes.push(performance.now() - begin);
      await pause(probeMs);
    }
  })();
  return {
    stop: async () => {
      stopped = true;
      await probing;
      await pause(2_000);
      const { rows } = await client.query(
        `select d.id, (d.data ->> 'n')::int as n from corkboard.webhook_deliveries d
         where d.workspace_id = $1 and d.event = 'client.created' order by d.created_at desc limit $2`,
        [workspace, writes.length],
      );
      const came = (await (await fetch(target)).json()) as Record<string, number>;
      await client.end();
      return {
        writes,
        attempts: rows.map(({ id, n }) => (came[id] ?? Number.POSITIVE_INFINITY) - begun[n]!),
      };
    },
  };
}
