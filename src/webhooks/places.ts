/** How often the queue is checked, in ms, and those who waited too long are put off: nobody waits here for much more than twice as long. */
const tickMs = 1_000;
/** How long an attempt takes at most (spec: Limits), without the round trips before and after it. */
const attemptMs = 10_000;
/** The shortest duration that is taken for an attempt, in ms. A shorter attempt waits more for the worker than for its endpoint. */
const leastAttemptMs = 100;
/** The shortest time that an attempt is put off, in ms, where it is known how fast its endpoint is. */
const leastDelayMs = 1_000;
/**
 * The longest time that an attempt is put off, in ms: no longer than a retry may be late (spec: Delivery 2), as its
 * endpoint may be well again.
 */
const mostDelayMs = 300_000;
/** The time that an attempt is first put off, in ms, where none at its endpoint has ended yet. It grows as long as none ends. */
const unknownDelayMs = 250;
/** The part of all places that is kept for endpoints that hold none. Attempts whose endpoint may be slow do not wait for it. */
const reserve = 1 / 10;
/** The part of the other free places that an endpoint may hold if its last attempt failed. */
const failingShare = 1 / 16;

/**
 * A place that an attempt holds, out of a worker's limited number. `release` says whether the attempt succeeded (null:
 * none was made), and how long it took.
 */
export interface Place {
  release(succeeded: boolean | null, durationMs?: number): void;
}

/** What is known of an endpoint that is being sent to, or was a moment ago. */
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
  /** How many places were released since the last tick, and in the tick before. */
  released: number;
  releasedBefore: number;
  /** For how many ms the attempts that were put off will keep it busy. */
  bookedMs: number;
}

/**
 * Which attempts may be made now. A worker process has a fixed number of places for attempts, and an endpoint may hold
 * as many of them as are free at the moment, like a port of a switch in the shared buffer (dynamic thresholds,
 * Choudhury and Hahne 1998): alone it gets about half of all, and the more endpoints are busy, the fewer each may hold,
 * so that some stay free for the next endpoint. A slow endpoint may hold as many as a fast one; one that fails or does
 * not answer may hold a sixteenth of that.
 *
 * Attempts that find no place wait here, as many as their endpoint lately completed in one tick. The others are put
 * off, because a job that waits here takes the room of a job that could run.
 *
 * This is about fairness in one process and nothing else: that attempts of one delivery never overlap is the
 * database's to see to.
 */
export class Places {
  readonly #reserved: number;
  #free: number;
  #waiting = 0;
  readonly #lanes = new Map<string, Lane>();
  /** The lanes in which somebody waits. The one that was given a place last is at the end. */
  readonly #queue = new Set<Lane>();
  readonly #everyMs: number;
  #ticking: NodeJS.Timeout | undefined;

  /** `everyMs`: how often it ticks by itself. Tests that tick themselves make this long. */
  constructor(count: number, everyMs = tickMs) {
    this.#everyMs = everyMs;
    this.#reserved = count * reserve;
    this.#free = count;
  }

  /** A place for an attempt at this endpoint, now or after a short wait; or the number of ms after which to ask again. */
  async take(endpointId: string): Promise<Place | number> {
    const lane = this.#lane(endpointId);
    if (lane.waiting.length === 0 && this.#hasRoom(lane)) return this.#hold(lane);
    const mayWait = lane.known || this.#free - this.#waiting > this.#reserved;
    if (!mayWait || lane.waiting.length >= perTick(lane)) return putOff(lane);
    this.#waiting++;
    this.#queue.add(lane);
    return new Promise(answer => void lane.waiting.push(answer));
  }

  /** Puts off those who waited too long, and forgets idle lanes. Runs every `tickMs` while there is any lane. */
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

  /** Gives free places to those who wait, one lane after the other, to as many as may have one. */
  #callIn(): void {
    // A lane that got a place goes to the end of the queue, so it is looked at again until it may hold no more.
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
        // Until the first tick is over all may wait.
        releasedBefore: Number.POSITIVE_INFINITY,
        bookedMs: 0,
      };
      this.#lanes.set(endpointId, lane);
      this.#ticking ??= setInterval(() => this.tick(), this.#everyMs).unref();
    }
    return lane;
  }
}

/** How many attempts a lane completes in a tick: as many as lately, or as many as the places it holds will at its present pace. */
const perTick = ({ released, releasedBefore, held, durationMs }: Lane) =>
  Math.max(released, releasedBefore, (held * tickMs) / durationMs);

/** For how many ms to put an attempt off: they come again one after the other, as fast as the lane completes them. */
function putOff(lane: Lane): number {
  if (!lane.known) return Math.max(unknownDelayMs, lane.ticks * tickMs);
  lane.bookedMs = Math.min(lane.bookedMs + tickMs / perTick(lane), mostDelayMs);
  return Math.max(lane.bookedMs, leastDelayMs);
}
