/** What an endpoint gets at once to begin with, and at most. Each success widens it by one, each failure narrows it to one, as TCP does. */
const firstWidth = 4;
const mostWidth = 64;
/** An endpoint that answers nothing for so long is held to one attempt at a time, */
const stallMs = 500;
/** and nobody waits here for longer than this: who would have to, or comes to a silent endpoint, is put off */
const mostWaitMs = 1_000;
/** for as long as his turn may take to come, but for no less than this, */
const leastDelayMs = 1_000;
/** and no more: the endpoint may be well again. */
const mostDelayMs = 60_000;
/** How much an attempt counts in the running mean of how long they take. */
const weight = 0.2;

/** One attempt's turn. `end` says how it went. */
export interface Turn {
  end(succeeded: boolean): void;
}

interface Lane {
  width: number;
  inFlight: number;
  /** When an attempt last ended, or the first of those in flight began. */
  movedAt: number;
  meanMs: number;
  /** When the last of those that were put off has its turn. */
  bookedUntil: number;
  waiting: ((answer: Turn | number) => void)[];
}

/**
 * Who may send now. A worker process has so many places for attempts; an endpoint that is slow or silent
 * must not take them from the others. This is about fairness in one process and nothing else: that
 * attempts of one delivery never overlap is the database's to see to.
 */
export class Turns {
  readonly #lanes = new Map<string, Lane>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** After how many ms to ask again, where an attempt at this endpoint would have to wait for long; 0: it would not. */
  delay(endpointId: string): number {
    const lane = this.#lanes.get(endpointId);
    return lane !== undefined && lane.inFlight >= this.#widthOf(lane) && this.#isFull(lane)
      ? this.#putOff(lane)
      : 0;
  }

  /** A turn for an attempt at this endpoint, at once or after others of it; or after how many ms to ask again. */
  async take(endpointId: string): Promise<Turn | number> {
    const lane = this.#lane(endpointId);
    if (lane.inFlight < this.#widthOf(lane)) return this.#begin(endpointId, lane);
    if (this.#isFull(lane)) return this.#putOff(lane);
    return new Promise(answer => {
      lane.waiting.push(answer);
      if (lane.waiting.length === 1) this.#watch(lane);
    });
  }

  #begin(endpointId: string, lane: Lane): Turn {
    const beganAt = this.#now();
    if (lane.inFlight === 0) lane.movedAt = beganAt;
    lane.inFlight++;
    return { end: succeeded => this.#end(endpointId, lane, succeeded, this.#now() - beganAt) };
  }

  #end(endpointId: string, lane: Lane, succeeded: boolean, tookMs: number): void {
    lane.inFlight--;
    lane.movedAt = this.#now();
    lane.meanMs += (tookMs - lane.meanMs) * weight;
    lane.width = succeeded && tookMs < stallMs ? Math.min(lane.width + 1, mostWidth) : 1;
    while (lane.waiting.length > 0 && lane.inFlight < lane.width) {
      lane.waiting.shift()!(this.#begin(endpointId, lane));
    }
    // What is as good as new is not kept.
    if (lane.inFlight === 0 && lane.width >= firstWidth) this.#lanes.delete(endpointId);
  }

  #stalled = (lane: Lane) => lane.inFlight > 0 && this.#now() - lane.movedAt >= stallMs;
  #widthOf = (lane: Lane) => (this.#stalled(lane) ? 1 : lane.width);

  /** Those put off get their turns one after the other, as fast as the endpoint has been lately. */
  #putOff(lane: Lane): number {
    const now = this.#now();
    const pace = Math.max(lane.meanMs, now - lane.movedAt) / this.#widthOf(lane);
    lane.bookedUntil = Math.max(lane.bookedUntil, now) + pace;
    return Math.min(Math.max(lane.bookedUntil - now, leastDelayMs), mostDelayMs);
  }

  /** Whether one more would have to wait too long: the width doubles from round to round while all goes well. */
  #isFull(lane: Lane): boolean {
    const rounds = lane.waiting.length / mostWidth + Math.log2(mostWidth / lane.width);
    return this.#stalled(lane) || (lane.waiting.length > 0 && rounds * lane.meanMs > mostWaitMs);
  }

  /** Those who turn out to have to wait too long give up their places, the last first. */
  #watch(lane: Lane): void {
    const timer = setInterval(() => {
      while (lane.waiting.length > 0 && this.#isFull(lane)) lane.waiting.pop()!(this.#putOff(lane));
      if (lane.waiting.length === 0) clearInterval(timer);
    }, stallMs / 2);
  }

  #lane(endpointId: string): Lane {
    let lane = this.#lanes.get(endpointId);
    if (!lane) {
      lane = { width: firstWidth, inFlight: 0, movedAt: 0, meanMs: 0, bookedUntil: 0, waiting: [] };
      this.#lanes.set(endpointId, lane);
    }
    return lane;
  }
}
