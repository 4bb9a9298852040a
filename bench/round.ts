import type pg from 'pg';
import { median } from '../harness/print.ts';
import { checkedLoad, type Work } from './load.ts';
import type { MeasuredProcess } from './processes.ts';
import { mostPerWorkspace, type Route, type Target } from './targets.ts';

/** The figures of a process in a round. */
export interface Round {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  cpuMicroseconds: number;
}

/** A process, and a function that makes the requests of a round. */
export interface Side {
  server: MeasuredProcess;
  work: () => Work;
}

export const connections = 32;

/** Many short rounds, because the speed of a shared machine changes from one second to the next. */
export const paceOf = (quick: boolean) => (quick ? { rounds: 4, seconds: 1 } : { rounds: 15, seconds: 1.5 });

/** The requests of a route, for all targets. */
export const workOf = ({ name, method, request }: Route, targets: Target[]): Work => ({
  name,
  requests: targets.map(request),
  status: method === 'GET' ? 200 : 201,
  mostRequests: targets.length * mostPerWorkspace[method],
});

/**
 * Measures rounds on two sides alternately, so that other load affects both. The first round of each side is not counted.
 * `client` resets the rates of all workspaces.
 */
export async function alternate(
  client: pg.Client,
  quick: boolean,
  sides: readonly [Side, Side],
): Promise<[Round[], Round[]]> {
  const { rounds, seconds } = paceOf(quick);
  const results: [Round[], Round[]] = [[], []];
  for (let i = 0; i <= rounds; i++) {
    for (const [side, { server, work }] of sides.entries()) {
      const made = work();
      await client.query('truncate corkboard.rate_windows');
      const before = await server.cpuSeconds();
      const done = await checkedLoad({ ...made, port: server.port, connections, seconds });
      const cpuSeconds = (await server.cpuSeconds()) - before;
      const { answers, p50Ms, p99Ms } = done;
      const perSecond = answers / done.seconds;
      if (i > 0)
        results[side]!.push({ perSecond, p50Ms, p99Ms, cpuMicroseconds: (cpuSeconds / answers) * 1e6 });
    }
  }
  return results;
}

/** The medians of a figure for both sides. */
export const both = (ours: Round[], theirs: Round[], figure: keyof Round, digits: number): string =>
  [ours, theirs].map(side => median(side.map(round => round[figure])).toFixed(digits)).join(' / ');

/**
 * The median of the rounds' ratios of a figure. Each ratio compares two consecutive rounds, so that other load affects
 * both.
 */
export const ratio = (ours: Round[], theirs: Round[], figure: keyof Round): number =>
  median(ours.map((round, i) => round[figure] / theirs[i]![figure]));

/** The columns of `besideRest`. */
export const besideRestColumns = (what: string) => [
  what,
  "CPU, of REST's",
  'Goal',
  'CPU µs/request',
  'Requests/s',
  'p50 ms',
];

/**
 * A row that compares something with REST on the same web process: its cost relative to REST's (goal: at most `most`).
 */
export const besideRest = (name: string, most: number, ours: Round[], rest: Round[]): string[] => [
  name,
  ratio(ours, rest, 'cpuMicroseconds').toFixed(2),
  most.toFixed(2),
  both(ours, rest, 'cpuMicroseconds', 0),
  both(ours, rest, 'perSecond', 0),
  both(ours, rest, 'p50Ms', 1),
];
