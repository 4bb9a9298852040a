/** The part of all slots that is kept for endpoints that hold none. */
const reserve = 1 / 10;
/** How many slots an endpoint may hold for each that is free. */
const maxShare = 2;
/** How long a job waits here for a slot, in ms. After that its delivery waits in the database, and the job ends. */
const patienceMs = 250;
/** How many attempts an endpoint is thought to bear before the database was asked: what a new window has. */
const firstRoom = 24;

/** An endpoint that holds slots, or for which jobs wait for one. */
interface Lane {
  held: number;
  /** How many slots are held by jobs for which the database has not been asked, or has not answered, yet. */
  unclaimed: number;
  /** How many more attempts its pace allows, as far as is known here. */
  room: number;
  /** Whether deliveries wait for it in the database. These take what comes free before jobs do. */
  hasQueue: boolean;
  waiting: Set<(hasSlot: boolean) => void>;
}

/**
 * The attempts that a worker process can make at a time, shared fairly. An endpoint may hold twice as many slots as are
 * free at the moment, like a port of a switch in the shared buffer (dynamic thresholds, Choudhury and Hahne 1998): alone
 * it gets about two thirds of them, and the more endpoints are busy, the fewer each may hold.
 *
 * How many attempts an endpoint itself bears is decided by its pace in the database. What the database last said about
 * that is only used to spare it questions whose answer is no.
 */
export class Slots {
  readonly #reserved: number;
  readonly #lanes = new Map<string, Lane>();
  /** The lanes for which jobs wait. The one that was given a slot last is at the end. */
  readonly #queue = new Set<Lane>();
  #free: number;

  constructor(count: number) {
    this.#reserved = Math.floor(count * reserve);
    this.#free = count;
  }

  /** How many slots may be taken by attempts for which no job holds one. */
  get spare(): number {
    return Math.max(0, this.#free - this.#reserved);
  }

  /**
   * Takes a slot for a job of an endpoint, now or after a short wait. Answers whether there was one. If so, the job has to
   * say when it has an answer to its claim (`answered`), and to release the slot.
   */
  async take(endpointId: string): Promise<boolean> {
    const lane = this.#lane(endpointId);
    if (lane.waiting.size === 0 && this.#hasRoom(lane)) {
      this.#hold(lane);
      lane.unclaimed++;
      return true;
    }
    this.#queue.add(lane);
    return new Promise(answer => {
      const end = (hasSlot: boolean) => {
        clearTimeout(limit);
        lane.waiting.delete(end);
        if (!hasSlot) this.#forget(endpointId, lane);
        answer(hasSlot);
      };
      const limit = setTimeout(end, patienceMs, false);
      lane.waiting.add(end);
    });
  }

  /** Takes a slot for an attempt whose delivery the database has given out already. It has to be released. */
  add(endpointId: string): void {
    this.#hold(this.#lane(endpointId));
  }

  /** Notes that a job has an answer to its claim, or will have none. */
  answered(endpointId: string): void {
    this.#lane(endpointId).unclaimed--;
  }

  /** Gives a slot back. */
  release(endpointId: string): void {
    const lane = this.#lane(endpointId);
    this.#free++;
    lane.held--;
    if (!lane.hasQueue) lane.room++;
    this.#serve();
    this.#forget(endpointId, lane);
  }

  /**
   * Notes what the database said about the pace of an endpoint: how many more attempts it allows, and whether deliveries
   * wait for it there. `answers`: how many jobs are about to get their answer (`answered`).
   */
  allow(endpointId: string, room: number, hasQueue: boolean, answers = 0): void {
    const lane = this.#lane(endpointId);
    lane.room = room - (lane.unclaimed - answers);
    lane.hasQueue = hasQueue;
    this.#serve();
  }

  #hasRoom({ held, room }: Lane): boolean {
    if (held === 0) return this.#free > 0;
    return room > 0 && held < maxShare * (this.#free - this.#reserved);
  }

  #hold(lane: Lane): void {
    this.#free--;
    lane.held++;
    lane.room--;
  }

  /** Gives free slots to those who wait, to one lane after the other. */
  #serve(): void {
    // A lane that got a slot goes to the end of the queue, so it is looked at again until it may hold no more.
    for (const lane of this.#queue) {
      const [first] = lane.waiting;
      if (first === undefined) this.#queue.delete(lane);
      if (first === undefined || !this.#hasRoom(lane)) continue;
      this.#hold(lane);
      lane.unclaimed++;
      first(true);
      this.#queue.delete(lane);
      if (lane.waiting.size > 0) this.#queue.add(lane);
    }
  }

  /** Otherwise the map would grow with every endpoint that was ever sent to. */
  #forget(endpointId: string, { held, waiting }: Lane): void {
    if (held === 0 && waiting.size === 0) this.#lanes.delete(endpointId);
  }

  #lane(endpointId: string): Lane {
    let lane = this.#lanes.get(endpointId);
    if (!lane) {
      lane = { held: 0, unclaimed: 0, room: firstRoom, hasQueue: false, waiting: new Set() };
      this.#lanes.set(endpointId, lane);
    }
    return lane;
  }
}
