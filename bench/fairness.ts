import type pg from 'pg';
import { quotas } from '../src/admission/rates.ts';
import { asService } from '../test/support/role.ts';
import { askSteadily } from './askSteadily.ts';
import { Connection } from './connection.ts';
import { type BenchServer, connect } from './database.ts';
import { median, quantile, table } from './report.ts';
import { type Route, routes } from './requests.ts';
import { startWeb } from './server.ts';
import { findTargets, requestsDatabase, seedTargets } from './targets.ts';

/** The requests per second of all other workspaces together. */
const perSecond = 100;

const route = (name: string): Route => routes.find(route => route.name === name)!;
const [read, write] = [route('GET /clients'), route('POST /clients')];

/**
 * The behavior of one workspace: with how many keys it floods (0: it sends nothing), and whether another transaction
 * holds its lock.
 */
interface Scene {
  name: string;
  keys: number;
  held: boolean;
}
const scenes: Scene[] = [
  { name: 'nothing', keys: 0, held: false },
  { name: 'a flood by 1 key', keys: 1, held: false },
  { name: 'a flood by 6 keys', keys: 6, held: false },
  { name: 'a flood by 1 key, its lock held', keys: 1, held: true },
  { name: 'a flood by 6 keys, its lock held', keys: 6, held: true },
];

/** How many requests succeeded, and how many were rejected. */
interface Tally {
  served: number;
  refused: number;
}

/** A workspace that repeatedly sends all requests that a minute allows at once, each on its own connection. */
interface Flood {
  port: number;
  client: pg.Client;
  workspaceId: string;
  keys: string[];
}

/** Measures how fast others are answered while one workspace floods within its rate, or is locked. */
export async function benchFairness(server: BenchServer, quick: boolean): Promise<void> {
  const { rounds, seconds } = quick ? { rounds: 1, seconds: 4 } : { rounds: 5, seconds: 5 };
  const databaseUrl = await server.database(requestsDatabase, seedTargets);
  const client = await connect(databaseUrl);
  const [first, ...others] = await findTargets(client);
  const workspaceId = first!.id;
  const keys = [first!.key, ...(await giveMoreKeys(client, workspaceId, 5))];
  const { port, stop } = await startWeb(asService(databaseUrl));
  const asked = others.map((target, i) => (i % 2 === 0 ? read : write).request(target));
  const times: number[][][] = scenes.map(() => []);
  const refused = scenes.map(() => 0);
  const flooded = scenes.map((): Tally => ({ served: 0, refused: 0 }));
  await askSteadily(port, asked, { perSecond, seconds: 1 });
  for (let round = 0; round < rounds; round++) {
    for (const [i, scene] of scenes.entries()) {
      const holder = scene.held ? await hold(databaseUrl, workspaceId) : null;
      let isOver = false;
      const flood = { port, client, workspaceId, keys: keys.slice(0, scene.keys) };
      const flooding = sendFlood(flood, flooded[i]!, () => isOver);
      const answered = await askSteadily(port, asked, { perSecond, seconds });
      isOver = true;
      await flooding;
      await holder?.end();
      times[i]!.push(answered.timesMs);
      refused[i]! += answered.refused;
    }
  }
  await stop();
  await client.end();
  console.log(
    `\nOne workspace floods: ${quotas.read} reads and ${quotas.write} writes at once, and again as soon as all are answered. Others send ${perSecond} requests a second, half of them writes, to the same web process; medians of ${rounds} round(s) of ${seconds} s.\n`,
  );
  table(
    ['Meanwhile', 'p50 ms', 'p99 ms', 'Goal', 'Longest ms', 'Refused', 'The flood: served', 'refused'],
    scenes.map(({ name }, i) => [
      name,
      ofRounds(times[i]!, 0.5),
      ofRounds(times[i]!, 0.99),
      '< 200',
      Math.max(...times[i]!.flat()).toFixed(0),
      String(refused[i]),
      String(flooded[i]!.served),
      String(flooded[i]!.refused),
    ]),
  );
}

/** The median of the rounds' quantiles, because a stall of the machine affects only one of them. */
const ofRounds = (rounds: number[][], q: number) =>
  median(rounds.map(times => quantile(times, q))).toFixed(1);

async function giveMoreKeys(client: pg.Client, workspaceId: string, count: number): Promise<string[]> {
  const { rows } = await client.query(
    `select (corkboard.create_key($1, 'More ' || n, corkboard.key_scopes())).secret as key from generate_series(1, $2::int) n`,
    [workspaceId, count],
  );
  return rows.map(({ key }) => key);
}

/** Holds the workspace's lock until the connection ends. */
async function hold(databaseUrl: string, workspaceId: string): Promise<pg.Client> {
  const holder = await connect(databaseUrl);
  await holder.query('begin');
  await holder.query('select corkboard.lock_workspace($1)', [workspaceId]);
  return holder;
}

/** Floods until the end of the round. Each flood starts a new minute, in which nothing is used up yet. */
async function sendFlood(
  { port, client, workspaceId, keys }: Flood,
  tally: Tally,
  isOver: () => boolean,
): Promise<void> {
  if (keys.length === 0) return;
  const ofKeys = ({ request }: Route, count: number) =>
    Array.from({ length: count }, (_, i) =>
      request({ id: workspaceId, key: keys[i % keys.length]!, projectId: '' }),
    );
  const requests = [...ofKeys(read, quotas.read), ...ofKeys(write, quotas.write)];
  const connections = await Promise.all(requests.map(() => Connection.open(port)));
  while (!isOver()) {
    await client.query('delete from corkboard.rate_windows where workspace_id = $1', [workspaceId]);
    const answers = await Promise.all(connections.map((connection, i) => connection.send(requests[i]!)));
    for (const { status } of answers) tally[status < 300 ? 'served' : 'refused']++;
  }
  for (const connection of connections) connection.close();
}
