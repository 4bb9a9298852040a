import { Overload } from '../errors/serviceError.ts';

/**
 * Bounds the memory of request bodies that are still arriving. Readers never wait: when the budget is used up, the slowest
 * reader of the group that holds the most is aborted, which may be the one that just asked for more. So a stalled
 * sender holds up no one, and a group (a workspace, a network) that sends a lot at once takes only from itself.
 */
export class ByteBudget {
  readonly #maxBytes: number;
  readonly #readers = new Set<BodyReader>();
  #held = 0;

  /** `maxBytes`: how many bytes all readers may hold together. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Runs `work` with a reader of this group. The reader's signal aborts with Overload if it has to give up its bytes. */
  async read<Result>(group: string, work: (reader: BodyReader) => Promise<Result>): Promise<Result> {
    const reader = this.open(group);
    try {
      return await work(reader);
    } finally {
      this.close(reader);
    }
  }

  /** Opens a reader of this group. It holds its bytes until `close`, or until its signal aborts. */
  open(group: string): BodyReader {
    const reader: BodyReader = new BodyReader(group, more => this.#take(more, reader));
    this.#readers.add(reader);
    return reader;
  }

  close(reader: BodyReader): void {
    if (this.#readers.delete(reader)) this.#held -= reader.bytes;
  }

  #take(more: number, asking: BodyReader): void {
    if (!this.#readers.has(asking)) return;
    this.#held += more;
    while (this.#held > this.#maxBytes) {
      const slowest = this.#slowestOfHeaviest() ?? asking;
      this.close(slowest);
      slowest.stop();
    }
  }

  /** Undefined if the group that holds the most has no reader left that can be aborted. */
  #slowestOfHeaviest(): BodyReader | undefined {
    const groups = [...Map.groupBy(this.#readers, ({ group }) => group).values()];
    const weight = (readers: BodyReader[]) => readers.reduce((sum, { bytes }) => sum + bytes, 0);
    const heaviest = groups.reduce((one, other) => (weight(one) >= weight(other) ? one : other));
    const now = performance.now();
    return heaviest
      .filter(({ bytes, isComplete }) => bytes > 0 && !isComplete)
      .sort((one, other) => one.speed(now) - other.speed(now))[0];
  }
}

/** A body that is being read, and the memory that it holds meanwhile. */
export class BodyReader {
  readonly group: string;
  /** How many bytes it holds. */
  bytes = 0;
  /** Whether everything has arrived. Then the reader is no longer aborted, since its request may already be running. */
  isComplete = false;
  readonly #take: (more: number) => void;
  readonly #since = performance.now();
  /** Made when it is needed: few readers hold enough to be aborted. */
  #stopped: AbortController | undefined;

  constructor(group: string, take: (more: number) => void) {
    this.group = group;
    this.#take = take;
  }

  get signal(): AbortSignal {
    this.#stopped ??= new AbortController();
    return this.#stopped.signal;
  }

  /** Bytes per ms from when it was opened until `now`. */
  speed(now: number): number {
    return this.bytes / Math.max(1, now - this.#since);
  }

  /** Sets how many bytes the reader holds. Throws Overload if the budget aborts this reader. */
  hold(bytes: number): void {
    this.tryHold(bytes);
    this.signal.throwIfAborted();
  }

  /** Like `hold`, but only aborts the signal instead of throwing. */
  tryHold(bytes: number): void {
    const more = bytes - this.bytes;
    this.bytes = bytes;
    this.#take(more);
  }

  stop(): void {
    this.#stopped ??= new AbortController();
    this.#stopped.abort(new Overload('The memory for request bodies was needed by others.'));
  }
}
