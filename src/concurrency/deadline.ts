import { Overload } from '../errors/serviceError.ts';

/**
 * What is left of the time that a request may wait before its last statement begins. It is all used up at once
 * when the client has gone: then nothing is begun.
 */
export class Deadline {
  #until: number;
  readonly #gone: () => boolean;

  /** `ms`: how long it lasts. */
  constructor(ms: number, gone: () => boolean = () => false) {
    this.#until = performance.now() + ms;
    this.#gone = gone;
  }

  /** Milliseconds; none are left once it is not positive. */
  get leftMs(): number {
    return this.#gone() ? 0 : this.#until - performance.now();
  }

  /** Throws Overload where nothing is left. */
  check(): void {
    if (this.leftMs <= 0) throw new Overload('It had to wait for too long.');
  }

  /** Waits for something other than the database, such as the client's body or a verdict: that time does not count. */
  async besides<Result>(other: Promise<Result>): Promise<Result> {
    const began = performance.now();
    const result = await other;
    this.#until += performance.now() - began;
    return result;
  }
}
