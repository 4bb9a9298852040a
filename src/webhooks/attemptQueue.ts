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
/** How many nodes' batches run at a time, so that other queries get connections too. */
const maxLanes = 4;

/** Finds the name of the node that has a workspace's rows. */
export type NodeOf = (workspaceId: string) => Promise<string>;

/** The queue's messages to its owner. */
interface Listener {
  /** A batch of jobs was claimed. */
  onClaimed(jobs: Job[], claims: Claimed[]): void;
  /** Attempts were recorded whose endpoints have throttled deliveries. */
  onThrottledAllowed(): void;
}

/**
 * Claims and records attempts in batches, at most one of each at a time: several would only slow each other down in the
 * database. A claim doesn't wait for a record, so that the worker sends while the database records. `groupOf`: jobs of
 * different groups do not share a batch.
 */
function newLane(
  query: Query,
  groupOf: (job: Job) => string | null,
  { onClaimed, onThrottledAllowed }: Listener,
) {
  const claimQuery = oneAtATime(query);
  const recordQuery = oneAtATime(query);
  const inBatches = <Item extends Job, Result>(work: (items: Item[]) => Promise<Result[] | undefined>) =>
    batched(maxBatch, gatherMs, work, groupOf);
  return {
    claim: inBatches(async (jobs: Job[]) => {
      const claims = await claimAttempts(claimQuery, jobs);
      onClaimed(jobs, claims);
      return matchClaims(jobs, claims);
    }),
    claimThrottled: (most: number, workspaces: string[] | null) =>
      claimThrottled(claimQuery, most, workspaces),
    record: inBatches<Attempted, void>(async attempts => {
      if (await recordAttempts(recordQuery, attempts)) onThrottledAllowed();
      return undefined;
    }),
    throttle: inBatches<Job, void>(jobs => throttle(claimQuery, jobs)),
  };
}
type Lane = ReturnType<typeof newLane>;

/**
 * Claims and records the attempts of a worker process. On one server all workspaces share their batches. If workspaces are
 * distributed over servers, each server has a lane, so that one that is down holds up only its workspaces, and each workspace
 * batches of its own, because a statement changes rows of one. `nodeOf`: null if all workspaces are on one server.
 */
export function newAttemptQueue(given: Query, nodeOf: NodeOf | null, listener: Listener) {
  const query = atMost(maxLanes, retryingConflicts(given));
  /** By node; on one server that of all workspaces, by null. */
  const lanes = new Map<string | null, Lane>();

  async function laneOf(workspace: string | null): Promise<Lane> {
    const node = workspace === null ? null : ((await nodeOf?.(workspace)) ?? null);
    const groupOf = ({ workspaceId }: Job) => (nodeOf === null ? null : workspaceId);
    const lane = lanes.get(node) ?? newLane(query, groupOf, listener);
    lanes.set(node, lane);
    return lane;
  }

  async function claimThrottledOf(workspace: string | null, most: number): Promise<Claimed[]> {
    const workspaces = workspace === null ? null : [workspace];
    return laneOf(workspace)
      .then(lane => lane.claimThrottled(most, workspaces))
      .catch(noneClaimed);
  }

  return {
    /** Claims the delivery of a job; undefined if it gets no attempt now (claimAttempts). */
    claim: async (job: Job) => (await laneOf(job.workspaceId)).claim(job),
    /** Records the outcome of an attempt and releases its claim. */
    record: async (attempted: Attempted) => (await laneOf(attempted.workspaceId)).record(attempted),
    /** Throttles the delivery of a job (throttle). */
    throttle: async (job: Job) => (await laneOf(job.workspaceId)).throttle(job),
    /** Claims up to `most` throttled deliveries (claimThrottled); none of workspaces where that fails. */
    async claimThrottled(most: number): Promise<Claimed[]> {
      if (nodeOf === null) return claimThrottledOf(null, most);
      const claims: Claimed[] = [];
      for (const workspace of await workspacesWithThrottled(query).catch(noneClaimed)) {
        if (claims.length === most) break;
        claims.push(...(await claimThrottledOf(workspace, most - claims.length)));
      }
      return claims;
    },
  };
}

/** Claims and records the attempts of a worker process. */
export type AttemptQueue = ReturnType<typeof newAttemptQueue>;

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
