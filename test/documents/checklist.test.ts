import test from 'ava';
import { checklist } from '../../src/documents/checklist.ts';
import { type Given, invoiceDocumentWith } from '../support/invoiceDocuments.ts';

// What the checklist before Send names, by the sender's country.

const address = { addressLines: '1 Quay' };
/** An invoice that is complete anywhere. */
const complete: Given = {
  invoice: { dueDate: '2030-01-31', supplyDate: '2030-01-01', taxRateBps: 1900 },
  from: { ...address, country: 'DE', vatNumber: 'DE136695976', iban: 'DE89370400440532013000' },
  to: address,
};

type Changes = Partial<Omit<Given, 'language'>>;

/** What the complete invoice lacks after these changes: each field with its record. */
const missing = ({ invoice, from, to, ...rest }: Changes, hasExtraFonts = false) =>
  Object.values(
    checklist(
      invoiceDocumentWith({
        ...rest,
        invoice: { ...complete.invoice, ...invoice },
        from: { ...complete.from, ...from },
        to: { ...complete.to, ...to },
      }),
      { hasExtraFonts },
    ),
  )
    .flat()
    .map(({ of, field }) => `${of}.${field}`);

const untaxed = { taxRateBps: 0 };
const unnamed = { vatNumber: null };
const cases: Record<string, [Changes, ...string[]]> = {
  'everything there': [{}],
  'a free bank line': [{ from: { iban: null, bankDetails: 'Bank of Quay 123' } }],
  'a pay link': [{ from: { iban: null, payLink: 'https://pay.example/{number}' } }],
  'no way to pay': [{ from: { iban: null } }, 'workspace.iban'],
  'no due date': [{ invoice: { dueDate: null } }, 'invoice.dueDate'],
  'no lines': [{ subtotalCents: 0, from: { iban: null } }, 'invoice.lineItems'],
  'lines over 0': [{ invoice: { lineItems: [{ unitPriceCents: 0 }] } }, 'invoice.lineItems'],
  'a letterhead and an address as text': [
    { from: { addressLines: null, letterhead: '1 Quay' }, to: { addressLines: null, address: '2 Quay' } },
  ],
  'no addresses': [
    { from: { addressLines: null }, to: { addressLines: null } },
    'workspace.addressLines',
    'client.addressLines',
  ],
  'no country': [{ from: { country: null, ...unnamed } }, 'workspace.country'],
  'Germany without a date of supply': [{ invoice: { supplyDate: null } }, 'invoice.supplyDate'],
  'Germany with a tax number': [{ from: { ...unnamed, taxNumber: '27/123/45678' } }],
  'Germany without any number': [{ from: unnamed }, 'workspace.vatNumber'],
  'Germany, reverse charge, with a tax number': [
    { invoice: untaxed, zeroTaxReason: 'reverse_charge', from: { ...unnamed, taxNumber: '27/123/45678' } },
    'workspace.vatNumber',
    'client.vatNumber',
  ],
  'Germany, no tax and no reason': [{ invoice: untaxed }, 'invoice.zeroTaxReason'],
  'one line without tax': [
    { invoice: { lineItems: [{}, { taxRateBps: 0 }] }, zeroTaxReason: 'reverse_charge' },
    'client.vatNumber',
  ],
  'Germany, tax in dollars': [{ invoice: { currency: 'USD' } }, 'invoice.exchangeRateMillionths'],
  'a reason that isn’t needed': [{ zeroTaxReason: 'reverse_charge' }],
  'services outside the EU, for a client in it': [
    {
      invoice: untaxed,
      zeroTaxReason: 'services_outside_eu',
      from: { taxNumber: '27/123/45678' },
      to: { country: 'FR' },
    },
    'invoice.zeroTaxReason',
  ],
  'France without a number': [{ from: { ...unnamed, country: 'FR', taxNumber: '1' } }, 'workspace.vatNumber'],
  'a small business in France': [
    { invoice: untaxed, zeroTaxReason: 'small_business', from: { ...unnamed, country: 'FR' } },
  ],
  'the United Kingdom, tax without a number': [
    { from: { ...unnamed, country: 'GB' }, invoice: { supplyDate: null, currency: 'GBP' } },
    'invoice.supplyDate',
    'workspace.vatNumber',
  ],
  'the United Kingdom, not registered': [
    { from: { ...unnamed, country: 'GB' }, invoice: { ...untaxed, supplyDate: null } },
  ],
  'the United States': [
    {
      invoice: { ...untaxed, supplyDate: null },
      from: { ...unnamed, country: 'US' },
      to: { addressLines: null },
    },
  ],
  'a client who takes electronic invoices': [
    {
      to: { country: 'BE', eInvoiceNetworkId: '0208:0428759497', buyerReference: 'A' },
      from: { eInvoiceNetworkId: '9930:DE136695976' },
    },
  ],
  'a client who takes electronic invoices, without a reference': [
    {
      invoice: { dueDate: null },
      to: { country: 'BE', eInvoiceNetworkId: '0208:0428759497' },
      from: { eInvoiceNetworkId: '9930:DE136695976' },
    },
    'invoice.dueDate',
    'client.buyerReference',
  ],
  'reverse charge without the client’s number': [
    {
      invoice: untaxed,
      zeroTaxReason: 'reverse_charge',
      to: { country: 'FR' },
    },
    'client.vatNumber',
    'client.vatNumber',
  ],
  'a Leitweg-ID': [
    {
      to: { country: 'DE', city: 'B', postalCode: '1', buyerReference: '04011000-1234512345-06' },
      from: {
        city: 'B',
        postalCode: '1',
        contactName: 'A',
        contactPhone: '030 1',
        contactEmail: 'a@b.example',
      },
    },
  ],
  'a Leitweg-ID with wrong check digits': [
    {
      to: { country: 'DE', city: 'B', postalCode: '1', buyerReference: '04011000-1234512345-07' },
      from: {
        city: 'B',
        postalCode: '1',
        contactName: 'A',
        contactPhone: '030 1',
        contactEmail: 'a@b.example',
      },
    },
    'client.buyerReference',
  ],
  'texts in the scripts of the fonts': [
    {
      from: { legalName: 'Łódź Αθήνα Київ', invoiceFooter: 'Tiếng Việt, e\u0301, “„†” … 1 000 ½ ™' },
      to: { name: 'شركة النور للطباعة', company: 'חברת הדפוס' },
      notes: 'U\u200dV\ufe0f\r\n\tW\u00a0€ ₴ ₺ ₪ 王小明 陳雅婷 渡邉 ゆうこ 김민수 𠮷',
    },
  ],
  'texts in other scripts': [
    {
      invoice: { poNumber: 'ไทย', lineItems: [{}, { description: 'Ok 🎉' }] },
      from: { name: 'ไทย', city: 'ไทย', invoiceFooter: 'ไทย' },
      to: { legalName: 'ไทย', company: 'ไ', name: 'Ada', addressLines: 'हिन्दी' },
      notes: 'Danke \ue000',
      projectName: 'ไทย',
    },
    ...['invoice.lineItems', 'invoice.poNumber', 'invoice.notes', 'project.name'],
    ...['workspace.legalName', 'workspace.city', 'workspace.invoiceFooter'],
    ...['client.legalName', 'client.addressLines'],
  ],
  'an estimate': [
    {
      invoice: { kind: 'estimate', dueDate: null, supplyDate: null },
      from: { ...unnamed, iban: null },
      to: { addressLines: null },
    },
    'invoice.dueDate',
  ],
};

for (const [name, [changes, ...expected]] of Object.entries(cases))
  test(`the checklist of ${name} names ${expected.join(' and ') || 'nothing'}`, t => {
    t.deepEqual(missing(changes), expected);
  });

test('characters that the machine’s own fonts have are not named', t => {
  t.deepEqual(missing({ notes: 'ไทย' }, true), []);
});
