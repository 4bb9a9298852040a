import { contractView, scopeView } from './agreementView.ts';
import { changeOrderView } from './changeOrderView.ts';
import { eInvoiceXml } from './eInvoice.ts';
import { eInvoiceFormatOf } from './eInvoiceFormat.ts';
import { facturX } from './facturX.ts';
import { invoiceView } from './invoiceView.ts';
import { missingForEInvoice } from './missingForEInvoice.ts';
import type { EInvoiceFormat } from './partySnapshot.ts';
import type { DocumentToMake } from './readDocument.ts';
import { renderPdf } from './render/renderPdf.ts';
import { statementView } from './statementView.ts';

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
export async function issue(document: DocumentToMake): Promise<IssuedFiles> {
  const bytes = await pdfOf(document);
  const pdf: DocumentFile = { format: 'pdf', standard: null, mediaType: 'application/pdf', bytes };
  try {
    return { files: await withEInvoice(pdf, document), problem: null };
  } catch (error) {
    // The client gets the invoice all the same.
    return { files: [pdf], problem: `No electronic invoice: ${(error as Error).message}` };
  }
}

function pdfOf({ kind, content, logo, issuedAt }: DocumentToMake): Promise<Uint8Array> {
  if (kind === 'scope') return renderPdf(kind, scopeView(content), { logo }, { issuedAt });
  if (kind === 'contract') return renderPdf(kind, contractView(content), { logo }, { issuedAt });
  if (kind === 'change_order') return renderPdf(kind, changeOrderView(content), { logo }, { issuedAt });
  if (kind === 'statement') return renderPdf(kind, statementView(content), { logo }, { issuedAt });
  return renderPdf(kind, invoiceView(content), { logo }, { issuedAt });
}

/** The files with the electronic invoice of an issued invoice, if it is to have one and nothing that it needs is missing. */
async function withEInvoice(pdf: DocumentFile, document: DocumentToMake): Promise<DocumentFile[]> {
  const { kind, content, isPreview, issuedAt } = document;
  if (isPreview || (kind !== 'invoice' && kind !== 'estimate')) return [pdf];
  const standard = eInvoiceFormatOf(content);
  if (standard === null || missingForEInvoice(content, standard).length > 0) return [pdf];
  const xml = await eInvoiceXml(content, standard);
  const file: DocumentFile = {
    format: 'xml',
    standard,
    mediaType: 'application/xml',
    bytes: Buffer.from(xml),
  };
  if (standard !== 'factur-x') return [pdf, file];
  return [{ ...pdf, standard, bytes: facturX(pdf.bytes, xml, issuedAt) }, file];
}
