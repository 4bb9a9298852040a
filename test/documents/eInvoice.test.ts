import { readFileSync } from 'node:fs';
import test from 'ava';
import fc from 'fast-check';
import { eInvoiceXml } from '../../src/documents/eInvoice.ts';
import { eInvoiceAmounts } from '../../src/documents/eInvoiceAmounts.ts';
import { eInvoiceData } from '../../src/documents/eInvoiceData.ts';
import { eInvoiceFormatOf } from '../../src/documents/eInvoiceFormat.ts';
import { legalIdOf } from '../../src/documents/eInvoiceParties.ts';
import type { InvoiceDocument } from '../../src/documents/invoiceDocument.ts';
import { missingForEInvoice } from '../../src/documents/missingForEInvoice.ts';
import type { Recipient, Sender } from '../../src/documents/partySnapshot.ts';
import { eInvoiceFormats } from '../../src/vocabulary/documents.ts';
import { invoicesOfAllKinds, samples } from '../support/eInvoices.ts';
import { invoiceDocumentWith } from '../support/invoiceDocuments.ts';

for (const [name, { document, format }] of Object.entries(samples))
  test(`${name} is written as before`, async t => {
    t.deepEqual(missingForEInvoice(document, format), []);
    const file = new URL(`eInvoices/${name}.xml`, import.meta.url);
    t.is(await eInvoiceXml(document, format), readFileSync(file, 'utf8'));
  });

test('the client decides on the standard, otherwise the country', t => {
  const formatFor = (to: Partial<Recipient>, kind: 'invoice' | 'estimate' = 'invoice') =>
    eInvoiceFormatOf(invoiceDocumentWith({ to, invoice: { kind } }));
  t.is(formatFor({ country: 'NL' }), 'peppol');
  t.is(formatFor({ country: 'US', eInvoiceCountry: 'NO' }), 'peppol');
  t.is(formatFor({ country: 'FR' }), 'factur-x');
  t.is(formatFor({ country: 'DE', buyerReference: 'Cost center 7' }), 'factur-x');
  t.is(formatFor({ country: 'DE', buyerReference: '04011000-12345-34' }), 'xrechnung');
  t.is(formatFor({ country: 'DE', eInvoiceFormat: 'peppol' }), 'peppol');
  t.is(formatFor({ country: 'GB', eInvoiceNetworkId: '0088:4012345000009' }), 'peppol');
  for (const to of [{ country: 'US' }, { country: null }, { country: 'NL', eInvoiceFormat: 'none' as const }])
    t.is(formatFor(to), null);
  t.is(formatFor({ country: 'NL' }, 'estimate'), null);
});

test('a number in a register of companies names the register where the country asks for it', t => {
  const of = (from: Partial<Sender>) => legalIdOf(invoiceDocumentWith({ from }).from);
  t.deepEqual(of({ country: 'DK', vatNumber: 'DK88146328' }), { scheme: '0184', id: '88146328' });
  t.is(of({ country: 'DK' }), null);
  t.deepEqual(of({ country: 'NL', registrationNumber: '90006623' }), { scheme: '0106', id: '90006623' });
  t.deepEqual(of({ country: 'FR', registrationNumber: '303 265 045' }), { scheme: '0002', id: '303265045' });
  t.deepEqual(of({ country: 'DE', registrationNumber: 'HRB 1 B' }), { scheme: null, id: 'HRB 1 B' });
});

test('what an electronic invoice lacks is named by field', t => {
  const named = (
    name: keyof typeof samples,
    change: Partial<Pick<InvoiceDocument, 'supplyUntil'>> & Change,
  ) => {
    const { document, format } = samples[name];
    const { from, to, invoice, ...rest } = change;
    const changed = {
      ...document,
      ...rest,
      from: { ...document.from, ...from },
      to: { ...document.to, ...to },
      invoice: { ...document.invoice, ...invoice },
    };
    return missingForEInvoice(changed, format).map(({ of, field }) => `${of}.${field}`);
  };
  t.deepEqual(named('factur-x', { from: { vatNumber: null, taxNumber: null } }), ['workspace.vatNumber']);
  t.deepEqual(named('factur-x', { from: { vatNumber: null, taxNumber: '12/345' } }), []);
  t.deepEqual(named('factur-x', { from: { country: null }, to: { country: 'XK' } }), [
    'workspace.country',
    'client.country',
  ]);
  t.deepEqual(named('factur-x', { invoice: { dueDate: null } }), ['invoice.dueDate']);
  t.deepEqual(named('factur-x', { supplyUntil: '2020-01-01' }), ['invoice.supplyUntil']);
  for (const currency of ['KWD', 'CLF', 'ZZZ', 'XCG'])
    t.deepEqual(named('factur-x', { invoice: { currency } }), ['invoice.currency']);
  t.deepEqual(
    named('xrechnung', { from: { contactPhone: null, iban: null }, to: { buyerReference: null } }),
    ['client.eInvoiceNetworkId', 'workspace.iban', 'workspace.contactPhone', 'client.buyerReference'],
  );
  t.deepEqual(named('peppol', { from: { eInvoiceNetworkId: null }, to: { vatNumber: null } }), [
    'client.vatNumber',
    'workspace.eInvoiceNetworkId',
  ]);
  t.deepEqual(named('peppol', { to: { eInvoiceNetworkId: '0208:0428759498' } }), [
    'client.eInvoiceNetworkId',
  ]);
  t.deepEqual(named('peppol', { from: { country: 'GR', vatNumber: 'EL094259216' } }), ['workspace.country']);
});

interface Change {
  from?: Partial<Sender>;
  to?: Partial<Recipient>;
  invoice?: Partial<InvoiceDocument['invoice']>;
}

test('tax that is rounded for each of many lines in yen is further from its rate than the rules allow', t => {
  const { document, format } = samples['factur-x'];
  const inYen = (count: number) => {
    const lineItems = Array.from({ length: count }, () => ({ unitPriceCents: 103 }));
    const { invoice, subtotalCents } = invoiceDocumentWith({
      invoice: { currency: 'JPY', taxRateBps: 550, lineItems, dueDate: '2026-12-24' },
    });
    return missingForEInvoice({ ...document, invoice, subtotalCents }, format);
  };
  t.deepEqual(inYen(2), []);
  t.deepEqual(
    inYen(50).map(({ field }) => field),
    ['lineItems'],
  );
});

type Amounts = Record<string, string>;

/** Decimal text in hundredths, and with more digits where a price has them. */
const hundredths = (text: string): bigint => {
  const [whole, part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(2, '0'));
};

test('the amounts are the invoice’s own, and add up by the rules of EN 16931, or something is named', t => {
  let checked = 0;
  const check = (document: InvoiceDocument) => {
    for (const format of eInvoiceFormats) {
      if (missingForEInvoice(document, format).length > 0) continue;
      checked++;
      const ubl = eInvoiceData(document, format)['ubl:Invoice'];
      const sum = (amounts: string[]) => amounts.reduce((total, text) => total + hundredths(text), 0n);
      const scaled = (cents: number) =>
        BigInt(cents) *
        (document.invoice.currency === 'JPY' || document.invoice.currency === 'ISK' ? 100n : 1n);
      const totals = ubl['cac:LegalMonetaryTotal'];
      const of = (name: keyof typeof totals) => hundredths(totals[name] ?? '0');
      const charges = ubl['cac:AllowanceCharge'] ?? [];
      const chargesOf = (indicator: string) =>
        sum(charges.filter(c => c['cbc:ChargeIndicator'] === indicator).map(c => c['cbc:Amount']));
      const [{ 'cac:TaxSubtotal': groups = [], 'cbc:TaxAmount': tax }] = ubl['cac:TaxTotal'];
      const lines = ubl['cac:InvoiceLine'];
      t.is(of('cbc:LineExtensionAmount'), sum(lines.map(line => line['cbc:LineExtensionAmount'])));
      t.is(of('cbc:AllowanceTotalAmount'), chargesOf('false'));
      t.is(of('cbc:ChargeTotalAmount'), chargesOf('true'));
      t.is(chargesOf('true'), scaled(document.invoice.lateFeeCents));
      t.is(
        of('cbc:TaxExclusiveAmount'),
        of('cbc:LineExtensionAmount') - of('cbc:AllowanceTotalAmount') + of('cbc:ChargeTotalAmount'),
      );
      t.is(hundredths(tax), sum(groups.map(group => group['cbc:TaxAmount'])));
      t.is(hundredths(tax), scaled(document.invoice.taxCents));
      t.is(of('cbc:TaxInclusiveAmount'), of('cbc:TaxExclusiveAmount') + hundredths(tax));
      t.is(of('cbc:PayableAmount'), scaled(document.invoice.totalCents));
      for (const group of groups) {
        const { 'cbc:ID': category, 'cbc:Percent': percent = '0' } = group['cac:TaxCategory'];
        const isOurs = (of: Amounts) => of['cbc:ID'] === category && of['cbc:Percent'] === percent;
        const ofLines = lines.filter(line =>
          isOurs(line['cac:Item']['cac:ClassifiedTaxCategory'] as unknown as Amounts),
        );
        const ofCharges = charges.filter(c => isOurs(c['cac:TaxCategory'] as unknown as Amounts));
        const signed = ofCharges.map(c =>
          c['cbc:ChargeIndicator'] === 'true' ? c['cbc:Amount'] : `-${c['cbc:Amount']}`,
        );
        const taxable = hundredths(group['cbc:TaxableAmount']);
        t.is(
          taxable,
          sum(ofLines.map(line => line['cbc:LineExtensionAmount'])) +
            signed.reduce((total, text) => total + signOf(text) * hundredths(text.replace('-', '')), 0n),
        );
        const off = hundredths(group['cbc:TaxAmount']) * 10_000n - taxable * hundredths(percent);
        t.true(
          (off < 0n ? -off : off) < 1_000_000n,
          `${group['cbc:TaxAmount']} of ${group['cbc:TaxableAmount']} at ${percent}`,
        );
        t.is(category === 'S', percent !== '0');
        const reason = group['cac:TaxCategory']['cbc:TaxExemptionReason'];
        t.is(reason === undefined, category === 'S' || category === 'Z');
      }
      for (const line of lines) {
        const product = Number(line['cbc:InvoicedQuantity']) * Number(line['cac:Price']['cbc:PriceAmount']);
        t.true(Math.abs(product - Number(line['cbc:LineExtensionAmount'])) <= 0.0051 + product * 1e-12);
      }
    }
  };
  fc.assert(fc.property(invoicesOfAllKinds, check), { numRuns: 100 });
  t.true(checked > 100, 'most invoices lack nothing');
});

const signOf = (text: string) => (text.startsWith('-') ? -1n : 1n);

test('prices have as many digits as quantity times price needs', t => {
  const priceOf = (
    currency: string,
    quantityHundredths: number,
    unitPriceCents: number,
    taxInclusive = false,
  ) =>
    eInvoiceAmounts(
      invoiceDocumentWith({
        invoice: {
          currency,
          taxInclusive,
          taxRateBps: 1900,
          lineItems: [{ quantityHundredths, unitPriceCents }],
        },
      }),
    ).lines[0]!.price;
  t.is(priceOf('EUR', 133, 101), '1.01');
  t.is(priceOf('EUR', 100, 11_900, true), '100.00');
  t.is(priceOf('JPY', 133, 101), '100.75');
  t.is(priceOf('JPY', 100, 101), '101');
});
