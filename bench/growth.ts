import type pg from 'pg';
import { Connection, request } from './connection.ts';
import { type BenchServer, connect } from './database.ts';
import { median, table } from './report.ts';
import { addRecords } from './seed/records.ts';
import { rareWord } from './seed/words.ts';
import { addWorkspaces, giveKeys } from './seed/workspaces.ts';
import { startServer, webProcess } from './server.ts';

/** Rows of each kind (clients, projects, invoices) in the workspace that is asked; its database has ten times as many. */
const sizes = [1_000, 10_000, 100_000];
const rowsOfOthers = 1_000;
/** By then the connection has settled on its plan for a prepared statement. */
const warmUps = 12;
const measured = 40;

interface List {
  path: string;
  /** The total as SQL: what must hold of the table's rows in the workspace. */
  table: 'clients' | 'projects' | 'invoices';
  where: string;
}

const clients = (query: string, where = 'true'): List => ({
  path: `/clients${query}`,
  table: 'clients',
  where: `trashed_at is null and ${where}`,
});
const search = (text: string) =>
  clients(`?search=${encodeURIComponent(text)}`, `strpos(search_text, corkboard.fold('${text}')) > 0`);
const projects = (query: string, where: string): List => ({
  path: `/projects${query}`,
  table: 'projects',
  where: `trashed_at is null and ${where}`,
});
const invoices = (query: string, where: string): List => ({
  path: `/invoices${query}`,
  table: 'invoices',
  where,
});

/** Every list unfiltered and by each criterion, common values and rare ones. Goal: the same time whatever the size. */
const pages = (busyProject: string): List[] => [
  clients(''),
  projects('', `status <> 'archived'`),
  projects('?include_archived=true', 'true'),
  projects('?status=active', `status = 'active'`),
  projects('?status=paused', `status = 'paused'`),
  projects('?status=archived', `status = 'archived'`),
  projects('?stage=active', `stage = 'active' and status <> 'archived'`),
  projects('?stage=lead', `stage = 'lead' and status <> 'archived'`),
  invoices('', 'true'),
  invoices('?status=PAID', `status = 'PAID'`),
  invoices('?status=VOID', `status = 'VOID'`),
  invoices('?kind=invoice', `kind = 'invoice'`),
  invoices('?kind=estimate', `kind = 'estimate'`),
  invoices(`?project_id=${busyProject}`, `project_id = '${busyProject}'`),
  invoices('?overdue=true', `kind = 'invoice' and status = 'SENT' and due_date < corkboard.today()`),
];

/** A rare word, common ones, fragments too short for the trigrams, and other alphabets in another case. Goal: 20 ms. */
const searches: List[] = [rareWord.toLowerCase(), 'studio', 'maria', 'an', 'zö', 'e', 'ПЕТРОВ', 'παπαδ'].map(
  search,
);

/** Milliseconds of one list at one size, and its total. */
interface Measured {
  path: string;
  ms: number;
  total: number;
}

/** First pages of a workspace that grows, in a database that grows with it. */
export async function benchGrowth(server: BenchServer, quick: boolean): Promise<void> {
  const columns: Measured[][] = [];
  const chosen = quick ? sizes.slice(0, 2) : sizes;
  for (const size of chosen) columns.push(await measureSize(server, size));
  console.log(
    `\nGrowth: first page of a workspace's lists through the web process, median of ${measured} requests one after the other, by rows of the list in the workspace (the database has ten times as many). Totals are compared with count(*).\n`,
  );
  const labels = chosen.map(size => `${size.toLocaleString('en')} rows, ms`);
  const rows = columns[0]!.map(({ path }, i) => {
    const times = columns.map(column => column[i]!.ms);
    const ratio = (times.at(-1)! / times[0]!).toFixed(2);
    const goal = path.includes('search=') ? '< 20 ms' : '< 2.00';
    const shown = decodeURIComponent(path).replace(/=[0-9a-f-]{36}/, '=…');
    return [shown, ratio, goal, ...times.map(ms => ms.toFixed(2)), String(columns.at(-1)![i]!.total)];
  });
  table(['List', 'Ratio', 'Goal', ...labels, 'Total'], rows);
}

async function measureSize(server: BenchServer, size: number): Promise<Measured[]> {
  const databaseUrl = await server.database(`corkboard_bench_growth_${size}`, client => seed(client, size));
  const client = await connect(databaseUrl);
  const [asked] = await giveKeys(client);
  const { id, key } = asked!;
  // One connection, so that what was warmed up is what is measured.
  const web = await startServer(await webProcess(), { DATABASE_URL: databaseUrl, WEB_POOL_SIZE: '1' });
  const connection = await Connection.open(web.port);
  const results: Measured[] = [];
  for (const list of [...pages(await busyProject(client, id)), ...searches]) {
    await client.query('truncate corkboard.rate_windows');
    results.push(await measure(connection, key, list, await count(client, id, list)));
  }
  connection.close();
  await Promise.all([web.stop(), client.end()]);
  return results;
}

async function measure(connection: Connection, key: string, list: List, total: number): Promise<Measured> {
  const times: number[] = [];
  for (let i = 0; i < warmUps + measured; i++) {
    const begin = performance.now();
    const { status, body } = await connection.send(request('GET', `/api/v1${list.path}`, key));
    times.push(performance.now() - begin);
    const page = status === 200 ? JSON.parse(body.toString()).page : null;
    if (page?.total !== total)
      throw new Error(`${list.path}: ${total} rows, but ${status} ${body.subarray(-200)}`);
  }
  return { path: list.path, ms: median(times.slice(warmUps)), total };
}

async function seed(client: pg.Client, size: number): Promise<void> {
  const others = (9 * size) / rowsOfOthers;
  await addWorkspaces(client, 1 + others);
  const [asked, ...rest] = (await giveKeys(client)).map(({ id }) => id);
  const half = rest.splice(0, rest.length / 2);
  const rows = (count: number) => ({ clients: count, projects: count, invoices: count });
  await addRecords(client, half, rows(rowsOfOthers));
  await addRecords(client, [asked!], rows(size));
  await addRecords(client, rest, rows(rowsOfOthers));
}

async function busyProject(client: pg.Client, workspaceId: string): Promise<string> {
  const { rows } = await client.query(
    `select project_id as id from corkboard.invoices where workspace_id = $1 group by 1 order by count(*) desc limit 1`,
    [workspaceId],
  );
  return rows[0].id;
}

async function count(client: pg.Client, workspaceId: string, { table, where }: List): Promise<number> {
  const { rows } = await client.query(
    `select count(*)::int as total from corkboard.${table} where workspace_id = $1 and ${where}`,
    [workspaceId],
  );
  return rows[0].total;
}
