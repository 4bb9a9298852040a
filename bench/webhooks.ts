import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { goal, median, quantile, spread, table } from '../harness/print.ts';
import { notification } from '../src/database/jobNotifier.ts';
import { formats } from '../src/webhooks/formats.ts';
import { queuedJobs } from '../test/support/queue.ts';
import type { Bench } from './bench.ts';
import {
  addEndpoints,
  arrived,
  data,
  type Opened,
  openWorkspaces,
  spreadColumns,
  spreadOf,
  startReceiver,
  steadyEvents,
} from './events.ts';
import { alternating } from './meters.ts';
import { startServer, startWorker } from './processes.ts';

/** The number of deliveries in a round. */
export const waiting = 10_000;
/** How long the worker may take for a round. */
const roundMs = 5 * 60_000;
/** How many the bare loop sends, so that it takes about as long as the worker and meets the same load on the machine. */
const bareCount = 3 * waiting;
/**
 * The cores of the worker or the bare loop, and of the receiver. PostgreSQL uses the rest of both. If the scheduler chose
 * the cores, the speed of the bare loop would vary a lot between runs.
 */
const senderCore = 0;
const receiverCore = 1;
/** The number of endpoints in the benchmark of silent ones, and of those that are silent. */
const [endpoints, silent] = [1_000, 50];

/** Workspaces without endpoints, and the address of a receiver. */
type Site = Opened & { url: string };

/** Measures the latency of webhooks, their throughput compared with a bare loop, and how silent endpoints affect others. */
export async function benchWebhooks(bench: Bench): Promise<void> {
  const site = await openSite(bench);
  await startWorker(bench.endings, site.databaseUrl, senderCore);
  await benchLatency(site, bench.quick ? 1 : 10);
  for (const count of [1, 100]) await benchThroughput(bench, site, count);
  await benchSilence(site, bench.quick ? 5 : 30);
}

/** Opens a site with nothing to send. */
export async function openSite(bench: Bench): Promise<Site> {
  const opened = await openWorkspaces(bench, 'corkboard_bench_webhooks', endpoints / 5);
  // Jobs that an earlier run left for a retry.
  await opened.client.query(`delete from ${queuedJobs}`);
  return { ...opened, url: await startReceiver(bench.endings, receiverCore) };
}

/** Makes endpoints with these addresses in place of those before. */
async function replaceEndpoints({ client, workspaces }: Site, urls: string[]): Promise<void> {
  await client.query('truncate corkboard.webhook_endpoints cascade');
  await addEndpoints(client, workspaces, urls, { perWorkspace: 5 });
}

/** Measures events on an idle system, one after the other: the time from before the commit to the receiver. */
async function benchLatency(site: Site, seconds: number): Promise<void> {
  await replaceEndpoints(site, [site.url]);
  const took = await steadyEvents({ ...site, workspaces: [site.workspaces[0]!] }, seconds, 20);
  console.log(
    `\nFrom the commit of an event to its receiver, on an idle system: median ${median(took).toFixed(1)} ms, p99 ${quantile(took, 0.99).toFixed(1)} ms of ${took.length} (goal of the median: ${goal('< 50', median(took))}).`,
  );
}

/** Measures sending and recording all waiting deliveries, alternating with the bare loop. */
async function benchThroughput({ quick, endings }: Bench, site: Site, count: number): Promise<void> {
  const bare = await startServer(endings, 'bench/bareDispatcher.ts', {}, senderCore);
  const body = formats.json({
    id: data.clientId,
    event: 'client.created',
    createdAt: data.createdAt,
    workspaceId: data.clientId,
    data: JSON.stringify(data),
  });
  const rounds = quick ? 3 : 7;
  const sendBare = async () => {
    const loop = await fetch(`http://127.0.0.1:${bare.port}/`, {
      method: 'POST',
      body: JSON.stringify({ url: site.url, count: bareCount, body }),
    });
    return bareCount / (Number(await loop.text()) / 1000);
  };
  const sendOurs = async () => waiting / ((await drain(site, count)) / 1000);
  const [bares, ours] = await alternating(rounds, [sendBare, sendOurs], send => send());
  await bare.stop();
  const ratios = ours.map((rate, i) => rate / bares[i]!);
  console.log(
    `\n${waiting} deliveries that wait, sent and recorded by one worker process, beside a bare loop (undici and HMAC, no database), ${rounds} alternating rounds, ${count} endpoint(s):\n`,
  );
  table(
    ['Endpoints', 'Ratio', 'Goal', 'Deliveries/s', 'Bare loop, requests/s'],
    [
      [
        String(count),
        spread(ratios, 2),
        goal('≥ 0.4', median(ratios)),
        median(ours).toFixed(0),
        median(bares).toFixed(0),
      ],
    ],
  );
}

/**
 * Measures how many ms pass from the commit of all waiting deliveries, to this many endpoints, until the last one is
 * recorded.
 */
export async function drain(site: Site, count: number): Promise<number> {
  const { client, url } = site;
  await replaceEndpoints(site, Array<string>(count).fill(url));
  await arrived(url);
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
  await client.query(notification(waiting));
  await untilSent(client, url, waiting);
  const ms = performance.now() - begin;
  const { rows } = await client.query('select count(*)::int as attempts from corkboard.webhook_attempts');
  if (rows[0].attempts !== waiting) throw new Error(`${rows[0].attempts} attempts of ${waiting}`);
  return ms;
}

/** Waits until this many deliveries have arrived at the receiver and all are recorded. */
export async function untilSent(client: pg.Client, url: string, count: number): Promise<void> {
  const end = performance.now() + roundMs;
  // The database is queried only at the end, because queries are load, too.
  await fetch(`${url}reached/${count}`);
  const waits = `select from corkboard.webhook_deliveries where status = 'pending' limit 1`;
  while ((await client.query(waits)).rowCount !== 0) {
    if (performance.now() > end) throw new Error(`Deliveries are pending after ${roundMs} ms.`);
    await pause(2);
  }
}

/** Measures how long deliveries take at a steady rate of events while some other endpoints never answer. */
async function benchSilence(site: Site, seconds: number): Promise<void> {
  const measure = async (silentOnes: number) => {
    const urls = Array.from({ length: endpoints }, (_, n) => site.url + (n < silentOnes ? 'silent' : ''));
    await replaceEndpoints(site, urls);
    return steadyEvents(site, seconds);
  };
  const [none, some] = [await measure(0), await measure(silent)];
  console.log(
    `\n100 events a second, each to five of ${endpoints} endpoints, for ${seconds} s; from the commit to the receivers that answer, ms (goal of p99):\n`,
  );
  const judged = (took: number[]) => goal('< 1000', quantile(took, 0.99));
  table(
    ['Silent endpoints', ...spreadColumns, 'Goal'],
    [
      ['0', ...spreadOf(none, none), judged(none)],
      [String(silent), ...spreadOf(some, none), judged(some)],
    ],
  );
}
