import { Overdue, type Patience } from './patience.ts';

/** Lets as many work at a time as it has places. The others wait in line, each as long as their patience lasts. */
export class Gate {
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

  /** Does the work when there is a place for it. Throws Overdue, with nothing begun, where none came free in time. */
  async pass<Result>(patience: Patience, work: () => Promise<Result>): Promise<Result> {
    patience.check();
    if (this.#free > 0) this.#free--;
    else await this.#waitInLine(patience);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #waitInLine(patience: Patience): Promise<void> {
    return new Promise((resolve, reject) => {
      const goIn = () => {
        clearTimeout(limit);
        this.#line.delete(goIn);
        resolve();
      };
      const giveUp = () => {
        this.#line.delete(goIn);
        reject(new Overdue('No place came free in time.'));
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
