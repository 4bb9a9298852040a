/** How often the work is done, in ms. A rate counts in steps of this (sql/functions/webhooks/throttling/rate_starts_at.sql). */
const everyMs = 250;
/** How long a pause there is at least between one time and the next, in ms: more has come together by then. */
const gatherMs = 20;

/** Does `work` again and again, never twice at a time, until it is stopped. `work` must not fail. */
export class Polling {
  readonly #work: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | null = null;
  #endedAt = Number.NEGATIVE_INFINITY;
  /** Whether it was asked for while it was under way. */
  #again = false;
  #stopped = false;

  constructor(work: () => Promise<void>) {
    this.#work = work;
    this.#schedule(everyMs);
  }

  /** Does the work as soon as it may be done again. */
  soon(): void {
    if (this.#working) this.#again = true;
    else this.#schedule(Math.max(0, this.#endedAt + gatherMs - performance.now()));
  }

  /** Settles when the work is not under way any more. It is not done again. */
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
