// What a process tells of itself to whoever watches it.

/** The connections of a pool: how many are open, idle among them, waited for, and how many there may be. */
export interface Connections {
  open: number;
  idle: number;
  waiting: number;
  most: number;
}

/**
 * Why a process cannot do its work now, in a sentence; null where it can. Throws where the database does not answer.
 */
export type Readiness = () => Promise<string | null>;
