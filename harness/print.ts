import { availableParallelism, cpus, totalmem } from 'node:os';

/** The quantile of the numbers: the value below which the given share of them lies. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = Float64Array.from(numbers).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (numbers: readonly number[]) => quantile(numbers, 0.5);

/** The median, with the lowest and the highest of the numbers. */
export const spread = (numbers: readonly number[], digits: number): string => {
  const [low, middle, high] = [Math.min(...numbers), median(numbers), Math.max(...numbers)].map(number =>
    number.toFixed(digits),
  );
  return `${middle} (${low} to ${high})`;
};

/** A goal, and whether a figure meets it. */
export function goal(limit: `${'≥' | '≤' | '<'} ${number}`, figure: number): string {
  const [sign, bound] = limit.split(' ') as [string, string];
  const isMet = sign === '≥' ? figure >= +bound : sign === '≤' ? figure <= +bound : figure < +bound;
  return `${limit}, ${isMet ? 'met' : 'missed'}`;
}

/** Prints a Markdown table. All columns except text columns are right-aligned. */
export function table(columns: string[], rows: string[][]): void {
  const widths = columns.map((column, i) => Math.max(column.length, ...rows.map(row => row[i]!.length)));
  const right = (i: number) => rows.every(row => /^[<\d—]/.test(row[i]!));
  const line = (cells: string[]) =>
    `| ${cells.map((cell, i) => (right(i) ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!))).join(' | ')} |`;
  console.log(line(columns));
  console.log(`|${widths.map((width, i) => '-'.repeat(width + 1) + (right(i) ? ':' : '-')).join('|')}|`);
  for (const row of rows) console.log(line(row));
}

/** Prints the machine on which the numbers were measured, because they depend on it. */
export function describeMachine(postgresVersion: string): void {
  console.log(
    [
      new Date().toISOString().slice(0, 10),
      `${availableParallelism()} cores (${cpus()[0]?.model.trim()})`,
      `${Math.round(totalmem() / 2 ** 30)} GB`,
      `Node ${process.versions.node}`,
      `PostgreSQL ${postgresVersion}`,
    ].join(', '),
  );
}

/** Time since the start of a run. */
export class Clock {
  readonly #startedAt = performance.now();

  ms(): number {
    return performance.now() - this.#startedAt;
  }

  /** Prints a line with the time before it. */
  print(line: string): void {
    console.log(`${(this.ms() / 1000).toFixed(1).padStart(6)} s  ${line}`);
  }
}
