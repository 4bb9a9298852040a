import { memoize } from '../../concurrency/memoize.ts';
import { tenantOf } from '../../database/tenantCache.ts';
import { Failure } from '../../errors/failure.ts';
import { resultOrFailure } from '../../errors/resultOrFailure.ts';
import { changeList } from '../components/activity.ts';
import { summary } from '../forms/rejectedForm.ts';
import { html } from '../html/html.ts';
import { consolePage } from '../html/layout.ts';
import { authenticate } from '../requests/console.ts';
import { originOf } from '../requests/crossSite.ts';
import type { PageAddress, RejectedForm } from '../requests/pageContext.ts';
import { notFound, ownerOnly } from '../requests/pageError.ts';
import { signInAddress } from '../requests/paths.ts';
import { redirect, sendPage } from '../requests/reply.ts';
import { fileQueries } from '../requests/sendDocument.ts';
import { batchReads } from '../sessions/batchReads.ts';
import { mayDo } from '../sessions/person.ts';
import type { Page } from './page.ts';
import type { PageRequest } from './pageRequest.ts';

/** Shows a page. If a form on it was rejected, the page shows the form with its messages. */
export async function showPage(
  { resources, req, res, page, at, here }: PageRequest,
  rejected?: RejectedForm,
): Promise<void> {
  const read = prepare({ page, at, here });
  const admitted = await authenticate(resources, req, read instanceof Failure ? undefined : read);
  // After signing in, people return to the page of the link that they followed.
  if (admitted === null) return redirect(req, res, signInAddress(here));
  if (!mayDo(admitted.person, page.role)) throw ownerOnly();
  if (read instanceof Failure) throw read;
  if (Object.values(admitted.rows)[0] === null) throw notFound();
  const workspaceId = admitted.person.workspace_id;
  const tenant = { ...tenantOf(workspaceId), workspaceId };
  const queries = { workspaceId, ...fileQueries(resources, req, { tenant, reader: 'member' }) };
  const rows = { ...admitted.rows, ...(await page.awaits?.(admitted.rows, queries)) };
  // If only a new code is missing, the form stays on the page, to be sent again once the code is confirmed.
  const person = rejected?.confirmation
    ? { ...admitted.person, is_recently_authenticated: true }
    : admitted.person;
  const { smtpUrl, extraFonts: hasExtraFonts } = resources.config;
  const sendsMail = smtpUrl !== undefined;
  const origin = originOf(resources, req);
  const view = page.view(rows, { ...at, person, here, origin, sendsMail, hasExtraFonts, rejected });
  const notice = resources.notices.get(at.search.get('done') ?? '') ?? null;
  const body =
    rejected && rejected.status !== 200
      ? html`${summary(rejected, view.body, here, changeList(rejected.changes ?? [], person))}${view.body}`
      : view.body;
  const shown = consolePage(person, here, { ...view, body }, notice);
  sendPage(req, res, rejected?.status ?? view.httpStatus ?? 200, shown, view);
}

/**
 * The SQL that reads the page, or the error of its query, which is shown only to signed-in people. The SQL consists
 * of dozens of fragments, so it is memoized by the page's address (docs/performance.md).
 */
const prepare = memoize(
  ({ here }: { page: Page; at: PageAddress; here: string }) => here,
  ({ page, at }) => resultOrFailure(() => batchReads(page.reads(at))),
);
