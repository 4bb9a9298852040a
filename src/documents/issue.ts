import type { DocumentView } from './documentView.ts';
import { eInvoiceXml } from './eInvoice.ts';
import { eInvoiceFormatOf } from './eInvoiceFormat.ts';
import { facturX } from './facturX.ts';
import type { InvoiceDocument } from './invoiceDocument.ts';
import { missingForEInvoice } from './missingForEInvoice.ts';
import type { EInvoiceFormat } from './partySnapshot.ts';
import { type Rendering, renderPdf } from './render/renderPdf.ts';

/** A document that a job makes files of. */
export interface DocumentToMake extends Omit<Rendering, 'view'> {
  view: () => DocumentView;
  /** The invoice or estimate that was issued; null: it is none, or a preview, which have no electronic invoice. */
  invoice: InvoiceDocument | null;
}

/** A file of a document, as it is stored and sent. */
export interface DocumentFile {
  format: 'pdf' | 'xml';
  /** The standard of the electronic invoice in it; null: it is none. */
  standard: EInvoiceFormat | null;
  mediaType: string;
  bytes: Uint8Array;
}

/** The files of a document; the first one is its PDF. */
interface IssuedFiles {
  files: DocumentFile[];
  /** Why there is no electronic invoice although nothing that it needs was missing; null: nothing failed. */
  problem: string | null;
}

/** Makes the files of a document. The same content gives the same files. */
export async function issue({ view, invoice, ...rendering }: DocumentToMake): Promise<IssuedFiles> {
  const bytes = await renderPdf({ ...rendering, view: view() });
  const pdf: DocumentFile = { format: 'pdf', standard: null, mediaType: 'application/pdf', bytes };
  if (invoice === null) return { files: [pdf], problem: null };
  try {
    return { files: await withEInvoice(pdf, invoice, rendering.issuedAt), problem: null };
  } catch (error) {
    // The client gets the invoice all the same.
    return { files: [pdf], problem: `No electronic invoice: ${(error as Error).message}` };
  }
}

/** The files with the electronic invoice of an issued invoice, if it is to have one and nothing that it needs is missing. */
async function withEInvoice(
  pdf: DocumentFile,
  invoice: InvoiceDocument,
  issuedAt: Date,
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
  return [{ ...pdf, standard, bytes: facturX(pdf.bytes, xml, issuedAt) }, file];
}
