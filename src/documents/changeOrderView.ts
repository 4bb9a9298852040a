import { dayOf } from '../formatting/index.ts';
import {
  type AgreementView,
  agreedPrice,
  agreementHead,
  partiesOf,
  priceTaxOf,
  type Shown,
  type StoredParties,
  signatureOf,
} from './agreementView.ts';
import { factsOf, printed } from './documentView.ts';
import { localizerOf } from './localizer.ts';

/** A change order with every amount and day formatted: what its page and PDF show. */
export interface ChangeOrderView extends Omit<AgreementView, 'deliverables' | 'changeOrders' | 'terms'> {
  /** When it was declined or withdrawn, in a few words; null: neither. */
  stamp: string | null;
  /** Its purpose: in a line, and in detail. */
  heading: string;
  text: string | null;
}

/** The content of a change order (sql/functions/scopes/change_order_document.sql): exactly these fields are approved. */
interface ChangeOrderDocument extends StoredParties {
  version: number;
  title: string;
  description: string | null;
  amountCents: number;
  currency: string;
  rounds: number;
}

/** A change order and what became of it. */
export interface ChangeOrderShown extends Shown<ChangeOrderDocument> {
  sentAt: string | null;
  approvedAt: string | null;
  approvedBy: string | null;
  declinedAt: string | null;
  declinedBy: string | null;
  declineReason: string | null;
  withdrawnAt: string | null;
}

/** The view of a change order, for page and PDF. */
export function changeOrderView(shown: ChangeOrderShown): ChangeOrderView {
  const { document, sha256, approvedAt, approvedBy, recordedBy, declinedAt, withdrawnAt, timeZone } = shown;
  const { title, description, amountCents, currency, rounds } = document;
  const parties = partiesOf(shown);
  const localizer = localizerOf(parties);
  const { messages, locale } = localizer;
  const ended = declinedAt ?? withdrawnAt;
  const date = ended === null ? '' : dayOf(ended, locale, timeZone);
  const given = { at: approvedAt!, by: approvedBy, recordedBy };
  return printed({
    ...agreementHead(parties, localizer),
    title: messages('changeOrderTitle'),
    mark: approvedAt === null && ended === null ? messages('draft') : null,
    stamp:
      ended === null
        ? null
        : messages(declinedAt === null ? 'withdrawnOn' : 'declinedOn', { kind: 'change_order', date }),
    facts: [],
    heading: title,
    text: description,
    agreed: factsOf([
      [messages('price'), agreedPrice(amountCents, currency, priceTaxOf(parties), localizer)],
      [messages('addedRounds'), rounds === 0 ? null : String(rounds)],
    ]),
    signature: approvedAt === null ? null : signatureOf('scope', given, localizer, timeZone, sha256),
  });
}
