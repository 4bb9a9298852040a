import test from 'ava';
import { invoiceView } from '../../src/documents/invoiceView.ts';
import { compilePdf } from '../../src/documents/render/compile.ts';
import type { Rendering } from '../../src/documents/render/rendering.ts';
import { invoiceDocumentWith } from '../support/invoiceDocuments.ts';
import { pdfText } from '../support/pdfText.ts';

/** What a client may be called: in markup it would be a program, a formula, emphasis, a reference and a comment. */
const hostile = '#read("/etc/passwd") $x$ *b* @a <b> \\ // c';

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
    to: { name: hostile, address: 'Ελληνικά\nКириллица\nشركة النور\nחברת הדפוס' },
    invoice: {
      ...{ status: 'DRAFT', number: 'INV-0042', lateFeeCents: 4000 },
      lineItems: Array.from({ length: 50 }, (_, line) => ({ description: `Zeile ${line + 1}` })),
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

test('neither a broken logo nor a character that no font has keeps a document from being made, but it is said', t => {
  const view = { ...invoice, notes: '\ue000 for Harbour', rows: [['🎉', '1,00 €']] };
  const logo = { mediaType: 'image/png', bytes: Buffer.from('no image') };
  const { bytes, problem } = rendered({ kind: 'estimate', view, logo });
  const [text] = pdfText(bytes);
  t.true(unbroken(text!).includes(unbroken(hostile)), text);
  t.is(problem, 'not PDF/A: no font has some characters of its rows, notes');
});

test('a document whose template fails is an error, and the next one is made', t => {
  const broken = { ...invoice, columns: [] };
  t.throws(() => rendered({ view: broken }), { message: /invoice\.typ/ });
  const empty = { ...invoice, rows: [] };
  t.is(pdfText(rendered({ view: empty }).bytes).length, 1);
});
