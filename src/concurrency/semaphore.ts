import { Overload } from '../errors/serviceError.ts';
import type { Deadline } from './deadline.ts';

/** Lets as many work at a time as it has places. The others wait in line, each as long as their patience lasts. */
export class Semaphore {
  readonly #places: number;
  #free: number;
  // In the order of arrival. A Set, so that whoever gives up is removed without a search.
  readonly #line = new Set<() => void>();

  constructor(places: number) {
    this.#places = places;
    this.#free = places;
  }

  /** Whether nobody is at work or in line. */
  get deserted(): boolean {
    return this.#free === this.#places && this.#line.size === 0;
  }

  /** How many are in line. */
  get waiting(): number {
    return this.#line.size;
  }

  /** Does the work when there is a place for it. Throws Overload, with nothing begun, where none came free in time. */
  async pass<Result>(patience: Deadline, work: () => Promise<Result>): Promise<Result> {
    patience.check();
    if (this.#free > 0) this.#free--;
    else await this.#waitInLine(patience);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #waitInLine(patience: Deadline): Promise<void> {
    return new Promise((resolve, reject) => {
      const goIn = () => {
        clearTimeout(limit);
        this.#line.delete(goIn);
        resolve();
      };
      const giveUp = () => {
        this.#line.delete(goIn);
        reject(new Overload('No place came free in time.'));
      };
      const limit = setTimeout(giveUp, patience.leftMs);
      this.#line.add(goIn);
    });
  }

  /** The place goes to the first in line. */
  #leave(): void {
    const [first] = this.#line;
    if (first) first();
    else this.#free++;
  }
}

/** A gate for each of many names, which is there only while somebody is at work or in line. */
export class KeyedSemaphore {
  readonly #places: number;
  readonly #gates = new Map<string, Semaphore>();

  /** `places`: those of each. */
  constructor(places: number) {
    this.#places = places;
  }

  /** How many are in line, at all of them together. */
  get waiting(): number {
    return [...this.#gates.values()].reduce((sum, gate) => sum + gate.waiting, 0);
  }

  /** How many are in line at the gate of this name. */
  waitingAt(name: string): number {
    return this.#gates.get(name)?.waiting ?? 0;
  }

  /** Does the work when there is a place for it at the gate of this name. Throws Overload, as a gate does. */
  async pass<Result>(name: string, patience: Deadline, work: () => Promise<Result>): Promise<Result> {
    const gate = this.#gates.get(name) ?? new Semaphore(this.#places);
    this.#gates.set(name, gate);
    try {
      return await gate.pass(patience, work);
    } finally {
      // Otherwise the map would grow with every name that was ever seen.
      if (gate.deserted) this.#gates.delete(name);
    }
  }
}

/**
 * Lets one work at a time, and is fair to many names: of each name one waits in the line that all names share, so that a
 * name with many requests does not hold up the others.
 */
export class FairSemaphore {
  readonly #gate = new Semaphore(1);
  readonly #names = new KeyedSemaphore(1);
  readonly #mostWaiting: number;

  /** `mostWaiting`: how many of one name may wait, so that the memory that a name can take is bounded. */
  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  /** Does the work when it is this name's turn. Throws Overload, as a gate does, and also if too many of the name wait. */
  async pass<Result>(name: string, patience: Deadline, work: () => Promise<Result>): Promise<Result> {
    if (this.#names.waitingAt(name) >= this.#mostWaiting) throw new Overload('Too many wait already.');
    return this.#names.pass(name, patience, () => this.#gate.pass(patience, work));
  }
}
