import { type Html, html } from '../html/html.ts';
import { recorderName } from '../html/personName.ts';
import type { Person } from '../sessions/person.ts';

/** A client's approval, and who recorded it. */
export interface Consent {
  /** The given name; null if the operator gave none. */
  by: string | null;
  /** The email address of the member who recorded it, or `operator`; null: the client did it through the share link. */
  recordedBy: string | null;
}

/**
 * Who approved: `Approved by Ada Marsh`, or if it was recorded for the client, `Approved. Recorded by owner@studio.example for
 * Ada Marsh`.
 */
export function approvalLine({ by, recordedBy }: Consent, person: Person): Html {
  const name = by === null ? '' : ` ${recordedBy === null ? 'by' : 'for'} ${by}`;
  return recordedBy === null
    ? html`Approved${name}`
    : html`Approved. Recorded by ${recorderName(recordedBy, person)}${name}`;
}
