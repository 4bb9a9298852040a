import type pg from 'pg';
import { type LoadResult, load } from './load.ts';
import { median } from './report.ts';
import type { MeasuredServer } from './server.ts';

/** The figures of a server in a round. */
export interface Round {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  cpuMicroseconds: number;
}

/** The requests of a round, which are sent repeatedly. */
export interface Work {
  name: string;
  requests: string[];
  status: number;
  /** Well below the rate limits, so that no request is rejected. */
  mostRequests: number;
  seconds: number;
}

export const connections = 32;

/**
 * Runs one round on one server. `client` resets the rates of all workspaces. Throws if a response is not the expected
 * one.
 */
export async function round(
  side: MeasuredServer,
  client: pg.Client,
  { name, requests, status, mostRequests, seconds }: Work,
): Promise<Round> {
  await client.query('truncate corkboard.rate_windows');
  const before = await side.cpuSeconds();
  const result = await load({ port: side.port, requests, status, connections, seconds, mostRequests });
  if (result.faults.length > 0) throw new Error(`${name}: ${result.faults.join('; ')}`);
  return figures(result, (await side.cpuSeconds()) - before);
}

const figures = ({ answers, seconds, p50Ms, p99Ms }: LoadResult, cpuSeconds: number): Round => ({
  perSecond: answers / seconds,
  p50Ms,
  p99Ms,
  cpuMicroseconds: (cpuSeconds / answers) * 1e6,
});

/** The medians of a figure for both sides. */
export const both = (ours: Round[], theirs: Round[], figure: keyof Round, digits: number): string =>
  [ours, theirs].map(side => median(side.map(round => round[figure])).toFixed(digits)).join(' / ');

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

/**
 * The median of the rounds' ratios of a figure. Each ratio compares two consecutive rounds, so that other load affects
 * both.
 */
export const ratio = (ours: Round[], theirs: Round[], figure: keyof Round): number =>
  median(ours.map((round, i) => round[figure] / theirs[i]![figure]));
