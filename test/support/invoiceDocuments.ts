import { partiesOf, type StoredParties } from '../../src/documents/agreementView.ts';
import type { InvoiceView } from '../../src/documents/documentView.ts';
import { blankDocument, type InvoiceDocument } from '../../src/documents/invoiceDocument.ts';
import type { Recipient, Sender } from '../../src/documents/partySnapshot.ts';
import { invoiceAmounts, type Priced } from '../../src/money/totals.ts';

// Documents as the database gives them, for tests of what is made of them.

const noAddress = { addressLines: null, postalCode: null, city: null, region: null, country: null };
const noNames = { ...noAddress, legalName: null, vatNumber: null };

/** The parties of a contract or change order. */
export const storedParties: StoredParties = {
  ...{ workspaceName: 'Larkspur', letterhead: null, projectName: 'New site', clientName: 'Harbour' },
  ...{ contactName: null, company: null, address: null },
  provider: { ...noNames, taxNumber: null, registrationNumber: null, invoiceFooter: null, logo: null },
  recipient: noNames,
  ...{ language: 'en', taxRateBps: 0, pricesIncludeTax: false, zeroTaxReason: null },
};

const parties = partiesOf({
  document: storedParties,
  ...{ sha256: '', recordedBy: null, locale: 'en-US', timeZone: 'UTC' },
});

export const sender = (fields: Partial<Sender> = {}): Sender => ({ ...parties.from, ...fields });

export const recipient = (fields: Partial<Recipient> = {}): Recipient => ({ ...parties.to, ...fields });

type Line = Partial<InvoiceDocument['invoice']['lineItems'][number]>;

export interface Given extends Partial<Omit<InvoiceDocument, 'invoice' | 'from' | 'to'>> {
  invoice?: Partial<Omit<InvoiceDocument['invoice'], 'lineItems'>> & { lineItems?: Line[] };
  from?: Partial<Sender>;
  to?: Partial<Recipient>;
}

/** An invoice that was sent, with these fields; its amounts follow from its lines, or from `subtotalCents`. */
export function invoiceDocumentWith({ invoice = {}, from, to, ...rest }: Given = {}): InvoiceDocument {
  const { lineItems: lines = [], ...fields } = invoice;
  const lineItems = lines.map(line => ({
    ...{ description: 'Design', quantityHundredths: 100, unitPriceCents: 10_000, taxRateBps: null },
    ...line,
  }));
  const terms = { discountCents: 0, taxRateBps: 0, taxInclusive: false, ...fields };
  const priced: Priced =
    lineItems.length > 0 ? { ...terms, lineItems } : { ...terms, amountCents: rest.subtotalCents ?? 10_000 };
  const amounts = invoiceAmounts(priced);
  const lateFeeCents = fields.lateFeeCents ?? 0;
  const amountCents = Number(amounts.amountCents);
  const blank = blankDocument('0', 'EUR');
  return {
    ...parties,
    ...{ from: sender(from), to: recipient(to) },
    ...blank,
    ...rest,
    subtotalCents: Number(amounts.subtotalCents),
    invoice: {
      ...blank.invoice,
      ...{ id: '0', number: 'INV-0003', status: 'SENT' },
      ...{ createdAt: '2026-10-30T09:00:00.000Z', sentAt: '2026-10-30T10:00:00.000Z' },
      ...terms,
      ...fields,
      ...{ lineItems, taxCents: Number(amounts.taxCents), amountCents, lateFeeCents },
      totalCents: amountCents + lateFeeCents,
    },
  };
}

/** A view as text, a line for each of its lines. */
export function printed(view: InvoiceView): string {
  const facts = (list: { name: string; value: string }[]) =>
    list.map(({ name, value }) => `${name} | ${value}`);
  const { payment } = view;
  return [
    view.title,
    ...[view.from, view.to].map(({ label, lines }) => [label, ...lines].join(' | ')),
    ...facts(view.facts),
    view.columns.map(({ heading }) => heading).join(' | '),
    ...view.rows.map(cells => cells.join(' | ')),
    ...facts(view.totals),
    ...view.remarks,
    ...facts(view.lateFee),
    ...facts(view.due ? [view.due] : []),
    ...(payment ? [payment.heading, ...facts(payment.facts)] : []),
    ...(payment?.link ? [`${payment.link.label} | ${payment.link.url}`] : []),
    ...(payment?.qr ? [payment.qr.caption] : []),
  ]
    .join('\n')
    .replace(/[\u00a0\u202f\u2009]/g, ' ');
}
