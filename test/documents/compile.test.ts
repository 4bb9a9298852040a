import test from 'ava';
import { changeOrderView } from '../../src/documents/changeOrderView.ts';
import { invoiceView } from '../../src/documents/invoiceView.ts';
import { compilePdf } from '../../src/documents/render/compile.ts';
import type { Rendering } from '../../src/documents/render/rendering.ts';
import { invoiceDocumentWith, storedParties } from '../support/invoiceDocuments.ts';
import { pdfText } from '../support/pdfText.ts';

/** What a client may be called: in markup it would be a program, a formula, emphasis, a reference and a comment. */
const hostile = '#read("/etc/passwd") $x$ *b* @a <b> \\ // c';

/** Fits on a line of the notes, and neither on one of the recipient nor of a sum. */
const address = `https://files.example.com/${'long'.repeat(10)}/Datei.pdf`;

/** A text without its spaces and line breaks, since a document breaks lines. */
const unbroken = (text: string) => text.replaceAll(/\s/g, '');

const invoice = invoiceView(
  invoiceDocumentWith({
    language: 'de',
    from: {
      name: 'Müller & Söhne GmbH',
      iban: 'DE02120300000000202051',
      invoiceFooter: 'Amtsgericht Berlin',
    },
    to: { name: hostile, address: `Ελληνικά\nКириллица\nشركة النور\nחברת הדפוס.\n${address}` },
    notes: `Siehe ${address} und\u2028mehr\u0007.`,
    invoice: {
      ...{ status: 'DRAFT', number: 'INV-0042', lateFeeCents: 4000 },
      lineItems: Array.from({ length: 50 }, (_, line) => ({
        ...{ description: `Zeile ${line + 1}`, taxRateBps: 100 + line },
      })),
    },
  }),
);

const rendered = (fields: Partial<Rendering> = {}) =>
  compilePdf({
    ...{ kind: 'invoice', view: invoice, logo: null, issuedAt: new Date('2026-10-30T10:00:00Z') },
    ...fields,
  });

test('an invoice of many pages shows texts as typed, with its number, headings and mark on each page', t => {
  const { bytes: pdf } = rendered();
  const pages = pdfText(pdf);
  t.true(pages.length > 1);
  t.true(unbroken(pages[0]!).includes(unbroken(hostile)), pages[0]);
  for (const text of [
    'Müller & Söhne GmbH',
    'Ελληνικά',
    'Кириллица',
    'Mahngebühr',
    'DE02 1203 0000 0000 2020 51',
  ])
    t.true(pages.join('\n').includes(text), text);
  for (const [index, page] of pages.entries()) {
    for (const text of [
      'Entwurf',
      'Amtsgericht Berlin',
      'INV-0042',
      `Seite ${index + 1} von ${pages.length}`,
    ])
      t.true(page.includes(text), `${text} on page ${index + 1}`);
    t.is(page.includes('Zeile'), page.includes('Bezeichnung'));
  }
  const numbers = invoice.rows.map((_, line) => `${line + 1}`);
  t.deepEqual(pages.join('\n').match(/(?<=Zeile )\d+/g), numbers);

  const sums = pages.filter(page => page.includes('auf 100,00'));
  t.true(sums.length > 1, 'sums that are longer than a page go on on the next one');
  const text = pages.join('\n');
  t.true(text.includes(`Siehe ${address} und\nmehr.`), 'a word that fits is copied whole');
  t.true(unbroken(pages[0]!).includes(address), 'one that is too wide is broken without a character');
  t.notRegex(text, /[\u200b\u00ad]/);
  t.regex(unbroken(text), /\.[א-ת]{9}/, 'the full stop of a line from right to left is drawn at its left');

  const file = Buffer.from(pdf).toString('latin1');
  for (const part of [
    '<pdfaid:part>3<',
    '<pdfaid:conformance>A<',
    '/Marked true',
    '/Lang (de)',
    '+NotoSansArabic',
    '+NotoSansHebrew',
  ])
    t.true(file.includes(part), part);
  t.deepEqual(rendered(), { bytes: pdf, problem: null }, 'the same bytes');
});

test('how to pay never stands alone on a page', t => {
  const document = invoiceDocumentWith({
    language: 'en',
    from: { iban: 'DE02120300000000202051' },
    invoice: { status: 'SENT', lineItems: Array.from({ length: 20 }, () => ({ description: 'Line' })) },
  });
  const pages = pdfText(rendered({ view: invoiceView(document) }).bytes);
  t.is(pages.length, 2);
  t.regex(pages[1]!, /Amount due[\s\S]*How to pay/);
});

test('neither a broken logo nor a character that no font has keeps a document from being made, but it is said', t => {
  const view = { ...invoice, notes: '\ue000 for Harbour', rows: [['🎉', '1,00 €']] };
  const logo = Buffer.from('no image');
  const { bytes, problem } = rendered({ kind: 'estimate', view, logo });
  const [text] = pdfText(bytes);
  t.true(unbroken(text!).includes(unbroken(hostile)), text);
  t.is(problem, 'not PDF/A: no font has some characters of its lines, notes');
});

test('a change order that was declined says so, and names in Chinese and Korean have their fonts', t => {
  const ended = {
    declinedAt: '2026-10-31T10:00:00Z',
    declinedBy: 'Ada',
    declineReason: null,
    withdrawnAt: null,
  };
  const view = changeOrderView({
    document: {
      ...{ ...storedParties, version: 1, title: 'A shop' },
      ...{ amountCents: 45_000, currency: 'EUR', rounds: 0, description: '王小明 陳雅婷 김민수' },
    },
    ...{ sha256: '', recordedBy: null, locale: 'en-US', timeZone: 'UTC', sentAt: null, approvedAt: null },
    ...{ approvedBy: null, ...ended },
  });
  const { bytes, problem } = rendered({ kind: 'change_order', view });
  t.is(problem, null);
  for (const font of ['+ChocolateClassicalSans', '+GowunDodum'])
    t.true(Buffer.from(bytes).includes(font), font);
  const [page] = pdfText(bytes);
  t.regex(page!, /Declined on October 31, 2026/);
  t.notRegex(page!, /Draft/);
});

test('a document whose template fails is an error, and the next one is made', t => {
  const broken = { ...invoice, columns: [] };
  t.throws(() => rendered({ view: broken }), { message: /invoice\.typ/ });
  const empty = { ...invoice, rows: [], totals: [] };
  t.is(pdfText(rendered({ view: empty }).bytes).length, 1);
});
