// What those who watch a process may ask of it.

/** The connections of a pool: how many are open, idle among them, waited for, and how many there may be. */
export interface Connections {
  open: number;
  idle: number;
  waiting: number;
  most: number;
}

/** Why a process cannot do its work now, in a sentence; null where it can. It throws where the database does not say. */
export type Readiness = () => Promise<string | null>;
