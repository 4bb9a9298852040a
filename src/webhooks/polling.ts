/** How often the work is done, in ms. A rate counts in steps of this (sql/functions/pace_begins.sql). */
const everyMs = 250;

/** Does `work` again and again, never twice at a time, until it is stopped. `work` must not fail. */
export class Polling {
  readonly #work: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | null = null;
  /** Whether it was asked for while it was under way. */
  #again = false;
  #stopped = false;

  constructor(work: () => Promise<void>) {
    this.#work = work;
    this.#wait();
  }

  /** Does the work now, or once more when it is under way. */
  now(): void {
    if (this.#stopped) return;
    if (this.#working) {
      this.#again = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#again = false;
    this.#working = this.#work().then(() => {
      this.#working = null;
      if (this.#again) this.now();
      else this.#wait();
    });
  }

  /** Settles when the work is not under way any more. It is not done again. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#working;
  }

  #wait(): void {
    if (!this.#stopped) this.#timer = setTimeout(() => this.now(), everyMs).unref();
  }
}
