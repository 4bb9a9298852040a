import type pg from 'pg';
import { asService } from '../test/support/role.ts';
import { Connection, request } from './connection.ts';
import { type BenchServer, connect } from './database.ts';
import { type List, pages, searches } from './lists.ts';
import { median, table } from './report.ts';
import { addRecords, busyProject } from './seed/records.ts';
import { addWorkspaces, giveKeys } from './seed/workspaces.ts';
import { startWeb } from './server.ts';

/** Rows of each kind (clients, projects, invoices) in the measured workspace. Its database has ten times as many. */
const sizes = [1_000, 10_000, 100_000];
const rowsOfOthers = 1_000;
/**
 * How many requests come before the measured ones, so that the connection uses its final plan for a prepared statement.
 */
const warmUps = 12;
const measured = 40;

/** A workspace of one size, with its own web process. */
interface Site {
  client: pg.Client;
  id: string;
  key: string;
  connection: Connection;
  lists: List[];
  stop: () => Promise<unknown>;
}

/** Measures first pages of lists as a workspace and its database grow. */
export async function benchGrowth(server: BenchServer, quick: boolean): Promise<void> {
  const chosen = quick ? sizes.slice(0, 2) : sizes;
  const databaseUrls: string[] = [];
  for (const size of chosen) {
    databaseUrls.push(await server.database(`corkboard_bench_growth_${size}`, client => seed(client, size)));
  }
  const sites = await Promise.all(databaseUrls.map(open));
  const rows: string[][] = [];
  for (const i of sites[0]!.lists.keys()) rows.push(await measure(sites, i));
  await Promise.all(sites.map(site => site.stop()));
  console.log(
    `\nGrowth: first page of a workspace's lists through the web process, median of ${measured} requests one after the other, by rows of the list in the workspace (the database has ten times as many). Totals are compared with count(*).\n`,
  );
  const labels = chosen.map(size => `${size.toLocaleString('en')} rows, ms`);
  table(['List', 'Ratio', 'Goal', ...labels, 'Total'], rows);
}

async function open(databaseUrl: string): Promise<Site> {
  const client = await connect(databaseUrl);
  const [asked] = await giveKeys(client);
  const { id, key } = asked!;
  // One connection, so that the measured requests use the one that was warmed up.
  const web = await startWeb(asService(databaseUrl), { WEB_POOL_SIZE: '1' });
  const connection = await Connection.open(web.port);
  const lists = [...pages(await busyProject(client, id)), ...searches];
  const stop = () => {
    connection.close();
    return Promise.all([web.stop(), client.end()]);
  };
  return { client, id, key, connection, lists, stop };
}

/**
 * A row of the table: one list at every size, alternately, so that other load on the machine affects all sizes alike.
 */
async function measure(sites: Site[], i: number): Promise<string[]> {
  const totals: number[] = [];
  for (const site of sites) {
    await site.client.query('truncate corkboard.rate_windows');
    totals.push(await count(site, site.lists[i]!));
  }
  const times: number[][] = sites.map(() => []);
  for (let n = 0; n < warmUps + measured; n++) {
    for (const [s, site] of sites.entries()) {
      const ms = await timed(site, site.lists[i]!, totals[s]!);
      if (n >= warmUps) times[s]!.push(ms);
    }
  }
  const medians = times.map(median);
  const { path } = sites[0]!.lists[i]!;
  return [
    decodeURIComponent(path).replace(/=[0-9a-f-]{36}/, '=…'),
    (medians.at(-1)! / medians[0]!).toFixed(2),
    path.includes('search=') ? '< 20 ms' : '< 2.00',
    ...medians.map(ms => ms.toFixed(2)),
    String(totals.at(-1)),
  ];
}

/** The duration of a request, in ms. Throws if the total is not exact. */
async function timed({ connection, key }: Site, { path }: List, total: number): Promise<number> {
  const begin = performance.now();
  const { status, body } = await connection.send(request('GET', `/api/v1${path}`, key));
  const ms = performance.now() - begin;
  const page = status === 200 ? JSON.parse(body.toString()).page : null;
  if (page?.total !== total) throw new Error(`${path}: ${total} rows, but ${status} ${body.subarray(-200)}`);
  return ms;
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

async function count({ client, id }: Site, { table, where }: List): Promise<number> {
  const { rows } = await client.query(
    `select count(*)::int as total from corkboard.${table} where workspace_id = $1 and ${where}`,
    [id],
  );
  return rows[0].total;
}
