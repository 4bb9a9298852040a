import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import { tenantOf } from '../../database/tenantCache.ts';
import type { Route } from '../../http/handler.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { creditNoteFile } from '../queries/creditNote.ts';
import { changeOrderFile, contractFile, invoiceFile, scopeFile } from '../queries/documentFile.ts';
import { statementFile } from '../queries/statement.ts';
import { authenticate, type ConsoleResources } from '../requests/console.ts';
import { notFound } from '../requests/pageError.ts';
import { addressOf, signInAddress } from '../requests/paths.ts';
import { validPeriod } from '../requests/period.ts';
import { redirect } from '../requests/reply.ts';
import { type DocumentWithFiles, sendDocument } from '../requests/sendDocument.ts';
import { batchReads } from '../sessions/batchReads.ts';

interface Download {
  /** The page of the document, to which people return after signing in. */
  page: string;
  pattern: string;
  /** Gets the parameters of the path as ids, and as they are. Each must count, so that a record has no other address. */
  reads: (
    ids: Record<string, FragmentSqlToken>,
    search: URLSearchParams,
    params: Record<string, string>,
  ) => FragmentSqlToken;
}

const downloads: readonly Download[] = [
  { page: '/invoices/:id', pattern: '/invoices/:id.pdf', reads: ({ id }) => invoiceFile(id!) },
  { page: '/invoices/:id', pattern: '/invoices/:id.xml', reads: ({ id }) => invoiceFile(id!) },
  ...['pdf', 'xml'].map(
    (format): Download => ({
      page: '/invoices/:id/credit-notes/:number',
      pattern: `/invoices/:id/credit-notes/:number.${format}`,
      reads: ({ id }, _, { number }) => creditNoteFile(id!, number!),
    }),
  ),
  { page: '/projects/:id?tab=scope', pattern: '/projects/:id/scope.pdf', reads: ({ id }) => scopeFile(id!) },
  {
    page: '/projects/:id?tab=scope',
    pattern: '/projects/:id/contract.pdf',
    reads: ({ id }) => contractFile(id!),
  },
  {
    page: '/projects/:id/change-orders/:order',
    pattern: '/projects/:id/change-orders/:order.pdf',
    reads: ({ id, order }) => changeOrderFile(order!, id),
  },
  {
    page: '/clients/:id/statement',
    pattern: '/clients/:id/statement.pdf',
    reads: ({ id }, search) => statementFile(id!, validPeriod(search)),
  },
];

/** The routes of the files of documents, for members. */
export const documentFileRoutes = (resources: ConsoleResources): Route[] =>
  downloads.map(({ page, pattern, reads }) => ({
    method: 'GET',
    pattern,
    handler: async (req, res) => {
      const ids = Object.fromEntries(
        Object.entries(req.params).map(([name, id]) => [name, sql.fragment`${asUuid(id)}`]),
      );
      const admitted = await authenticate(
        resources,
        req,
        batchReads({ document: reads(ids, new URLSearchParams(req.search ?? ''), req.params) }),
      );
      if (admitted === null) return redirect(req, res, signInAddress(addressOf(page, req.params)));
      const { document } = admitted.rows as { document: DocumentWithFiles | null };
      if (document === null) throw notFound();
      const workspaceId = admitted.person.workspace_id;
      const tenant = { ...tenantOf(workspaceId), workspaceId };
      const format = pattern.endsWith('.xml') ? 'xml' : 'pdf';
      return sendDocument(resources, req, res, { tenant, reader: 'member' }, document, format);
    },
  }));
