import type { EInvoiceFormat } from './partySnapshot.ts';

/** A file of a document, as it is stored and sent. */
export interface DocumentFile {
  format: 'pdf' | 'xml';
  /** The standard of the electronic invoice in it; null: it is none. */
  standard: EInvoiceFormat | null;
  mediaType: string;
  bytes: Uint8Array;
}

/** The files of a document; the first one is its PDF. */
export interface IssuedFiles {
  files: DocumentFile[];
  /** Why a file or a part of one is missing although nothing that it needs was; null: nothing failed. */
  problem: string | null;
}
