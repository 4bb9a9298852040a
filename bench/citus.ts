import { writeFile } from 'node:fs/promises';
import type pg from 'pg';
import { hashOf, newToken } from '../src/console/sessions/session.ts';
import { hasCitus } from '../src/database/citus.ts';
import { migrate } from '../src/database/migrate.ts';
import { asService, closeRole, openRole } from '../test/support/role.ts';
import { type Costs, type Micros, printCitusModel } from './citusModel.ts';
import { drawPlot } from './citusPlot.ts';
import { visit } from './connection.ts';
import { type BenchServer, connect } from './database.ts';
import { databaseCpu } from './databaseCpu.ts';
import { data } from './events.ts';
import { load } from './load.ts';
import { median, table } from './report.ts';
import { routes } from './requests.ts';
import { type MeasuredServer, startServer, startWeb, startWorker } from './server.ts';
import { mostPerWorkspace, type Target } from './targets.ts';

/** What each database gets, by the service's own functions. */
const workspaces = 20;
const perWorkspace = { clients: 100, projects: 10, invoices: 30 };
/** How many deliveries a round sends, over all workspaces. */
const deliveries = 2_000;
const deliveryMs = 5 * 60_000;
/** How many connections keep the processes busy while their processor time is measured: idle ones use some, too. */
const busyConnections = 16;

/** A database, plain or with Citus, and what runs on it. */
interface Side {
  url: string;
  client: pg.Client;
  service: pg.Client;
  web: MeasuredServer;
  targets: Target[];
  tokens: string[];
  /** The processor time that the database's coordinator (or only server) and its other nodes have used, in seconds. */
  cpuSeconds: () => Promise<[number, number]>;
  stop(): Promise<void>;
}

const groups = ['reads', 'writes', 'pages'] as const;
type Group = (typeof groups)[number];

/** One kind of request: those that a side sends, one after the other, and the status of their responses. */
interface Kind {
  name: string;
  group: Group;
  requests: (side: Side) => string[];
  status: number;
  most: number;
}

/** What a request of a round took: the median in ms, and processor time. */
interface Cost extends Micros {
  p50Ms: number;
}

/**
 * Compares a database with Citus with plain PostgreSQL, in alternating rounds: requests of each kind, and deliveries a
 * second. BENCH_CITUS_URL is the coordinator's database, whose nodes are on this machine; it must have no
 * workspaces, or those of an earlier run.
 */
export async function benchCitus(
  server: BenchServer,
  quick: boolean,
  { price, plot }: { price: number; plot: string | undefined },
): Promise<void> {
  const { BENCH_CITUS_URL: url } = process.env;
  if (!url) return console.log('\nCitus was not measured, because BENCH_CITUS_URL is not set.');
  const admin = await connect(url);
  if (!(await hasCitus(admin))) throw new Error('The database of BENCH_CITUS_URL does not have Citus.');
  await openRole(admin);
  await migrate(url);
  await seed(admin);
  const plainUrl = await server.database('corkboard_bench_beside_citus', seed);
  const sides = [await open(plainUrl), await open(url)] as const;
  try {
    const requests = await benchKinds(sides, quick ? 1 : 6, quick ? 1 : 1.5);
    const deliveries = await benchDeliveries(sides, quick ? 1 : 4);
    const [plain, citus] = [0, 1].map(side => ({ ...requests[side]!, deliveries: deliveries[side]! })) as [
      Costs,
      Costs,
    ];
    const modelled = printCitusModel(plain, citus, price);
    if (plot !== undefined) await writeFile(plot, drawPlot(modelled, price));
  } finally {
    for (const side of sides) await side.stop();
    await closeRole(admin);
    await admin.end();
  }
}

/** Adds the workspaces and their records, unless an earlier run did. */
async function seed(client: pg.Client): Promise<void> {
  const { rows: found } = await client.query('select name from corkboard.workspaces');
  if (found.some(({ name }) => !/^Bench \d+$/.test(name)))
    throw new Error('The database has workspaces other than those of this benchmark.');
  for (let n = found.length; n < workspaces; n++) {
    await client.query('begin');
    const { rows } = await client.query(
      `select w.id from corkboard.create_workspace($1, $2, 'USD', 'studio') w`,
      [`Bench ${n}`, `owner${n}@bench.example`],
    );
    const { id } = rows[0];
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
    await client.query('commit');
  }
  await client.query('analyze');
}

async function open(url: string): Promise<Side> {
  const client = await connect(url);
  const { rows } = await client.query('select id from corkboard.workspaces order by id');
  const targets: Target[] = [];
  const tokens: string[] = [];
  await client.query('truncate corkboard.api_keys, corkboard.sessions');
  for (const { id } of rows) {
    const { rows: made } = await client.query(
      `select k.secret, p.id as "projectId"
         from corkboard.create_key($1, 'Bench', '{read,write:projects,write:invoices,write:time}') k,
              (select p.id from corkboard.projects p where p.workspace_id = $1 limit 1) p`,
      [id],
    );
    targets.push({ id, key: made[0].secret, projectId: made[0].projectId });
    tokens.push(await signIn(client, id));
  }
  const nodes = await nodesOf(url, client);
  const meters = await Promise.all(nodes.map(node => databaseCpu(node)));
  const service = await connect(asService(url));
  const web = await startWeb(asService(url));
  return {
    url,
    client,
    service,
    web,
    targets,
    tokens,
    cpuSeconds: async () => {
      const [coordinator, ...workers] = await Promise.all(meters.map(read => read()));
      return [coordinator!, workers.reduce((sum, one) => sum + one, 0)];
    },
    stop: async () => {
      await web.stop();
      await service.end();
      for (const node of nodes) await node.end();
    },
  };
}

/** Signs the owner of a workspace in and returns the value of the cookie. */
async function signIn(client: pg.Client, workspaceId: string): Promise<string> {
  const token = newToken();
  const { rows: members } = await client.query('select id from corkboard.members where workspace_id = $1', [
    workspaceId,
  ]);
  await client.query(
    `insert into corkboard.sessions (workspace_id, member_id, token_hash, expires_at) values ($1, $2, $3, now() + interval '14 days')`,
    [workspaceId, members[0].id, hashOf(token)],
  );
  const { rows } = await client.query('select corkboard.secret_suffix($1) as suffix', [workspaceId]);
  return token + rows[0].suffix;
}

/** Connections to all nodes: the given one, and with Citus one to each worker. */
async function nodesOf(url: string, client: pg.Client): Promise<pg.Client[]> {
  if (!(await hasCitus(client))) return [client];
  const { rows } = await client.query(
    'select nodename as host, nodeport as port from pg_dist_node where groupid <> 0',
  );
  const workers = rows.map(({ host, port }) =>
    connect(Object.assign(new URL(url), { hostname: host, port: String(port) }).href),
  );
  return [client, ...(await Promise.all(workers))];
}

const kinds: Kind[] = [
  ...routes.map(route => ({
    name: route.name,
    group: route.method === 'GET' ? ('reads' as const) : ('writes' as const),
    requests: ({ targets }: Side) => targets.map(route.request),
    status: route.method === 'GET' ? 200 : 201,
    most: workspaces * mostPerWorkspace[route.method],
  })),
  ...['/', '/clients', '/projects/:id'].map(path => ({
    name: `page ${path}`,
    group: 'pages' as const,
    requests: ({ targets, tokens }: Side) =>
      targets.map(({ projectId }, n) => visit(path.replace(':id', projectId), tokens[n]!)),
    status: 200,
    most: workspaces * mostPerWorkspace.GET,
  })),
];

async function benchKinds(sides: readonly [Side, Side], rounds: number, seconds: number) {
  const rows: string[][] = [];
  const medians: { group: Group; micros: [Micros, Micros] }[] = [];
  for (const kind of kinds) {
    const costs: [Cost[], Cost[]] = [[], []];
    // The first round warms up.
    for (let n = 0; n <= rounds; n++) {
      for (const [i, side] of sides.entries()) {
        const { p50Ms } = await round(side, kind, seconds, 1);
        const cost = await round(side, kind, seconds, busyConnections);
        if (n > 0) costs[i]!.push({ ...cost, p50Ms });
      }
    }
    medians.push({ group: kind.group, micros: [medianOf(costs[0]), medianOf(costs[1])] });
    const of = (side: 0 | 1, figure: (cost: Cost) => number) => median(costs[side].map(figure));
    const ratio = (figure: (cost: Cost) => number) =>
      median(costs[1].map((cost, n) => figure(cost) / figure(costs[0][n]!))).toFixed(1);
    rows.push([
      kind.name,
      ratio(({ p50Ms }) => p50Ms),
      ratio(total),
      '2.0',
      `${of(0, ({ p50Ms }) => p50Ms).toFixed(1)} / ${of(1, ({ p50Ms }) => p50Ms).toFixed(1)}`,
      `${of(0, ({ process }) => process).toFixed(0)} + ${of(0, ({ coordinator }) => coordinator).toFixed(0)}`,
      `${of(1, ({ process }) => process).toFixed(0)} + ${of(1, ({ coordinator }) => coordinator).toFixed(0)} + ${of(1, ({ workers }) => workers).toFixed(0)}`,
    ]);
  }
  console.log(
    `\nCitus beside plain PostgreSQL: ${workspaces} workspaces; medians of ${rounds} rounds of ${seconds} s, plain / Citus. p50 with one connection, CPU with ${busyConnections}: web + PostgreSQL, and web + coordinator + workers.\n`,
  );
  const meanOf = (side: 0 | 1) =>
    Object.fromEntries(
      groups.map(name => [
        name,
        mean(medians.filter(({ group }) => group === name).map(({ micros }) => micros[side])),
      ]),
    ) as Record<Group, Micros>;
  table(['Request', 'Latency', 'CPU', 'Goal', 'p50 ms', 'CPU µs, plain', 'CPU µs, Citus'], rows);
  return [meanOf(0), meanOf(1)] as const;
}

const total = ({ process, coordinator, workers }: Micros) => process + coordinator + workers;

/** Each part of the costs by itself. */
const each = (of: (part: (cost: Micros) => number) => number): Micros => ({
  process: of(({ process }) => process),
  coordinator: of(({ coordinator }) => coordinator),
  workers: of(({ workers }) => workers),
});
const medianOf = (costs: Micros[]) => each(part => median(costs.map(part)));
const mean = (costs: Micros[]) =>
  each(part => costs.reduce((sum, cost) => sum + part(cost), 0) / costs.length);

async function round(
  side: Side,
  { name, requests, status, most }: Kind,
  seconds: number,
  connections: number,
): Promise<Cost> {
  await side.client.query('truncate corkboard.rate_windows');
  const used = async () => [await side.web.cpuSeconds(), ...(await side.cpuSeconds())];
  const before = await used();
  const result = await load({
    port: side.web.port,
    requests: requests(side),
    status,
    connections,
    seconds,
    mostRequests: most,
  });
  if (result.faults.length > 0) throw new Error(`${name}: ${result.faults.join('; ')}`);
  return { p50Ms: result.p50Ms, ...spent(before, await used(), result.answers) };
}

/** The processor time of each of `count` requests or deliveries between two readings, in seconds, of all processes. */
function spent(before: number[], after: number[], count: number): Micros {
  const [process, coordinator, workers] = after.map((one, n) => ((one - before[n]!) / count) * 1e6);
  return { process: process!, coordinator: coordinator!, workers: workers! };
}

async function benchDeliveries(sides: readonly [Side, Side], rounds: number) {
  const receiver = await startServer(['bench/receiver.ts'], {});
  const rates: [number[], number[]] = [[], []];
  const micros: [Micros[], Micros[]] = [[], []];
  for (let n = 0; n <= rounds; n++) {
    for (const [i, side] of sides.entries()) {
      const { rate, ...cost } = await deliver(side, `http://127.0.0.1:${receiver.port}/`);
      if (n === 0) continue;
      rates[i]!.push(rate);
      micros[i]!.push(cost);
    }
  }
  await receiver.stop();
  console.log(
    `\n${deliveries} deliveries that wait, to one endpoint in each workspace, sent and recorded by one worker process.\n`,
  );
  table(
    ['Ratio', 'Goal', 'Deliveries/s, plain', 'Citus'],
    [
      [
        median(rates[1].map((rate, n) => rate / rates[0][n]!)).toFixed(2),
        '> 0.50',
        ...rates.map(side => median(side).toFixed(0)),
      ],
    ],
  );
  return [medianOf(micros[0]), medianOf(micros[1])] as const;
}

/** Sends deliveries that wait, and returns how many were sent and recorded a second, and what each cost. */
async function deliver(
  { client, service, targets, url, cpuSeconds }: Side,
  receiver: string,
): Promise<Micros & { rate: number }> {
  await client.query('truncate corkboard.webhook_endpoints cascade');
  for (const { id } of targets) {
    await client.query(
      `insert into corkboard.webhook_endpoints (workspace_id, url, events, secret)
       values ($1, $2, '{client.created}', corkboard.new_webhook_secret())`,
      [id, receiver],
    );
    await service.query('begin');
    await service.query('select corkboard.lock_workspace($1)', [id]);
    await service.query(
      `select corkboard.emit_event($1, 'client.created', $2::json) from generate_series(1, $3::int)`,
      [id, JSON.stringify(data), deliveries / targets.length],
    );
    await service.query('commit');
  }
  const reached = fetch(`${receiver}reached/${deliveries}`);
  const worker = await startWorker(asService(url));
  const used = async () => [await worker.cpuSeconds(), ...(await cpuSeconds())];
  const before = await used();
  const begin = performance.now();
  await reached;
  while (
    (await client.query(`select 1 from corkboard.webhook_deliveries where status = 'pending' limit 1`))
      .rowCount !== 0
  ) {
    if (performance.now() - begin > deliveryMs)
      throw new Error(`Deliveries are pending after ${deliveryMs} ms.`);
  }
  const seconds = (performance.now() - begin) / 1000;
  const cost = spent(before, await used(), deliveries);
  await worker.stop();
  await fetch(receiver).then(answer => answer.text());
  return { rate: deliveries / seconds, ...cost };
}
