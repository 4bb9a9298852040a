import { hasValidNetworkDigits } from '../vocabulary/identifiers.ts';
import { europeanUnion } from './europeanUnion.ts';
import type { InvoiceDocument } from './invoiceDocument.ts';
import type { EInvoiceFormat } from './partySnapshot.ts';

/** Countries of the European Economic Area outside the European Union. */
const otherPeppolCountries = ['IS', 'LI', 'NO'];

/** The number by which German authorities route invoices: two numbers, with letters and digits between them or not. */
const leitwegId = /^\d{2,12}(-[0-9A-Za-z]{1,30})?-\d{2}$/;

/** Whether a buyer reference has the form of a Leitweg-ID. */
export const isLeitwegId = (reference: string | null): reference is string => leitwegId.test(reference ?? '');

/** Whether a buyer reference has the form of a Leitweg-ID, but not its check digits. */
export const hasWrongLeitwegDigits = (reference: string | null): boolean =>
  isLeitwegId(reference) && !hasValidNetworkDigits(`0204:${reference}`);

/**
 * The standard of a document's electronic invoice: the client's choice, otherwise that of the client's country. Null: it has
 * none, as estimates.
 */
export function eInvoiceFormatOf({ invoice, to }: InvoiceDocument): EInvoiceFormat | null {
  if (invoice.kind !== 'invoice' || to.eInvoiceFormat === 'none') return null;
  if (to.eInvoiceFormat) return to.eInvoiceFormat;
  const country = to.eInvoiceCountry || to.country;
  if (country === 'DE') return isLeitwegId(to.buyerReference) ? 'xrechnung' : 'factur-x';
  if (country === 'FR') return 'factur-x';
  const isInPeppol = europeanUnion.has(country ?? '') || otherPeppolCountries.includes(country ?? '');
  return isInPeppol || to.eInvoiceNetworkId ? 'peppol' : null;
}
