import { z } from 'zod';
import { authenticatedRead, rowOf } from '../../database/authenticatedRead.ts';
import { sql } from '../../database/pool.ts';
import type { FragmentSqlToken } from '../../database/sql.ts';
import { tenantOf, writerOf } from '../../database/tenantCache.ts';
import type { DocumentFile } from '../../documents/documentFile.ts';
import type { Handler, Request } from '../../http/handler.ts';
import { summary } from '../forms/rejectedForm.ts';
import { html } from '../html/html.ts';
import { clientPage } from '../html/layout.ts';
import { type ConsoleResources, sessionOf } from '../requests/console.ts';
import { sendPage } from '../requests/reply.ts';
import { type DocumentWithFiles, sendDocument } from '../requests/sendDocument.ts';
import { hashOf } from '../sessions/session.ts';
import { ensureWorkspaceKnown, type LinkRequest, linkNotFound, linkRequest, tenantOfLink } from './link.ts';
import { isPreviewBot } from './previewBots.ts';
import { type RefusedForm, rejectClientForm } from './rejectedForm.ts';
import { type FilesOfPage, readFor, type SharePage } from './sharePage.ts';

const Row = z.object({ workspace_id: z.string(), answer: z.string().nullable() });

/** Shows the page of a link. If its form was refused, the page shows the form with its messages. */
export async function showSharePage(request: LinkRequest, refused?: RefusedForm): Promise<void> {
  const { req, res, shared, here, search } = request;
  const { workspaceId, answer } = await readBehindLink(request, readFor(shared.reads, search, req.params));
  const localizer = shared.localizer(answer, req.headers['accept-language']);
  const rejected = refused && rejectClientForm(refused, localizer);
  const {
    title,
    body,
    status = 200,
  } = shared.view(answer, { here, search, workspaceId, localizer, rejected });
  const errors = rejected && summary(rejected, body, undefined, null, localizer.messages);
  const page = clientPage(title, html`${errors ?? null}${body}`, localizer.language);
  sendPage(req, res, rejected?.status ?? status, page);
}

/** The handler that sends a file of the document on the page of a link. Asking for it counts as a view as the page does. */
export function fileHandler(
  resources: ConsoleResources,
  shared: SharePage,
  { reads }: FilesOfPage,
  format: DocumentFile['format'],
): Handler {
  return async (req, res) => {
    const request = linkRequest(resources, req, res, shared);
    const { workspaceId, answer } = await readBehindLink(request, readFor(reads, request.search, req.params));
    const asked = { tenant: { ...tenantOf(workspaceId), workspaceId }, reader: 'client' } as const;
    await sendDocument(resources, req, res, asked, answer as DocumentWithFiles, format);
  };
}

/** The row of a query about what a link opens, and the link's workspace. Throws if the link doesn't work. */
async function readBehindLink(
  request: LinkRequest,
  reads: FragmentSqlToken,
): Promise<{ workspaceId: string; answer: unknown }> {
  const { resources, req, shared, token, hash } = request;
  const { database } = resources;
  if (shared.finds) await ensureWorkspaceKnown(request);
  const tenant = tenantOfLink(request);
  const { workspaceId } = tenant;
  const session = hashOf(sessionOf(resources, req));
  const look = { token, workspaceId, session, isPageView: isPageView(req) };
  const link =
    shared.finds?.(look) ??
    sql.fragment`corkboard.find_share_link(${shared.page}, ${token}, ${workspaceId}::uuid)`;
  // The query may record the page view, under the workspace's lock.
  const queries = database.forClient(req.deadline, shared.finds ? writerOf(tenant) : tenant);
  const row = await queries.maybeOne(
    authenticatedRead({
      names: [],
      statement: (_, answer) => sql.type(Row)`
        select admitted.workspace_id, admitted.project_id, admitted.invoice_id, admitted.record_id, ${answer} as answer from ${link} admitted`,
      isOnNode: false,
    })({}, rowOf(reads)),
  );
  database.tenants.put(hash, row?.workspace_id);
  if (row === null || row.answer === null) throw linkNotFound();
  return { workspaceId: row.workspace_id, answer: JSON.parse(row.answer) };
}

/**
 * Whether this is a page view: a browser navigated to the page (Fetch Metadata), and didn't only prefetch it (older
 * browsers have their own headers for that). On plain http, and in Safari before 16.4, browsers send no Fetch Metadata.
 * Then a GET that accepts HTML by name counts as a page view, even if a scanner sends it, unless its name says that it
 * shows previews.
 */
export function isPageView({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean {
  const isInAdvance = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some(name => name in headers);
  const goesTo = headers['sec-fetch-dest'];
  const isWindow = goesTo === undefined ? asksForHtml(headers.accept) : goesTo === 'document';
  return method === 'GET' && isWindow && !isInAdvance && !isPreviewBot(headers['user-agent']);
}

/** Whether an Accept header names HTML. Programs mostly send none, or accept anything. */
const asksForHtml = (accept = ''): boolean =>
  accept.split(',').some(range => /^\s*text\/html\s*(?:;|$)/i.test(range));
