import type { ByteBudget, Reader } from '../byteBudget.ts';

/** How many unread bytes of a connection count for nothing: that many on every connection are not much. */
const freeBytes = 4_096;

/**
 * The bytes that a connection has received and that nobody has asked for yet, because its request waits to be admitted.
 * Node reads 64 KB of a socket at a time, so they are there whether they are wanted or not.
 */
export class Unread {
  readonly #budget: ByteBudget;
  readonly #giveWay: () => void;
  #reader: Reader | undefined;

  /** `giveWay` is called, once, if others need their memory: then nothing of them may be kept. */
  constructor(budget: ByteBudget, giveWay: () => void) {
    this.#budget = budget;
    this.#giveWay = giveWay;
  }

  /** Notes how many bytes there are now; `group`: whose they are. */
  note(bytes: number, group: () => string): void {
    if (bytes > freeBytes) {
      this.#reader ??= this.#begin(group());
      // Whoever gives way, this one too, learns of it by the signal.
      this.#reader.offer(bytes);
    } else this.end();
  }

  end(): void {
    const reader = this.#reader;
    this.#reader = undefined;
    if (reader) this.#budget.close(reader);
  }

  #begin(group: string): Reader {
    const reader = this.#budget.open(group);
    reader.signal.addEventListener('abort', () => {
      this.#reader = undefined;
      this.#giveWay();
    });
    return reader;
  }
}
