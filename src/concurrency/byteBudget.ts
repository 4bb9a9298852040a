import { Overload } from '../errors/serviceError.ts';

/**
 * Bounds the bytes that are held in memory while they arrive. There is no waiting: when the budget is used up, the group
 * that holds the most loses its slowest reader, which may be the one that just asked for more. So a sender that stalls
 * holds up nobody, and a group (a workspace, a network) that sends a lot at once only takes from itself.
 */
export class ByteBudget {
  readonly #most: number;
  readonly #readers = new Set<Reader>();
  #held = 0;

  /** `most`: how many bytes all readers hold together. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Does the work of a reader of this group. The reader's signal aborts with Overload once it has lost its bytes. */
  async read<Result>(group: string, work: (reader: Reader) => Promise<Result>): Promise<Result> {
    const reader = this.open(group);
    try {
      return await work(reader);
    } finally {
      this.close(reader);
    }
  }

  /** Begins a reader of this group, which holds its bytes until `close`, or until its signal aborts. */
  open(group: string): Reader {
    const reader: Reader = new Reader(group, more => this.#take(more, reader));
    this.#readers.add(reader);
    return reader;
  }

  close(reader: Reader): void {
    if (this.#readers.delete(reader)) this.#held -= reader.bytes;
  }

  #take(more: number, asking: Reader): void {
    if (!this.#readers.has(asking)) return;
    this.#held += more;
    while (this.#held > this.#most) {
      const slowest = this.#slowestOfHeaviest() ?? asking;
      this.close(slowest);
      slowest.stop();
    }
  }

  /** Undefined: the group that holds the most has no reader any more that could give way. */
  #slowestOfHeaviest(): Reader | undefined {
    const groups = [...Map.groupBy(this.#readers, ({ group }) => group).values()];
    const weight = (readers: Reader[]) => readers.reduce((sum, { bytes }) => sum + bytes, 0);
    const heaviest = groups.reduce((one, other) => (weight(one) >= weight(other) ? one : other));
    const now = performance.now();
    return heaviest
      .filter(({ bytes, isComplete }) => bytes > 0 && !isComplete)
      .sort((one, other) => one.speed(now) - other.speed(now))[0];
  }
}

/** Something that is read, and holds bytes meanwhile. */
export class Reader {
  readonly group: string;
  /** How many bytes it holds. */
  bytes = 0;
  /** Whether all has arrived. Then it does not give way any more: what is made of its bytes could not be taken back. */
  isComplete = false;
  readonly #take: (more: number) => void;
  readonly #since = performance.now();
  readonly #stopped = new AbortController();

  constructor(group: string, take: (more: number) => void) {
    this.group = group;
    this.#take = take;
  }

  get signal(): AbortSignal {
    return this.#stopped.signal;
  }

  /** Bytes per ms, from its beginning until `now`. */
  speed(now: number): number {
    return this.bytes / Math.max(1, now - this.#since);
  }

  /** Holds so many bytes from now on. Throws Overload if it is the one that gives way. */
  hold(bytes: number): void {
    this.offer(bytes);
    this.signal.throwIfAborted();
  }

  /** The same without an exception: its signal aborts if it gives way. */
  offer(bytes: number): void {
    const more = bytes - this.bytes;
    this.bytes = bytes;
    this.#take(more);
  }

  stop(): void {
    this.#stopped.abort(new Overload('Others needed the memory that held its bytes.'));
  }
}
