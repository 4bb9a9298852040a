import type pg from 'pg';
import { goal, median, quantile, spread, table } from '../harness/print.ts';
import { addDeliveries, addHistory } from '../harness/seed/history.ts';
import { busyProject } from '../harness/seed/records.ts';
import { idsOf, signInOwners } from '../harness/seed/workspaces.ts';
import { filled, pageAddresses, recordsOf } from '../test/support/readAddresses.ts';
import { asService } from '../test/support/role.ts';
import { type Bench, connect } from './bench.ts';
import { type Answer, type Connection, request, submission, visit } from './connection.ts';
import { largeDatabase } from './large.ts';
import { type MeasuredProcess, openOnly, startServer, warmUps } from './processes.ts';
import { alternate, both, compareWithRest, type Pair, ratios, type Side } from './round.ts';
import { maxPerWorkspace, type Opened, openTargets, type Target } from './targets.ts';

/** Rows of each kind in the workspace whose pages are opened. */
const size = 100_000;
const measured = 200;
/** How long a page is opened again and again at most, in ms: what a slow one takes is known by then. */
const longestMs = 2_000;
/** 25 rows with their navigation, search and filters. */
const goalBytes = 25 * 1024;

/**
 * Measures the cost of console pages relative to the API reads that they show, and how fast pages and actions are in a
 * large workspace.
 */
export async function benchConsole(bench: Bench): Promise<void> {
  await benchCost(bench);
  await benchPages(bench, bench.quick ? size / 10 : size, bench.quick ? measured / 4 : measured);
}

async function benchCost(bench: Bench): Promise<void> {
  const opened = await openTargets(bench);
  const { client } = opened;
  const cookies = await signInOwners(client);
  // A project without invoices, because for one with many, the API's response is longer than the page.
  const { rows: projects } = await client.query<{ id: string; projectId: string }>(
    `select distinct on (p.workspace_id) p.workspace_id as id, p.id as "projectId" from corkboard.projects p
     where p.trashed_at is null
       and not exists (select from corkboard.invoices i where i.workspace_id = p.workspace_id and i.project_id = p.id)
     order by p.workspace_id, p.id`,
  );
  const ofProject = new Map(projects.map(({ id, projectId }) => [id, `/projects/${projectId}`]));
  const page = (name: string, pathOf = (_: Target) => name): Pair => ({
    name,
    method: 'GET',
    own: target => visit(pathOf(target), cookies.get(target.id)!),
    rest: target => request('GET', `/api/v1${pathOf(target)}`, target.key),
  });
  const server = await compareWithRest(bench, opened, 'Page', 2, [
    page('/clients'),
    page('/projects'),
    page('/projects/:id', ({ id }) => ofProject.get(id)!),
    page('/invoices'),
  ]);
  await compareWithBare(bench, opened, server, cookies);
  await printMemory(server);
  await server.stop();
}

/** Compares the processor time of the pages of lists with that of the bare server for the rows that they show. */
async function compareWithBare(
  { endings, quick }: Bench,
  { databaseUrl, client, targets }: Opened,
  web: MeasuredProcess,
  cookies: Map<string, string>,
): Promise<void> {
  const bare = await startServer(endings, 'bench/bare.ts', { DATABASE_URL: asService(databaseUrl) });
  const rows: string[][] = [];
  for (const path of ['/clients', '/projects', '/invoices']) {
    const side = (server: MeasuredProcess, requestOf: (target: Target) => string): Side => ({
      server,
      work: () => ({
        name: path,
        requests: targets.map(requestOf),
        status: 200,
        maxRequests: targets.length * maxPerWorkspace.GET,
      }),
    });
    const [ours, theirs] = await alternate(client, quick, [
      side(web, ({ id }) => visit(path, cookies.get(id)!)),
      side(bare, ({ key }) => request('GET', `/api/v1${path}`, key)),
    ]);
    const cpu = ratios(ours, theirs, 'cpuMicroseconds');
    rows.push([path, spread(cpu, 2), goal('≤ 3.5', median(cpu)), both(ours, theirs, 'cpuMicroseconds', 0)]);
  }
  await bare.stop();
  console.log('\nPages of lists beside the bare server, which reads the same rows.\n');
  table(['Page', 'CPU, of the bare server’s', 'Goal', 'CPU µs/request'], rows);
}

const printMemory = async (web: MeasuredProcess) =>
  console.log(
    `\nMost memory of the web process: ${(await web.peakMegabytes()).toFixed(0)} MB (goal: ${goal('< 150', await web.peakMegabytes())}).`,
  );

/** A signed-in person's connection to a separate web process. */
interface Site {
  client: pg.Client;
  id: string;
  token: string;
  projectId: string;
  connection: Connection;
}

async function benchPages(bench: Bench, size: number, measured: number): Promise<void> {
  const databaseUrl = await bench.database(
    `corkboard_bench_console_${size}`,
    client => seed(client, size),
    await largeDatabase(bench, size),
  );
  const client = await connect(bench.endings, databaseUrl);
  const id = (await idsOf(client))[0]!;
  const { web, connection } = await openOnly(bench.endings, databaseUrl);
  const site: Site = {
    client,
    id,
    token: (await signInOwners(client)).get(id)!,
    projectId: await busyProject(client, id),
    connection,
  };
  const pages: Measured[] = [];
  const { rows } = await client.query(
    'select id from corkboard.webhook_endpoints where workspace_id = $1 order by id limit 1',
    [id],
  );
  const records = await recordsOf(client, id, rows[0].id);
  const open = (path: string) => expect(200, site, visit(path, site.token));
  for (const address of Object.values(pageAddresses).flat()) {
    const path = filled(address, records);
    pages.push(
      await measure(
        address,
        Array(warmUps + measured).fill(() => open(path)),
      ),
    );
  }
  const actions: Measured[] = [];
  for (const [name, forms] of await actionsOf(site, warmUps + measured)) {
    // Together the actions are more than one session may make in a minute.
    await client.query('update corkboard.sessions set minute_writes = 0');
    const steps = forms.map(([path, fields]) => async () => {
      const { location } = await expect(303, site, submission(path, site.token, fields));
      return open(location!);
    });
    actions.push(await measure(name, steps));
  }
  // The page of a new record does least of all.
  const smallest = median(pages.find(({ name }) => name === '/new')!.times);
  console.log(
    `\nPages of a workspace with ${size.toLocaleString('en')} clients, projects, invoices, time entries, notes, rounds and deliveries, one after the other on one connection, each up to ${measured} times.\n`,
  );
  const row = ({ name, times }: Measured) => [
    name,
    (median(times) / smallest).toFixed(1),
    median(times).toFixed(1),
    quantile(times, 0.99).toFixed(1),
  ];
  table(
    ['Page', 'Of `/new`', 'p50 ms', 'p99 ms', 'Goal of p50', 'Goal of p99', 'HTML, bytes', 'Goal'],
    pages.map(page => [
      ...row(page),
      goal('≤ 4', median(page.times)),
      goal('≤ 15', quantile(page.times, 0.99)),
      String(page.bytes),
      goal(`≤ ${goalBytes}`, page.bytes),
    ]),
  );
  console.log('\nActions there: from the form that is sent to the page after it.\n');
  table(
    ['Action', 'Of `/new`', 'p50 ms', 'p99 ms', 'Goal of p50'],
    actions.map(action => [...row(action), goal('≤ 10', median(action.times))]),
  );
  await printMemory(web);
}

/** How long a page or an action took each time, in ms, and how long the page is. */
interface Measured {
  name: string;
  times: number[];
  bytes: number;
}

/** Does the same again and again, and measures it after the first times. */
async function measure(name: string, steps: (() => Promise<Answer>)[]): Promise<Measured> {
  const times: number[] = [];
  let bytes = 0;
  const since = performance.now();
  for (const step of steps) {
    if (times.length > warmUps && performance.now() - since > longestMs) break;
    const begin = performance.now();
    const { body } = await step();
    times.push(performance.now() - begin);
    bytes = body.length;
  }
  return { name, times: times.slice(warmUps), bytes };
}

async function expect(status: number, { connection }: Site, message: string): Promise<Answer> {
  const answer = await connection.send(message);
  if (answer.status !== status) throw new Error(`${message}\n\n${answer.status} ${answer.body}`);
  return answer;
}

type Forms = [path: string, fields: Record<string, string>][];

/** A selection of actions that create, change and move records, with the form for each time. */
async function actionsOf({ client, id, projectId }: Site, times: number): Promise<[string, Forms][]> {
  const idsOf = async (table: string, where: string): Promise<string[]> =>
    (
      await client.query(
        `select id from corkboard.${table} where workspace_id = $1 and ${where} order by id limit $2`,
        [id, times],
      )
    ).rows.map(({ id }) => id);
  const repeated = (path: string, fields: Record<string, string>): Forms => Array(times).fill([path, fields]);
  const added = { name: 'Nadia Weiß', company: 'Harbour Bakery Ltd', email: 'n@b.example' };
  const entry = { minutes: '0:45', description: 'Layout', billable: 'on' };
  const clients = await idsOf('clients', 'trashed_at is null');
  // The draft of a project in the trash can't be sent.
  const drafts = await idsOf(
    'invoices',
    `status = 'DRAFT' and project_id in (select id from corkboard.projects where trashed_at is null)`,
  );
  return [
    ['Add a client', repeated('/clients/add', added)],
    ['Log time', repeated(`/projects/${projectId}/time/log`, entry)],
    ['Change a client', clients.map(client => [`/clients/${client}/set`, { contactName: 'Tom Weir' }])],
    ['Send an invoice', drafts.map(invoice => [`/invoices/${invoice}/send`, {}])],
  ];
}

async function seed(client: pg.Client, size: number): Promise<void> {
  const [asked] = await idsOf(client);
  await addHistory(client, { workspaceId: asked!, projectId: await busyProject(client, asked!) }, size);
  await addDeliveries(client, asked!, size);
}
