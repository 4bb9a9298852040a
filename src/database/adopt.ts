import { Option } from 'commander';
import { drain } from '../concurrency/drain.ts';
import { StartError } from '../errors/startError.ts';
import type { Client } from './client.ts';
import { isCopy } from './released.ts';

/** The treatment of a copy after a release has migrated it. */
export interface Adoption {
  /** Makes it the original: workers send its webhooks. */
  adopt?: boolean;
  /** First turns off its endpoints and deletes its queued emails, so that nothing is sent. Only with `adopt`. */
  mute?: boolean;
}

export const adoptOption = new Option(
  '--adopt',
  'if this database was restored from a dump or is a copy: send webhooks from it from now on, with what is pending unless --mute is given',
);
export const muteOption = new Option(
  '--mute',
  'with --adopt: first turn all endpoints of the copy off, make pending deliveries missed and delete waiting mails',
);

/** Adopts a copy; does nothing for any other database. Returns what was done, in one line; null: it was not asked for. */
export async function adoptDatabase(client: Client, { adopt, mute }: Adoption): Promise<string | null> {
  if (!adopt) return null;
  if (!(await isCopy(client)))
    return `The database is no copy, so nothing was adopted${mute ? ' or muted: what is pending in it is sent' : ''}.`;
  // It stays a copy until the last endpoint is off, so if this is interrupted, nothing has been sent.
  if (mute) {
    await drain(
      async () => (await client.query('select corkboard.disable_copy_endpoint() as count')).rows[0].count,
    );
  }
  await client.query('select corkboard.adopt_database()');
  return `The copy is adopted${mute ? ' and muted' : ''}.`;
}

/** Throws StartError if a database is to be muted but not adopted. */
export function checkAdoption({ adopt, mute }: Adoption): void {
  if (mute && !adopt) throw new StartError('--mute can only be used together with --adopt.');
}
