import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import test from 'ava';
import { facturX } from '../../src/documents/facturX.ts';
import { invoiceView } from '../../src/documents/invoiceView.ts';
import { inTurn, issue } from '../../src/documents/issue.ts';
import { LimitExceeded } from '../../src/errors/serviceError.ts';
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

test('an invoice whose logo takes too long to draw is issued without it, and says so', async t => {
  const pdf = {
    format: 'pdf',
    standard: null,
    mediaType: 'application/pdf',
    bytes: Buffer.from('PDF'),
  } as const;
  const run = async ({ logo }: { logo: Uint8Array | null }) => {
    if (logo !== null) throw new LimitExceeded('It took longer than 12 s.');
    return { files: [pdf], problem: 'No XML.', pdfProblem: null, logoProblem: null };
  };
  const issued = (logo: Buffer | null) => issue({ ...toMake(samples.peppol.document), logo }, { run });
  t.is((await issued(Buffer.from('PNG'))).problem, 'Its PDF has no logo. It took longer than 12 s. No XML.');
  t.is((await issued(null)).problem, 'No XML.');
});

test('a workspace with many documents delays another’s by two, and leaves the worker jobs for others', async t => {
  const done: string[] = [];
  const task = (name: string) => async () => {
    await new Promise(setImmediate);
    done.push(name);
  };
  const flood = Array.from({ length: 80 }, () => inTurn('a', 1_000, task('a')));
  await Promise.all([...flood, inTurn('b', 1_000, task('b'))]);
  t.is(done.length, 81);
  t.true(done.indexOf('b') <= 2, `${done.indexOf('b')}`);
  const few = Array.from({ length: 5 }, () => inTurn('a', 20, task('a')));
  t.deepEqual(await Promise.all(few), [undefined, undefined, undefined, 'busy', 'busy']);
});
