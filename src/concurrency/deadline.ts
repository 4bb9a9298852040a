import { Overload } from '../errors/serviceError.ts';

/** How long a request may wait before its last statement starts. It passes at once if the client disconnects. */
export class Deadline {
  #until: number;
  readonly #isGone: () => boolean;

  /** `ms`: the time until the deadline. `isGone`: whether the client has disconnected. */
  constructor(ms: number, isGone: () => boolean = () => false) {
    this.#until = performance.now() + ms;
    this.#isGone = isGone;
  }

  /** The milliseconds left; zero or less once the deadline has passed. */
  get leftMs(): number {
    return this.#isGone() ? 0 : this.#until - performance.now();
  }

  /** Throws Overload if the deadline has passed. */
  check(): void {
    if (this.leftMs <= 0) throw new Overload('The request waited too long.');
  }

  /** Awaits something other than the database, such as the request's body or a verdict, without counting that time. */
  async exclude<Result>(other: Promise<Result>): Promise<Result> {
    const began = performance.now();
    const result = await other;
    this.#until += performance.now() - began;
    return result;
  }
}
