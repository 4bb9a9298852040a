import type { InvoiceDocument } from './invoiceDocument.ts';
import type { EInvoiceFormat } from './partySnapshot.ts';

/** Countries in which businesses take Peppol BIS Billing: the European Economic Area without Germany and France. */
const peppolCountries =
  'AT BE BG CY CZ DK EE ES FI GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ');

/** The number by which German authorities route invoices: two numbers, with letters and digits between them or not. */
const leitwegId = /^\d{2,12}(-[0-9A-Za-z]{1,30})?-\d{2}$/;

/** Whether a buyer reference has the form of a Leitweg-ID. */
export const isLeitwegId = (reference: string | null): reference is string => leitwegId.test(reference ?? '');

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
  const isInPeppol = Boolean(to.eInvoiceNetworkId) || peppolCountries.includes(country ?? '');
  return isInPeppol ? 'peppol' : null;
}
