import type { DocumentFile, IssuedFiles } from '../documentFile.ts';
import { eInvoiceXml } from '../eInvoice.ts';
import { eInvoiceFormatOf } from '../eInvoiceFormat.ts';
import { facturX } from '../facturX.ts';
import type { InvoiceDocument } from '../invoiceDocument.ts';
import { missingForEInvoice } from '../missingForEInvoice.ts';
import { compilePdf, notPdfA } from './compile.ts';
import type { Rendering } from './rendering.ts';

/** The input of the process that renders documents. */
export interface FilesToMake extends Rendering {
  /** The invoice or estimate that was issued; null: it is none, or a preview, which have no electronic invoice. */
  invoice: InvoiceDocument | null;
}

/** Its output. */
export interface MadeFiles extends IssuedFiles {
  /** Why the PDF is less than it should be. */
  pdfProblem: string | null;
  /** Why it has no logo. */
  logoProblem: string | null;
}

/** Makes the files of a document. The same content gives the same files. */
export async function makeFiles({ invoice, ...rendering }: FilesToMake): Promise<MadeFiles> {
  const { bytes, problem: pdfProblem } = compilePdf(rendering);
  const pdf: DocumentFile = { format: 'pdf', standard: null, mediaType: 'application/pdf', bytes };
  const made = { files: [pdf], problem: null, pdfProblem, logoProblem: null };
  if (invoice === null) return made;
  try {
    return { ...made, files: await withEInvoice(pdf, invoice, rendering.issuedAt, pdfProblem) };
  } catch (error) {
    // The client gets the invoice all the same.
    return { ...made, problem: `No electronic invoice: ${(error as Error).message}` };
  }
}

/** The files with the electronic invoice of an issued invoice, if it is to have one and nothing that it needs is missing. */
async function withEInvoice(
  pdf: DocumentFile,
  invoice: InvoiceDocument,
  issuedAt: Date,
  pdfProblem: string | null,
): Promise<DocumentFile[]> {
  const standard = eInvoiceFormatOf(invoice);
  if (standard === null || missingForEInvoice(invoice, standard).length > 0) return [pdf];
  const xml = await eInvoiceXml(invoice, standard);
  const file: DocumentFile = {
    format: 'xml',
    standard,
    mediaType: 'application/xml',
    bytes: Buffer.from(xml),
  };
  if (standard !== 'factur-x') return [pdf, file];
  if (pdfProblem?.startsWith(notPdfA)) throw new Error(`A Factur-X must be PDF/A. It is ${pdfProblem}.`);
  return [{ ...pdf, standard, bytes: facturX(pdf.bytes, xml, issuedAt) }, file];
}
