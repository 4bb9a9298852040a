/** The part of all slots that is kept for endpoints that hold none. */
const reserve = 1 / 10;

/**
 * The attempts that a worker process can make at a time, shared fairly. An endpoint may hold as many slots as are free
 * at the moment, like a port of a switch in the shared buffer (dynamic thresholds, Choudhury and Hahne 1998): alone it
 * gets about half of them, and the more endpoints are busy, the fewer each may hold. How many attempts an endpoint
 * itself bears is not decided here, but by its pace in the database.
 */
export class Slots {
  readonly #reserved: number;
  readonly #held = new Map<string, number>();
  #free: number;

  constructor(count: number) {
    this.#reserved = count * reserve;
    this.#free = count;
  }

  /** How many slots may be taken by attempts for which no job holds one. */
  get spare(): number {
    return Math.max(0, Math.floor(this.#free - this.#reserved));
  }

  /** Whether an endpoint may take another slot. */
  hasRoom(endpointId: string): boolean {
    const held = this.#held.get(endpointId) ?? 0;
    return held === 0 ? this.#free > 0 : held < this.#free - this.#reserved;
  }

  /** Does the work, which takes a slot for the endpoint meanwhile. */
  async hold<Result>(endpointId: string, work: () => Promise<Result>): Promise<Result> {
    this.#count(endpointId, 1);
    try {
      return await work();
    } finally {
      this.#count(endpointId, -1);
    }
  }

  #count(endpointId: string, slots: 1 | -1): void {
    this.#free -= slots;
    const held = (this.#held.get(endpointId) ?? 0) + slots;
    if (held === 0) this.#held.delete(endpointId);
    else this.#held.set(endpointId, held);
  }
}
