/** The share of all slots that is reserved for endpoints that hold none. */
const reserve = 1 / 10;
/** How many slots an endpoint may hold for each free slot. */
const maxShare = 2;
/**
 * How long a job waits for a slot, in ms. After that its delivery waits in the database, and the job ends, unless the
 * endpoint's jobs are getting slots fast enough that it gets one within `maxMoreWaits` more waits.
 */
const waitMs = 250;
const maxMoreWaits = 2;
/** The assumed capacity of an endpoint until the database has returned it: that of a new concurrency window. */
const initialCapacity = 24;

/** An endpoint that holds slots, or whose jobs wait for one. */
interface EndpointQueue {
  held: number;
  /** How many slots are held by jobs whose claims the database hasn't answered yet. */
  unclaimed: number;
  /** How many more attempts its throttle allows, as far as this process knows. */
  capacity: number;
  /** Whether throttled deliveries wait in the database. They get slots that become free before jobs do. */
  hasThrottled: boolean;
  waiting: Set<(hasSlot: boolean) => void>;
  /** How many slots it has got so far. */
  got: number;
}

/**
 * Shares the concurrent attempts of a worker process fairly between endpoints. An attempt needs a slot. An endpoint may
 * hold twice as many slots as are free at the moment, like a port of a switch in a shared buffer (dynamic thresholds,
 * Choudhury and Hahne 1998): alone it gets about two thirds of all slots, and the more endpoints are busy, the fewer
 * each may hold.
 *
 * The database decides how many attempts an endpoint's throttle allows. The limiter keeps the last known number only to
 * avoid claims that the database would reject.
 */
export class EndpointLimiter {
  readonly #reserved: number;
  readonly #endpoints = new Map<string, EndpointQueue>();
  /** The endpoints whose jobs wait. The one that got a slot last is at the end. */
  readonly #waiting = new Set<EndpointQueue>();
  readonly #waitMs: number;
  #free: number;

  constructor(count: number, ms = waitMs) {
    this.#reserved = Math.floor(count * reserve);
    this.#free = count;
    this.#waitMs = ms;
  }

  /** How many slots may be acquired for throttled deliveries. */
  get available(): number {
    return Math.max(0, this.#free - this.#reserved);
  }

  /**
   * Acquires a slot for a job of an endpoint, at once or after a short wait. Returns whether it got one. If so, the
   * caller must call `claimAnswered` when its claim is answered, and `release` at the end.
   */
  async acquire(endpointId: string): Promise<boolean> {
    const endpoint = this.#endpoint(endpointId);
    if (endpoint.waiting.size === 0 && this.#mayHold(endpoint)) {
      this.#hold(endpoint);
      endpoint.unclaimed++;
      return true;
    }
    this.#waiting.add(endpoint);
    return new Promise(answer => {
      const end = (hasSlot: boolean) => {
        clearTimeout(limit);
        endpoint.waiting.delete(end);
        if (!hasSlot) this.#forget(endpointId, endpoint);
        answer(hasSlot);
      };
      const wait = () => {
        const { got } = endpoint;
        return setTimeout(() => {
          const isFast = endpoint.waiting.size <= (endpoint.got - got) * maxMoreWaits;
          if (isFast) limit = wait();
          else end(false);
        }, this.#waitMs);
      };
      let limit = wait();
      endpoint.waiting.add(end);
    });
  }

  /** Acquires a slot for a throttled delivery that is already claimed. The caller must release it. */
  acquireClaimed(endpointId: string): void {
    this.#hold(this.#endpoint(endpointId));
  }

  /** Notes that a job's claim was answered or failed. */
  claimAnswered(endpointId: string): void {
    this.#endpoint(endpointId).unclaimed--;
  }

  release(endpointId: string): void {
    const endpoint = this.#endpoint(endpointId);
    this.#free++;
    endpoint.held--;
    if (!endpoint.hasThrottled) endpoint.capacity++;
    this.#serve();
    this.#forget(endpointId, endpoint);
  }

  /**
   * Stores what the database returned about an endpoint: how many more attempts its throttle allows, and whether
   * throttled deliveries wait. `answers`: for how many jobs `claimAnswered` is about to be called.
   */
  setCapacity(endpointId: string, capacity: number, hasThrottled: boolean, answers = 0): void {
    const endpoint = this.#endpoint(endpointId);
    endpoint.capacity = capacity - (endpoint.unclaimed - answers);
    endpoint.hasThrottled = hasThrottled;
    this.#serve();
  }

  #mayHold({ held, capacity }: EndpointQueue): boolean {
    if (held === 0) return this.#free > 0;
    return capacity > 0 && held < maxShare * (this.#free - this.#reserved);
  }

  #hold(endpoint: EndpointQueue): void {
    this.#free--;
    endpoint.got++;
    endpoint.held++;
    endpoint.capacity--;
  }

  /** Gives free slots to waiting jobs, one endpoint after the other. */
  #serve(): void {
    // An endpoint that got a slot moves to the end of the set, so the loop visits it again until it may hold no more.
    for (const endpoint of this.#waiting) {
      const [first] = endpoint.waiting;
      if (first === undefined) this.#waiting.delete(endpoint);
      if (first === undefined || !this.#mayHold(endpoint)) continue;
      this.#hold(endpoint);
      endpoint.unclaimed++;
      first(true);
      this.#waiting.delete(endpoint);
      if (endpoint.waiting.size > 0) this.#waiting.add(endpoint);
    }
  }

  /** Deletes an idle endpoint, so that the map doesn't grow with every endpoint ever sent to. */
  #forget(endpointId: string, { held, waiting }: EndpointQueue): void {
    if (held === 0 && waiting.size === 0) this.#endpoints.delete(endpointId);
  }

  #endpoint(endpointId: string): EndpointQueue {
    let endpoint = this.#endpoints.get(endpointId);
    if (!endpoint) {
      endpoint = {
        held: 0,
        unclaimed: 0,
        capacity: initialCapacity,
        hasThrottled: false,
        waiting: new Set(),
        got: 0,
      };
      this.#endpoints.set(endpointId, endpoint);
    }
    return endpoint;
  }
}
