import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import test from 'ava';
import { facturX } from '../../src/documents/facturX.ts';
import { invoiceView } from '../../src/documents/invoiceView.ts';
import { issue } from '../../src/documents/issue.ts';
import { samples } from '../support/eInvoices.ts';

const issuedAt = new Date('2026-10-30T10:00:00Z');
const toMake = (content: (typeof samples)['peppol' | 'factur-x']['document']) => ({
  ...{ kind: 'invoice' as const, view: () => invoiceView(content), invoice: content, logo: null, issuedAt },
});
const xmlOf = (name: keyof typeof samples) =>
  readFileSync(new URL(`eInvoices/${name}.xml`, import.meta.url), 'utf8');

test('a Factur-X is the PDF as it was, followed by the electronic invoice', async t => {
  const document = toMake(samples['factur-x'].document);
  const { files, problem } = await issue(document);
  t.is(problem, null);
  const kinds = files.map(({ format, standard, mediaType }) => `${format} ${standard} ${mediaType}`);
  t.deepEqual(kinds, ['pdf factur-x application/pdf', 'xml factur-x application/xml']);
  const [{ bytes }, xml] = files as [(typeof files)[0], (typeof files)[0]];
  t.is(Buffer.from(xml.bytes).toString(), xmlOf('factur-x'));
  const plain = (await issue({ ...document, invoice: null })).files;
  const standards = plain.map(({ standard }) => standard);
  t.deepEqual(standards, [null]);
  t.true(Buffer.from(bytes).subarray(0, plain[0]!.bytes.length).equals(plain[0]!.bytes));
  t.deepEqual((await issue(document)).files[0]!.bytes, bytes, 'the same bytes');

  const text = Buffer.from(bytes).toString('latin1');
  const appended = text.slice(plain[0]!.bytes.length);
  for (const part of [
    '/StructTreeRoot',
    '/Marked true',
    '<pdfaid:conformance>A<',
    '<fx:ConformanceLevel>EN 16931<',
  ])
    t.true(appended.includes(part), part);
  // Each object is where the table says.
  const [, start] = /startxref\n(\d+)\n%%EOF\n$/.exec(text)!;
  const table = text.slice(Number(start));
  t.true(table.startsWith('xref\n'));
  const places = [...table.matchAll(/(\d+) 1\n(\d{10}) 00000 n \n/g)];
  t.is(places.length, 4);
  for (const [, id, place] of places) t.true(text.startsWith(`${id} 0 obj`, Number(place)), id);
  const [, length] = /\/Type \/EmbeddedFile[\s\S]*?\/Length (\d+)\n>>\nstream\n/.exec(appended)!;
  const at = appended.indexOf('stream\n', appended.indexOf('/Type /EmbeddedFile')) + 'stream\n'.length;
  const embedded = inflateSync(Buffer.from(appended.slice(at, at + Number(length)), 'latin1'));
  t.is(embedded.toString(), xmlOf('factur-x'));
});

test('an invoice has the electronic invoice of its client, unless something is missing or fails', async t => {
  const { document } = samples.peppol;
  const formats = async (content: typeof document) => {
    const { files, problem } = await issue(toMake(content));
    return [...files.map(({ format, standard }) => `${format} ${standard}`), ...(problem ? [problem] : [])];
  };
  t.deepEqual(await formats(document), ['pdf null', 'xml peppol']);
  t.deepEqual(await formats({ ...document, to: { ...document.to, vatNumber: null } }), ['pdf null']);
  t.deepEqual(await formats({ ...document, to: { ...document.to, eInvoiceFormat: 'none' } }), ['pdf null']);
  const unprintable = { ...samples['factur-x'].document, projectName: '🎉', notes: '🎉' };
  t.deepEqual(await formats(unprintable), [
    'pdf null',
    'No electronic invoice: A Factur-X must be PDF/A. It is not PDF/A: no font has some characters of its details, notes.',
  ]);
});

test('a file that our renderer did not make is no Factur-X', t => {
  t.throws(() => facturX(Buffer.from('%PDF-1.7\n%%EOF'), '<a/>', issuedAt));
});
