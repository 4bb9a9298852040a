import { type FragmentSqlToken, sql } from '../database/sql.ts';
import { dayOf } from '../formatting/index.ts';
import { object, workspaceId } from '../records/fragments.ts';
import { signatureOf } from './agreementView.ts';
import type { SignatureView } from './documentView.ts';
import type { InvoiceDocument } from './invoiceDocument.ts';
import { localizerOf } from './localizer.ts';

/** A client's answer to an estimate. */
export interface EstimateAnswer {
  answer: 'accepted' | 'declined';
  by: string | null;
  at: string;
  /** What clients read of who recorded it for them; null if the client answered through the share link. */
  recordedBy: string | null;
}

/** The state of a sent estimate, which pages show and stored documents don't. */
export interface EstimateState<Answer = EstimateAnswer> {
  answer: Answer | null;
  /** The SHA-256 of the estimate as it was answered, or would be, in hexadecimal. */
  sha256: string;
  /** Whether its last day is over. */
  isPastDue: boolean;
  /** The invoice that it was turned into, unless that is void. */
  convertedTo: { id: string; number: string } | null;
}

const answered = sql.fragment`
  from corkboard.estimate_answers a where a.workspace_id = ${workspaceId} and a.estimate_id = i.id`;

/** The SQL of conversions of estimates, `c`, into invoices that aren't void, `n`. */
export const conversions = sql.fragment`
  corkboard.converted_estimates c
  join corkboard.invoices n on n.workspace_id = ${workspaceId} and n.id = c.invoice_id and n.status <> 'VOID'`;

/** The EstimateState of the estimate `i` of a query; null if that is an invoice. `more`: further columns of the answer. */
export const estimateState = (more = sql.fragment``): FragmentSqlToken => sql.fragment`
  case i.kind when 'estimate' then ${object(sql.fragment`
    ${object(sql.fragment`
      a.answer, a.answered_by as by, corkboard.iso(a.answered_at) as at, corkboard.name_for_clients(a.workspace_id, a.recorded_by) as "recordedBy"${more} ${answered}`)} as answer,
    coalesce(
      (select encode(a.document_sha256, 'hex') ${answered}),
      encode(sha256(convert_to(corkboard.estimate_document(i.workspace_id, i.id)::text, 'UTF8')), 'hex')) as sha256,
    coalesce(i.due_date < corkboard.workspace_today(i.workspace_id), false) as "isPastDue",
    ${object(sql.fragment`
      n.id, n.number from ${conversions}
      where c.workspace_id = ${workspaceId} and c.estimate_id = i.id`)} as "convertedTo"`)} end`;

/** Whether it can still be answered; once its last day is over, only declined. */
export const isAnswerable = (
  { status }: { status: string },
  { answer, convertedTo }: Pick<EstimateState<unknown>, 'answer' | 'convertedTo'>,
): boolean => status === 'SENT' && answer === null && convertedTo === null;

/** The acceptance as the estimate's page shows it, in the document's language; null: it wasn't accepted. */
export function acceptanceView(
  document: InvoiceDocument,
  { answer, sha256 }: EstimateState,
): SignatureView | null {
  if (answer?.answer !== 'accepted') return null;
  return signatureOf('estimate', answer, localizerOf(document), document.from.timeZone, sha256);
}

/** Who answered a sent estimate and when, as a notice in the document's language; null: nobody. */
export function answerNotice(document: InvoiceDocument, { answer }: EstimateState): string | null {
  if (answer === null || document.invoice.status !== 'SENT') return null;
  const kind = answer.answer === 'accepted' ? 'estimate' : 'declined';
  return signatureOf(kind, answer, localizerOf(document), document.from.timeZone).notice;
}

/** The state of a sent estimate, in a few words of the document's language; null: not answered yet. */
export function estimateStamp(document: InvoiceDocument, state: EstimateState): string | null {
  const { invoice, from } = document;
  const { messages, locale } = localizerOf(document);
  const { answer, isPastDue } = state;
  if (invoice.status !== 'SENT') return null;
  if (answer !== null) {
    const date = dayOf(answer.at, locale, from.timeZone);
    return messages(answer.answer === 'accepted' ? 'acceptedOn' : 'declinedOn', { kind: 'estimate', date });
  }
  return isPastDue && isAnswerable(invoice, state) ? messages('expired') : null;
}
