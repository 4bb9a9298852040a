import type pg from 'pg';
import { goal, median, quantile, table } from '../harness/print.ts';
import { quotas } from '../src/admission/rates.ts';
import { type Bench, connect } from './bench.ts';
import { Connection } from './connection.ts';
import { steadyRequests } from './load.ts';
import { startWeb } from './processes.ts';
import { openTargets, type Route, routes, type Target } from './targets.ts';

/** The requests per second of all other workspaces together. */
const perSecond = 100;

const route = (name: string): Route => routes.find(route => route.name === name)!;
const [read, write] = [route('GET /clients'), route('POST /clients')];

/**
 * The behavior of one workspace: with how many keys it floods (0: it sends nothing), and whether another transaction
 * holds its lock.
 */
const scenes: [name: string, keys: number, isHeld: boolean][] = [
  ['nothing', 0, false],
  ['a flood by 1 key', 1, false],
  ['a flood by 6 keys', 6, false],
  ['a flood by 1 key, its lock held', 1, true],
  ['a flood by 6 keys, its lock held', 6, true],
];

/** What others experience in a scene: the times of each round, and how many requests were rejected, of the flood too. */
interface Outcome {
  times: number[][];
  refused: number;
  flood: { served: number; refused: number };
}

/** Measures how fast others are answered while one workspace floods within its rate, or is locked. */
export async function benchFairness(bench: Bench): Promise<void> {
  const { quick, endings } = bench;
  const { rounds, seconds } = quick ? { rounds: 1, seconds: 4 } : { rounds: 5, seconds: 5 };
  const { databaseUrl, client, targets } = await openTargets(bench);
  const [flooding, ...others] = targets as [Target, ...Target[]];
  const { rows: more } = await client.query(
    `select (corkboard.create_key($1, 'More ' || n, corkboard.key_scopes())).secret as key from generate_series(1, 5) n`,
    [flooding.id],
  );
  const keys = [flooding.key, ...more.map(({ key }) => key)];
  const { port } = await startWeb(endings, databaseUrl);
  const asked = others.map((target, i) => (i % 2 === 0 ? read : write).request(target));
  const outcomes = scenes.map((): Outcome => ({ times: [], refused: 0, flood: { served: 0, refused: 0 } }));
  await steadyRequests(port, asked, { perSecond, seconds: 1 });
  for (let round = 0; round < rounds; round++) {
    for (const [i, [, count, isHeld]] of scenes.entries()) {
      const outcome = outcomes[i]!;
      // The workspace's lock is held until the connection ends.
      const holder = await connect(endings, databaseUrl);
      await holder.query('begin');
      if (isHeld) await holder.query('select corkboard.lock_workspace($1)', [flooding.id]);
      let isOver = false;
      const targets = keys.slice(0, count).map(key => ({ ...flooding, key }));
      const ended = sendFlood(port, client, targets, outcome.flood, () => isOver);
      const { timesMs, refused } = await steadyRequests(port, asked, { perSecond, seconds });
      isOver = true;
      await ended;
      await holder.end();
      outcome.times.push(timesMs);
      outcome.refused += refused;
    }
  }
  console.log(
    `\nOne workspace floods: ${quotas.read} reads and ${quotas.write} writes at once, and again as soon as all are answered. Others send ${perSecond} requests a second, half of them writes, to the same web process; medians of ${rounds} round(s) of ${seconds} s.\n`,
  );
  const p99 = ({ times }: Outcome) => ofRounds(times, 0.99);
  table(
    [
      'Meanwhile',
      'p50 ms',
      'p99 ms',
      'Goal',
      'Ratio',
      'Longest ms',
      'Refused',
      'The flood: served',
      'refused',
    ],
    outcomes.map((outcome, i) => [
      scenes[i]![0],
      ofRounds(outcome.times, 0.5).toFixed(1),
      p99(outcome).toFixed(1),
      goal('< 200', p99(outcome)),
      (p99(outcome) / p99(outcomes[0]!)).toFixed(2),
      Math.max(...outcome.times.flat()).toFixed(0),
      String(outcome.refused),
      String(outcome.flood.served),
      String(outcome.flood.refused),
    ]),
  );
}

/** The median of the rounds' quantiles, because a stall of the machine affects only one of them. */
const ofRounds = (rounds: number[][], q: number) => median(rounds.map(times => quantile(times, q)));

/**
 * Sends all requests that a minute allows at once, each on its own connection, and again until the end of the round. Each
 * flood starts a new minute, in which nothing is used up yet.
 */
async function sendFlood(
  port: number,
  client: pg.Client,
  targets: Target[],
  tally: Outcome['flood'],
  isOver: () => boolean,
): Promise<void> {
  if (targets.length === 0) return;
  const sent = ({ request }: Route, count: number) =>
    Array.from({ length: count }, (_, i) => request(targets[i % targets.length]!));
  const requests = [...sent(read, quotas.read), ...sent(write, quotas.write)];
  const connections = await Promise.all(requests.map(() => Connection.open(port)));
  while (!isOver()) {
    await client.query('delete from corkboard.rate_windows where workspace_id = $1', [targets[0]!.id]);
    const answers = await Promise.all(connections.map((connection, i) => connection.send(requests[i]!)));
    for (const { status } of answers) tally[status < 300 ? 'served' : 'refused']++;
  }
  for (const connection of connections) connection.close();
}
