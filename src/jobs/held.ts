import type { WorkerEvents } from 'graphile-worker';

/** The jobs that a pool of jobs has taken from the queue and not ended, counted by the pool's own events. */
export class Held {
  readonly #ids = new Set<string>();
  readonly #now: () => number;
  #movedAt: number;

  constructor(events: WorkerEvents, now: () => number = () => performance.now()) {
    this.#now = now;
    this.#movedAt = now();
    events.on('localQueue:getJobs:complete', ({ jobs }) => {
      for (const { id } of jobs) this.#ids.add(id);
      this.moved();
    });
    events.on('localQueue:returnJobs', ({ jobs }) => {
      for (const { id } of jobs) this.#ids.delete(id);
    });
    events.on('job:complete', ({ job }) => {
      this.#ids.delete(job.id);
      this.moved();
    });
  }

  /** Notes that the pool makes progress. */
  moved(): void {
    this.#movedAt = this.#now();
  }

  get count(): number {
    return this.#ids.size;
  }

  get ids(): string[] {
    return [...this.#ids];
  }

  /** For how many ms the pool has neither asked the queue for jobs, nor ended one, nor moved on in one. An idle pool asks every two seconds. */
  get stillMs(): number {
    return this.#now() - this.#movedAt;
  }
}
