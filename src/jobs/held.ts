import type { WorkerEvents } from 'graphile-worker';

/** The jobs that a runner has taken from the queue and not ended, counted by its own events. */
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

  /** For how many ms the runner has neither asked the queue for jobs, nor ended one, nor done a batch of one. A runner without jobs asks every two seconds. */
  get idleMs(): number {
    return this.#now() - this.#progressAt;
  }
}
