import { z } from 'zod';
import type { Queries } from '../database/queries.ts';
import { type FragmentSqlToken, sql } from '../database/sql.ts';
import { changeOrderDocumentOf, contractDocumentOf, scopeDocumentOf } from './agreementDocument.ts';
import type { ContractShown, ScopeDocument } from './agreementView.ts';
import type { ChangeOrderShown } from './changeOrderView.ts';
import { type InvoiceDocument, invoiceDocumentOf } from './invoiceDocument.ts';
import { documentKinds, type LogoImage } from './render/renderPdf.ts';
import { type StatementDocument, statementOf } from './statementDocument.ts';

/** What a document of each kind says. */
type Content =
  | { kind: 'invoice' | 'estimate'; content: InvoiceDocument }
  | { kind: 'scope'; content: ScopeDocument }
  | { kind: 'contract'; content: ContractShown }
  | { kind: 'change_order'; content: ChangeOrderShown }
  | { kind: 'statement'; content: StatementDocument };

/** A document that a job makes files of. */
export type DocumentToMake = Content & {
  isPreview: boolean;
  /** Of a preview: now. */
  issuedAt: Date;
  logo: LogoImage | null;
};

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
  const read = await readContent(queries, workspaceId, { ...asked, documentId });
  const issuedAt = issueOf(read);
  return {
    ...read,
    isPreview: asked.version === null,
    issuedAt: issuedAt === null ? new Date() : new Date(issuedAt),
    logo: await readLogo(queries, workspaceId, logoOf(read)),
  };
}

/** When it was sent, approved or signed. */
function issueOf({ kind, content }: Content): string | null {
  if (kind === 'scope') return content.approvedAt;
  if (kind === 'contract') return content.signedAt;
  if (kind === 'change_order') return content.approvedAt;
  if (kind === 'statement') return null;
  return content.invoice.sentAt;
}

function logoOf({ kind, content }: Content): string | null | undefined {
  if (kind === 'contract' || kind === 'change_order') return content.document.provider?.logo;
  return kind === 'statement' ? content.parties.from.logo : content.from.logo;
}

const Row = z.object({ content: z.unknown() });
const Period = z.object({ since: z.string(), until: z.string() });

async function readContent(
  queries: Queries,
  workspaceId: string,
  asked: Asked & { documentId: string },
): Promise<Content> {
  const { kind, recordId, version } = asked;
  const read = async <Read>(query: FragmentSqlToken) =>
    (await queries.one(sql.type(Row)`select row_to_json(d) as content from (${query}) d`)).content as Read;
  const [workspace, record] = [sql.fragment`${workspaceId}::uuid`, sql.fragment`${recordId}::uuid`];
  if (kind === 'scope') return { kind, content: await read(scopeDocumentOf(workspace, record)) };
  if (kind === 'contract') return { kind, content: await read(contractDocumentOf(workspace, record)) };
  if (kind === 'change_order') return { kind, content: await read(changeOrderDocumentOf(workspace, record)) };
  if (kind === 'statement') {
    const { since, until } = await queries.one(sql.type(Period)`
      select p.period_from::text as since, p.period_until::text as until from corkboard.document_previews p
       where p.workspace_id = ${workspaceId} and p.id = ${asked.documentId}`);
    return { kind, content: await read(statementOf(workspace, record, { since, until })) };
  }
  const document = await read<InvoiceDocument>(sql.fragment`
    ${invoiceDocumentOf(sql.fragment`corkboard.invoices`)}
    where i.workspace_id = ${workspace} and i.id = ${record}`);
  return { kind, content: version === null ? asDraft(document) : asIssued(document, asked) };
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
    partPaidCents: 0,
    lastPaidOn: null,
    voidedAt: null,
    lateFeeAt,
  };
}

const Logo = z.object({ mediaType: z.string(), bytes: z.instanceof(Buffer) });

async function readLogo(
  queries: Queries,
  workspaceId: string,
  sha256: string | null | undefined,
): Promise<LogoImage | null> {
  if (!sha256) return null;
  return queries.maybeOne(sql.type(Logo)`
    select l.media_type as "mediaType", l.bytes from corkboard.workspace_logos l
     where l.workspace_id = ${workspaceId} and l.sha256 = decode(${sha256}, 'hex')`);
}
