import { diskFull, stateOf } from '../errors/databaseFault.ts';

/** Whether a statement of this process has failed because the database's disk was full, and no check has passed since. */
let wasFull = false;

/** Remembers that the database's disk is full, if that is what a statement failed of. */
export function noteDiskSpace(error: unknown): void {
  if (stateOf(error) === diskFull) wasFull = true;
}

/**
 * Throws the database's error if its disk is still full. A full disk can be read and even written a little, so nothing is
 * known of it until a statement fails, and the check, which writes some megabytes, runs only after that.
 */
export async function checkDiskSpace(query: (text: string) => Promise<unknown>): Promise<void> {
  if (!wasFull) return;
  await query('select corkboard.check_disk_space()');
  wasFull = false;
}
