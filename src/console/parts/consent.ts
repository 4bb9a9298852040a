import { type Html, html } from '../html/html.ts';

/** What a client approved or signed, and who recorded it. */
export interface Consent {
  /** The name that was given; null: the operator gave none. */
  by: string | null;
  /** The email address of the member who recorded it, or `operator`; null: the client did it through the share link. */
  recordedBy: string | null;
}

/** Who recorded something for a client, as text: `owner@studio.example`. */
export const recorderName = (recordedBy: string): string =>
  recordedBy === 'operator' ? 'the operator' : recordedBy;

/**
 * Who approved or signed: `Signed by Ada Marsh`, or where somebody else recorded it
 * `Signed. Recorded by owner@studio.example for Ada Marsh`.
 */
export function consentLine(verb: 'Approved' | 'Signed', { by, recordedBy }: Consent): Html {
  const name = by === null ? '' : ` ${recordedBy === null ? 'by' : 'for'} ${by}`;
  return recordedBy === null
    ? html`${verb}${name}`
    : html`${verb}. Recorded by ${recorderName(recordedBy)}${name}`;
}
