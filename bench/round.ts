import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { goal, median, spread, table } from '../harness/print.ts';
import type { Bench } from './bench.ts';
import { checkedLoad, type Work } from './load.ts';
import { alternating } from './meters.ts';
import { type MeasuredProcess, startWeb } from './processes.ts';
import { maxPerWorkspace, type Opened, perWorkspace, type Route, type Target } from './targets.ts';

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
export const paceOf = (quick: boolean) =>
  quick ? { rounds: 5, seconds: 0.5 } : { rounds: 11, seconds: 0.8 };

/** The requests of a route, for all targets. */
export const workOf = ({ name, method, request }: Route, targets: Target[]): Work => ({
  name,
  requests: targets.map(request),
  status: method === 'GET' ? 200 : 201,
  maxRequests: targets.length * maxPerWorkspace[method],
});

/** Measures rounds on two sides alternately. `client` resets the rates of all workspaces. */
export function alternate(client: pg.Client, quick: boolean, sides: readonly [Side, Side]) {
  const { rounds, seconds } = paceOf(quick);
  return alternating(rounds, sides, async ({ server, work }): Promise<Round> => {
    const made = work();
    await client.query('truncate corkboard.rate_windows');
    const before = await server.cpuSeconds();
    const done = await checkedLoad({ ...made, port: server.port, connections, seconds });
    const cpuSeconds = (await server.cpuSeconds()) - before;
    const { answers, p50Ms, p99Ms } = done;
    return { perSecond: answers / done.seconds, p50Ms, p99Ms, cpuMicroseconds: (cpuSeconds / answers) * 1e6 };
  });
}

/** The medians of a figure for both sides. */
export const both = (ours: Round[], theirs: Round[], figure: keyof Round, digits: number): string =>
  [ours, theirs].map(side => median(side.map(round => round[figure])).toFixed(digits)).join(' / ');

/** The rounds' ratios of a figure. Each compares two consecutive rounds, so that other load affects both. */
export const ratios = (ours: Round[], theirs: Round[], figure: keyof Round): number[] =>
  ours.map((round, i) => round[figure] / theirs[i]![figure]);

/** The same for a workspace through another channel and through REST. `tag` makes each write different. */
export interface Pair {
  name: string;
  method: 'GET' | 'POST';
  own: (target: Target, tag: string) => string;
  rest: (target: Target, tag: string) => string;
}

/**
 * Compares what pairs cost, and prints it (goal: at most `most` times REST's processor time). Returns the web process that
 * answered both.
 */
export async function compareWithRest(
  { endings, quick }: Bench,
  { databaseUrl, client, targets }: Opened,
  what: string,
  most: number,
  pairs: Pair[],
): Promise<MeasuredProcess> {
  const server = await startWeb(endings, databaseUrl);
  const rows: string[][] = [];
  for (const { name, method, own, rest } of pairs) {
    const maxRequests = targets.length * maxPerWorkspace[method];
    // Reads are always the same; every write is different, because otherwise it would be a replay.
    const length = method === 'GET' ? targets.length : maxRequests;
    const side = (one: Pair['own'], status: number): Side => ({
      server,
      work: () => {
        const requests = Array.from({ length }, (_, i) => one(targets[i % targets.length]!, randomUUID()));
        return { name, requests, status, maxRequests };
      },
    });
    const sides = [side(own, 200), side(rest, method === 'GET' ? 200 : 201)] as const;
    const [ours, theirs] = await alternate(client, quick, sides);
    const cpu = ratios(ours, theirs, 'cpuMicroseconds');
    rows.push([
      name,
      spread(cpu, 2),
      goal(`≤ ${most}`, median(cpu)),
      both(ours, theirs, 'cpuMicroseconds', 0),
      both(ours, theirs, 'perSecond', 0),
      both(ours, theirs, 'p50Ms', 1),
    ]);
  }
  const { rounds, seconds } = paceOf(quick);
  console.log(
    `\n${what}s beside REST on the same web process: ${connections} connections over ${targets.length} workspaces of ${perWorkspace.clients} clients and ${perWorkspace.invoices} invoices, medians of ${rounds} rounds of ${seconds} s each. Writes by REST have an Idempotency-Key.\n`,
  );
  table([what, "CPU, of REST's", 'Goal', 'CPU µs/request', 'Requests/s', 'p50 ms'], rows);
  return server;
}
