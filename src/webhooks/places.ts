/** How often those who wait for too long are put off: nobody waits here for much more than twice as long. */
const tickMs = 1_000;
/** How long an attempt takes at most (spec: Limits), without the round trips before and after it. */
const attemptMs = 10_000;
/** How long an attempt is taken to last at least. One that is shorter waits more for the worker than for its endpoint. */
const leastAttemptMs = 100;
/** How long an attempt is put off at least, where it is known how fast its endpoint is. */
const leastDelayMs = 1_000;
/** How long an attempt is put off at most: no longer than a retry may be late (spec: Delivery 2). Its endpoint may be well again. */
const mostDelayMs = 300_000;
/** How long an attempt is put off at first where none at its endpoint has ended yet. The longer none ends, the longer it is. */
const unknownDelayMs = 250;
/** The part of all places that is kept for endpoints that hold none. No attempt waits for them whose endpoint may be slow. */
const reserve = 1 / 10;
/** The part of the other free places that an endpoint may hold whose last attempt failed. */
const failingShare = 1 / 16;

/** A place that an attempt holds. `release` says whether the attempt succeeded (null: there was none to make), and how long it took. */
export interface Place {
  release(succeeded: boolean | null, durationMs?: number): void;
}

/** An endpoint that is sent to, or was a moment ago. */
interface Lane {
  /** Whether any of its attempts has ended. */
  known: boolean;
  /** How many ticks it has seen. */
  ticks: number;
  /** Whether the last of them failed. */
  failing: boolean;
  /** How long the last of them took. */
  durationMs: number;
  held: number;
  waiting: ((answer: Place | number) => void)[];
  /** How many places were released since the last tick, and between that and the one before. */
  released: number;
  releasedBefore: number;
  /** For how long those that were put off will keep it busy. */
  bookedMs: number;
}

/**
 * Who may send now. A worker process has so many places for attempts, and an endpoint may hold as many of them as
 * are free at the moment, like a port of a switch in the shared buffer (dynamic thresholds, Choudhury and Hahne
 * 1998): alone it gets about half of all, and the more endpoints are busy, the less each may hold, so that some are
 * free for whoever comes next. Being slow narrows nothing. An endpoint that fails or says nothing may hold a
 * sixteenth of that.
 *
 * Attempts that find no place wait here, as many as their endpoint got through lately between two ticks. The others
 * are put off: a job that waits here is a job of somebody else's that is not begun.
 *
 * This is about fairness in one process and nothing else: that attempts of one delivery never overlap is the
 * database's to see to.
 */
export class Places {
  readonly #reserved: number;
  #free: number;
  #waiting = 0;
  readonly #lanes = new Map<string, Lane>();
  /** Those in which somebody waits, the one that was given a place last at the end. */
  readonly #queue = new Set<Lane>();
  #ticking: NodeJS.Timeout | undefined;

  constructor(count: number) {
    this.#reserved = count * reserve;
    this.#free = count;
  }

  /** A place for an attempt at this endpoint, now or in a moment; or after how many ms to ask again. */
  async take(endpointId: string): Promise<Place | number> {
    const lane = this.#lane(endpointId);
    if (lane.waiting.length === 0 && this.#hasRoom(lane)) return this.#hold(lane);
    const mayWait = lane.known || this.#free - this.#waiting > this.#reserved;
    if (!mayWait || lane.waiting.length >= perTick(lane)) return putOff(lane);
    this.#waiting++;
    this.#queue.add(lane);
    return new Promise(answer => void lane.waiting.push(answer));
  }

  /** What happens while there is any lane, again and again. */
  tick(): void {
    for (const [endpointId, lane] of this.#lanes) {
      lane.ticks++;
      lane.releasedBefore = lane.released;
      lane.released = 0;
      lane.bookedMs = Math.max(0, lane.bookedMs - tickMs);
      while (lane.waiting.length > perTick(lane)) {
        this.#waiting--;
        lane.waiting.pop()!(putOff(lane));
      }
      if (lane.waiting.length === 0) this.#queue.delete(lane);
      if (lane.held + lane.waiting.length + lane.bookedMs === 0) this.#lanes.delete(endpointId);
    }
    if (this.#lanes.size > 0) return;
    clearInterval(this.#ticking);
    this.#ticking = undefined;
  }

  #hasRoom({ held, failing }: Lane): boolean {
    if (held === 0) return this.#free > 0;
    return held < (this.#free - this.#reserved) * (failing ? failingShare : 1);
  }

  #hold(lane: Lane): Place {
    this.#free--;
    lane.held++;
    return {
      release: (succeeded, durationMs = attemptMs) => {
        this.#free++;
        lane.held--;
        lane.released++;
        lane.known = true;
        if (succeeded !== null) {
          lane.failing = !succeeded;
          lane.durationMs = Math.max(durationMs, leastAttemptMs);
        }
        this.#callIn();
      },
    };
  }

  /** Gives what is free to those who wait, lane after lane: to as many as find room. */
  #callIn(): void {
    // A lane that got a place goes to the end of the queue, and so comes by again until there is no room for it.
    for (const lane of this.#queue) {
      if (!this.#hasRoom(lane)) continue;
      this.#waiting--;
      lane.waiting.shift()!(this.#hold(lane));
      this.#queue.delete(lane);
      if (lane.waiting.length > 0) this.#queue.add(lane);
    }
  }

  #lane(endpointId: string): Lane {
    let lane = this.#lanes.get(endpointId);
    if (!lane) {
      lane = {
        known: false,
        ticks: 0,
        failing: false,
        durationMs: attemptMs,
        held: 0,
        waiting: [],
        released: 0,
        // Until the next tick all may wait.
        releasedBefore: Number.POSITIVE_INFINITY,
        bookedMs: 0,
      };
      this.#lanes.set(endpointId, lane);
      this.#ticking ??= setInterval(() => this.tick(), tickMs).unref();
    }
    return lane;
  }
}

/** How many attempts a lane gets through between two ticks: as many as lately, or as what it holds will end at its pace. */
const perTick = ({ released, releasedBefore, held, durationMs }: Lane) =>
  Math.max(released, releasedBefore, (held * tickMs) / durationMs);

/** Those put off come again one after the other, as fast as the lane gets through them. */
function putOff(lane: Lane): number {
  if (!lane.known) return Math.max(unknownDelayMs, lane.ticks * tickMs);
  lane.bookedMs = Math.min(lane.bookedMs + tickMs / perTick(lane), mostDelayMs);
  return Math.max(lane.bookedMs, leastDelayMs);
}
