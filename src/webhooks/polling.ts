/** How often the work is done while there is some, in ms. A rate counts in steps of this (sql/functions/pace_begins.sql). */
const busyMs = 250;
/** How often it is asked for work while there is none, in ms. */
const idleMs = 1_000;

/** Does `work` again and again, never twice at a time, until it is stopped. `work` answers whether there was any. */
export class Polling {
  readonly #work: () => Promise<boolean>;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | null = null;
  /** Whether it was asked for while it was under way. */
  #again = false;
  #stopped = false;

  constructor(work: () => Promise<boolean>) {
    this.#work = work;
    this.#wait(busyMs);
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
    this.#working = this.#work().then(found => {
      this.#working = null;
      if (this.#again) this.now();
      else this.#wait(found ? busyMs : idleMs);
    });
  }

  /** Settles when the work is not under way any more. It is not done again. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#working;
  }

  #wait(ms: number): void {
    if (!this.#stopped) this.#timer = setTimeout(() => this.now(), ms).unref();
  }
}
