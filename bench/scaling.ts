import type pg from 'pg';
import { median, table } from '../harness/print.ts';
import { signInOwners } from '../harness/seed/workspaces.ts';
import type { Bench } from './bench.ts';
import { checkedLoad, type Work } from './load.ts';
import { alternating, costs, type Meters, microsOf, summary } from './meters.ts';
import { type Costs, printModel } from './model.ts';
import { databaseCpu, type MeasuredProcess, startWeb, startWorker } from './processes.ts';
import { connections } from './round.ts';
import { maxPerWorkspace, openTargets, routes, type Target, visits } from './targets.ts';
import { drain, openSite, waiting } from './webhooks.ts';

/** How many processes of a kind are measured over one database. */
const processCounts = [1, 2, 3, 4];
/** How many endpoints get the deliveries. */
const endpoints = 100;

/** What is measured of processes and the database that they use: processor time in µs, and bytes of its log. */
type Read = Meters<'process' | 'database' | 'wal'>;

/** What processes did in the median of rounds, and what each request or delivery cost. There is no p50 of deliveries. */
type Figures = Record<'perSecond' | 'p50Ms' | keyof Read, number>;

/** Does a round of one kind of work with some processes. */
type Round = (processes: MeasuredProcess[], meters: Read) => Promise<Figures>;

/**
 * Measures what one to four web processes, and as many workers, do over one PostgreSQL on this machine, and prints what
 * the model of larger machines makes of that.
 */
export async function benchScaling(bench: Bench): Promise<void> {
  const [rounds, seconds] = bench.quick ? [1, 1] : [5, 1];
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
  const kinds = kindsOf(targets, await signInOwners(client)).map((work): [string, Round] => [
    work.name,
    async (webs, meters) => {
      await client.query('truncate corkboard.rate_windows');
      return webRound(meters, webs, work, seconds);
    },
  ]);
  const start = () => startWeb(bench.endings, databaseUrl);
  const { rows, alone } = await byCount(client, start, rounds, kinds);
  console.log(
    `\nWeb processes over one PostgreSQL, with ${connections} connections that send one request after the other: medians of ${rounds} rounds of ${seconds} s.\n`,
  );
  table(['Web', 'Requests', 'A second', 'Ratio', 'p50 ms', 'Web, µs', ...columns], rows);
  return alone;
}

/**
 * Measures each kind of work with one to four processes. Returns its figures with one process, and a row for each kind and count:
 * the figures, their pace beside that of one process, the database connections that the processes hold together, and the memory
 * of the largest.
 */
async function byCount(
  client: pg.Client,
  start: () => Promise<MeasuredProcess>,
  rounds: number,
  kinds: [name: string, round: Round][],
) {
  const databaseSeconds = await databaseCpu(client);
  const alone: Record<string, Figures> = {};
  const rows: string[][] = [];
  for (const count of processCounts) {
    const processes = await Promise.all(Array.from({ length: count }, start));
    const meters: Read = {
      process: () => microsOf(processes),
      database: async () => (await databaseSeconds()) * 1e6,
      wal: async () => {
        const { rows } = await client.query(`select pg_current_wal_insert_lsn() - '0/0' as bytes`);
        return Number(rows[0].bytes);
      },
    };
    for (const [name, round] of kinds) {
      const [results] = await alternating(rounds, [round], one => one(processes, meters));
      const figures = summary(results);
      alone[name] ??= figures;
      const open = await client.query(
        `select count(*)::int as connections from pg_stat_activity
          where datname = current_database() and application_name in ('corkboard web', 'corkboard worker')`,
      );
      const megabytes = await Promise.all(processes.map(process => process.megabytes()));
      rows.push([
        String(count),
        name,
        figures.perSecond.toFixed(0),
        (figures.perSecond / alone[name].perSecond).toFixed(2),
        figures.p50Ms.toFixed(1),
        figures.process.toFixed(0),
        figures.database.toFixed(0),
        (figures.wal / 1000).toFixed(1),
        String(open.rows[0].connections),
        Math.max(...megabytes).toFixed(0),
      ]);
    }
    await Promise.all(processes.map(process => process.stop()));
  }
  return { rows, alone };
}

/** Reads and writes of the API, and pages of the console, in all workspaces. */
function kindsOf(targets: Target[], cookies: Map<string, string>): Work[] {
  const of = (method: 'GET' | 'POST') => ({
    requests: targets.flatMap(target =>
      routes.filter(route => route.method === method).map(({ request }) => request(target)),
    ),
    status: method === 'GET' ? 200 : 201,
    maxRequests: targets.length * maxPerWorkspace[method],
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
  meters: Read,
  webs: MeasuredProcess[],
  work: Work,
  seconds: number,
): Promise<Figures> {
  const share = Math.floor(work.requests.length / webs.length);
  const loads = webs.map(({ port }, n) => ({
    ...work,
    port,
    requests: work.requests.slice(n * share, (n + 1) * share),
    maxRequests: Math.floor(work.maxRequests / webs.length),
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
  const start = () => startWorker(bench.endings, site.databaseUrl);
  const round: Round = async (_, meters) => {
    let ms = 0;
    const each = await costs(meters, async () => {
      ms = await drain(site, endpoints);
      return waiting;
    });
    return { perSecond: waiting / (ms / 1000), p50Ms: 0, ...each };
  };
  const { rows, alone } = await byCount(site.client, start, rounds, [['deliveries', round]]);
  console.log(
    `\nWorkers over one PostgreSQL, which send ${waiting} waiting deliveries to ${endpoints} endpoints: medians of ${rounds} rounds. What PostgreSQL does includes adding the deliveries.\n`,
  );
  table(
    ['Workers', 'Deliveries/s', 'Ratio', 'Worker, µs', ...columns],
    rows.map(([count, , perSecond, ratio, , ...more]) => [count!, perSecond!, ratio!, ...more]),
  );
  return alone.deliveries!;
}

const columns = ['PostgreSQL, µs', 'WAL, kB', 'Connections', 'MB each'];
