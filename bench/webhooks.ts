import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { formats } from '../src/webhooks/formats.ts';
import { queuedJobs } from '../test/support/queue.ts';
import { asService } from '../test/support/role.ts';
import { now } from './clock.ts';
import { type BenchServer, connect } from './database.ts';
import { data, emit } from './events.ts';
import { median, quantile, table } from './report.ts';
import { addWorkspaces } from './seed/workspaces.ts';
import { type MeasuredServer, startServer, startWorker } from './server.ts';
import { steadily } from './steady.ts';
import { benchThrottled } from './throttled.ts';

/** The number of deliveries in a round. */
export const waiting = 10_000;
const rounds = 9;
/** How long the worker may take for a round. */
const roundMs = 5 * 60_000;
/**
 * How many deliveries the bare loop sends, so that it takes about as long as the worker and meets the same load on the
 * machine.
 */
const bareCount = 3 * waiting;
/**
 * The cores of the worker or the bare loop, and of the receiver. PostgreSQL uses the rest of both. If the scheduler chose
 * the cores, the speed of the bare loop would vary a lot between runs.
 */
const senderCore = 0;
const receiverCore = 1;
/**
 * The benchmark of silent endpoints: the number of endpoints, the numbers of silent ones, and for how many seconds
 * events are emitted.
 */
const endpoints = 1_000;
const silent = 50;
const seconds = 30;

/** Workspaces, workers that send to a receiver, and connections as the owner and as web. */
export interface Site {
  databaseUrl: string;
  workers: MeasuredServer[];
  client: pg.Client;
  /** A connection as the service's role. */
  service: pg.Client;
  receiver: MeasuredServer;
  url: string;
  workspaces: string[];
  stop(): Promise<void>;
}

/**
 * Measures the latency of webhooks, their throughput compared with a bare loop, and how silent endpoints affect others.
 */
export async function benchWebhooks(server: BenchServer, quick: boolean): Promise<void> {
  const site = await openSite(server);
  const { client, service } = site;
  await benchLatency(site, quick ? 20 : 200);
  for (const count of [1, 100]) await benchThroughput(site, count, quick ? 1 : rounds);
  await benchSilence(site, quick ? 5 : seconds);
  await benchSlowness(site);
  await endpointsFor(site, 1);
  await benchThrottled({ client, service, workspaceId: site.workspaces[0]! });
  await site.stop();
}

/**
 * Opens a site with many endpoints' workspaces and nothing to send. `startWorkers` starts the workers; otherwise there is
 * one, on a core of its own.
 */
export async function openSite(
  server: BenchServer,
  startWorkers = async (serviceUrl: string) => [await startWorker(serviceUrl, senderCore)],
): Promise<Site> {
  const databaseUrl = await server.database('corkboard_bench_webhooks', client =>
    addWorkspaces(client, endpoints / 5),
  );
  const client = await connect(databaseUrl);
  const service = await connect(asService(databaseUrl));
  // Jobs that an earlier run left for a retry.
  await client.query(`delete from ${queuedJobs}`);
  const receiver = await startServer(['bench/receiver.ts'], {}, receiverCore);
  const { rows } = await client.query('select id from corkboard.workspaces order by id');
  const workers = await startWorkers(asService(databaseUrl));
  return {
    databaseUrl,
    workers,
    client,
    service,
    receiver,
    url: `http://127.0.0.1:${receiver.port}/`,
    workspaces: rows.map(({ id }) => id),
    stop: async () => {
      await Promise.all(workers.map(worker => worker.stop()));
      await receiver.stop();
      await service.end();
      await client.end();
    },
  };
}

/** Makes this many endpoints in place of those before, five to a workspace. The first ones have a silent address. */
export async function endpointsFor(
  { client, url, workspaces }: Site,
  count: number,
  silentOnes = 0,
): Promise<void> {
  await client.query('truncate corkboard.webhook_endpoints cascade');
  await client.query(
    `insert into corkboard.webhook_endpoints (workspace_id, url, events, secret)
     select ($1::uuid[])[1 + n / 5], case when n < $4 then $2 || 'silent' else $2 end, '{client.created}', corkboard.new_webhook_secret()
     from generate_series(0, $3::int - 1) n`,
    [workspaces, url, count, silentOnes],
  );
}

/** Measures events on an idle system, one after the other: the time from before the commit to the receiver. */
async function benchLatency(site: Site, events: number): Promise<void> {
  await endpointsFor(site, 1);
  const begun: number[] = [];
  for (let i = 0; i < events; i++) {
    begun.push(now());
    await emit(site.service, site.workspaces[0]!);
    await pause(50);
  }
  const took = (await arrivals(site)).map((at, i) => at - begun[i]!);
  console.log(
    `\nFrom the commit of an event to its receiver, on an idle system: median ${median(took).toFixed(1)} ms, p99 ${quantile(took, 0.99).toFixed(1)} ms of ${took.length} (goal: median below 50 ms).`,
  );
}

/** Measures sending and recording all waiting deliveries, alternating with the bare loop. */
async function benchThroughput(site: Site, count: number, rounds: number): Promise<void> {
  const bare = await startServer(['bench/bareDispatcher.ts'], {}, senderCore);
  const body = formats.json({
    id: data.clientId,
    event: 'client.created',
    createdAt: data.createdAt,
    workspaceId: data.clientId,
    data: JSON.stringify(data),
  });
  const ours: number[] = [];
  const bares: number[] = [];
  for (let round = -1; round < rounds; round++) {
    const loop = await fetch(`http://127.0.0.1:${bare.port}/`, {
      method: 'POST',
      body: JSON.stringify({ url: site.url, count: bareCount, body }),
    });
    const bareMs = Number(await loop.text());
    const ms = await drain(site, count);
    // The first round warms up.
    if (round >= 0) {
      ours.push(waiting / (ms / 1000));
      bares.push(bareCount / (bareMs / 1000));
    }
  }
  await bare.stop();
  const ratios = ours.map((rate, i) => rate / bares[i]!);
  console.log(
    `\n${waiting} deliveries that wait, sent and recorded by one worker process, beside a bare loop (undici and HMAC, no database), ${rounds} alternating rounds, ${count} endpoint(s):\n`,
  );
  table(
    ['Endpoints', 'Ratio', 'Goal', 'Deliveries/s', 'Bare loop, requests/s'],
    [[String(count), median(ratios).toFixed(2), '> 0.35', median(ours).toFixed(0), median(bares).toFixed(0)]],
  );
}

/**
 * Measures how many ms pass from the commit of all waiting deliveries, to this many endpoints, until the last one is
 * recorded.
 */
export async function drain(site: Site, count: number): Promise<number> {
  const { client, url } = site;
  await endpointsFor(site, count);
  await arrivals(site);
  // The rounds are too close together for autovacuum.
  await client.query(`vacuum ${queuedJobs}`);
  await client.query(
    `with made as (
       insert into corkboard.webhook_deliveries as d (workspace_id, endpoint_id, event, data)
       select e.workspace_id, e.id, 'client.created', $2::json
       from generate_series(1, $1::int) n
       join (select *, row_number() over (order by id) - 1 as i from corkboard.webhook_endpoints) e on e.i = n % $3::int
       returning d)
     select corkboard.enqueue_attempts(array_agg(d)) from made`,
    [waiting, JSON.stringify(data), count],
  );
  const begin = performance.now();
  // The database is queried only at the end, because queries are load, too.
  await fetch(`${url}reached/${waiting}`);
  const waits = `select from corkboard.webhook_deliveries where status = 'pending' limit 1`;
  while ((await client.query(waits)).rowCount !== 0) {
    if (performance.now() - begin > roundMs) throw new Error(`Deliveries are pending after ${roundMs} ms.`);
    await pause(2);
  }
  const ms = performance.now() - begin;
  const { rows } = await client.query('select count(*)::int as attempts from corkboard.webhook_attempts');
  if (rows[0].attempts !== waiting) throw new Error(`${rows[0].attempts} attempts of ${waiting}`);
  return ms;
}

/**
 * Measures when the last of many simultaneous events is first sent to an endpoint that answers late, but with success.
 */
async function benchSlowness(site: Site): Promise<void> {
  const rows: string[][] = [];
  for (const [events, answerMs, goalMs] of [
    [60, 2_000, 5_000],
    [300, 9_000, 30_000],
  ] as const) {
    await endpointsFor(site, 1);
    await site.client.query(`update corkboard.webhook_endpoints set url = $1`, [
      `${site.url}after/${answerMs}`,
    ]);
    const begun = now();
    for (let n = 0; n < events; n++) await emit(site.service, site.workspaces[0]!, n);
    await fetch(`${site.url}reached/${events}`);
    const last = Math.max(...(await arrivals(site))) - begun;
    rows.push([String(events), String(answerMs), last.toFixed(0), `< ${goalMs}`]);
    // Wait until all are answered, because otherwise they would occupy slots in the next run.
    await pause(answerMs);
  }
  console.log(
    '\nEvents at once for one endpoint that answers 200, but late; ms until the last was first sent:\n',
  );
  table(['Events', 'Answered after', 'Last sent after', 'Goal'], rows);
}

/** Measures how long deliveries take at a steady rate of events while some other endpoints never answer. */
async function benchSilence(site: Site, seconds: number): Promise<void> {
  const measure = async (silentOnes: number) => {
    await endpointsFor(site, endpoints, silentOnes);
    return steadily({ ...site, seconds });
  };
  const rows: string[][] = [];
  for (const silentOnes of [0, silent]) {
    const took = await measure(silentOnes);
    rows.push([
      String(silentOnes),
      String(took.length),
      median(took).toFixed(1),
      quantile(took, 0.99).toFixed(1),
      silentOnes === 0 ? '' : '< 1000',
      Math.max(...took).toFixed(0),
    ]);
  }
  console.log(
    `\n100 events a second, each to five of ${endpoints} endpoints, for ${seconds} s; from the commit to the receivers that answer, ms:\n`,
  );
  table(['Silent endpoints', 'Deliveries', 'Median', 'p99', 'Goal', 'Last'], rows);
}

/** When each delivery first arrived, in the order in which they were created. */
async function arrivals({ client, url }: Site): Promise<number[]> {
  const { rows } = await client.query('select id from corkboard.webhook_deliveries order by id');
  const came = (await (await fetch(url)).json()) as Record<string, number>;
  return rows.map(({ id }) => came[id] ?? Number.POSITIVE_INFINITY);
}
