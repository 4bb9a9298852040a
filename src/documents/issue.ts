import { invoiceView } from './invoiceView.ts';
import type { EInvoiceFormat } from './partySnapshot.ts';
import type { DocumentToMake } from './readDocument.ts';
import { renderPdf } from './render/renderPdf.ts';

/** A file of a document, as it is stored and sent. */
export interface DocumentFile {
  format: 'pdf' | 'xml';
  /** The standard of the electronic invoice in it; null: it is none. */
  standard: EInvoiceFormat | null;
  mediaType: string;
  bytes: Uint8Array;
}

/** Makes the files of a document. The first one is its PDF; the same content gives the same files. */
export async function issue(document: DocumentToMake): Promise<DocumentFile[]> {
  const { kind, content, logo, issuedAt } = document;
  const bytes = await renderPdf(kind, invoiceView(content), { logo }, { issuedAt });
  return [{ format: 'pdf', standard: null, mediaType: 'application/pdf', bytes }];
}
