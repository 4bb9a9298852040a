import type { FragmentSqlToken } from 'slonik';
import { memoize } from '../../concurrency/memoize.ts';
import { Failure } from '../../errors/failure.ts';
import type { Handler } from '../../http/handler.ts';
import { type RejectedForm, summary } from '../forms/rejectedForm.ts';
import { html } from '../html/html.ts';
import { inConsole } from '../html/layout.ts';
import { type PageAddress, together } from '../sessions/visit.ts';
import { admit, type Console } from './console.ts';
import { originOf } from './guard.ts';
import type { Page } from './page.ts';
import { type PageRequest, pageRequest } from './pageRequest.ts';
import { signInAddress } from './paths.ts';
import { notFound, ownerOnly } from './refused.ts';
import { sendOn, sendPage } from './reply.ts';

/** The handler that shows a page. */
export function showing(given: Console, page: Page): Handler {
  return (req, res) => showPage(pageRequest(given, req, res, page));
}

/** Shows a page, and on it the form that was rejected, if one was. */
export async function showPage(
  { given, req, res, page, at, here }: PageRequest,
  rejected?: RejectedForm,
): Promise<void> {
  const { read, refused } = prepare({ page, at, here });
  const admitted = await admit(given, req, read, page.by);
  // A link that was sent to somebody leads to where it was meant to, once they are signed in.
  if (admitted === null) return sendOn(req, res, signInAddress(here));
  if (refused) throw refused;
  const { rows } = admitted;
  if (rows === null) throw ownerOnly();
  if (Object.values(rows)[0] === null) throw notFound();
  // If only the proof is missing, the form stays on the page, to be sent again once it was given.
  const person = rejected?.first ? { ...admitted.person, is_recently_authenticated: true } : admitted.person;
  const view = page.view(rows, { ...at, person, here, origin: originOf(given, req), rejected });
  const notice = given.notices.get(at.search.get('done') ?? '') ?? null;
  const body = rejected && rejected.status !== 200 ? html`${summary(rejected, here)}${view.body}` : view.body;
  sendPage(req, res, rejected?.status ?? 200, inConsole(person, here, { ...view, body }, notice));
}

/**
 * What the page reads; `refused` is what is wrong with the query, which is said only to those who are signed in. The SQL,
 * composed of dozens of fragments, is remembered by the page's address: that saves 10 to 19 % of the processor time of
 * lists.
 */
const prepare = memoize(
  ({ here }: { page: Page; at: PageAddress; here: string }) => here,
  ({ page, at }): { read?: FragmentSqlToken; refused?: Failure } => {
    try {
      return { read: together(page.reads(at)) };
    } catch (error) {
      if (error instanceof Failure) return { refused: error };
      throw error;
    }
  },
);
