import { writeFile } from 'node:fs/promises';
import type pg from 'pg';
import { asService } from '../test/support/role.ts';
import { type BenchServer, connect } from './database.ts';
import { databaseCpu } from './databaseCpu.ts';
import { type LoadResult, load } from './load.ts';
import { median, table } from './report.ts';
import { routes, visits } from './requests.ts';
import { connections } from './round.ts';
import { type Figures, type Measured, printModel, type Spent } from './scalingModel.ts';
import { drawPlot } from './scalingPlot.ts';
import { signInOwners } from './seed/workspaces.ts';
import { type MeasuredServer, startWeb, startWorker } from './server.ts';
import { findTargets, mostPerWorkspace, requestsDatabase, seedTargets } from './targets.ts';
import { drain, openSite, waiting } from './webhooks.ts';

/** How many processes of a kind are measured over one database. */
const processCounts = [1, 2, 3, 4];
/** How many endpoints get the deliveries. */
const endpoints = 100;

/** Requests of one kind, the status of their responses, and how many of them a round may send. */
interface Kind {
  name: string;
  requests: string[];
  status: number;
  most: number;
}

/**
 * Measures what one to four web processes, and as many workers, do over one PostgreSQL on this machine, and prints what
 * the model of larger machines makes of that, with the price of a core for an hour. Writes the plot to `plot`, if given.
 */
export async function benchScaling(
  server: BenchServer,
  quick: boolean,
  { price, plot }: { price: number; plot: string | undefined },
): Promise<void> {
  const { rounds, seconds } = quick ? { rounds: 1, seconds: 1 } : { rounds: 5, seconds: 3 };
  const requests = await benchWeb(server, rounds, seconds);
  const deliveries = await benchWorkers(server, rounds);
  printModel({ requests, deliveries }, price);
  if (plot !== undefined) await writeFile(plot, drawPlot(requests));
}

async function benchWeb(server: BenchServer, rounds: number, seconds: number): Promise<Measured[]> {
  const databaseUrl = await server.database(requestsDatabase, seedTargets);
  const client = await connect(databaseUrl);
  const kinds = await kindsOfRequests(client);
  const databaseSeconds = await databaseCpu(client);
  const measured: Measured[] = [];
  const rows: string[][] = [];
  for (const count of processCounts) {
    const webs = await Promise.all(Array.from({ length: count }, () => startWeb(asService(databaseUrl))));
    const meter = { client, processes: webs, databaseSeconds };
    for (const kind of kinds) {
      const results: Figures[] = [];
      // The first round warms up.
      for (let n = 0; n <= rounds; n++) {
        const result = await webRound(meter, kind, seconds);
        if (n > 0) results.push(result);
      }
      const figures = medians(results);
      measured.push({ processes: count, kind: kind.name, ...figures });
      rows.push([
        String(count),
        kind.name,
        figures.perSecond.toFixed(0),
        figures.p50Ms.toFixed(1),
        ...costs(figures),
        ...(await held(client, webs)),
      ]);
    }
    await Promise.all(webs.map(web => web.stop()));
  }
  await client.end();
  console.log(
    `\nWeb processes over one PostgreSQL, with ${connections} connections that send one request after the other: medians of ${rounds} rounds of ${seconds} s.\n`,
  );
  table(['Web', 'Requests', 'A second', 'p50 ms', 'Web, µs', ...costColumns, ...heldColumns], rows);
  return measured;
}

/** Reads and writes of the API, and pages of the console, in all workspaces. */
async function kindsOfRequests(client: pg.Client): Promise<Kind[]> {
  const targets = await findTargets(client);
  const tokens = await signInOwners(client);
  const of = (method: 'GET' | 'POST') =>
    targets.flatMap(target =>
      routes.filter(route => route.method === method).map(({ request }) => request(target)),
    );
  const pages = targets.flatMap(target => visits(target, tokens.get(target.id)!));
  return [
    { name: 'reads', requests: of('GET'), status: 200, most: targets.length * mostPerWorkspace.GET },
    { name: 'writes', requests: of('POST'), status: 201, most: targets.length * mostPerWorkspace.POST },
    { name: 'pages', requests: pages, status: 200, most: targets.length * mostPerWorkspace.GET },
  ];
}

/** One round, in which each web process gets its share of the connections. */
async function webRound(
  meter: Meter,
  { name, requests, status, most }: Kind,
  seconds: number,
): Promise<Figures> {
  const { client, processes: webs } = meter;
  await client.query('truncate corkboard.rate_windows');
  const share = Math.floor(requests.length / webs.length);
  const before = await read(meter);
  const results = await Promise.all(
    webs.map(({ port }, n) =>
      load({
        port,
        requests: requests.slice(n * share, (n + 1) * share),
        status,
        connections: Math.round(connections / webs.length),
        seconds,
        mostRequests: Math.floor(most / webs.length),
      }),
    ),
  );
  const faults = results.flatMap(result => result.faults);
  if (faults.length > 0) throw new Error(`${name}: ${faults.join('; ')}`);
  const answers = results.reduce((total, result) => total + result.answers, 0);
  return {
    perSecond: results.reduce((total, { answers, seconds }) => total + answers / seconds, 0),
    p50Ms: median(results.map(({ p50Ms }: LoadResult) => p50Ms)),
    ...each(before, await read(meter), answers),
  };
}

async function benchWorkers(server: BenchServer, rounds: number): Promise<Measured[]> {
  const measured: Measured[] = [];
  const rows: string[][] = [];
  for (const count of processCounts) {
    const site = await openSite(server, url =>
      Promise.all(Array.from({ length: count }, () => startWorker(url))),
    );
    const { client, workers } = site;
    const meter = { client, processes: workers, databaseSeconds: await databaseCpu(client) };
    const results: Figures[] = [];
    for (let n = 0; n <= rounds; n++) {
      const before = await read(meter);
      const ms = await drain(site, endpoints);
      const spent = each(before, await read(meter), waiting);
      if (n > 0) results.push({ perSecond: waiting / (ms / 1000), p50Ms: Number.NaN, ...spent });
    }
    const figures = medians(results);
    measured.push({ processes: count, kind: 'deliveries', ...figures });
    rows.push([
      String(count),
      figures.perSecond.toFixed(0),
      ...costs(figures),
      ...(await held(client, workers)),
    ]);
    await site.stop();
  }
  console.log(
    `\nWorkers over one PostgreSQL, which send ${waiting} waiting deliveries to ${endpoints} endpoints: medians of ${rounds} rounds. What PostgreSQL does includes adding the deliveries.\n`,
  );
  table(['Workers', 'Deliveries/s', 'Worker, µs', ...costColumns, ...heldColumns], rows);
  return measured;
}

/** What to measure: processes and the database that they use. */
interface Meter {
  client: pg.Client;
  processes: MeasuredServer[];
  databaseSeconds: () => Promise<number>;
}

/** What was spent since the processes and the database began. */
const read = async ({ client, processes, databaseSeconds }: Meter): Promise<Spent> => ({
  processMicros: (await cpuOf(processes)) * 1e6,
  databaseMicros: (await databaseSeconds()) * 1e6,
  walBytes: await walBytes(client),
});

/** What each of so many requests or deliveries cost. */
const each = (before: Spent, after: Spent, count: number): Spent => ({
  processMicros: (after.processMicros - before.processMicros) / count,
  databaseMicros: (after.databaseMicros - before.databaseMicros) / count,
  walBytes: (after.walBytes - before.walBytes) / count,
});

async function walBytes(client: pg.Client): Promise<number> {
  const { rows } = await client.query(`select pg_current_wal_insert_lsn() - '0/0' as bytes`);
  return Number(rows[0].bytes);
}

const medians = (rounds: Figures[]): Figures => {
  const of = (figure: keyof Figures) => median(rounds.map(round => round[figure]));
  return {
    perSecond: of('perSecond'),
    p50Ms: of('p50Ms'),
    processMicros: of('processMicros'),
    databaseMicros: of('databaseMicros'),
    walBytes: of('walBytes'),
  };
};

const costs = ({ processMicros, databaseMicros, walBytes }: Spent) => [
  processMicros.toFixed(0),
  databaseMicros.toFixed(0),
  (walBytes / 1000).toFixed(1),
];

const costColumns = ['PostgreSQL, µs', 'WAL, kB'];

const cpuOf = async (processes: MeasuredServer[]): Promise<number> =>
  (await Promise.all(processes.map(process => process.cpuSeconds()))).reduce(
    (total, used) => total + used,
    0,
  );

const heldColumns = ['Connections', 'MB each'];

/** The database connections that processes hold together, and the memory of the largest. */
async function held(client: pg.Client, processes: MeasuredServer[]): Promise<string[]> {
  const { rows } = await client.query(
    `select count(*)::int as connections from pg_stat_activity
      where datname = current_database() and application_name in ('corkboard web', 'corkboard worker')`,
  );
  const megabytes = await Promise.all(processes.map(process => process.megabytes()));
  return [String(rows[0].connections), Math.max(...megabytes).toFixed(0)];
}
