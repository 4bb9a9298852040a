/** Time since the start of the run. */
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
