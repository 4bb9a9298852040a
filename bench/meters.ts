import { median } from '../harness/print.ts';
import type { MeasuredProcess } from './processes.ts';

/** Readings that only grow, such as processor time, by what is read. */
export type Meters<Name extends string> = Record<Name, () => Promise<number>>;

/** Does something to a number of requests or deliveries, and returns what each of them cost by each meter. */
export async function costs<Name extends string>(
  meters: Meters<Name>,
  work: () => Promise<number>,
): Promise<Record<Name, number>> {
  const names = Object.keys(meters) as Name[];
  const read = () => Promise.all(names.map(name => meters[name]()));
  const before = await read();
  const count = await work();
  const after = await read();
  return Object.fromEntries(names.map((name, n) => [name, (after[n]! - before[n]!) / count])) as any;
}

/**
 * Measures rounds of each side alternately, so that other load affects all sides, and returns their results by side. The first
 * round of each warms up and is not counted.
 */
export async function alternating<const Sides extends readonly unknown[], Result>(
  rounds: number,
  sides: Sides,
  measure: (side: Sides[number]) => Promise<Result>,
): Promise<{ [Side in keyof Sides]: Result[] }> {
  const results = sides.map((): Result[] => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [i, side] of sides.entries()) {
      const result = await measure(side);
      if (round > 0) results[i]!.push(result);
    }
  }
  return results as any;
}

/** Each figure of several rounds in one: by default the median. */
export const summary = <Name extends string>(
  rounds: Record<Name, number>[],
  of = median,
): Record<Name, number> =>
  Object.fromEntries(
    Object.keys(rounds[0]!).map(name => [name, of(rounds.map(round => round[name as Name]))]),
  ) as any;

/** The processor time that processes have used together, in µs. */
export const microsOf = async (processes: MeasuredProcess[]): Promise<number> => {
  const seconds = await Promise.all(processes.map(process => process.cpuSeconds()));
  return seconds.reduce((total, one) => total + one, 0) * 1e6;
};
