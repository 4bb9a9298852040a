import type pg from 'pg';
import { type LoadResult, load } from './load.ts';
import { median } from './report.ts';
import type { MeasuredServer } from './server.ts';

/** A round's figures of one server. */
export interface Round {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  cpuMicroseconds: number;
}

/** The requests of a round, which are sent over and over. */
export interface Work {
  name: string;
  requests: string[];
  status: number;
  /** Well below the rates of the specification, so that no request is refused. */
  mostRequests: number;
  seconds: number;
}

export const connections = 32;

/** One round on one server. `client` gives every workspace a fresh minute. Throws if an answer is not the expected one. */
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

/** The medians of a figure on both sides. */
export const both = (ours: Round[], theirs: Round[], figure: keyof Round, digits: number): string =>
  [ours, theirs].map(side => median(side.map(round => round[figure])).toFixed(digits)).join(' / ');

/** What stands above the rows of `besideRest`. */
export const besideRestColumns = (what: string) => [
  what,
  "CPU, of REST's",
  'Goal',
  'CPU µs/request',
  'Requests/s',
  'p50 ms',
];

/** A row about something and REST, on the same web process: what it costs, of what REST does (goal: at most `most`). */
export const besideRest = (name: string, most: number, ours: Round[], rest: Round[]): string[] => [
  name,
  ratio(ours, rest, 'cpuMicroseconds').toFixed(2),
  most.toFixed(2),
  both(ours, rest, 'cpuMicroseconds', 0),
  both(ours, rest, 'perSecond', 0),
  both(ours, rest, 'p50Ms', 1),
];

/**
 * The median of the rounds' ratios of a figure. Each ratio is of two rounds next to each other in time, so that other
 * load affects both.
 */
export const ratio = (ours: Round[], theirs: Round[], figure: keyof Round): number =>
  median(ours.map((round, i) => round[figure] / theirs[i]![figure]));
