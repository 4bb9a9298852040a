import { sql } from 'slonik';
import { z } from 'zod';
import type { Queries } from '../database/queries.ts';
import { type InvoiceDocument, invoiceDocumentOf } from './invoiceDocument.ts';
import { documentKinds, type LogoImage } from './render/renderPdf.ts';

/** A document that a job makes files of. */
export type DocumentToMake = {
  isPreview: boolean;
  /** Of a preview: now. */
  issuedAt: Date;
  logo: LogoImage | null;
} & { kind: 'invoice' | 'estimate'; content: InvoiceDocument };

const Asked = z.object({
  kind: z.enum(documentKinds),
  recordId: z.string(),
  version: z.number().nullable(),
  lateFeeCents: z.string().nullable(),
  lateFeeAt: z.string().nullable(),
});
type Asked = z.infer<typeof Asked>;

/**
 * Reads what a job needs to make the files of a document (corkboard.issued_documents or document_previews); null if they
 * are made already, or the document is gone. The queries are of one transaction.
 */
export async function readDocument(
  queries: Queries,
  workspaceId: string,
  documentId: string,
): Promise<DocumentToMake | null> {
  const asked = await queries.maybeOne(sql.type(Asked)`
    select d.kind, d."recordId", d.version, d."lateFeeCents", d."lateFeeAt"
      from corkboard.document_to_render(${workspaceId}, ${documentId}) d`);
  if (asked === null) return null;
  const content = await readInvoice(queries, workspaceId, asked);
  const logo = await readLogo(queries, workspaceId, content.from.logo);
  const { sentAt } = content.invoice;
  const isPreview = asked.version === null;
  const issuedAt = sentAt === null ? new Date() : new Date(sentAt);
  return { kind: content.invoice.kind, content, logo, isPreview, issuedAt };
}

const Content = z.object({ content: z.unknown() });

async function readInvoice(queries: Queries, workspaceId: string, asked: Asked): Promise<InvoiceDocument> {
  const { content } = await queries.one(sql.type(Content)`
    select row_to_json(d) as content from (
      ${invoiceDocumentOf(sql.fragment`corkboard.invoices`)}
      where i.workspace_id = ${workspaceId} and i.id = ${asked.recordId}) d`);
  const document = content as InvoiceDocument;
  return asked.version === null ? asDraft(document) : asIssued(document, asked);
}

/** An invoice that was never sent, also if it is void meanwhile. */
const asDraft = (document: InvoiceDocument): InvoiceDocument => ({
  ...document,
  invoice: { ...document.invoice, status: 'DRAFT' },
});

/** An invoice as it was issued: what became of it since shows on pages only, and the late fee is that of the version. */
function asIssued(document: InvoiceDocument, { lateFeeCents, lateFeeAt }: Asked): InvoiceDocument {
  const { invoice } = document;
  const fee = Number(lateFeeCents);
  return {
    ...document,
    invoice: {
      ...invoice,
      status: 'SENT',
      paidAt: null,
      lateFeeCents: fee,
      totalCents: invoice.amountCents + fee,
    },
    voidedAt: null,
    lateFeeAt,
  };
}

const Logo = z.object({ mediaType: z.string(), bytes: z.instanceof(Buffer) });

async function readLogo(
  queries: Queries,
  workspaceId: string,
  sha256: string | null,
): Promise<LogoImage | null> {
  if (!sha256) return null;
  return queries.maybeOne(sql.type(Logo)`
    select l.media_type as "mediaType", l.bytes from corkboard.workspace_logos l
     where l.workspace_id = ${workspaceId} and l.sha256 = decode(${sha256}, 'hex')`);
}
