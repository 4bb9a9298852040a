import { type Html, html } from '../html/html.ts';

/** A client's approval or signature, and who recorded it. */
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
 * Who approved or signed: `Signed by Ada Marsh`, or if it was recorded for the client, `Signed. Recorded by
 * owner@studio.example for Ada Marsh`.
 */
export function consentLine(verb: 'Approved' | 'Signed', { by, recordedBy }: Consent): Html {
  const name = by === null ? '' : ` ${recordedBy === null ? 'by' : 'for'} ${by}`;
  return recordedBy === null
    ? html`${verb}${name}`
    : html`${verb}. Recorded by ${recorderName(recordedBy)}${name}`;
}
