/** The least time between two notifications, in ms. The first job after a pause is told of at once. */
const gapMs = 15;

/** How the workers are notified: by graphile-worker's own channel, in its own form. `count`: about how many jobs were added. */
export const notification = (count: number) => ({
  text: `select pg_notify('jobs:insert', $1)`,
  values: [JSON.stringify({ r: Math.random(), count })],
});

/**
 * Notifies the workers of jobs that were committed, once for all commits of a few milliseconds. A notification inside the
 * transaction would make commits wait for each other across the whole server (sql/queue/enqueue_attempts.sql). If the process
 * dies before it notifies, the workers find the jobs when they next poll.
 */
export class JobNotifier {
  readonly #notify: (count: number) => Promise<unknown>;
  #count = 0;
  #lastSent = -gapMs;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<unknown> = Promise.resolve();

  /** `notify` notifies the workers of about `count` jobs. If it fails, the workers find the jobs when they next poll. */
  constructor(notify: (count: number) => Promise<unknown>) {
    this.#notify = notify;
  }

  /** Tells the workers soon that a commit added jobs. */
  add(): void {
    this.#count++;
    this.#timer ??= setTimeout(() => this.#send(), Math.max(0, this.#lastSent + gapMs - performance.now()));
  }

  /** Sends what is waiting, and settles when it is sent. */
  async flush(): Promise<void> {
    if (this.#timer !== undefined) this.#send();
    await this.#sending;
  }

  #send(): void {
    const count = this.#count;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#count = 0;
    this.#lastSent = performance.now();
    this.#sending = this.#notify(count).catch(() => {});
  }
}
