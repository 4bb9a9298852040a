import type pg from 'pg';
import { goal, median, table } from '../harness/print.ts';
import { busyProject, copyRecords } from '../harness/seed/records.ts';
import { rareWord } from '../harness/seed/words.ts';
import { addWorkspaces, giveKeys, idsOf } from '../harness/seed/workspaces.ts';
import { type Bench, connect } from './bench.ts';
import { type Connection, request } from './connection.ts';
import { largeDatabase, rowsOfOthers } from './large.ts';
import { openOnly, warmUps } from './processes.ts';

/** Rows of each kind (clients, projects, invoices) in the measured workspace. Its database has ten times as many. */
const sizes = [1_000, 10_000, 100_000];
const measured = 40;

/** A list, and the SQL of the rows that its exact total counts: the table, and a condition on its rows in the workspace. */
type List = [path: string, table: string, where: string];

/**
 * Every list, without a filter and with each filter, for common and rare values. Goal: the same time at every size. Then
 * searches for a rare word, common ones, fragments too short for trigrams, and other alphabets in another case. Goal: 20 ms.
 */
const listsOf = (project: string): List[] => [
  ['/clients', 'clients', 'trashed_at is null'],
  ['/projects', 'projects', `trashed_at is null and status <> 'archived'`],
  ['/projects?include_archived=true', 'projects', 'trashed_at is null'],
  ['/projects?status=active', 'projects', `trashed_at is null and status = 'active'`],
  ['/projects?status=paused', 'projects', `trashed_at is null and status = 'paused'`],
  ['/projects?status=archived', 'projects', `trashed_at is null and status = 'archived'`],
  ...['active', 'lead'].map(
    (stage): List => [
      `/projects?stage=${stage}`,
      'projects',
      `trashed_at is null and stage = '${stage}' and status <> 'archived'`,
    ],
  ),
  ['/invoices', 'invoices', 'true'],
  ['/invoices?status=PAID', 'invoices', `status = 'PAID'`],
  ['/invoices?status=VOID', 'invoices', `status = 'VOID'`],
  ['/invoices?kind=invoice', 'invoices', `kind = 'invoice'`],
  ['/invoices?kind=estimate', 'invoices', `kind = 'estimate'`],
  [`/invoices?project_id=${project}`, 'invoices', `project_id = '${project}'`],
  [
    '/invoices?overdue=true',
    'invoices',
    `kind = 'invoice' and status = 'SENT' and due_date < corkboard.utc_today()`,
  ],
  ...[rareWord.toLowerCase(), 'studio', 'anna', 'jö', 'an', 'q', 'e', 'ПЕТРОВ', 'παπαδ'].map(
    (text): List => [
      `/clients?search=${encodeURIComponent(text)}`,
      'clients',
      `trashed_at is null and strpos(search_text, corkboard.normalize_for_search('${text}')) > 0`,
    ],
  ),
];

/** A workspace of one size, with its own web process. */
interface Site {
  client: pg.Client;
  id: string;
  key: string;
  connection: Connection;
  lists: List[];
}

/** Measures first pages of lists as a workspace and its database grow. */
export async function benchGrowth(bench: Bench): Promise<void> {
  const chosen = bench.quick ? sizes.slice(0, 2) : sizes;
  const urls: string[] = [];
  for (const size of chosen) {
    const name = `corkboard_bench_growth_${size}`;
    urls.push(await bench.database(name, client => seed(client, size), await largeDatabase(bench, size)));
  }
  const sites = await Promise.all(urls.map(url => open(bench.endings, url)));
  const rows: string[][] = [];
  for (const i of sites[0]!.lists.keys()) rows.push(await measure(sites, i));
  console.log(
    `\nGrowth: first page of a workspace's lists through the web process, median of ${measured} requests one after the other, by rows of the list in the workspace (the database has ten times as many). Totals are compared with count(*).\n`,
  );
  const labels = chosen.map(size => `${size.toLocaleString('en')} rows, ms`);
  table(['List', 'Ratio', 'Goal', ...labels, 'Total'], rows);
}

async function open(endings: Bench['endings'], databaseUrl: string): Promise<Site> {
  const client = await connect(endings, databaseUrl);
  const [asked] = await giveKeys(client);
  const { id, key } = asked!;
  const { connection } = await openOnly(endings, databaseUrl);
  return { client, id, key, connection, lists: listsOf(await busyProject(client, id)) };
}

/** A row of the table: one list at every size, alternately, so that other load on the machine affects all sizes alike. */
async function measure(sites: Site[], i: number): Promise<string[]> {
  const totals: number[] = [];
  for (const { client, id, lists } of sites) {
    await client.query('truncate corkboard.rate_windows');
    const [, table, where] = lists[i]!;
    const { rows } = await client.query(
      `select count(*)::int as total from corkboard.${table} where workspace_id = $1 and ${where}`,
      [id],
    );
    totals.push(rows[0].total);
  }
  const times: number[][] = sites.map(() => []);
  for (let n = 0; n < warmUps + measured; n++) {
    for (const [s, { connection, key, lists }] of sites.entries()) {
      const ms = await timed(connection, lists[i]![0], key, totals[s]!);
      if (n >= warmUps) times[s]!.push(ms);
    }
  }
  const medians = times.map(median);
  const [path] = sites[0]!.lists[i]!;
  const ratio = medians.at(-1)! / medians[0]!;
  return [
    decodeURIComponent(path).replace(/=[0-9a-f-]{36}/, '=…'),
    ratio.toFixed(2),
    path.includes('search=') ? `ms ${goal('< 20', medians.at(-1)!)}` : goal('< 2', ratio),
    ...medians.map(ms => ms.toFixed(2)),
    String(totals.at(-1)),
  ];
}

/** The duration of a request, in ms. Throws if the total is not exact. */
async function timed(connection: Connection, path: string, key: string, total: number): Promise<number> {
  const begin = performance.now();
  const { status, body } = await connection.send(request('GET', `/api/v1${path}`, key));
  const ms = performance.now() - begin;
  const page = status === 200 ? JSON.parse(body.toString()).page : null;
  if (page?.total !== total) throw new Error(`${path}: ${total} rows, but ${status} ${body.subarray(-200)}`);
  return ms;
}

/** Adds workspaces until the database has ten times as many rows as the large one. */
async function seed(client: pg.Client, size: number): Promise<void> {
  const [, ...others] = await idsOf(client);
  await addWorkspaces(client, (9 * size) / rowsOfOthers.clients - others.length);
  const [, ...all] = await idsOf(client);
  await copyRecords(client, others, all.slice(others.length), rowsOfOthers);
}
