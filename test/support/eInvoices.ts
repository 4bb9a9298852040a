import fc from 'fast-check';
import type { InvoiceDocument } from '../../src/documents/invoiceDocument.ts';
import type { EInvoiceFormat, Recipient, Sender } from '../../src/documents/partySnapshot.ts';
import { languages, lineUnits, zeroTaxReasons } from '../../src/vocabulary/documents.ts';
import { invoiceDocumentWith } from './invoiceDocuments.ts';

// Invoices for tests of electronic invoices.

const larkspur: Partial<Sender> = {
  ...{ legalName: 'Larkspur GmbH', addressLines: 'Mühlenweg 2\nHof 3', postalCode: '10115', city: 'Berlin' },
  ...{ country: 'DE', vatNumber: 'DE136695976', taxNumber: '12/345/67890', registrationNumber: 'HRB 1234 B' },
  ...{ iban: 'DE75512108001245126199', bic: 'SOLADEST600', locale: 'de-DE', timeZone: 'Europe/Berlin' },
  ...{ contactName: 'Ada Lark', contactEmail: 'ada@larkspur.example', contactPhone: '+49 30 1234567' },
};
const quai: Partial<Recipient> = {
  ...{ name: 'Le Quai', legalName: 'Le Quai SARL', addressLines: '3 rue <du> Port & Cie' },
  ...{ postalCode: '13002', city: 'Marseille', region: 'PACA', country: 'FR', vatNumber: 'FR40303265045' },
};
const port: Partial<Recipient> = {
  ...{ name: 'Port NV', contactName: 'Bo De Smet', addressLines: 'Kaai 1', postalCode: '2000' },
  ...{ city: 'Antwerpen', country: 'BE', vatNumber: 'BE0428759497', eInvoiceNetworkId: '0208:0428759497' },
};
const office: Partial<Recipient> = {
  ...{ name: 'Bezirksamt', addressLines: 'Platz 1', postalCode: '10178', city: 'Berlin', country: 'DE' },
  buyerReference: '04011000-12345-34',
};

/** What a credit note says of its invoice. */
const corrects = {
  creditedOn: '2026-10-31',
  number: 'INV-0003',
  sentAt: '2026-10-30T10:00:00.000Z',
  isAll: false,
  reason: 'Twice & once',
};

/** An electronic invoice of each standard, and of each reason for no tax. Nothing that it needs is missing. */
export const samples = {
  xrechnung: {
    format: 'xrechnung',
    document: invoiceDocumentWith({
      ...{ from: larkspur, to: office, language: 'de', zeroTaxReason: 'exempt', notes: 'Danke!\nBis bald.' },
      ...{ lineUnits: ['hours', 'days', 'pieces', 'flat'], lateFeeAt: '2026-11-28T23:30:00.000Z' },
      invoice: {
        ...{ taxRateBps: 1900, discountCents: 1000, lateFeeCents: 1500, dueDate: '2026-11-13' },
        ...{ supplyDate: '2026-10-28', poNumber: 'B & 77' },
        lineItems: [
          { quantityHundredths: 250, unitPriceCents: 12_000 },
          { description: 'Fotos', quantityHundredths: 300, unitPriceCents: 32_000, taxRateBps: 700 },
          { description: 'Bücher', unitPriceCents: 5000, taxRateBps: 0 },
          { description: 'Anfahrt' },
        ],
      },
    }),
  },
  peppol: {
    format: 'peppol',
    document: invoiceDocumentWith({
      ...{
        from: { ...larkspur, eInvoiceNetworkId: '9930:DE136695976' },
        to: port,
        zeroTaxReason: 'reverse_charge',
      },
      ...{ language: 'nl', subtotalCents: 240_000 },
      invoice: { dueDate: '2026-11-13', poNumber: 'PO-7' },
    }),
  },
  'factur-x': {
    format: 'factur-x',
    document: invoiceDocumentWith({
      ...{ from: larkspur, to: quai, language: 'fr', supplyUntil: '2026-10-28' },
      invoice: {
        ...{ taxRateBps: 2000, taxInclusive: true, discountCents: 990, dueDate: '2026-11-13' },
        ...{ supplyDate: '2026-10-01' },
        lineItems: [
          { quantityHundredths: 700, unitPriceCents: 8333 },
          { unitPriceCents: 4999, taxRateBps: 550 },
        ],
      },
    }),
  },
  'factur-x-export': {
    format: 'factur-x',
    document: invoiceDocumentWith({
      ...{
        from: larkspur,
        to: { name: 'Bay Inc.', country: 'US', city: 'Portland' },
        zeroTaxReason: 'export',
      },
      invoice: { currency: 'USD', lineItems: [{}] },
    }),
  },
  'peppol-foreign_currency': {
    format: 'peppol',
    document: invoiceDocumentWith({
      ...{ from: { ...larkspur, eInvoiceNetworkId: '9930:DE136695976' }, to: port },
      exchangeRateMillionths: 1_089_300,
      invoice: { currency: 'USD', taxRateBps: 1900, poNumber: 'PO-7', lineItems: [{}] },
    }),
  },
  'factur-x-foreign_currency': {
    format: 'factur-x',
    document: invoiceDocumentWith({
      ...{ from: larkspur, to: quai, language: 'fr', exchangeRateMillionths: 162_500_000 },
      invoice: { currency: 'JPY', taxRateBps: 1900, lineItems: [{ unitPriceCents: 100_000 }] },
    }),
  },
  'factur-x-small_business': {
    format: 'factur-x',
    document: invoiceDocumentWith({
      ...{ from: { ...larkspur, vatNumber: null, registrationNumber: null }, to: office, language: 'de' },
      ...{ zeroTaxReason: 'small_business', lateFeeAt: '2026-11-28T23:30:00.000Z' },
      invoice: { dueDate: '2026-11-13', lateFeeCents: 500, lineItems: [{}] },
    }),
  },
  'factur-x-services_outside_eu': {
    format: 'factur-x',
    document: invoiceDocumentWith({
      ...{
        from: larkspur,
        to: { name: 'Bay Inc.', country: 'US', city: 'Portland', vatNumber: 'US1' },
        zeroTaxReason: 'services_outside_eu',
      },
      lateFeeAt: '2026-11-28T23:30:00.000Z',
      invoice: { dueDate: '2026-11-13', lateFeeCents: 500, discountCents: 1000, lineItems: [{}] },
    }),
  },
  'peppol-zero_rated': {
    format: 'peppol',
    document: invoiceDocumentWith({
      ...{
        from: { ...larkspur, eInvoiceNetworkId: '9930:DE136695976' },
        to: { ...port, buyerReference: '7' },
      },
      ...{ zeroTaxReason: 'zero_rated', lateFeeAt: '2026-11-28T23:30:00.000Z', notes: 'Pay within 30 days.' },
      invoice: { lateFeeCents: 500, lineItems: [{ quantityHundredths: 0 }, {}] },
    }),
  },
  'factur-x-paid_in_part': {
    format: 'factur-x',
    document: invoiceDocumentWith({
      ...{ from: larkspur, to: quai, language: 'fr', paidCents: 10_000, lastPaidOn: '2026-11-20' },
      ...{ lateFeeAt: '2026-11-28T23:30:00.000Z' },
      invoice: { dueDate: '2026-11-13', taxRateBps: 2000, lateFeeCents: 4000, lineItems: [{}] },
    }),
  },
  'xrechnung-paid_in_full': {
    format: 'xrechnung',
    document: invoiceDocumentWith({
      ...{ from: larkspur, to: office, language: 'de', paidCents: 12_400, lastPaidOn: '2026-11-20' },
      ...{ lateFeeAt: '2026-11-28T23:30:00.000Z' },
      invoice: { dueDate: '2026-11-13', taxRateBps: 1900, lateFeeCents: 500, lineItems: [{}] },
    }),
  },
  'peppol-credit_note': {
    format: 'peppol',
    document: invoiceDocumentWith({
      ...{
        from: { ...larkspur, eInvoiceNetworkId: '9930:DE136695976' },
        to: { ...port, buyerReference: '7' },
        corrects,
      },
      invoice: {
        number: 'CN-0001',
        taxRateBps: 2100,
        lateFeeCents: 500,
        lineItems: [{}, { taxRateBps: 600 }],
      },
    }),
  },
  'factur-x-credit_note': {
    format: 'factur-x',
    document: invoiceDocumentWith({
      ...{ from: larkspur, to: quai, language: 'fr', corrects },
      invoice: { number: 'CN-0002', taxRateBps: 2000, lineItems: [{}] },
    }),
  },
} satisfies Record<string, { format: EInvoiceFormat; document: InvoiceDocument }>;

const text = fc.constantFrom(
  'Design & build',
  'Réunion <b>"x"</b>',
  'a\u0001b',
  '\uffff',
  'Ω\nline',
  ']]>',
  '🎉',
);
const rate = fc.constantFrom(0, 700, 1900, 2000, 2500, 600, 825, 333, 10_000);
const line = fc.record({
  description: text,
  quantityHundredths: fc.oneof(fc.constantFrom(100, 0, 1, 33, 1_000_000), fc.integer({ min: 1, max: 5000 })),
  unitPriceCents: fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 100_000_000 })),
  taxRateBps: fc.option(rate),
});
const lines = fc.oneof(fc.array(line, { maxLength: 6 }), fc.array(line, { minLength: 50, maxLength: 50 }));

/** Invoices between any of the parties, with everything that changes their amounts. */
export const invoicesOfAllKinds: fc.Arbitrary<InvoiceDocument> = fc
  .record({
    lineItems: lines,
    subtotalCents: fc.integer({ min: 0, max: 100_000_000 }),
    currency: fc.constantFrom('EUR', 'EUR', 'USD', 'SEK', 'JPY', 'ISK', 'KWD'),
    taxRateBps: rate,
    taxInclusive: fc.boolean(),
    discount: fc.constantFrom(0, 0, 1, 33, 50, 100),
    lateFeeCents: fc.constantFrom(0, 0, 1, 2500),
    paid: fc.constantFrom(0, 0, 33, 100),
    zeroTaxReason: fc.option(fc.constantFrom(...zeroTaxReasons)),
    language: fc.constantFrom(...languages),
    to: fc.constantFrom(quai, port, office),
    unit: fc.option(fc.constantFrom(...lineUnits)),
    notes: fc.option(text),
    supplyUntil: fc.option(fc.constant('2026-10-28')),
    credit: fc.constantFrom({}, {}, { corrects }),
    exchangeRateMillionths: fc.option(fc.constantFrom(1_089_300, 1, 162_500_001)),
  })
  .map(
    ({
      lineItems,
      currency,
      taxRateBps,
      taxInclusive,
      discount,
      lateFeeCents,
      to,
      unit,
      paid,
      credit,
      ...rest
    }) => {
      const given = {
        ...{ ...rest, ...credit },
        from: { ...larkspur, eInvoiceNetworkId: '9930:DE136695976' },
        to: { eInvoiceNetworkId: '9930:DE136695976', buyerReference: '04011000-12345-34', ...to },
        lineUnits: lineItems.length > 0 ? lineItems.map(() => unit) : null,
        lateFeeAt: lateFeeCents > 0 ? '2026-11-28T23:30:00.000Z' : null,
      };
      const invoice = {
        ...{ lineItems, currency, taxRateBps, taxInclusive, lateFeeCents },
        ...{ dueDate: '2026-11-13', supplyDate: '2026-10-01', poNumber: 'PO-7' },
      };
      const { subtotalCents } = invoiceDocumentWith({ ...given, invoice });
      const discountCents = Math.min(Math.floor((subtotalCents * discount) / 100), 100_000_000);
      const document = invoiceDocumentWith({ ...given, invoice: { ...invoice, discountCents } });
      const paidCents = 'corrects' in credit ? 0 : Math.floor((document.invoice.totalCents * paid) / 100);
      return { ...document, paidCents, lastPaidOn: paidCents > 0 ? '2026-11-20' : null };
    },
  );
