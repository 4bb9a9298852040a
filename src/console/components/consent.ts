import { type Html, html } from '../html/html.ts';

/** A client's approval, and who recorded it. */
export interface Consent {
  /** The given name; null if the operator gave none. */
  by: string | null;
  /** The email address of the member who recorded it, or `operator`; null: the client did it through the share link. */
  recordedBy: string | null;
}

/** The text for the recorder: `owner@studio.example`. */
export const recorderName = (recordedBy: string): string =>
  recordedBy === 'operator' ? 'the operator' : recordedBy;

/**
 * Who approved: `Approved by Ada Marsh`, or if it was recorded for the client, `Approved. Recorded by owner@studio.example for
 * Ada Marsh`.
 */
export function approvalLine({ by, recordedBy }: Consent): Html {
  const name = by === null ? '' : ` ${recordedBy === null ? 'by' : 'for'} ${by}`;
  return recordedBy === null
    ? html`Approved${name}`
    : html`Approved. Recorded by ${recorderName(recordedBy)}${name}`;
}
