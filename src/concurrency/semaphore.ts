import { Overload } from '../errors/serviceError.ts';
import type { Deadline } from './deadline.ts';

/** Runs a limited number of tasks at a time. Further tasks wait in the order of arrival, each until its deadline. */
export class Semaphore {
  readonly #permits: number;
  #free: number;
  // In the order of arrival. A Set, so that a task that gives up is removed without a search.
  readonly #queue = new Set<() => void>();

  constructor(permits: number) {
    this.#permits = permits;
    this.#free = permits;
  }

  /** Whether no task is running or waiting. */
  get isIdle(): boolean {
    return this.#free === this.#permits && this.#queue.size === 0;
  }

  /** How many tasks are waiting. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** Runs the task once a permit is free. Throws Overload, without starting the task, if the deadline passes first. */
  async run<Result>(deadline: Deadline, task: () => Promise<Result>): Promise<Result> {
    deadline.check();
    if (this.#free > 0) this.#free--;
    else await this.#wait(deadline);
    try {
      return await task();
    } finally {
      this.#release();
    }
  }

  #wait(deadline: Deadline): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timeout);
        this.#queue.delete(start);
        resolve();
      };
      const giveUp = () => {
        this.#queue.delete(start);
        reject(new Overload('No permit became free in time.'));
      };
      const timeout = setTimeout(giveUp, deadline.leftMs);
      this.#queue.add(start);
    });
  }

  /** Hands the permit to the task that has waited longest. */
  #release(): void {
    const [next] = this.#queue;
    if (next) next();
    else this.#free++;
  }
}

/** A semaphore per key, which exists only while a task of that key is running or waiting. */
export class KeyedSemaphore {
  readonly #permits: number;
  readonly #semaphores = new Map<string, Semaphore>();

  /** `permits`: how many tasks of one key run at a time. */
  constructor(permits: number) {
    this.#permits = permits;
  }

  /** How many tasks are waiting, over all keys. */
  get waiting(): number {
    return [...this.#semaphores.values()].reduce((sum, semaphore) => sum + semaphore.waiting, 0);
  }

  /** How many tasks of this key are waiting. */
  waitingFor(key: string): number {
    return this.#semaphores.get(key)?.waiting ?? 0;
  }

  /** Runs the task once a permit of this key is free. Throws Overload as Semaphore.run does. */
  async run<Result>(key: string, deadline: Deadline, task: () => Promise<Result>): Promise<Result> {
    const semaphore = this.#semaphores.get(key) ?? new Semaphore(this.#permits);
    this.#semaphores.set(key, semaphore);
    try {
      return await semaphore.run(deadline, task);
    } finally {
      // Otherwise the map would grow with every key ever seen.
      if (semaphore.isIdle) this.#semaphores.delete(key);
    }
  }
}

/**
 * Runs one task at a time and is fair to keys: only one task of each key waits in the shared queue, so that a key with
 * many tasks doesn't hold up the others.
 */
export class FairSemaphore {
  readonly #shared = new Semaphore(1);
  readonly #perKey = new KeyedSemaphore(1);
  readonly #maxWaiting: number;

  /** `maxWaiting`: how many tasks of one key may wait, which bounds the memory that a key can take. */
  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting;
  }

  /** How many tasks are waiting, over all keys. */
  get waiting(): number {
    return this.#shared.waiting + this.#perKey.waiting;
  }

  /** How many tasks of this key are waiting behind its next one. */
  waitingFor(key: string): number {
    return this.#perKey.waitingFor(key);
  }

  /** Runs the task when it is its key's turn. Throws Overload as Semaphore.run does, and if too many tasks of the key wait. */
  async run<Result>(key: string, deadline: Deadline, task: () => Promise<Result>): Promise<Result> {
    if (this.#perKey.waitingFor(key) >= this.#maxWaiting) throw new Overload('Too many tasks are waiting.');
    return this.#perKey.run(key, deadline, () => this.#shared.run(deadline, task));
  }
}
