import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Endings } from '../harness/endings.ts';
import { median, quantile } from '../harness/print.ts';
import { addWorkspaces, idsOf } from '../harness/seed/workspaces.ts';
import { notification } from '../src/database/jobNotifier.ts';
import { asService } from '../test/support/role.ts';
import { type Bench, connect } from './bench.ts';
import { startServer } from './processes.ts';

/** The time in ms since the epoch, with fractions, on the same clock in every process of the machine. */
export const now = (): number => performance.timeOrigin + performance.now();

/** A database with empty workspaces. */
export type Opened = Awaited<ReturnType<typeof openWorkspaces>>;

/** Opens a database with this many empty workspaces, as its owner and as the service's role. */
export async function openWorkspaces({ database, endings }: Bench, name: string, count: number) {
  const databaseUrl = await database(name, client => addWorkspaces(client, count));
  const client = await connect(endings, databaseUrl);
  const service = await connect(endings, asService(databaseUrl));
  return { databaseUrl, client, service, workspaces: await idsOf(client) };
}

/** The data of an event that benchmarks emit. */
export const data = {
  clientId: '01a1fd7d-ff66-793b-acbd-98316dec1144',
  clientName: 'Harbour Bakery',
  contactName: null,
  company: 'Harbour Bakery Ltd',
  createdAt: '2026-11-21T09:44:15.463Z',
};

/** Emits `client.created` in a workspace as the service does. `n` in the data identifies the event. */
export const emit = (service: pg.Client, workspaceId: string, n = 0) => emitMany(service, workspaceId, n, n);

/** Emits the events from `first` to `last` in one transaction, and notifies the workers of their jobs, as the service does. */
export async function emitMany(
  service: pg.Client,
  workspaceId: string,
  first: number,
  last: number,
): Promise<void> {
  await service.query(
    `select corkboard.emit_event($1, 'client.created', d::json)
     from corkboard.lock_workspace($1), unnest($2::text[]) d`,
    [
      workspaceId,
      Array.from({ length: last - first + 1 }, (_, i) => JSON.stringify({ ...data, n: first + i })),
    ],
  );
  await service.query(notification(last - first + 1));
}

/** Adds an endpoint for each address, so many to a workspace, and returns their ids. */
export async function addEndpoints(
  client: pg.Client,
  workspaces: string[],
  urls: string[],
  { perWorkspace = 1, format = 'json' } = {},
): Promise<string[]> {
  const { rows } = await client.query(
    `insert into corkboard.webhook_endpoints (workspace_id, url, format, events, secret)
     select ($1::uuid[])[1 + (u.n - 1) / $3::int], u.url, $4, '{client.created}',
            case when $4 = 'json' then corkboard.new_webhook_secret() end
       from unnest($2::text[]) with ordinality u (url, n) order by u.n
     returning id`,
    [workspaces, urls, perWorkspace, format],
  );
  return rows.map(({ id }) => id);
}

/** Starts a receiver (receiver.ts), and returns its address. */
export async function startReceiver(endings: Endings, core?: number): Promise<string> {
  const { port } = await startServer(endings, 'bench/receiver.ts', {}, core);
  return `http://127.0.0.1:${port}/`;
}

/** When deliveries first arrived at a receiver since it was last asked, by their ids. */
export const arrived = async (url: string): Promise<Record<string, number>> =>
  (await fetch(url)).json() as any;

/**
 * Emits events at a steady rate, in one workspace after the other. `url`: the address of the measured endpoints, a receiver, which
 * have no other deliveries. Returns how many ms each delivery took from before the commit until it came, in the order in which
 * they were made; infinity: it did not come.
 */
export async function steadyEvents(
  { client, service, workspaces, url }: Omit<Opened, 'databaseUrl'> & { url: string },
  seconds: number,
  perSecond = 100,
): Promise<number[]> {
  await arrived(url);
  const begun: number[] = [];
  const began = now();
  for (let n = 0; n < seconds * perSecond; n++) {
    const due = began + (n * 1000) / perSecond;
    await pause(Math.max(0, due - now()));
    begun.push(now());
    await emit(service, workspaces[n % workspaces.length]!, n);
  }
  // The last of them may take as long.
  await pause(2_000);
  const { rows } = await client.query(
    `select d.id, (d.data ->> 'n')::int as n from corkboard.webhook_deliveries d
     join corkboard.webhook_endpoints e on e.workspace_id = d.workspace_id and e.id = d.endpoint_id
     where e.url = $1 order by d.id`,
    [url],
  );
  const came = await arrived(url);
  return rows.map(({ id, n }) => (came[id] ?? Number.POSITIVE_INFINITY) - begun[n]!);
}

/** The columns of `spreadOf`. */
export const spreadColumns = ['Deliveries', 'Median', 'p99', 'Ratio', 'Last'];

/** How many deliveries there were, how long they took, and their p99 beside that of a baseline. */
export const spreadOf = (took: number[], baseline: number[]): string[] => [
  String(took.length),
  median(took).toFixed(1),
  quantile(took, 0.99).toFixed(1),
  (quantile(took, 0.99) / quantile(baseline, 0.99)).toFixed(2),
  Math.max(...took).toFixed(0),
];
