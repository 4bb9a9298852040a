// The state of a process, for its metrics and health endpoints.

/** A pool's connections: how many are open, how many of those are idle, how many requests wait for one, and the limit. */
export interface Connections {
  open: number;
  idle: number;
  waiting: number;
  most: number;
}

/** Why a process cannot work now, as a sentence; null if it can. Throws if the database doesn't answer. */
export type Readiness = () => Promise<string | null>;

/** The reason of a process that has not reached its database since it started. */
export const waitingForDatabase = 'The process waits for its database.';

/** Whether any worker of the installation reported lately that its jobs make progress. */
export type WorkerState = 'alive' | 'silent';
