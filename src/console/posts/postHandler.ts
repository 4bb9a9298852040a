import { clientAddress, networkOf } from '../../http/clientAddress.ts';
import type { Handler, Request } from '../../http/handler.ts';
import { maxBytesOf, readForm } from '../forms/formBody.ts';
import { requestedRows } from '../forms/hiddenFields.ts';
import { parseInput } from '../forms/parseInput.ts';
import { type ActionRow, noticeAfter, type Post } from '../forms/post.ts';
import { isCalculated, isRearranged, rearranged } from '../forms/rearrange.ts';
import { messageOf, rejectForm } from '../forms/rejectedForm.ts';
import { html } from '../html/html.ts';
import { consolePage } from '../html/layout.ts';
import type { Page } from '../page/page.ts';
import { type PageRequest, pageRequest } from '../page/pageRequest.ts';
import { showPage } from '../page/showPage.ts';
import { authenticate, type ConsoleResources, sessionOf } from '../requests/console.ts';
import { originOf } from '../requests/crossSite.ts';
import type { RejectedForm } from '../requests/pageContext.ts';
import { addressOf, confirmAddress, queryOf, signInAddress, withQuery } from '../requests/paths.ts';
import { redirect, sendPage } from '../requests/reply.ts';
import { performPost } from './performPost.ts';
import type { Outcome } from './postOutcome.ts';
import { hasTyped, signedOutPage } from './signedOut.ts';

/**
 * The handler that redirects from the address of a form to the form's page. After a rejected form the address bar shows
 * the form's address, and people reload or share it.
 */
export function formAddressHandler(resources: ConsoleResources, page: Page, post: Post): Handler {
  return async (req, res) => redirect(req, res, pageRequest(resources, req, res, page, post.pageQuery).here);
}

/** The handler of a form. */
export function postHandler(resources: ConsoleResources, page: Page, post: Post): Handler {
  return async (req, res) => {
    const request = pageRequest(resources, req, res, page, post.pageQuery);
    const { at, here } = request;
    const path = addressOf(post.path, at.params);
    const form = await readForm(resources, req, res, {
      maxBytes: maxBytesOf(post.fields),
      file: post.fields.find(({ kind }) => kind === 'file'),
      senderOf: () => senderOf(resources, req),
    });
    const outcome = await submit(request, post, form);
    switch (outcome.kind) {
      case 'done':
        return post.resultView
          ? showResult(request, post, outcome.answer)
          : redirectAfter(request, post, outcome.answer);
      case 'replayed':
        return redirectAfter(request, post, outcome.answer);
      case 'signed_out': {
        if (!hasTyped(post, form)) return redirect(req, res, signInAddress(here));
        const action = path + queryOf(at.search);
        return sendPage(req, res, 422, signedOutPage(post, action, signInAddress(here), form));
      }
      case 'unconfirmed':
        return showPage(request, unconfirmedForm(post, path, here, form));
      case 'invalid':
        return showPage(request, rejectForm(outcome, shownFields(post, form), path, form));
      case 'rearranged':
        return showPage(request, {
          path,
          values: rearranged(form),
          messages: isCalculated(form) ? issuesOf(request, post, form) : [],
          status: 200,
        });
    }
  };
}

/** The errors of a form that is only calculated. */
const issuesOf = ({ at }: PageRequest, post: Post, form: URLSearchParams) =>
  (parseInput(post, form, post.pathInput?.(at.params)).issues ?? []).map(issue =>
    messageOf(issue, shownFields(post, form)),
  );

const shownFields = (post: Post, form: URLSearchParams) => post.fieldsShown?.(form) ?? post.fields;

/** Performs the post, unless the form is only to be shown again. */
async function submit(
  request: PageRequest,
  post: Post,
  form: URLSearchParams,
): Promise<Outcome | { kind: 'rearranged' }> {
  const { resources, req } = request;
  const token = sessionOf(resources, req);
  if (token === '') return { kind: 'signed_out' };
  if (requestedRows(form) > 0 || isRearranged(form))
    return { kind: (await authenticate(resources, req)) ? 'rearranged' : 'signed_out' };
  const outcome = await performPost(request, token, post, form);
  // Waiting for another server used up the request's deadline, so the page that follows gets the deadline of a new
  // request.
  if (post.slow) req.deadline = resources.database.deadline(() => req.socket.destroyed);
  return outcome;
}

/** The sender of a form: a member, or someone without a valid session, who only gets the form back. */
async function senderOf(resources: ConsoleResources, req: Request) {
  const admitted = await authenticate(resources, req);
  if (admitted) return { sender: 'member', group: admitted.person.workspace_id } as const;
  const group = networkOf(clientAddress(req, resources.config.trustProxy));
  return { sender: 'stranger', group } as const;
}

/** Redirects to the address that shows the result of a post, with its notice. The form that was sent is closed there. */
function redirectAfter({ req, res, at, here }: PageRequest, post: Post, answer: ActionRow): void {
  const search = new URLSearchParams(at.search);
  search.delete('new');
  const address = post.redirectTo?.(answer, at) ?? here.split('?')[0]! + queryOf(search);
  redirect(req, res, withQuery(address, { done: noticeAfter(post, answer) }));
}

/** Shows a result that can be shown only once, such as a new secret. */
async function showResult({ resources, req, res, at, here }: PageRequest, post: Post, answer: ActionRow) {
  const admitted = await authenticate(resources, req);
  if (admitted === null) return redirect(req, res, signInAddress(here));
  const view = post.resultView!(answer, { ...at, origin: originOf(resources, req) });
  sendPage(req, res, 200, consolePage(admitted.person, here, view, null));
}

/** The form of a person who must first enter a new code. They do that in another tab, and keep what they typed. */
const unconfirmedForm = (
  { button }: Post,
  path: string,
  here: string,
  values: URLSearchParams,
): RejectedForm => ({
  path,
  values,
  messages: [],
  status: 422,
  confirmation: html`<p><a href="${confirmAddress(here)}" target="_blank">Confirm that it is you (in a new tab)</a>. Then come back to this one and press ${button} again: what you typed is still here.</p>`,
});
