import type pg from 'pg';
import { median, table } from '../harness/print.ts';
import { signInOwners } from '../harness/seed/workspaces.ts';
import { asService } from '../test/support/role.ts';
import type { Bench } from './bench.ts';
import { checkedLoad, type Work } from './load.ts';
import { costs, type Meters, microsOf, summary } from './meters.ts';
import { type Costs, printModel } from './model.ts';
import { databaseCpu, type MeasuredProcess, startWeb, startWorker } from './processes.ts';
import { connections } from './round.ts';
import { mostPerWorkspace, openTargets, routes, type Target, visits } from './targets.ts';
import { drain, openSite, waiting } from './webhooks.ts';

/** How many processes of a kind are measured over one database. */
const processCounts = [1, 2, 3, 4];
/** How many endpoints get the deliveries. */
const endpoints = 100;

/** What processes did in the median of rounds, and what each request or delivery cost. */
type Figures = Record<'perSecond' | 'p50Ms' | 'process' | 'database' | 'wal', number>;

/**
 * Measures what one to four web processes, and as many workers, do over one PostgreSQL on this machine, and prints what
 * the model of larger machines makes of that.
 */
export async function benchScaling(bench: Bench): Promise<void> {
  const [rounds, seconds] = bench.quick ? [1, 1] : [5, 3];
  const requests = await benchWeb(bench, rounds, seconds);
  const deliveries = await benchWorkers(bench, rounds);
  const costs = Object.entries({ ...requests, deliveries }).map(([kind, { process, database }]) => [
    kind,
    { process, database, nodes: 0 },
  ]);
  printModel(Object.fromEntries(costs) as Costs, bench.price);
}

/** Returns the figures of each kind of requests with one process. */
async function benchWeb(bench: Bench, rounds: number, seconds: number): Promise<Record<string, Figures>> {
  const { databaseUrl, client, targets } = await openTargets(bench);
  const cookies = await signInOwners(client);
  const alone: Record<string, Figures> = {};
  const rows: string[][] = [];
  for (const count of processCounts) {
    const webs = await Promise.all(
      Array.from({ length: count }, () => startWeb(bench.endings, asService(databaseUrl))),
    );
    const meters = await metersOf(client, webs);
    for (const work of kindsOf(targets, cookies)) {
      const results: Figures[] = [];
      // The first round warms up.
      for (let n = 0; n <= rounds; n++) {
        await client.query('truncate corkboard.rate_windows');
        const result = await webRound(meters, webs, work, seconds);
        if (n > 0) results.push(result);
      }
      const figures = summary(results);
      alone[work.name] ??= figures;
      const p50 = figures.p50Ms.toFixed(1);
      const shown = await row(client, webs, figures, alone[work.name]!);
      rows.push([String(count), work.name, ...shown.slice(0, 2), p50, ...shown.slice(2)]);
    }
    await Promise.all(webs.map(web => web.stop()));
  }
  console.log(
    `\nWeb processes over one PostgreSQL, with ${connections} connections that send one request after the other: medians of ${rounds} rounds of ${seconds} s.\n`,
  );
  table(['Web', 'Requests', 'A second', 'Ratio', 'p50 ms', 'Web, µs', ...columns], rows);
  return alone;
}

/** Reads and writes of the API, and pages of the console, in all workspaces. */
function kindsOf(targets: Target[], cookies: Map<string, string>): Work[] {
  const of = (method: 'GET' | 'POST') => ({
    requests: targets.flatMap(target =>
      routes.filter(route => route.method === method).map(({ request }) => request(target)),
    ),
    status: method === 'GET' ? 200 : 201,
    mostRequests: targets.length * mostPerWorkspace[method],
  });
  const pages = targets.flatMap(target => visits(target, cookies.get(target.id)!));
  return [
    { name: 'reads', ...of('GET') },
    { name: 'writes', ...of('POST') },
    { name: 'pages', ...of('GET'), requests: pages },
  ];
}

/** One round, in which each web process gets its share of the connections. */
async function webRound(
  meters: Meters<'process' | 'database' | 'wal'>,
  webs: MeasuredProcess[],
  work: Work,
  seconds: number,
): Promise<Figures> {
  const share = Math.floor(work.requests.length / webs.length);
  const loads = webs.map(({ port }, n) => ({
    ...work,
    port,
    requests: work.requests.slice(n * share, (n + 1) * share),
    mostRequests: Math.floor(work.mostRequests / webs.length),
    connections: Math.round(connections / webs.length),
    seconds,
  }));
  let perSecond = 0;
  let p50Ms = 0;
  const each = await costs(meters, async () => {
    const results = await Promise.all(loads.map(checkedLoad));
    perSecond = results.reduce((total, { answers, seconds }) => total + answers / seconds, 0);
    p50Ms = median(results.map(result => result.p50Ms));
    return results.reduce((total, { answers }) => total + answers, 0);
  });
  return { perSecond, p50Ms, ...each };
}

/** Returns the figures of a delivery with one process. */
async function benchWorkers(bench: Bench, rounds: number): Promise<Figures> {
  const site = await openSite(bench);
  const rows: string[][] = [];
  let alone: Figures | undefined;
  for (const count of processCounts) {
    const workers = await Promise.all(
      Array.from({ length: count }, () => startWorker(bench.endings, asService(site.databaseUrl))),
    );
    const meters = await metersOf(site.client, workers);
    const results: Figures[] = [];
    for (let n = 0; n <= rounds; n++) {
      let ms = 0;
      const each = await costs(meters, async () => {
        ms = await drain(site, endpoints);
        return waiting;
      });
      if (n > 0) results.push({ perSecond: waiting / (ms / 1000), p50Ms: 0, ...each });
    }
    const figures = summary(results);
    alone ??= figures;
    rows.push([String(count), ...(await row(site.client, workers, figures, alone))]);
    await Promise.all(workers.map(worker => worker.stop()));
  }
  console.log(
    `\nWorkers over one PostgreSQL, which send ${waiting} waiting deliveries to ${endpoints} endpoints: medians of ${rounds} rounds. What PostgreSQL does includes adding the deliveries.\n`,
  );
  table(['Workers', 'Deliveries/s', 'Ratio', 'Worker, µs', ...columns], rows);
  return alone!;
}

/** What is measured of processes and the database that they use: processor time in µs, and bytes of its log. */
const metersOf = async (
  client: pg.Client,
  processes: MeasuredProcess[],
): Promise<Meters<'process' | 'database' | 'wal'>> => {
  const databaseSeconds = await databaseCpu(client);
  return {
    process: () => microsOf(processes),
    database: async () => (await databaseSeconds()) * 1e6,
    wal: async () => {
      const { rows } = await client.query(`select pg_current_wal_insert_lsn() - '0/0' as bytes`);
      return Number(rows[0].bytes);
    },
  };
};

const columns = ['PostgreSQL, µs', 'WAL, kB', 'Connections', 'MB each'];

/**
 * The figures of processes, their pace beside that of one process, the database connections that they hold together, and the
 * memory of the largest.
 */
async function row(
  client: pg.Client,
  processes: MeasuredProcess[],
  { perSecond, process, database, wal }: Figures,
  alone: Figures,
): Promise<string[]> {
  const { rows } = await client.query(
    `select count(*)::int as connections from pg_stat_activity
      where datname = current_database() and application_name in ('corkboard web', 'corkboard worker')`,
  );
  const megabytes = await Promise.all(processes.map(process => process.megabytes()));
  return [
    perSecond.toFixed(0),
    (perSecond / alone.perSecond).toFixed(2),
    process.toFixed(0),
    database.toFixed(0),
    (wal / 1000).toFixed(1),
    String(rows[0].connections),
    Math.max(...megabytes).toFixed(0),
  ];
}
