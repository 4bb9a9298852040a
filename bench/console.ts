import type pg from 'pg';
import { asService } from '../test/support/role.ts';
import { type Answer, Connection, request, submission, visit } from './connection.ts';
import { type BenchServer, connect } from './database.ts';
import { median, quantile, table } from './report.ts';
import { besideRest, besideRestColumns, connections } from './round.ts';
import { addDeliveries, addHistory } from './seed/history.ts';
import { addRecords, busyProject } from './seed/records.ts';
import { rareWord } from './seed/words.ts';
import { addWorkspaces, signInOwners } from './seed/workspaces.ts';
import { type MeasuredServer, startWeb } from './server.ts';
import { openSides } from './sides.ts';
import { mostPerWorkspace, perWorkspace } from './targets.ts';

/** Rows of each kind in the workspace whose pages are opened. */
const size = 100_000;
/** Other workspaces of its database, and the rows of each kind in each of them. */
const others = 20;
const rowsOfOthers = 1_000;
/**
 * How many requests come before the measured ones, so that the connection uses its final plan for a prepared statement.
 */
const warmUps = 12;
const measured = 200;
/** 25 rows with their navigation, search and filters. */
const goalBytes = 25 * 1024;

/**
 * Measures the cost of console pages relative to the API reads that they show, and how fast pages and actions are in a
 * large workspace.
 */
export async function benchConsole(server: BenchServer, quick: boolean): Promise<void> {
  await benchCost(server, quick);
  await benchPages(server, quick ? size / 10 : size, quick ? measured / 4 : measured);
}

async function benchCost(server: BenchServer, quick: boolean): Promise<void> {
  const { databaseUrl, web, targets, rounds, seconds, alternate, stop } = await openSides(server, quick);
  const client = await connect(databaseUrl);
  const tokens = await signInOwners(client);
  // A project without invoices, because for one with many, the API's response is longer than the page.
  const { rows: projects } = await client.query<{ id: string; projectId: string }>(
    `select distinct on (p.workspace_id) p.workspace_id as id, p.id as "projectId" from corkboard.projects p
     where p.trashed_at is null
       and not exists (select from corkboard.invoices i where i.workspace_id = p.workspace_id and i.project_id = p.id)
     order by p.workspace_id, p.id`,
  );
  await client.end();
  const ofProject = new Map(projects.map(({ id, projectId }) => [id, `/projects/${projectId}`]));
  const rows: string[][] = [];
  for (const [name, pathOf] of [
    ['/clients', () => '/clients'],
    ['/projects', () => '/projects'],
    ['/projects/:id', (id: string) => ofProject.get(id)!],
    ['/invoices', () => '/invoices'],
  ] as const) {
    const work = (requests: string[]) => () => ({
      name,
      requests,
      status: 200,
      mostRequests: targets.length * mostPerWorkspace.GET,
      seconds,
    });
    const [page, rest] = await alternate([
      { server: web, work: work(targets.map(({ id }) => visit(pathOf(id), tokens.get(id)!))) },
      { server: web, work: work(targets.map(({ id, key }) => request('GET', `/api/v1${pathOf(id)}`, key))) },
    ]);
    rows.push(besideRest(name, 2, page, rest));
  }
  console.log(
    `\nPages: ${connections} connections over ${targets.length} workspaces of ${perWorkspace.clients} clients and ${perWorkspace.invoices} invoices; the page / the API's read, on the same web process, medians of ${rounds} rounds of ${seconds} s each.\n`,
  );
  table(besideRestColumns('Page'), rows);
  console.log(
    `\nMost memory of the web process: ${(await web.peakMegabytes()).toFixed(0)} MB (goal: below 150).`,
  );
  await stop();
}

/** A signed-in person's connection to a separate web process. */
interface Site {
  client: pg.Client;
  id: string;
  token: string;
  projectId: string;
  web: MeasuredServer;
  connection: Connection;
}

async function benchPages(server: BenchServer, size: number, measured: number): Promise<void> {
  const databaseUrl = await server.database(`corkboard_bench_console_${size}`, client => seed(client, size));
  const client = await connect(databaseUrl);
  const [{ id }] = (await client.query('select id from corkboard.workspaces order by id limit 1')).rows;
  // One connection to the database, so that the measured requests use the one that was warmed up.
  const web = await startWeb(asService(databaseUrl), { WEB_POOL_SIZE: '1' });
  const site: Site = {
    client,
    id,
    token: (await signInOwners(client)).get(id)!,
    projectId: await busyProject(client, id),
    web,
    connection: await Connection.open(web.port),
  };
  const pages: string[][] = [];
  for (const [name, path] of await pathsOf(site)) pages.push(await measurePage(site, name, path, measured));
  const actions: string[][] = [];
  for (const action of await actionsOf(site, warmUps + measured))
    actions.push(await measureAction(site, action));
  console.log(
    `\nPages of a workspace with ${size.toLocaleString('en')} clients, projects, invoices, time entries, notes, rounds and deliveries, one after the other on one connection, each ${measured} times.\n`,
  );
  table(['Page', 'p50 ms', 'p99 ms', 'Goal', 'HTML, bytes', 'Goal'], pages);
  console.log('\nActions there: from the form that is sent to the page after it.\n');
  table(['Action', 'p50 ms', 'p99 ms', 'Goal of p50'], actions);
  console.log(
    `\nMost memory of the web process: ${(await web.peakMegabytes()).toFixed(0)} MB (goal: below 150).`,
  );
  site.connection.close();
  await Promise.all([web.stop(), client.end()]);
}

async function measurePage(site: Site, name: string, path: string, measured: number): Promise<string[]> {
  const times: number[] = [];
  let bytes = 0;
  for (let n = 0; n < warmUps + measured; n++) {
    const begin = performance.now();
    const { body } = await expect(200, site, visit(path, site.token));
    if (n >= warmUps) times.push(performance.now() - begin);
    bytes = body.length;
  }
  return [
    name,
    median(times).toFixed(1),
    quantile(times, 0.99).toFixed(1),
    '4 / 15',
    String(bytes),
    String(goalBytes),
  ];
}

/** An action of a person, with the form for each time. */
interface Action {
  name: string;
  forms: [path: string, fields: Record<string, string>][];
}

async function measureAction(site: Site, { name, forms }: Action): Promise<string[]> {
  // Together the actions are more than one session may make in a minute.
  await site.client.query('update corkboard.sessions set minute_writes = 0');
  const times: number[] = [];
  for (const [path, fields] of forms) {
    const form = submission(path, site.token, fields);
    const begin = performance.now();
    const { location } = await expect(303, site, form);
    await expect(200, site, visit(location!, site.token));
    times.push(performance.now() - begin);
  }
  const warm = times.slice(warmUps);
  return [name, median(warm).toFixed(1), quantile(warm, 0.99).toFixed(1), '10'];
}

async function expect(status: number, { connection }: Site, message: string): Promise<Answer> {
  const answer = await connection.send(message);
  if (answer.status !== status) throw new Error(`${message}\n\n${answer.status} ${answer.body}`);
  return answer;
}

/** The path of every page of the console, with its name in the table. */
async function pathsOf({ client, id, projectId }: Site): Promise<[name: string, path: string][]> {
  const oneOf = async (table: string) =>
    (
      await client.query(`select id from corkboard.${table} where workspace_id = $1 order by id limit 1`, [
        id,
      ])
    ).rows[0].id;
  const endpoint = await oneOf('webhook_endpoints');
  const { rows } = await client.query(
    'select id from corkboard.webhook_deliveries where endpoint_id = $1 limit 1',
    [endpoint],
  );
  const project = `/projects/${projectId}`;
  const same = (path: string): [string, string] => [path, path];
  return [
    same('/'),
    same('/clients'),
    same(`/clients?search=${rareWord.toLowerCase()}`),
    same('/clients?sort=-company'),
    same(`/projects?search=${rareWord.toLowerCase()}`),
    same('/projects?sort=name'),
    same(`/search?search=${rareWord.toLowerCase()}`),
    same('/new'),
    ['/clients/:id', `/clients/${await oneOf('clients')}`],
    same('/projects'),
    ['/projects/:id', project],
    ...['scope', 'time', 'revisions', 'notes', 'intake', 'invoices'].map((tab): [string, string] => [
      `/projects/:id?tab=${tab}`,
      `${project}?tab=${tab}`,
    ]),
    same('/invoices'),
    same('/invoices?overdue=true'),
    ['/invoices/:id', `/invoices/${await oneOf('invoices')}`],
    same('/settings'),
    same('/settings/members'),
    same('/settings/keys'),
    same('/settings/billing'),
    same('/settings/webhooks'),
    ['/settings/webhooks/:endpoint', `/settings/webhooks/${endpoint}`],
    ['…/deliveries/:id', `/settings/webhooks/${endpoint}/deliveries/${rows[0].id}`],
    same('/settings/audit'),
  ];
}

/** A selection of actions that create, change and move records. */
async function actionsOf({ client, id, projectId }: Site, times: number): Promise<Action[]> {
  const idsOf = async (table: string, where: string): Promise<string[]> =>
    (
      await client.query(
        `select id from corkboard.${table} where workspace_id = $1 and ${where} order by id limit $2`,
        [id, times],
      )
    ).rows.map(({ id }) => id);
  const repeated = (path: string, fields: Record<string, string>): Action['forms'] =>
    Array.from({ length: times }, () => [path, fields]);
  const clients = await idsOf('clients', 'trashed_at is null');
  // The draft of a project in the trash can't be sent.
  const drafts = await idsOf(
    'invoices',
    `status = 'DRAFT' and project_id in (select id from corkboard.projects where trashed_at is null)`,
  );
  return [
    {
      name: 'Add a client',
      forms: repeated('/clients/add', {
        name: 'Nadia Weiß',
        company: 'Harbour Bakery Ltd',
        email: 'n@b.example',
      }),
    },
    {
      name: 'Log time',
      forms: repeated(`/projects/${projectId}/time/log`, {
        minutes: '45',
        description: 'Layout',
        billable: 'on',
      }),
    },
    {
      name: 'Change a client',
      forms: clients.map(client => [`/clients/${client}/set`, { contactName: 'Tom Weir' }]),
    },
    { name: 'Send an invoice', forms: drafts.map(invoice => [`/invoices/${invoice}/send`, {}]) },
  ];
}

async function seed(client: pg.Client, size: number): Promise<void> {
  await addWorkspaces(client, 1 + others);
  const { rows } = await client.query('select id from corkboard.workspaces order by id');
  const [asked, ...rest] = rows.map(({ id }) => id as string);
  const of = (count: number) => ({ clients: count, projects: count, invoices: count });
  await addRecords(client, [asked!], of(size));
  await addRecords(client, rest, of(rowsOfOthers));
  await addHistory(client, { workspaceId: asked!, projectId: await busyProject(client, asked!) }, size);
  await addDeliveries(client, asked!, size);
}
