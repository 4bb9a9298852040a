import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NodeCompiler, PdfStandard } from '@myriaddreamin/typst-ts-node-compiler';
import { goal, median, spread, table } from '../harness/print.ts';
import { eInvoiceXml } from '../src/documents/eInvoice.ts';
import type { InvoiceDocument } from '../src/documents/invoiceDocument.ts';
import { invoiceView } from '../src/documents/invoiceView.ts';
import { issue, renderer } from '../src/documents/issue.ts';
import { samples } from '../test/support/eInvoices.ts';
import { invoiceDocumentWith } from '../test/support/invoiceDocuments.ts';
import type { Bench } from './bench.ts';
import { alternating } from './meters.ts';

const issuedAt = new Date('2026-10-30T10:00:00Z');
const lines = 40;
/** The share of a bare compile's pace that documents must reach, and what the process that makes them may hold, in MB. */
const goals = { PDF: 0.92, 'PDF and Peppol': 0.6, 'Factur-X': 0.73 } as const;
const goalMegabytes = 200;

/** A sample with many lines and its own number, so that no two documents are equal. */
function numbered({ document }: { document: InvoiceDocument }, at: number): InvoiceDocument {
  const lineItems = Array.from({ length: lines }, (_, line) => ({
    description: `Design of page ${line + 1}, with photos and texts`,
    quantityHundredths: 100 + line,
    unitPriceCents: 10_000 + at,
  }));
  const { sentAt, dueDate, poNumber, currency } = document.invoice;
  const terms = { sentAt, dueDate, poNumber, currency, taxRateBps: 1900, number: `INV-${at}` };
  const { invoice, subtotalCents } = invoiceDocumentWith({ invoice: { ...terms, lineItems } });
  return { ...document, invoice, subtotalCents, lineUnits: null };
}

/** Typst alone, in this thread, with the templates and fonts of the service (src/documents/render/compile.ts). */
function bareTypst(): (document: InvoiceDocument) => void {
  const templates = fileURLToPath(new URL('../src/documents/templates', import.meta.url));
  const fonts = ['400Regular/Inter_400Regular', '600SemiBold/Inter_600SemiBold', '700Bold/Inter_700Bold'].map(
    font => readFileSync(fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${font}.ttf`))),
  );
  const compiler = NodeCompiler.create({ workspace: templates, fontArgs: [{ fontBlobs: fonts }] });
  return document => {
    const inputs = { view: JSON.stringify(invoiceView(document)), logo: '' };
    const { result } = compiler.compile({ mainFilePath: `${templates}/invoice.typ`, inputs });
    compiler.pdf(result!, { pdfStandard: PdfStandard.A_3a, creationTimestamp: issuedAt.getTime() / 1000 });
    compiler.evictCache(2);
  };
}

/** How many PDFs and electronic invoices are made in a second, beside a bare Typst, and what the process that makes them holds. */
export async function benchDocuments({ quick }: Bench): Promise<void> {
  const [rounds, seconds] = quick ? [2, 2] : [5, 2];
  const issued = (content: InvoiceDocument) =>
    issue({ kind: 'invoice', view: () => invoiceView(content), invoice: content, logo: null, issuedAt });
  const pageKilobytes = 4;
  /** Of the process that renders, unless it has just been replaced. */
  const megabytes = () =>
    renderer.pid === undefined
      ? undefined
      : (Number(readFileSync(`/proc/${renderer.pid}/statm`, 'utf8').split(' ')[1]) * pageKilobytes) / 1024;
  const works: Record<string, (at: number) => unknown> = {
    PDF: at =>
      issue({
        kind: 'invoice',
        view: () => invoiceView(numbered(samples.xrechnung, at)),
        invoice: null,
        logo: null,
        issuedAt,
      }),
    'PDF and Peppol': at => issued(numbered(samples.peppol, at)),
    'Factur-X': at => issued(numbered(samples['factur-x'], at)),
    'Peppol alone': at => eInvoiceXml(numbered(samples.peppol, at), 'peppol'),
    'CII alone': at => eInvoiceXml(numbered(samples['factur-x'], at), 'factur-x'),
  };
  let at = 0;
  const paceOf = async (work: (at: number) => unknown) => {
    const start = performance.now();
    const end = start + seconds * 1000;
    let count = 0;
    for (; performance.now() < end; count++) await work(++at);
    return (count * 1000) / (performance.now() - start);
  };
  const held: Record<string, number | undefined> = {};
  for (const [name, work] of Object.entries(works)) {
    await paceOf(work);
    if (!name.endsWith(' alone')) held[name] = megabytes();
  }
  const bare = bareTypst();
  const Typst = (n: number) => bare(numbered(samples.xrechnung, n));
  const names = ['Typst', ...Object.keys(works)];
  const paces = await alternating(rounds, [Typst, ...Object.values(works)], paceOf);
  console.log(
    `\nDocuments a second, of invoices with ${lines} lines, one after the other, and what the process that makes them then holds (resident). Typst: the template alone, compiled in this process; electronic invoices alone are made in it too. Medians of ${rounds} rounds of ${seconds} s.\n`,
  );
  table(
    ['Document', 'Of Typst', 'Goal', 'A second', 'MB', 'Goal'],
    names.map((name, n) => {
      const ratios = paces[n]!.map((pace, round) => pace / paces[0]![round]!);
      const [least, megabytes] = [goals[name as keyof typeof goals], held[name]];
      return [
        name,
        spread(ratios, 2),
        least === undefined ? '' : goal(`≥ ${least}`, median(ratios)),
        median(paces[n]!).toFixed(1),
        megabytes?.toFixed(0) ?? '',
        megabytes === undefined ? '' : goal(`≤ ${goalMegabytes}`, megabytes),
      ];
    }),
  );
}
