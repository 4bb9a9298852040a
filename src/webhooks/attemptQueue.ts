import { atMost, batched, oneAtATime } from '../concurrency/batch.ts';
import { retryingConflicts } from '../database/connection.ts';
import { log } from '../log.ts';
import {
  type Attempted,
  type Claimed,
  claimAttempts,
  claimThrottled,
  type Job,
  type Query,
  recordAttempts,
  throttle,
  workspacesWithThrottled,
} from './attempts.ts';

/** The most attempts that are claimed or recorded in one round trip. */
const maxBatch = 400;
/** How long a batch waits under load to become fuller, in ms. */
const gatherMs = 5;
/** How many workspaces' batches run at a time if they are distributed, and how many of those on one node, which may not answer. */
const maxLanes = 4;
const maxLanesOfNode = 2;

/** Finds the name of the node that has a workspace's rows. */
export type NodeOf = (workspaceId: string) => Promise<string>;

/** What an AttemptQueue tells its owner. */
interface Listener {
  /** A batch of jobs was claimed. */
  onClaimed(jobs: Job[], claims: Claimed[]): void;
  /** Attempts were recorded whose endpoints have throttled deliveries. */
  onThrottledAllowed(): void;
}

/**
 * Claims and records attempts in batches, one batch at a time: several would only slow each other down in the database,
 * and while outcomes can't be recorded, nothing more should be claimed.
 */
class Lane {
  readonly claim: (job: Job) => Promise<Claimed | undefined>;
  readonly claimThrottled: (most: number, workspaces: string[] | null) => Promise<Claimed[]>;
  readonly record: (attempted: Attempted) => Promise<void>;
  readonly throttle: (job: Job) => Promise<void>;
  /** How many calls have not settled. */
  calls = 0;

  constructor(query: Query, { onClaimed, onThrottledAllowed }: Listener) {
    const serialQuery = oneAtATime(query);
    this.claim = batched(maxBatch, gatherMs, async (jobs: Job[]) => {
      const claims = await claimAttempts(serialQuery, jobs);
      onClaimed(jobs, claims);
      return matchClaims(jobs, claims);
    });
    this.claimThrottled = (most, workspaces) => claimThrottled(serialQuery, most, workspaces);
    this.record = batched<Attempted, void>(maxBatch, gatherMs, async attempts => {
      if (await recordAttempts(serialQuery, attempts)) onThrottledAllowed();
      return undefined;
    });
    this.throttle = batched<Job, void>(maxBatch, gatherMs, jobs => throttle(serialQuery, jobs));
  }
}

/**
 * Claims and records the attempts of a worker process. On one server all workspaces share their batches. If workspaces are
 * distributed over servers, each has batches of its own, so that a server that is down holds up only its workspaces.
 */
export class AttemptQueue {
  readonly #query: Query;
  readonly #nodeOf: NodeOf | null;
  readonly #listener: Listener;
  /** By node. */
  readonly #queries = new Map<string, Query>();
  /** By workspace, while they have calls; on one server that of all workspaces, by null. */
  readonly #lanes = new Map<string | null, Lane>();

  /** `nodeOf`: null if all workspaces are on one server. */
  constructor(query: Query, nodeOf: NodeOf | null, listener: Listener) {
    this.#query = atMost(maxLanes, retryingConflicts(query));
    this.#nodeOf = nodeOf;
    this.#listener = listener;
  }

  /** Claims the delivery of a job; undefined if it gets no attempt now (claimAttempts). */
  claim(job: Job): Promise<Claimed | undefined> {
    return this.#inLane(job.workspaceId, lane => lane.claim(job));
  }

  /** Records the outcome of an attempt and releases its claim. */
  record(attempted: Attempted): Promise<void> {
    return this.#inLane(attempted.workspaceId, lane => lane.record(attempted));
  }

  /** Throttles the delivery of a job (throttle). */
  throttle(job: Job): Promise<void> {
    return this.#inLane(job.workspaceId, lane => lane.throttle(job));
  }

  /** Claims up to `most` throttled deliveries (claimThrottled); none of workspaces where that fails. */
  async claimThrottled(most: number): Promise<Claimed[]> {
    if (this.#nodeOf === null) return this.#claimThrottledOf(null, most);
    const claims: Claimed[] = [];
    for (const workspace of await workspacesWithThrottled(this.#query).catch(noneClaimed)) {
      if (claims.length === most) break;
      claims.push(...(await this.#claimThrottledOf(workspace, most - claims.length)));
    }
    return claims;
  }

  #claimThrottledOf(workspace: string | null, most: number): Promise<Claimed[]> {
    return this.#inLane(workspace, lane =>
      lane.claimThrottled(most, workspace === null ? null : [workspace]),
    ).catch(noneClaimed);
  }

  async #inLane<Result>(workspace: string | null, call: (lane: Lane) => Promise<Result>): Promise<Result> {
    const key = this.#nodeOf === null ? null : workspace;
    const lane = this.#lanes.get(key) ?? new Lane(this.#queryFor(key), this.#listener);
    this.#lanes.set(key, lane);
    lane.calls++;
    try {
      return await call(lane);
    } finally {
      lane.calls--;
      // Otherwise the map would grow with every workspace ever seen.
      if (lane.calls === 0 && this.#nodeOf !== null) this.#lanes.delete(key);
    }
  }

  #queryFor(workspace: string | null): Query {
    const nodeOf = this.#nodeOf;
    if (nodeOf === null || workspace === null) return this.#query;
    return async (text, values) => {
      const node = await nodeOf(workspace);
      const query = this.#queries.get(node) ?? atMost(maxLanesOfNode, this.#query);
      this.#queries.set(node, query);
      return query(text, values);
    };
  }
}

function noneClaimed(error: unknown): [] {
  log.debug({ err: error }, 'could not claim throttled deliveries');
  return [];
}

/** The claim of each job. Of two jobs for the same attempt only one gets it; the other has nothing to do. */
function matchClaims(jobs: Job[], claims: Claimed[]): (Claimed | undefined)[] {
  const left = new Map(claims.map(claim => [claim.deliveryId, claim]));
  return jobs.map(({ deliveryId, jobNumber }) => {
    const claim = left.get(deliveryId);
    if (claim?.jobNumber !== jobNumber) return undefined;
    left.delete(deliveryId);
    return claim;
  });
}
