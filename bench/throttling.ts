import { setTimeout as pause } from 'node:timers/promises';
import { goal, table } from '../harness/print.ts';
import { runCommand } from '../test/support/command.ts';
import { queuedJobs } from '../test/support/queue.ts';
import { asService } from '../test/support/role.ts';
import type { Bench } from './bench.ts';
import {
  addEndpoints,
  data,
  emitMany,
  type Opened,
  openWorkspaces,
  spreadColumns,
  spreadOf,
  startReceiver,
  steadyEvents,
} from './events.ts';
import { type MeasuredProcess, startServer, startWorker } from './processes.ts';
import type { Logged } from './throttledReceiver.ts';

/** The environment of the rows: a database, receivers, and a worker that is new for each row. */
interface Site extends Opened {
  bench: Bench;
  /** The address of the receivers (throttledReceiver.ts). */
  url: string;
  worker: MeasuredProcess | null;
}

/** The rows of the benchmark of throttling, by the names that select them. */
export const throttlingRows: Record<string, (site: Site) => Promise<void>> = {
  throttled: site => burst(site, 'throttled', 'json'),
  slack: site => burst(site, 'throttled', 'slack'),
  serial: site => burst(site, 'serial', 'json'),
  late: site => burst(site, 'late', 'json'),
  recovery,
  neighbors,
};

/** Measures whether receivers that accept few deliveries at a time get all of them, and how much that delays others. */
export async function benchThrottling(bench: Bench, names: string[]): Promise<void> {
  // More workspaces than any row has endpoints.
  const opened = await openWorkspaces(bench, 'corkboard_bench_pace', 150);
  const { port } = await startServer(bench.endings, 'bench/throttledReceiver.ts');
  const site: Site = { ...opened, bench, url: `http://127.0.0.1:${port}`, worker: null };
  for (const name of names) {
    await reset(site);
    await throttlingRows[name]!(site);
  }
}

/** Deletes all endpoints and the log of their requests, and replaces the worker. */
async function reset(site: Site): Promise<void> {
  await site.worker?.stop();
  await site.client.query('truncate corkboard.webhook_endpoints cascade');
  await site.client.query(`delete from ${queuedJobs}`);
  await tell(site, '/up');
  await tell(site, '/log');
  site.worker = await startWorker(site.bench.endings, site.databaseUrl);
}

/** Sends a control request to the receivers. */
const tell = async ({ url }: Site, control: string): Promise<unknown> => (await fetch(url + control)).json();

/** Adds an endpoint at a path of the receivers to the first workspace, and returns its id. */
const addEndpoint = async ({ client, workspaces, url }: Site, path: string, format = 'json') =>
  (await addEndpoints(client, workspaces, [url + path], { format }))[0]!;

/** A receiver, how many ms it needs for each delivery, and what must have arrived, within how many seconds. */
interface Course {
  path: string;
  msEach: number;
  count: number;
  arrived: number;
  seconds: number;
  requestsEach: number;
}

/** The receivers that get many events at once, in full and with --quick. */
const bursts: Record<string, [full: Course, quick: Course]> = {
  // It answers late, however many are open.
  late: [
    { path: '/fragile/999/9000', msEach: 30, count: 300, arrived: 300, seconds: 39, requestsEach: 1 },
    { path: '/fragile/999/2000', msEach: 33, count: 60, arrived: 60, seconds: 7, requestsEach: 1 },
  ],
  throttled: [
    { path: '/throttled/2', msEach: 500, count: 50, arrived: 45, seconds: 240, requestsEach: 2 },
    { path: '/throttled/2', msEach: 500, count: 20, arrived: 18, seconds: 90, requestsEach: 2 },
  ],
  // It works on one request after the other.
  serial: [
    { path: '/fragile/1/300', msEach: 300, count: 150, arrived: 150, seconds: 150, requestsEach: 1.3 },
    { path: '/fragile/1/300', msEach: 300, count: 50, arrived: 50, seconds: 50, requestsEach: 1.3 },
  ],
};

/** Measures many events at once for one receiver. */
async function burst(site: Site, name: string, format: string): Promise<void> {
  const course = bursts[name]![site.bench.quick ? 1 : 0];
  const endpoint = await addEndpoint(site, course.path, format);
  const begun = Date.now();
  await emitMany(site.service, site.workspaces[0]!, 1, course.count);
  const title = `${course.count} events at once for a receiver (${name}, ${format}), until all have arrived or the time is over`;
  await report(site, endpoint, course, begun, title);
}

/** Measures an endpoint that recovers, when all its waiting deliveries are made due at once. */
async function recovery(site: Site): Promise<void> {
  const count = site.bench.quick ? 500 : 5_000;
  // How many deliveries the receiver handles at once, how many ms each takes, and with how many open requests it fails.
  const [atOnce, workMs, maxOpen, fallenMs] = [10, 200, 40, 30_000];
  const path = `/fragile/${atOnce}/${workMs}/${maxOpen}/${fallenMs}`;
  const endpoint = await addEndpoint(site, path);
  await tell(site, '/down');
  // Events while it is down, from which the throttle learns that it fails.
  const [eventsWhileDown, downSeconds] = [60, 20];
  await emitMany(site.service, site.workspaces[0]!, 1, eventsWhileDown);
  await addLate(site, endpoint, count - eventsWhileDown);
  await settled(site, endpoint, Date.now() + downSeconds * 1000);
  await tell(site, '/up');
  await tell(site, '/log');
  const begun = Date.now();
  const { status, stderr } = await runCommand(['delivery', 'retry', '--endpoint', endpoint], {
    DATABASE_URL: asService(site.databaseUrl),
  });
  if (status !== 0) throw new Error(stderr);
  const msEach = workMs / atOnce;
  const seconds = (1.5 * count * msEach) / 1000;
  await report(
    site,
    endpoint,
    { path, msEach, count, arrived: count, seconds, requestsEach: 1.1 },
    begun,
    `${count} deliveries wait for an endpoint that was down. It is up again, and they are retried at once. It works on ${atOnce} at a time, ${workMs} ms each, and falls over with more than ${maxOpen} (goal: never, which is to say no 503)`,
  );
}

/** Adds deliveries that failed three times in the last hour and are due again in the next one. */
async function addLate({ client, workspaces }: Site, endpoint: string, count: number): Promise<void> {
  await client.query(
    `with made as (
       insert into corkboard.webhook_deliveries as d
         (workspace_id, endpoint_id, event, data, attempts_made, job_number, created_at, due_at)
       select $1, $2, 'client.created', $3, 3, 4, now() - interval '1 hour',
              now() + interval '10 minutes' + n * interval '50 minutes' / $4::int
       from generate_series(1, $4::int) n
       returning d)
     select corkboard.enqueue_attempts(array_agg(d)) from made`,
    [workspaces[0], endpoint, JSON.stringify(data), count],
  );
  await client.query('vacuum analyze corkboard.webhook_deliveries');
}

/** Waits until no delivery of an endpoint is pending, or until a moment. Returns how they stand. */
async function settled({ client }: Site, endpoint: string, until: number) {
  for (;;) {
    await pause(1_000);
    const { rows } = await client.query<{ pending: number; lost: number; isOn: boolean }>(
      `select e.disabled_at is null as "isOn", count(*) filter (where d.status = 'pending')::int as pending,
              count(*) filter (where d.status in ('failed', 'missed'))::int as lost
         from corkboard.webhook_endpoints e
         join corkboard.webhook_deliveries d on d.workspace_id = e.workspace_id and d.endpoint_id = e.id
        where e.id = $1 group by e.workspace_id, e.id`,
      [endpoint],
    );
    if (rows[0]!.pending === 0 || Date.now() > until) return rows[0]!;
  }
}

/** Waits until an endpoint's deliveries are settled or its time is over, and prints how they ended. */
async function report(
  site: Site,
  endpoint: string,
  { path, msEach, count, arrived, seconds, requestsEach }: Course,
  begun: number,
  title: string,
): Promise<void> {
  const { pending, lost, isOn } = await settled(site, endpoint, begun + seconds * 1000);
  const log = (await tell(site, '/log')) as Logged[];
  const requests = log.filter(({ receiver }) => receiver === path);
  const inTime = requests.filter(({ status, at }) => status === 200 && at - begun <= seconds * 1000);
  // The first of each delivery: they are in the order of their times.
  const times = [...new Map(inTime.reverse().map(({ delivery, at }) => [delivery, at])).values()];
  const last = (Math.max(...times) - begun) / 1000;
  const answers = Object.entries(Object.groupBy(requests, ({ status }) => status)).map(
    ([status, all]) => `${status === '0' ? 'late' : status}: ${all!.length}`,
  );
  console.log(`\n${title}; the ratio is that to the receiver's own pace:\n`);
  table(
    [
      ...[
        'Deliveries',
        'Arrived',
        'Goal',
        'Last after, s',
        'Goal',
        'Ratio',
        'Failed or missed',
        'Goal',
        'Pending',
      ],
      ...['Requests each', 'Goal', 'Most open', 'Endpoint', 'Answers'],
    ],
    [
      [
        ...[String(count), String(times.length), goal(`≥ ${arrived}`, times.length)],
        ...[
          last.toFixed(1),
          goal(`< ${seconds}`, last),
          ((last * 1000) / (times.length * msEach)).toFixed(2),
        ],
        ...[String(lost), goal('≤ 0', lost), String(pending)],
        ...[(requests.length / count).toFixed(2), goal(`≤ ${requestsEach}`, requests.length / count)],
        ...[
          String(Math.max(0, ...requests.map(({ open }) => open))),
          isOn ? 'on' : 'off',
          answers.join(', '),
        ],
      ],
    ],
  );
}

/** Measures events for other endpoints while some slow endpoints have many waiting deliveries. */
async function neighbors(site: Site): Promise<void> {
  const [seconds, count] = site.bench.quick ? [10, 500] : [75, 3_000];
  const others = 100;
  const receiver = await startReceiver(site.bench.endings);
  const rows: string[][] = [];
  let baseline: number[] | undefined;
  for (const slow of [0, 1, 20]) {
    await reset(site);
    const workspaces = site.workspaces.slice(0, others);
    await addEndpoints(site.client, workspaces, Array<string>(others).fill(receiver));
    const addresses = Array.from(
      { length: slow },
      (_, n) => site.url + (n % 2 === 0 ? `/throttled/2?${slow}-${n}` : `/fragile/1/300?${slow}-${n}`),
    );
    await addEndpoints(site.client, site.workspaces.slice(others), addresses);
    await addBacklog(site, receiver, count);
    const took = await steadyEvents({ ...site, workspaces, url: receiver }, seconds);
    baseline ??= took;
    rows.push([String(slow), ...spreadOf(took, baseline)]);
  }
  console.log(
    `\n100 events a second to ${others} endpoints, for ${seconds} s, while ${count} deliveries wait for each of the slow ones (2 a second, or 0.3 s one after the other); from the commit to the receiver, ms (goal: p99 as with none):\n`,
  );
  table(['Slow endpoints', ...spreadColumns], rows);
}

/**
 * Adds this many deliveries, due now, to each endpoint that is not at `url`, and waits until the job of each has run. Until
 * then, new events queue together with those jobs.
 */
async function addBacklog({ client }: Site, url: string, count: number): Promise<void> {
  await client.query(
    `with made as (
       insert into corkboard.webhook_deliveries as d (workspace_id, endpoint_id, event, data)
       select e.workspace_id, e.id, 'client.created', $3
       from corkboard.webhook_endpoints e, generate_series(1, $2::int) n
       where e.url <> $1
       returning d)
     select corkboard.enqueue_attempts(array_agg(d)) from made`,
    [url, count, JSON.stringify(data)],
  );
  const due = `select from ${queuedJobs} where run_at < now() and locked_at is null limit 1`;
  for (let looks = 0; looks < 120; looks++) {
    await pause(1_000);
    if ((await client.query(due)).rowCount === 0) return;
  }
}
