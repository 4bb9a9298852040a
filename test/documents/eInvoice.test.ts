import { readFileSync } from 'node:fs';
import test from 'ava';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { checkWellFormed, eInvoiceXml } from '../../src/documents/eInvoice.ts';
import { eInvoiceAmounts } from '../../src/documents/eInvoiceAmounts.ts';
import { eInvoiceData } from '../../src/documents/eInvoiceData.ts';
import { eInvoiceFormatOf } from '../../src/documents/eInvoiceFormat.ts';
import { legalIdOf } from '../../src/documents/eInvoiceParties.ts';
import type { InvoiceDocument } from '../../src/documents/invoiceDocument.ts';
import { invoiceView } from '../../src/documents/invoiceView.ts';
import { missingForEInvoice } from '../../src/documents/missingForEInvoice.ts';
import type { Recipient, Sender } from '../../src/documents/partySnapshot.ts';
import { lacksExchangeRate } from '../../src/documents/taxInOwnCurrency.ts';
import { digitsOf } from '../../src/formatting/index.ts';
import { eInvoiceFormats } from '../../src/vocabulary/documents.ts';
import { oneLine, printable } from '../../src/vocabulary/text.ts';
import { invoicesOfAllKinds, samples } from '../support/eInvoices.ts';
import { type Given, invoiceDocumentWith } from '../support/invoiceDocuments.ts';

test('nothing that the samples need is missing', t => {
  for (const { document, format } of Object.values(samples))
    t.deepEqual(missingForEInvoice(document, format), []);
});

for (const name of eInvoiceFormats)
  test(`${name} is written as before`, async t => {
    const file = new URL(`eInvoices/${name}.xml`, import.meta.url);
    t.is(await eInvoiceXml(samples[name].document, name), readFileSync(file, 'utf8'));
  });

/** The parts of a sample that depend on why no tax is charged. */
function untaxed(name: keyof typeof samples) {
  const { document, format } = samples[name];
  const ubl: any = eInvoiceData(document, format)['ubl:Invoice'];
  const [{ 'cac:TaxSubtotal': groups }] = ubl['cac:TaxTotal'];
  return {
    means: ubl['cac:PaymentMeans'][0]['cbc:PaymentMeansCode'],
    taxes: groups.map((group: any) => {
      const { 'cac:TaxScheme': _, ...category } = group['cac:TaxCategory'];
      return [group['cbc:TaxableAmount'], ...Object.values(category)];
    }),
  };
}

test('each reason for no tax has its category, and a late fee is exempt', t => {
  t.deepEqual(untaxed('factur-x-export'), {
    means: '30',
    taxes: [['100.00', 'G', '0', 'VATEX-EU-G', 'Export: no VAT is charged.']],
  });
  const outside =
    'Not taxable in Germany: the service is supplied outside the European Union (§ 3a (2) of the German VAT Act, Article 44 of Directive 2006/112/EC).';
  t.deepEqual(untaxed('factur-x-services_outside_eu').taxes, [
    ['95.00', 'O', 'VATEX-EU-O', `${outside} Late fee of November 29, 2026`],
  ]);
  const remark = 'Steuerfrei nach § 19 UStG (Kleinunternehmer).';
  t.deepEqual(untaxed('factur-x-small_business'), {
    means: '58',
    taxes: [['105.00', 'E', '0', `${remark} Mahngebühr vom 29. November 2026`]],
  });
  t.deepEqual(untaxed('peppol-zero_rated').taxes, [
    ['100.00', 'Z', '0'],
    ['5.00', 'E', '0', 'Late fee of 29 November 2026'],
  ]);
});

test('a sender without a VAT number or one in a register is known by the tax number', async t => {
  const { document, format } = samples['factur-x-small_business'];
  const xml = await eInvoiceXml(document, format);
  t.regex(xml, /<ram:SellerTradeParty><ram:ID>12\/345\/67890<\/ram:ID>\s*<ram:Name>Larkspur GmbH</);
  const outside = samples['factur-x-services_outside_eu'];
  const { from } = outside.document;
  t.notRegex(await eInvoiceXml(outside.document, 'factur-x'), /DE136695976|US1|RateApplicablePercent/);
  const unregistered = { ...outside.document, from: { ...from, registrationNumber: null } };
  t.regex(await eInvoiceXml(unregistered, 'factur-x'), /<ram:SellerTradeParty><ram:ID>12\/345\/67890</);
});

test('a credit note has a day of its own, and names the invoice that it corrects with its day', async t => {
  const { 'peppol-credit_note': peppol, 'factur-x-credit_note': hybrid } = samples;
  t.regex(
    await eInvoiceXml(peppol.document, 'peppol'),
    /<cbc:IssueDate>2026-10-31<[\s\S]*>381<[\s\S]*<cac:BillingReference>\s*<cac:InvoiceDocumentReference>\s*<cbc:ID>INV-0003<\/cbc:ID>\s*<cbc:IssueDate>2026-10-30</,
  );
  t.regex(
    await eInvoiceXml(hybrid.document, 'factur-x'),
    />381<[\s\S]*<ram:IssuerAssignedID>INV-0003<\/ram:IssuerAssignedID><ram:FormattedIssueDateTime><qdt:DateTimeString format="102">20261030</,
  );
});

/** The texts of a document by a strict parser, each by the name of its element. */
function textsIn(xml: string): [name: string, text: string][] {
  const texts: [string, string][] = [];
  const parser = new SaxesParser({ xmlns: true });
  const open: { name: string; text: string }[] = [];
  parser.on('opentag', ({ name }) => void open.push({ name, text: '' }));
  parser.on('text', text => {
    if (open.length > 0) open.at(-1)!.text += text;
  });
  parser.on('closetag', () => {
    const { name, text } = open.pop()!;
    texts.push([name, text]);
  });
  parser.write(xml).close();
  return texts;
}

test('what goes in as text comes out of a strict parser as text', async t => {
  const reference = fc.constantFrom('Q&A; workshop', '&#0;', '&amp;lt;', '&#x41;', 'a & b', ']]>', '&lt;b>');
  const typed = fc.oneof(
    reference,
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({ maxLength: 12 }),
  );
  const check = async (description: string, notes: string, reference: string) => {
    const { document } = samples['factur-x-small_business'];
    const invoice = { ...document.invoice, lineItems: [{ ...document.invoice.lineItems[0]!, description }] };
    const changed = {
      ...{ ...document, invoice, notes },
      from: { ...document.from, taxNumber: `1${reference}` },
      to: { ...document.to, buyerReference: `2${reference}` },
    };
    const line = (text: string) => oneLine(printable(text)) || '–';
    for (const [format, note, name, buyer, sender] of [
      ['xrechnung', 'cbc:Note', 'cbc:Name', 'cbc:BuyerReference', 'cbc:ID'],
      ['factur-x', 'ram:Content', 'ram:Name', 'ram:BuyerReference', 'ram:ID'],
    ] as const) {
      const texts = textsIn(await eInvoiceXml(changed, format));
      for (const [element, text] of [
        [note, printable(notes).trim() || '–'],
        [name, line(description)],
        [buyer, line(`2${reference}`)],
        [sender, line(`1${reference}`)],
      ] as const)
        t.true(
          texts.some(([other, content]) => other === element && content === text),
          `${element}: ${text}`,
        );
    }
  };
  await fc.assert(fc.asyncProperty(typed, typed, typed, check), { numRuns: 12 });
  await check('Q&A; workshop', '&#0;', '&b;<>');
  for (const wrong of ['<a>Q&A; B</a>', '<a>\u0001</a>', '<a b="<"/>', '<a>', '<b:a/>'])
    await t.throwsAsync(checkWellFormed(wrong), { message: 'Its XML is not well-formed.' });
});

test('tax in a foreign currency is stated in the sender’s own, too', async t => {
  const peppol = samples['peppol-foreign_currency'].document;
  const xml = await eInvoiceXml(peppol, 'peppol');
  t.regex(xml, /<cbc:TaxCurrencyCode>EUR<[\s\S]*<cbc:TaxAmount currencyID="EUR">17\.44<\/cbc:TaxAmount>/);
  t.regex(
    invoiceView(peppol).remarks.join(),
    /^VAT in the seller’s currency: €17\.44 \(1 EUR = 1[.,]0893 USD\)$/,
  );
  const cii = samples['factur-x-foreign_currency'].document;
  t.regex(
    await eInvoiceXml(cii, 'factur-x'),
    /<ram:TaxTotalAmount currencyID="EUR">116\.92<\/ram:TaxTotalAmount>/,
  );
  const without = { ...peppol, exchangeRateMillionths: null };
  t.notRegex(await eInvoiceXml(without, 'peppol'), /TaxCurrencyCode/);
  const inEuros = { ...peppol, invoice: { ...peppol.invoice, currency: 'EUR' } };
  for (const [document, lacks] of [
    [peppol, false],
    [without, true],
    [{ ...without, invoice: { ...without.invoice, taxCents: 0 } }, false],
    [{ ...without, from: { ...without.from, country: 'US' } }, false],
    [{ ...inEuros, exchangeRateMillionths: null }, false],
  ] as const)
    t.is(lacksExchangeRate(document), lacks);
  t.deepEqual(invoiceView(inEuros).remarks, []);
});

test('words stand in for a due date', async t => {
  for (const [name, notes, xml] of [
    ['xrechnung', '# Zahlbar in\n30 Tagen', /<cac:PaymentTerms>\s*<cbc:Note>Zahlbar in 30 Tagen<\/cbc:Note>/],
    [
      'factur-x',
      null,
      /<ram:SpecifiedTradePaymentTerms>\s*<ram:Description>À réception<\/ram:Description>\s*<\/ram:SpecifiedTradePaymentTerms>/,
    ],
  ] as const) {
    const { document, format } = samples[name];
    const changed = { ...document, notes, invoice: { ...document.invoice, dueDate: null } };
    t.deepEqual(missingForEInvoice(changed, format), []);
    t.regex(await eInvoiceXml(changed, format), xml);
  }
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
  const named = (name: keyof typeof samples, { from, to, invoice, ...rest }: Given) => {
    const { document, format } = samples[name];
    const changed = {
      ...{ ...document, ...rest },
      from: { ...document.from, ...from },
      to: { ...document.to, ...to },
      invoice: { ...document.invoice, ...invoice },
    };
    return missingForEInvoice(changed as InvoiceDocument, format).map(({ of, field }) => `${of}.${field}`);
  };
  t.deepEqual(named('factur-x', { from: { vatNumber: null, taxNumber: null } }), ['workspace.vatNumber']);
  t.deepEqual(named('factur-x', { from: { vatNumber: null, taxNumber: '12/345' } }), []);
  t.deepEqual(named('factur-x', { from: { country: null }, to: { country: 'XK' } }), [
    'workspace.country',
    'client.country',
  ]);
  const outside = 'factur-x-services_outside_eu';
  t.deepEqual(named(outside, { from: { taxNumber: null } }), []);
  t.deepEqual(named(outside, { from: { taxNumber: null, registrationNumber: null } }), [
    'workspace.taxNumber',
  ]);
  t.deepEqual(named('xrechnung', { zeroTaxReason: 'services_outside_eu' }), ['invoice.zeroTaxReason']);
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

test('tax that is rounded for each of many lines in yen is further from its rate than the rules allow', t => {
  const { document, format } = samples['factur-x'];
  const inYen = (count: number, unitPriceCents: number) => {
    const lineItems = Array.from({ length: count }, () => ({ unitPriceCents }));
    const { invoice, subtotalCents } = invoiceDocumentWith({
      invoice: { currency: 'JPY', taxRateBps: 550, lineItems, dueDate: '2026-12-24' },
    });
    return missingForEInvoice({ ...document, invoice, subtotalCents }, format).map(({ field }) => field);
  };
  // By 0.67, exactly 0.99 and 16.75 yen.
  t.deepEqual(inYen(2, 103), []);
  t.deepEqual(inYen(3, 194), ['lineItems']);
  t.deepEqual(inYen(50, 103), ['lineItems']);
});

/** Decimal text in hundredths. */
const hundredths = (text = '0'): bigint => {
  const [whole, part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(2, '0'));
};
const sum = (amounts: bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);

test('the amounts are the invoice’s own, and add up by the rules of EN 16931, or something is named', t => {
  let checked = 0;
  const check = (document: InvoiceDocument) => {
    for (const format of eInvoiceFormats) {
      if (missingForEInvoice(document, format).length > 0) continue;
      checked++;
      const { currency, lateFeeCents, taxCents, totalCents } = document.invoice;
      const scaled = (cents: number) => BigInt(cents) * (digitsOf(currency) === 0 ? 100n : 1n);
      const ubl: any = eInvoiceData(document, format)['ubl:Invoice'];
      const totals = ubl['cac:LegalMonetaryTotal'];
      const of = (name: string) => hundredths(totals[name]);
      const [{ 'cac:TaxSubtotal': groups, 'cbc:TaxAmount': tax }] = ubl['cac:TaxTotal'];
      const lines: any[] = ubl['cac:InvoiceLine'];
      const netOf = (some: any[]) => sum(some.map(line => hundredths(line['cbc:LineExtensionAmount'])));
      const charges: any[] = ubl['cac:AllowanceCharge'];
      const chargedBy = (some: any[]) =>
        sum(
          some.map(
            charge =>
              hundredths(charge['cbc:Amount']) * (charge['cbc:ChargeIndicator'] === 'true' ? 1n : -1n),
          ),
        );
      t.is(of('cbc:LineExtensionAmount'), netOf(lines));
      t.is(of('cbc:ChargeTotalAmount'), scaled(lateFeeCents));
      t.is(of('cbc:ChargeTotalAmount') - of('cbc:AllowanceTotalAmount'), chargedBy(charges));
      t.is(of('cbc:TaxExclusiveAmount'), of('cbc:LineExtensionAmount') + chargedBy(charges));
      t.is(hundredths(tax), sum(groups.map((group: any) => hundredths(group['cbc:TaxAmount']))));
      t.is(hundredths(tax), scaled(taxCents));
      t.is(of('cbc:TaxInclusiveAmount'), of('cbc:TaxExclusiveAmount') + hundredths(tax));
      t.is(of('cbc:PrepaidAmount'), scaled(document.paidCents));
      t.is(of('cbc:PayableAmount'), scaled(totalCents - document.paidCents));
      for (const group of groups) {
        const { 'cbc:ID': category, 'cbc:Percent': percent = '0' } = group['cac:TaxCategory'];
        const isOurs = (other: any) =>
          other['cbc:ID'] === category && (other['cbc:Percent'] ?? '0') === percent;
        const ours = lines.filter(line => isOurs(line['cac:Item']['cac:ClassifiedTaxCategory']));
        const taxable = hundredths(group['cbc:TaxableAmount']);
        t.is(taxable, netOf(ours) + chargedBy(charges.filter(one => isOurs(one['cac:TaxCategory']))));
        const off = Number(hundredths(group['cbc:TaxAmount'])) - (Number(taxable) * Number(percent)) / 100;
        t.true(Math.abs(off) < 100, `${off} off ${percent} of ${taxable}`);
        t.is(category === 'S', percent !== '0');
        t.is(group['cac:TaxCategory']['cbc:TaxExemptionReason'] === undefined, 'SZ'.includes(category));
      }
      for (const line of lines) {
        const product = Number(line['cbc:InvoicedQuantity']) * Number(line['cac:Price']['cbc:PriceAmount']);
        t.true(Math.abs(product - Number(line['cbc:LineExtensionAmount'])) <= 0.0051 + product * 1e-12);
      }
    }
  };
  fc.assert(fc.property(invoicesOfAllKinds, check), { numRuns: 60 });
  t.true(checked > 60, 'most invoices lack nothing');
});

test('prices have as many digits as quantity times price needs', t => {
  const priceOf = (currency: string, quantityHundredths: number, unitPriceCents: number, taxRateBps = 0) => {
    const lineItems = [{ quantityHundredths, unitPriceCents }];
    const invoice = { currency, taxInclusive: true, taxRateBps, lineItems };
    return eInvoiceAmounts(invoiceDocumentWith({ invoice })).lines[0]!.price;
  };
  t.is(priceOf('EUR', 133, 101), '1.01');
  t.is(priceOf('EUR', 150, 101), '1.01');
  t.is(priceOf('EUR', 100, 11_900, 1900), '100.00');
  t.is(priceOf('JPY', 133, 101), '100.75');
  t.is(priceOf('JPY', 100, 101), '101');
});
