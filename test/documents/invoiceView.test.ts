import { readFileSync } from 'node:fs';
import test from 'ava';
import qrcode from 'qrcode-generator';
import { eInvoiceAmounts } from '../../src/documents/eInvoiceAmounts.ts';
import { estimateStamp } from '../../src/documents/estimate.ts';
import { invoiceStamp, invoiceView, reminderView } from '../../src/documents/invoiceView.ts';
import { invoiceMail } from '../../src/documents/mailValues.ts';
import type { ZeroTaxReason } from '../../src/documents/partySnapshot.ts';
import { type Language, languages } from '../../src/vocabulary/documents.ts';
import { type Given, invoiceDocumentWith, printed } from '../support/invoiceDocuments.ts';

const berlin = {
  ...{ legalName: 'Larkspur GmbH', addressLines: 'Mühlenweg 2', postalCode: '10115', city: 'Berlin' },
  ...{ country: 'DE', vatNumber: 'DE136695976', taxNumber: '12/345/67890', registrationNumber: 'HRB 1234 B' },
  ...{ iban: 'DE75512108001245126199', bic: 'SOLADEST600', locale: 'de-DE', invoiceFooter: 'Danke!' },
};
const bristol = {
  ...{ legalName: 'Harbour Bakery Ltd', contactName: 'Jo Marsh', addressLines: '3 Quay Street' },
  ...{ postalCode: 'BS1 4DJ', city: 'Bristol', country: 'GB' },
};
const threeRates = [
  { quantityHundredths: 250, unitPriceCents: 12_000 },
  { description: 'Photos', quantityHundredths: 300, unitPriceCents: 32_000, taxRateBps: 700 },
  { description: 'Books', unitPriceCents: 5000, taxRateBps: 0 },
];

/** A document in each language, all rules between them. */
const documents: Record<Language, Given> = {
  en: {
    from: {
      ...{ legalName: 'Larkspur Studio LLC', addressLines: '214 Mill Road\nSuite 5', city: 'Portland' },
      ...{
        region: 'OR',
        postalCode: '97204',
        country: 'US',
        payLink: 'https://pay.example/{number}?a={amount}',
      },
      ...{ bankDetails: 'Account 001 442 871 · Routing 123 006 800' },
    },
    to: { ...bristol, buyerReference: 'HB-7' },
    lineUnits: ['hours', 'days'],
    supplyUntil: '2026-10-28',
    invoice: {
      ...{ currency: 'USD', taxRateBps: 500, dueDate: '2026-11-13', supplyDate: '2026-10-01' },
      ...{ poNumber: 'HB-2207', lineItems: [{ quantityHundredths: 3200 }, { unitPriceCents: 96_000 }] },
    },
  },
  de: {
    ...{ language: 'de', from: berlin, to: { ...bristol, country: 'DE' }, zeroTaxReason: 'reverse_charge' },
    ...{ lineUnits: ['hours', 'pieces', 'flat'], lateFeeAt: '2026-11-28T23:30:00.000Z' },
    supplyUntil: '2026-10-28',
    invoice: {
      ...{ taxRateBps: 1900, discountCents: 1000, lateFeeCents: 1500, dueDate: '2026-11-13' },
      supplyDate: '2026-10-28',
      lineItems: threeRates,
    },
  },
  fr: {
    ...{
      language: 'fr',
      from: { ...berlin, country: 'FR' },
      zeroTaxReason: 'exempt',
      to: { company: 'Le Quai' },
    },
    invoice: { taxRateBps: 2000, taxInclusive: true, discountCents: 1000, lineItems: threeRates },
  },
  nl: {
    ...{ language: 'nl', from: { letterhead: 'Larkspur\nMolenweg 2', locale: 'nl-NL' } },
    to: { address: '3 Kade', company: 'De Bakkerij', country: 'BE' },
    invoice: { kind: 'estimate', number: 'EST-0001', taxRateBps: 2100, dueDate: '2026-11-13' },
    subtotalCents: 840_050,
  },
  es: {
    ...{ language: 'es', from: { ...berlin, country: 'ES', iban: null }, zeroTaxReason: 'small_business' },
    ...{ to: { ...bristol, country: 'MX', vatNumber: 'XAXX010101000' }, lineUnits: ['flat', null] },
    invoice: { currency: 'MXN', dueDate: '2026-10-30', lineItems: [{}, { quantityHundredths: 150 }] },
  },
};

for (const language of languages)
  test(`a document in ${language} reads as it should`, t => {
    const expected = readFileSync(new URL(`views/${language}.txt`, import.meta.url), 'utf8');
    t.is(`${printed(invoiceView(invoiceDocumentWith(documents[language])))}\n`, expected);
  });

/** What a view says of tax. */
const taxOf = (country: string | null, language: Language, zeroTaxReason: ZeroTaxReason | null = null) =>
  invoiceView(
    invoiceDocumentWith({
      ...{ language, from: { country, locale: language }, zeroTaxReason },
      invoice: { taxRateBps: zeroTaxReason ? 0 : 1000 },
    }),
  );

test('the tax is named as the country and the language do', t => {
  for (const [country, names] of Object.entries({
    DE: ['VAT', 'USt.', 'TVA', 'Btw', 'IVA'],
    CH: ['VAT', 'MWST', 'TVA', 'Btw', 'IVA'],
    AU: ['GST', 'GST', 'GST', 'GST', 'GST'],
    CA: ['GST', 'GST', 'TPS', 'GST', 'GST'],
    US: ['Sales tax', 'Verkaufssteuer', 'Taxe de vente', 'Verkoopbelasting', 'Impuesto sobre las ventas'],
    JP: ['Tax', 'Steuer', 'Taxe', 'Belasting', 'Impuesto'],
    '': ['Tax', 'Steuer', 'Taxe', 'Belasting', 'Impuesto'],
  }))
    t.deepEqual(
      languages.map(language => taxOf(country || null, language).columns[1]!.heading),
      names,
      country,
    );
});

test('a tax number is named as its country and the language do, by its prefix if the country isn’t known', t => {
  for (const [to, language, name] of [
    [{ country: 'CA', vatNumber: '123456789RT0001' }, 'fr', 'N° de TPS :'],
    [{ country: 'AU', vatNumber: '51824753556' }, 'fr', 'N° de GST :'],
    [{ country: null, vatNumber: 'EL094259216' }, 'en', 'VAT number:'],
    [{ country: null, vatNumber: 'XI110305878' }, 'en', 'VAT number:'],
    [{ country: null, vatNumber: '51824753556' }, 'en', 'Tax ID:'],
  ] as const)
    t.is(
      recipientOf({ to, language })
        .at(-1)!
        .replace(/\u00a0/g, ' '),
      `${name} ${to.vatNumber}`,
    );
});

test('where no tax is charged, the document says why', t => {
  for (const [country, language, reason, row, remark] of [
    ['DE', 'de', 'small_business', 'Kleinunternehmer', 'Steuerfrei nach § 19 UStG'],
    ['GB', 'en', 'small_business', 'small business', 'No VAT is charged: the supplier is exempt as a small'],
    ['FR', 'fr', 'small_business', 'franchise en base', 'TVA non applicable, art. 293 B du CGI'],
    ['DE', 'de', 'reverse_charge', 'Reverse Charge', 'Steuerschuldnerschaft des Leistungsempfängers'],
    ['NL', 'nl', 'reverse_charge', 'verlegd', 'Btw verlegd'],
    ['NL', 'nl', 'export', 'uitvoer', 'Uitvoer: nultarief voor btw.'],
    ['BE', 'nl', 'export', 'uitvoer', 'Vrijgesteld van btw wegens uitvoer'],
    ['BE', 'nl', 'small_business', 'vrijstellingsregeling', 'Kleine onderneming onderworpen aan de'],
    [
      'DE',
      'de',
      'services_outside_eu',
      'nicht steuerbar',
      'Nicht steuerbar: Der Leistungsort liegt außerhalb',
    ],
    ['GB', 'en', 'services_outside_eu', 'not taxable', 'Not subject to VAT: the service is supplied outside'],
    [
      'FR',
      'fr',
      'services_outside_eu',
      'hors champ',
      'TVA non applicable\u00a0: prestation située hors de l’Union',
    ],
    [
      'NL',
      'nl',
      'services_outside_eu',
      'niet belastbaar',
      'Niet onderworpen aan btw: de dienst wordt buiten',
    ],
    ['ES', 'es', 'services_outside_eu', 'no sujeto', 'Operación no sujeta a IVA: el servicio se presta'],
    ['ES', 'es', 'export', 'exportación', 'Exportación: operación exenta de IVA.'],
    ['AU', 'en', 'zero_rated', 'zero rate', 'Zero-rated for GST.'],
    ['AT', 'de', 'exempt', 'steuerfrei', 'Von der Umsatzsteuer befreit.'],
    ['CH', 'de', 'small_business', 'Kleinunternehmer', 'Nicht mehrwertsteuerpflichtig'],
    ['CH', 'fr', 'small_business', 'franchise en base', 'Non assujetti à la TVA'],
  ] as const) {
    const { totals, remarks } = taxOf(country, language, reason);
    t.true(totals[1]!.name.endsWith(`, ${row}`), totals[1]!.name);
    t.is(remarks.length, 1);
    t.true(remarks[0]!.startsWith(remark), remarks[0]);
  }
  const untaxed = taxOf(null, 'en');
  t.deepEqual(untaxed.remarks, []);
  const totals = invoiceView(invoiceDocumentWith()).totals.map(({ name }) => name);
  t.deepEqual(totals, ['Total']);
});

test('a credit note in French is called what it is called in the sender’s country', t => {
  const corrects = {
    creditedOn: '2026-10-31',
    number: 'INV-0001',
    sentAt: '2026-10-30T10:00:00.000Z',
    isAll: false,
    reason: 'Retard',
  };
  for (const [country, title, amount] of [
    ['FR', 'Avoir INV-0003', 'Montant de l’avoir'],
    ['BE', 'Note de crédit INV-0003', 'Montant de la note de crédit'],
    ['CH', 'Note de crédit INV-0003', 'Montant de la note de crédit'],
  ] as const) {
    const view = invoiceView(invoiceDocumentWith({ language: 'fr', from: { country }, corrects }));
    t.deepEqual([view.title, view.totals.at(-1)!.name], [title, amount]);
  }
});

/** The lines of the recipient. */
const recipientOf = (given: Given) => invoiceView(invoiceDocumentWith(given)).to.lines;

test('an address is written as in its country, which is named if the sender is in another', t => {
  const place = { addressLines: '1 High St', postalCode: '1234', city: 'Town', region: 'RG' };
  for (const [country, line, name] of [
    ['GB', 'Town, RG 1234', []],
    ['US', 'Town, RG 1234', ['United States']],
    ['AU', 'Town RG 1234', ['Australia']],
    ['IT', '1234 Town, RG', ['Italy']],
  ] as const)
    t.deepEqual(recipientOf({ from: { country: 'GB' }, to: { ...place, country } }), [
      ...['Harbour', '1 High St', line],
      ...name,
    ]);
});

test('without an address as data, the letterhead and the address as free text stand for it', t => {
  const to = { company: 'Bakery', name: 'Ada', contactName: 'Ada', address: '1 Quay\n\nBristol' };
  t.deepEqual(recipientOf({ to }), ['Bakery', 'Ada', '1 Quay', 'Bristol']);
  t.deepEqual(recipientOf({ to: { ...to, legalName: 'Bakery Ltd', company: null, name: 'Bakery' } }), [
    ...['Bakery Ltd', 'Ada', '1 Quay', 'Bristol'],
  ]);
  const from = (fields: NonNullable<Given['from']>) =>
    invoiceView(invoiceDocumentWith({ from: fields })).from.lines;
  t.deepEqual(from({ letterhead: 'Studio\n2 Hill' }), ['Studio', '2 Hill']);
  t.deepEqual(from({ letterhead: '2 Hill', legalName: 'Studio Ltd' }), ['Studio Ltd', '2 Hill']);
  t.deepEqual(from({ letterhead: '2 Hill', city: 'Rome', country: 'IT' }), ['Larkspur', 'Rome']);
});

test('the paper is Letter where the sender’s country uses it', t => {
  for (const [country, paper] of [
    ['US', 'us-letter'],
    ['CA', 'us-letter'],
    ['GB', 'a4'],
    [null, 'a4'],
  ] as const)
    t.is(invoiceView(invoiceDocumentWith({ from: { country } })).paper, paper);
});

test('only an invoice that is unpaid says what is due and how to pay', t => {
  const from = { iban: berlin.iban, payLink: 'https://pay.example/' };
  const view = (invoice: Given['invoice']) => invoiceView(invoiceDocumentWith({ from, invoice: invoice! }));
  for (const status of ['DRAFT', 'SENT'] as const) t.truthy(view({ status }).payment?.qr, status);
  for (const invoice of [{ kind: 'estimate' }, { status: 'VOID' }] as const) {
    const { due, payment } = view(invoice);
    t.deepEqual({ due, payment }, { due: null, payment: null });
  }
  t.like(invoiceView(invoiceDocumentWith({ from, subtotalCents: 0 })), { due: null, payment: null });
  t.is(invoiceView(invoiceDocumentWith()).payment, null);
  t.deepEqual([view({ status: 'DRAFT' }).mark, view({}).mark], ['Draft', null]);
});

test('once something was paid, papers and emails say the total, what was paid and what is due, which QR code and link ask', t => {
  const document = (fields: Given = {}) =>
    invoiceDocumentWith({
      ...{ from: { iban: berlin.iban, payLink: 'https://pay.example/{amount}' }, lastPaidOn: '2026-11-20' },
      ...{ paidCents: 10_000, subtotalCents: 10_000, ...fields },
      invoice: { taxRateBps: 1900, lateFeeCents: 4000, dueDate: '2026-11-13', ...fields.invoice },
    });
  const view = invoiceView(document());
  const sums = [
    'Total with late fee: €159.00',
    'Paid so far, last on November 20, 2026: -€100.00',
    'Amount due by November 13, 2026: €59.00',
  ];
  const shown = [...view.lateFee.slice(-1), ...view.paid, view.due!].map(
    ({ name, value }) => `${name}: ${value}`,
  );
  t.deepEqual(shown, sums);
  t.is(view.payment!.link!.url, 'https://pay.example/59.00');
  t.is(
    drawn(view.payment!.qr!.svg),
    modules('BCD\n002\n1\nSCT\n\nLarkspur\nDE75512108001245126199\nEUR59.00\n\n\nINV-0003'),
  );
  const paid = invoiceView(document({ paidCents: 15_900, invoice: { status: 'PAID' } }));
  t.deepEqual([paid.due, paid.payment], [{ name: 'Amount due', value: '€0.00' }, null]);

  const reminder = reminderView(document(), '2026-11-29T10:00:00.000Z');
  t.deepEqual(
    [reminder.title, reminder.facts[0], reminder.due],
    [
      'Payment reminder for Invoice INV-0003',
      { name: 'Date', value: 'Nov 29, 2026' },
      { name: 'Amount due by November 13, 2026', value: '€59.00' },
    ],
  );

  const text = (template: 'invoice' | 'reminder', fields: Given = {}, own = {}) =>
    invoiceMail(template, document(fields), own).text;
  t.true(text('reminder').includes(`payment of €59.00 for invoice INV-0003`));
  for (const template of ['invoice', 'reminder'] as const)
    t.true(text(template).includes(`\n{link}\n\n${sums.join('\n')}\n\nI`), template);
  t.true(
    text('invoice', { paidCents: 15_900, invoice: { status: 'PAID' } }).endsWith(
      'Amount due: €0.00\n\nKind regards,\nLarkspur',
    ),
  );
  t.notRegex(text('invoice', { paidCents: 0 }), /Paid so far/);
  t.is(
    text('invoice', {}, { 'invoice en': { subject: 'Hello', text: 'Here:\n{link}' } }),
    `Here:\n{link}\n\n${sums.join('\n')}`,
  );
  const german = (locale: string) => text('invoice', { language: 'de', from: { locale } });
  t.regex(german('de-AT'), /Mit freundlichen Grüßen/);
  t.regex(german('de-CH'), /Mit freundlichen Grüssen/);
});

test('a line says whose work it is, also in the electronic invoice', t => {
  const document = invoiceDocumentWith({
    lineMembers: [null, 'Ada Marsh', 'רות'],
    invoice: { lineItems: ['Site, Oct 5', 'Site, Oct 6', 'Shop'].map(description => ({ description })) },
  });
  const texts = ['Site, Oct 5', 'Site, Oct 6 · Ada Marsh', 'Shop · \u2068רות\u2069'];
  t.deepEqual(
    invoiceView(document).rows.map(([text]) => text),
    texts,
  );
  t.deepEqual(
    eInvoiceAmounts(document).lines.map(({ description }) => description),
    texts,
  );
});

test('pages say since when an invoice is paid or void, in its language, and of an estimate that it is late', t => {
  const stamp = (status: 'SENT' | 'PAID' | 'VOID', language: Language) =>
    invoiceStamp(
      invoiceDocumentWith({
        ...{ language, voidedAt: '2026-11-02T10:00:00.000Z', from: { locale: language } },
        invoice: { status, paidAt: '2026-11-01T10:00:00.000Z' },
      }),
    );
  t.is(stamp('PAID', 'de'), 'Bezahlt am 1. November 2026');
  t.is(stamp('VOID', 'en'), 'Void since November 2, 2026');
  t.is(stamp('SENT', 'fr'), null);
  const estimate = invoiceDocumentWith({ invoice: { kind: 'estimate' } });
  const late = { answer: null, sha256: '', isPastDue: true, convertedTo: null };
  t.is(estimateStamp(estimate, late), 'No longer valid');
  const convertedTo = { id: '0', number: 'INV-0004', status: 'DRAFT' };
  t.is(estimateStamp(estimate, { ...late, convertedTo }), null);
});

/** The module pattern of a QR code with these bytes, as this test draws it. */
function modules(text: string): string {
  const code = qrcode(0, 'M');
  code.addData(Buffer.from(text).toString('latin1'), 'Byte');
  code.make();
  const all = Array.from({ length: code.getModuleCount() }, (_, at) => at);
  return all.map(row => all.map(column => (code.isDark(row, column) ? '#' : '.')).join('')).join('\n');
}

/** The module pattern that an SVG of the service draws. */
function drawn(svg: string): string {
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)![1]) - 8;
  const rows = Array.from({ length: size }, () => Array<string>(size).fill('.'));
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    rows[Number(y) - 4]!.fill('#', Number(x) - 4, Number(x) - 4 + Number(length));
  return rows.map(row => row.join('')).join('\n');
}

test('the QR code is an EPC transfer', t => {
  const qr = (from: Given['from'], fields: Given = {}) =>
    invoiceView(invoiceDocumentWith({ from: { iban: 'DE75512108001245126199', ...from }, ...fields })).payment
      ?.qr?.svg;
  const head = 'BCD\n002\n1\nSCT';
  const svg = qr({ bic: 'SOLADEST600', legalName: 'Müller\nGmbH' }, { subtotalCents: 123_456 });
  t.is(
    drawn(svg!),
    modules(`${head}\nSOLADEST600\nMüller GmbH\nDE75512108001245126199\nEUR1234.56\n\n\nINV-0003`),
  );
  const cut = qr({ legalName: `${'x'.repeat(69)} Ltd` }, { invoice: { number: '' } });
  t.is(drawn(cut!), modules(`${head}\n\n${'x'.repeat(69)}\nDE75512108001245126199\nEUR100.00`));
  t.regex(svg!, /fill="#fff" d="M0 0h\d+v\d+H0z"/);
  for (const [from, fields] of [
    [{ iban: null }, {}],
    [{}, { invoice: { currency: 'USD' } }],
    [{}, { subtotalCents: 100_000_000_000 }],
    [{}, { subtotalCents: 0 }],
    [{ legalName: '🙂'.repeat(70) }, {}],
  ] as [Given['from'], Given][])
    t.falsy(qr(from, fields));
});

test('the pay link has its values encoded, and is https', t => {
  const link = (payLink: string, invoice: Given['invoice'] = {}) =>
    invoiceView(invoiceDocumentWith({ from: { payLink }, invoice: invoice! })).payment?.link?.url ?? null;
  t.is(
    link('https://pay.example/{number}?a={amount}&c={currency}&r={reference}&x={other}', {
      number: 'A/1 $&?',
    }),
    'https://pay.example/A%2F1%20%24%26%3F?a=100.00&c=EUR&r=A%2F1%20%24%26%3F&x={other}',
  );
  t.is(link('https://pay.example/{amount}', { currency: 'JPY' }), 'https://pay.example/10000');
  for (const wrong of ['http://pay.example/', 'javascript:alert(1)', 'pay.example/{number}', '{number}', ''])
    t.is(link(wrong), null);
});
