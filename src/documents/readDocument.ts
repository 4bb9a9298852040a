import { z } from 'zod';
import type { Queries } from '../database/queries.ts';
import { type FragmentSqlToken, sql } from '../database/sql.ts';
import { changeOrderDocumentOf, contractDocumentOf, scopeDocumentOf } from './agreementDocument.ts';
import { type ContractShown, contractPdfView, type ScopeDocument, scopeView } from './agreementView.ts';
import { type ChangeOrderShown, changeOrderView } from './changeOrderView.ts';
import { type CreditedInvoice, creditedInvoiceOf, creditNoteDocument } from './creditNote.ts';
import { documentKinds } from './documentKinds.ts';
import { type InvoiceDocument, invoiceDocumentOf } from './invoiceDocument.ts';
import { invoiceView, reminderView } from './invoiceView.ts';
import type { DocumentToMake } from './issue.ts';
import { type StatementDocument, statementOf } from './statementDocument.ts';
import { statementView } from './statementView.ts';

/** The content of a document, and the invoice that its electronic invoice is made from. */
interface Content extends Pick<DocumentToMake, 'view'> {
  invoice?: InvoiceDocument;
  /** The SHA-256 of the sender's logo, in hex. */
  logo: string | null;
  /** When it was sent, approved or signed. */
  issuedAt: string | null;
}

const DocumentRequest = z.object({
  kind: z.enum(documentKinds),
  recordId: z.string(),
  version: z.number().nullable(),
  lateFeeCents: z.string().nullable(),
  lateFeeAt: z.string().nullable(),
});
type DocumentRequest = z.infer<typeof DocumentRequest>;

/**
 * Reads what a job needs to make the files of a document (corkboard.issued_documents or document_previews); null if they
 * are made already, or the document is gone. The queries are of one transaction.
 */
export async function readDocument(
  queries: Queries,
  workspaceId: string,
  documentId: string,
): Promise<DocumentToMake | null> {
  const asked = await queries.maybeOne(sql.type(DocumentRequest)`
    select d.kind, d."recordId", d.version, d."lateFeeCents", d."lateFeeAt"
      from corkboard.document_to_render(${workspaceId}, ${documentId}) d`);
  if (asked === null) return null;
  const { view, invoice, logo, issuedAt } = await readContent(queries, workspaceId, { ...asked, documentId });
  return {
    kind: asked.kind,
    view,
    invoice: invoice ?? null,
    logo: await readLogo(queries, workspaceId, logo),
    // Of a preview: now.
    issuedAt: issuedAt === null ? new Date() : new Date(issuedAt),
  };
}

const Row = z.object({ content: z.unknown() });
const PeriodRow = z.object({ since: z.string(), until: z.string() });
const Issued = z.object({
  paidCents: z.string(),
  creditedCents: z.string(),
  voidedAt: z.string().nullable(),
  paidOn: z.string().nullable(),
  requestedAt: z.string(),
});
type Issued = z.infer<typeof Issued>;

async function readContent(
  queries: Queries,
  workspaceId: string,
  asked: DocumentRequest & { documentId: string },
): Promise<Content> {
  const { kind, recordId, version } = asked;
  const read = async <Read>(query: FragmentSqlToken) =>
    (await queries.one(sql.type(Row)`select row_to_json(d) as content from (${query}) d`)).content as Read;
  const [workspace, record] = [sql.fragment`${workspaceId}::uuid`, sql.fragment`${recordId}::uuid`];
  if (kind === 'scope') {
    const scope = await read<ScopeDocument>(scopeDocumentOf(workspace, record));
    return { view: () => scopeView(scope), logo: scope.from.logo, issuedAt: scope.approvedAt };
  }
  if (kind === 'contract') {
    const contract = await read<ContractShown>(contractDocumentOf(workspace, record));
    const { document, signedAt } = contract;
    return { view: () => contractPdfView(contract), logo: document.provider.logo, issuedAt: signedAt };
  }
  if (kind === 'change_order') {
    const order = await read<ChangeOrderShown>(changeOrderDocumentOf(workspace, record));
    const { document, approvedAt } = order;
    return { view: () => changeOrderView(order), logo: document.provider.logo, issuedAt: approvedAt };
  }
  if (kind === 'statement') {
    const { since, until } = await queries.one(sql.type(PeriodRow)`
      select p.period_from::text as since, p.period_until::text as until from corkboard.document_previews p
       where p.workspace_id = ${workspaceId} and p.id = ${asked.documentId}`);
    const statement = await read<StatementDocument>(statementOf(workspace, record, { since, until }));
    return { view: () => statementView(statement), logo: statement.parties.from.logo, issuedAt: null };
  }
  if (kind === 'credit_note') {
    const credited = await read<CreditedInvoice>(
      creditedInvoiceOf(sql.fragment`n.id = ${record}`, undefined, workspace),
    );
    const invoice = creditNoteDocument(credited);
    return {
      view: () => invoiceView(invoice),
      invoice,
      logo: invoice.from.logo,
      issuedAt: invoice.invoice.sentAt,
    };
  }
  const document = await read<InvoiceDocument>(sql.fragment`
    ${invoiceDocumentOf(sql.fragment`corkboard.invoices`)}
    where i.workspace_id = ${workspace} and i.id = ${record}`);
  const about = { logo: document.from.logo, issuedAt: document.invoice.sentAt };
  if (kind === 'check') {
    const invoice = asIfSent(document);
    return { view: () => invoiceView(invoice), invoice, ...about };
  }
  if (version === null) return { view: () => invoiceView(asDraft(document)), ...about };
  const issued = await queries.one(sql.type(Issued)`
    select d.paid_cents::text as "paidCents", d.credited_cents::text as "creditedCents", corkboard.iso(d.voided_at) as "voidedAt", d.paid_on::text as "paidOn", corkboard.iso(d.requested_at) as "requestedAt"
      from corkboard.issued_documents d where d.workspace_id = ${workspaceId} and d.id = ${asked.documentId}`);
  const invoice = asIssued(document, asked, issued);
  // What is void has no electronic invoice.
  if (issued.voidedAt !== null) return { view: () => invoiceView(invoice), ...about };
  if (kind !== 'reminder') return { view: () => invoiceView(invoice), invoice, ...about };
  const { requestedAt } = issued;
  return { view: () => reminderView(invoice, requestedAt), ...about, issuedAt: requestedAt };
}

/** An invoice that was never sent, also if it is void meanwhile. */
const asDraft = (document: InvoiceDocument): InvoiceDocument => ({
  ...document,
  invoice: { ...document.invoice, status: 'DRAFT' },
});

/** A draft as it would be issued now. */
const asIfSent = (document: InvoiceDocument): InvoiceDocument => ({
  ...document,
  invoice: { ...document.invoice, status: 'SENT', sentAt: new Date().toISOString() },
});

/** An invoice as its version was issued: what became of it since shows on pages only. */
function asIssued(
  document: InvoiceDocument,
  { lateFeeCents, lateFeeAt }: DocumentRequest,
  { paidCents, creditedCents, paidOn, voidedAt }: Issued,
): InvoiceDocument {
  const { invoice } = document;
  const fee = Number(lateFeeCents);
  return {
    ...document,
    invoice: {
      ...invoice,
      status: voidedAt === null ? 'SENT' : 'VOID',
      paidAt: null,
      lateFeeCents: fee,
      totalCents: invoice.amountCents + fee,
    },
    paidCents: Number(paidCents),
    creditedCents: Number(creditedCents),
    lastPaidOn: paidOn,
    voidedAt,
    lateFeeAt,
  };
}

const Logo = z.object({ bytes: z.instanceof(Buffer) });

async function readLogo(
  queries: Queries,
  workspaceId: string,
  sha256: string | null,
): Promise<Buffer | null> {
  if (!sha256) return null;
  const logo = await queries.maybeOne(sql.type(Logo)`
    select l.bytes from corkboard.workspace_logos l
     where l.workspace_id = ${workspaceId} and l.sha256 = decode(${sha256}, 'hex')`);
  return logo?.bytes ?? null;
}
