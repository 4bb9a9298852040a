import type { WorkerEvents } from 'graphile-worker';

/** The jobs that a runner has fetched from the queue and not finished, tracked by its events. */
export class Held {
  readonly #ids = new Set<string>();
  readonly #now: () => number;
  #progressAt: number;

  constructor(events: WorkerEvents, now: () => number = () => performance.now()) {
    this.#now = now;
    this.#progressAt = now();
    events.on('localQueue:getJobs:complete', ({ jobs }) => {
      for (const { id } of jobs) this.#ids.add(id);
      this.noteProgress();
    });
    events.on('localQueue:returnJobs', ({ jobs }) => {
      for (const { id } of jobs) this.#ids.delete(id);
    });
    events.on('job:complete', ({ job }) => {
      this.#ids.delete(job.id);
      this.noteProgress();
    });
  }

  noteProgress(): void {
    this.#progressAt = this.#now();
  }

  get count(): number {
    return this.#ids.size;
  }

  get ids(): string[] {
    return [...this.#ids];
  }

  /**
   * The time in ms since the runner last fetched jobs, finished one, or finished a batch of one. A runner without jobs
   * fetches every two seconds.
   */
  get idleMs(): number {
    return this.#now() - this.#progressAt;
  }
}
