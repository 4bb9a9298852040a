import type pg from 'pg';
import { goal, median, spread, table } from '../harness/print.ts';
import { addWorkspaces, idsOf, signInOwners } from '../harness/seed/workspaces.ts';
import { hasCitus } from '../src/database/citus.ts';
import { migrate } from '../src/database/migrate.ts';
import { asService } from '../test/support/role.ts';
import { type Bench, connect, openService } from './bench.ts';
import { visit } from './connection.ts';
import { addEndpoints, arrived, emitMany, startReceiver } from './events.ts';
import { checkedLoad, type Work } from './load.ts';
import { alternating, costs, type Meters, microsOf, summary } from './meters.ts';
import { type Costs, type Micros, printCitusModel } from './model.ts';
import { databaseCpu, type MeasuredProcess, startWeb, startWorker } from './processes.ts';
import { workOf } from './round.ts';
import { findTargets, maxPerWorkspace, routes, type Target } from './targets.ts';
import { untilSent } from './webhooks.ts';

/** What each database gets, by the service's own functions. */
const workspaces = 20;
const perWorkspace = { clients: 100, projects: 10, invoices: 30 };
/** How many deliveries a round sends, over all workspaces. */
const deliveries = 2_000;
/** How many connections keep the processes busy while their processor time is measured: idle ones use some, too. */
const busyConnections = 16;

/** A database, plain or with Citus, and what runs on it. */
interface Side {
  url: string;
  client: pg.Client;
  service: pg.Client;
  web: MeasuredProcess;
  targets: Target[];
  cookies: Map<string, string>;
  /** How many nodes there are beside the coordinator. */
  workers: number;
  /** The processor time of the coordinator (or only server) and of the other nodes. */
  databaseMeters: Meters<'database' | 'nodes'>;
}

/** What a request of a round took: the median in ms, and processor time. */
type Cost = Micros & { p50Ms: number };

/** One kind of requests, and those that a side sends. */
interface Kind {
  group: 'reads' | 'writes' | 'pages';
  work: (side: Side) => Work;
}

/**
 * Compares a database with Citus with plain PostgreSQL, in alternating rounds: requests of each kind, and deliveries a
 * second. BENCH_CITUS_URL is the coordinator's database, whose nodes are on this machine; it must have no
 * workspaces, or those of an earlier run.
 */
export async function benchCitus(bench: Bench): Promise<void> {
  const { BENCH_CITUS_URL: url } = process.env;
  if (!url) return console.log('\nCitus was not measured, because BENCH_CITUS_URL is not set.');
  const admin = await connect(bench.endings, url);
  if (!(await hasCitus(admin))) throw new Error('The database of BENCH_CITUS_URL does not have Citus.');
  await openService(bench.endings, url);
  await migrate(url);
  await seed(admin);
  const plainUrl = await bench.database('corkboard_bench_beside_citus', seed);
  const sides = [await open(bench, plainUrl), await open(bench, url)] as const;
  const requests = await benchKinds(sides, ...((bench.quick ? [1, 1] : [6, 1.5]) as [number, number]));
  const sent = await benchDeliveries(bench, sides, bench.quick ? 1 : 4);
  const costsOf = (side: 0 | 1): Costs => ({ ...requests[side]!, deliveries: sent[side] });
  printCitusModel(costsOf(0), costsOf(1), sides[1].workers, bench.price);
}

/** Adds the workspaces and their records, unless an earlier run did. */
async function seed(client: pg.Client): Promise<void> {
  const found = await idsOf(client);
  if (found.length === workspaces) return;
  if (found.length > 0) throw new Error('The database has workspaces other than those of this benchmark.');
  await addWorkspaces(client, workspaces);
  for (const id of await idsOf(client)) {
    const add = (call: string, count: number, ...values: unknown[]) =>
      client.query(
        `select (corkboard.${call}).id from (select ($1::uuid, 'app', 'Bench')::corkboard.caller as caller, n from generate_series(1, $2::int) n) c`,
        [id, count, ...values],
      );
    const clients = await add(
      `create_client(caller, 'Nadia Weiß ' || n, 'n' || n || '@b.example', 'Harbour Bakery Ltd', null)`,
      perWorkspace.clients,
    );
    const projects = await add(
      `create_project(caller, $3::uuid, 'Website ' || n, 'active', null, null, null, null)`,
      perWorkspace.projects,
      clients.rows[0].id,
    );
    await add(
      `draft_invoice(caller, $3::uuid, 'invoice', 'USD', '[]', 120000, 0, 0, false, 0, '2027-01-31', null, null, null)`,
      perWorkspace.invoices,
      projects.rows[0].id,
    );
  }
  await client.query('analyze');
}

async function open({ endings }: Bench, url: string): Promise<Side> {
  const client = await connect(endings, url);
  const nodes = (await hasCitus(client))
    ? await client.query('select nodename as host, nodeport as port from pg_dist_node where groupid <> 0')
    : { rows: [] };
  const connections = nodes.rows.map(({ host, port }) =>
    connect(endings, Object.assign(new URL(url), { hostname: host, port: String(port) }).href),
  );
  const database = await databaseCpu(client);
  const others = await Promise.all((await Promise.all(connections)).map(databaseCpu));
  return {
    url,
    client,
    service: await connect(endings, asService(url)),
    web: await startWeb(endings, url),
    targets: await findTargets(client),
    workers: others.length,
    cookies: await signInOwners(client),
    databaseMeters: {
      database: async () => (await database()) * 1e6,
      nodes: async () =>
        (await Promise.all(others.map(read => read()))).reduce((total, seconds) => total + seconds, 0) * 1e6,
    },
  };
}

const kinds: Kind[] = [
  ...routes.map(
    (route): Kind => ({
      group: route.method === 'GET' ? 'reads' : 'writes',
      work: ({ targets }) => workOf(route, targets),
    }),
  ),
  ...['/', '/clients', '/projects/:id'].map(
    (path): Kind => ({
      group: 'pages',
      work: ({ targets, cookies }) => ({
        name: `page ${path}`,
        requests: targets.map(({ id, projectId }) => visit(path.replace(':id', projectId), cookies.get(id)!)),
        status: 200,
        maxRequests: targets.length * maxPerWorkspace.GET,
      }),
    }),
  ),
];

/** Returns for each side what a request of each group costs. */
async function benchKinds(sides: readonly [Side, Side], rounds: number, seconds: number) {
  const rows: string[][] = [];
  const found: { group: Kind['group']; sides: readonly [Cost, Cost] }[] = [];
  for (const { group, work } of kinds) {
    const ofRounds = await alternating(rounds, sides, async (side): Promise<Cost> => {
      const { p50Ms } = await round(side, work(side), seconds, 1);
      return { ...(await round(side, work(side), seconds, busyConnections)), p50Ms };
    });
    const [plain, citus] = [summary(ofRounds[0]), summary(ofRounds[1])];
    found.push({ group, sides: [plain, citus] });
    const ratios = (figure: (cost: Cost) => number) =>
      ofRounds[1].map((cost, n) => figure(cost) / figure(ofRounds[0][n]!));
    const cpu = ratios(({ process, database, nodes }) => process + database + nodes);
    const micros = (...parts: number[]) => parts.map(part => part.toFixed(0)).join(' + ');
    rows.push([
      work(sides[0]).name,
      spread(
        ratios(({ p50Ms }) => p50Ms),
        1,
      ),
      spread(cpu, 1),
      goal('≤ 2', median(cpu)),
      `${plain.p50Ms.toFixed(1)} / ${citus.p50Ms.toFixed(1)}`,
      micros(plain.process, plain.database),
      micros(citus.process, citus.database, citus.nodes / sides[1].workers),
    ]);
  }
  console.log(
    `\nCitus beside plain PostgreSQL: ${workspaces} workspaces; medians of ${rounds} rounds of ${seconds} s, plain / Citus. p50 with one connection, CPU with ${busyConnections}: web + PostgreSQL, and web + coordinator + each worker.\n`,
  );
  table(['Request', 'Latency', 'CPU', 'Goal', 'p50 ms', 'CPU µs, plain', 'CPU µs, Citus'], rows);
  const mean = (numbers: readonly number[]) =>
    numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  return ([0, 1] as const).map(side => {
    const meanOf = (name: Kind['group']): Micros => {
      const ofKinds = found.filter(({ group }) => group === name).map(({ sides }) => sides[side]);
      return summary(ofKinds, mean);
    };
    return { reads: meanOf('reads'), writes: meanOf('writes'), pages: meanOf('pages') };
  });
}

async function round(side: Side, work: Work, seconds: number, connections: number): Promise<Cost> {
  const { client, web, databaseMeters } = side;
  await client.query('truncate corkboard.rate_windows');
  let p50Ms = 0;
  const each = await costs({ process: () => microsOf([web]), ...databaseMeters }, async () => {
    const result = await checkedLoad({ ...work, port: web.port, connections, seconds });
    p50Ms = result.p50Ms;
    return result.answers;
  });
  return { p50Ms, ...each };
}

/** Returns for each side what a delivery costs. */
async function benchDeliveries(
  bench: Bench,
  sides: readonly [Side, Side],
  rounds: number,
): Promise<[Micros, Micros]> {
  const receiver = await startReceiver(bench.endings);
  const ofRounds = await alternating(rounds, sides, side => deliver(bench, side, receiver));
  const [plain, citus] = [summary(ofRounds[0]), summary(ofRounds[1])];
  const rates = ofRounds[1].map(({ rate }, n) => rate / ofRounds[0][n]!.rate);
  console.log(
    `\n${deliveries} deliveries that wait, to one endpoint in each workspace, sent and recorded by one worker process.\n`,
  );
  table(
    ['Ratio', 'Goal', 'Deliveries/s, plain', 'Citus'],
    [[spread(rates, 2), goal('≥ 0.5', median(rates)), plain.rate.toFixed(0), citus.rate.toFixed(0)]],
  );
  return [plain, citus];
}

/** Sends deliveries that wait, and returns how many were sent and recorded a second, and what each cost. */
async function deliver(
  { endings }: Bench,
  { client, service, targets, url, databaseMeters }: Side,
  receiver: string,
): Promise<Micros & { rate: number }> {
  await client.query('truncate corkboard.webhook_endpoints cascade');
  for (const { id } of targets) {
    await addEndpoints(client, [id], [receiver]);
    await emitMany(service, id, 1, deliveries / targets.length);
  }
  const worker = await startWorker(endings, url);
  let seconds = 0;
  const each = await costs({ process: () => microsOf([worker]), ...databaseMeters }, async () => {
    const begin = performance.now();
    await untilSent(client, receiver, deliveries);
    seconds = (performance.now() - begin) / 1000;
    return deliveries;
  });
  await worker.stop();
  await arrived(receiver);
  return { rate: deliveries / seconds, ...each };
}
