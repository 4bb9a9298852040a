/** The interval, in ms. A rate counts in steps of this (sql/functions/webhooks/throttling/rate_starts_at.sql). */
const everyMs = 250;
/** The least pause between two runs, in ms, during which more work gathers. */
const gatherMs = 20;

/** Runs `work` again and again, never twice at a time, until it is stopped. `work` must not throw. */
export class Poller {
  readonly #work: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | null = null;
  #endedAt = Number.NEGATIVE_INFINITY;
  /** Whether `trigger` was called during a run. */
  #again = false;
  #stopped = false;

  constructor(work: () => Promise<void>) {
    this.#work = work;
    this.#schedule(everyMs);
  }

  /** Runs the work as soon as the pause allows. */
  trigger(): void {
    if (this.#working) this.#again = true;
    else this.#schedule(Math.max(0, this.#endedAt + gatherMs - performance.now()));
  }

  /** Starts no further run, and settles when the current one has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#working;
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#stopped) this.#timer = setTimeout(() => this.#begin(), ms).unref();
  }

  #begin(): void {
    this.#again = false;
    this.#working = this.#work().then(() => {
      this.#working = null;
      this.#endedAt = performance.now();
      this.#schedule(this.#again ? gatherMs : everyMs);
    });
  }
}
