import { agreedPrice, partiesOf, type StoredParties, signatureOf } from './agreementView.ts';
import { documentHead } from './documentHead.ts';
import type { DocumentView, Fact, SignatureView } from './documentView.ts';
import type { PartySnapshot } from './partySnapshot.ts';
import { writingOf } from './writing.ts';

/** A change order with every amount and day formatted: what its page and PDF show. */
export interface ChangeOrderView extends DocumentView {
  /** The project's name. */
  subtitle: string;
  /** What it is for: in a line, and in detail. */
  heading: string;
  text: string | null;
  /** Its price, which says whether it includes tax, and its revision rounds. */
  agreed: Fact[];
  /** Null: nobody approved it yet. */
  signature: SignatureView | null;
}

/** The content of a change order (sql/functions/scopes/change_order_document.sql): exactly these fields are approved. */
export interface ChangeOrderDocument extends StoredParties {
  version: number;
  title: string;
  description: string | null;
  amountCents: number;
  currency: string;
  rounds: number;
}

/** A change order and what became of it, as the sender's locale and time zone write it. */
export interface ChangeOrderShown {
  document: ChangeOrderDocument;
  /** Of the document, in hexadecimal. */
  sha256: string;
  sentAt: string | null;
  approvedAt: string | null;
  approvedBy: string | null;
  /** Who recorded the approval for the client; null: the client gave it. */
  recordedBy: string | null;
  declinedAt: string | null;
  declinedBy: string | null;
  declineReason: string | null;
  withdrawnAt: string | null;
  locale: string;
  timeZone: string;
}

/** The parties of a change order, as other documents have them. */
export const partiesOfChangeOrder = (shown: ChangeOrderShown): PartySnapshot => partiesOf(shown);

/** What page and PDF of a change order show. */
export function changeOrderView(shown: ChangeOrderShown): ChangeOrderView {
  const { document, sha256, approvedAt, approvedBy, recordedBy, timeZone } = shown;
  const { title, description, amountCents, currency, rounds } = document;
  const parties = partiesOf(shown);
  const writing = writingOf(parties);
  const { words } = writing;
  const tax = { ...parties.from, zeroTaxReason: parties.zeroTaxReason };
  const approved =
    approvedAt && signatureOf('scope', { at: approvedAt, by: approvedBy, recordedBy }, writing, timeZone);
  return {
    ...documentHead(parties, writing, { from: words('provider'), to: words('client') }),
    title: words('changeOrderTitle'),
    number: '',
    subtitle: parties.projectName,
    draftMark: approvedAt === null ? words('draft') : null,
    facts: [],
    heading: title,
    text: description,
    agreed: [
      { name: words('price'), value: agreedPrice(amountCents, currency, tax, writing) },
      ...(rounds === 0 ? [] : [{ name: words('addedRounds'), value: String(rounds) }]),
    ],
    signature: approved
      ? { ...approved, facts: [...approved.facts, { name: words('approvedText'), value: sha256 }] }
      : null,
  };
}
