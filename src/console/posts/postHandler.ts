import type { Handler, Request } from '../../http/handler.ts';
import { mostBytes, readForm } from '../forms/formBody.ts';
import { rowsAskedFor } from '../forms/hiddenFields.ts';
import { type RejectedForm, rejected } from '../forms/rejectedForm.ts';
import { html } from '../html/html.ts';
import { inConsole } from '../html/layout.ts';
import { admit, type Console, sessionOf } from '../routing/console.ts';
import type { Page } from '../routing/page.ts';
import { type PageRequest, pageRequest } from '../routing/pageRequest.ts';
import { addressOf, confirmAddress, queryOf, signInAddress, withQuery } from '../routing/paths.ts';
import { sendOn, sendPage } from '../routing/reply.ts';
import { showPage } from '../routing/showPage.ts';
import { clientAddress, networkOf } from '../sessions/clientAddress.ts';
import { hasTyped, signedOutPage } from '../sessions/signedOut.ts';
import { performPost } from './performPost.ts';
import { type Answer, noticeAfter, type Post } from './post.ts';
import type { Outcome } from './postOutcome.ts';

/**
 * The handler that leads from the address of a form to the form's page. After a refusal that address is in the browser's
 * address bar, and people open it from there.
 */
export function leading(given: Console, page: Page, post: Post): Handler {
  return async (req, res) => sendOn(req, res, pageRequest(given, req, res, page, post.within).here);
}

/** The handler of a form. */
export function doing(given: Console, page: Page, post: Post): Handler {
  const most = mostBytes(post.fields);
  return async (req, res) => {
    const request = pageRequest(given, req, res, page, post.within);
    const { at, here } = request;
    const path = addressOf(post.path, at.params);
    const form = await readForm(given, req, res, { mostBytes: most, senderOf: () => senderOf(given, req) });
    const outcome = await submit(request, post, form);
    switch (outcome.kind) {
      case 'done':
        return post.shows ? showAnswer(request, post, outcome.answer) : goOn(request, post, outcome.answer);
      case 'replayed':
        return goOn(request, post, outcome.answer);
      case 'signed_out': {
        if (!hasTyped(post, form)) return sendOn(req, res, signInAddress(here));
        const action = path + queryOf(at.search);
        return sendPage(req, res, 422, signedOutPage(post, action, signInAddress(here), form));
      }
      case 'unconfirmed':
        return showPage(request, unconfirmed(post, path, here, form));
      case 'invalid':
        return showPage(request, rejected(outcome, post.fields, path, form));
      case 'more_rows':
        return showPage(request, { path, values: form, messages: [], status: 200 });
    }
  };
}

/** What comes of a form. One that only asks for more rows is not done. */
async function submit(
  request: PageRequest,
  post: Post,
  form: URLSearchParams,
): Promise<Outcome | { kind: 'more_rows' }> {
  const { given, req } = request;
  const token = sessionOf(given, req);
  if (token === '') return { kind: 'signed_out' };
  if (rowsAskedFor(form) > 0) return { kind: (await admit(given, req)) ? 'more_rows' : 'signed_out' };
  const outcome = await performPost(request, token, post, form);
  // Waiting for another server used up the post's own time: the page after it has as much as a new request has.
  if (post.slow) req.deadline = given.database.deadline(() => req.socket.destroyed);
  return outcome;
}

/** Who sends a form: a member, or a stranger, whose session is good for nothing and who only gets their own form to see again. */
async function senderOf(given: Console, req: Request) {
  const admitted = await admit(given, req);
  if (admitted) return { sender: 'member', group: admitted.person.workspace_id } as const;
  const group = networkOf(clientAddress(req, given.config.trustProxy));
  return { sender: 'stranger', group } as const;
}

/** Sends a browser on when a form was done, to where its result is seen, with its notice. */
const goOn = ({ req, res, here }: PageRequest, post: Post, answer: Answer): void =>
  sendOn(req, res, withQuery(post.leadsTo?.(answer) ?? here, { done: noticeAfter(post, answer) }));

/** Shows what is in the answer to the form alone, like a new secret. */
async function showAnswer({ given, req, res, at, here }: PageRequest, post: Post, answer: Answer) {
  const admitted = await admit(given, req);
  if (admitted === null) return sendOn(req, res, signInAddress(here));
  sendPage(req, res, 200, inConsole(admitted.person, here, post.shows!(answer, at), null));
}

/** The form of somebody who has to prove again who they are. They do that in another tab, and lose nothing. */
const unconfirmed = (
  { button }: Post,
  path: string,
  here: string,
  values: URLSearchParams,
): RejectedForm => ({
  path,
  values,
  messages: [],
  status: 422,
  first: html`<p><a href="${confirmAddress(here)}" target="_blank">Confirm that it is you (in a new tab)</a>. Then come back to this one and press ${button} again: what you typed is still here.</p>`,
});
