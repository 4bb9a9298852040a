import type { ServerResponse } from 'node:http';
import type { FragmentSqlToken } from 'slonik';
import { Failure } from '../failure.ts';
import type { Handler, Request, Resources } from '../http/handler.ts';
import { remembered } from '../remembered.ts';
import { mostBytes, readBrought } from './brought.ts';
import { clientAddress, networkOf } from './clientAddress.ts';
import { refuseForeign } from './guard.ts';
import { type Html, html } from './html.ts';
import { inConsole } from './layout.ts';
import type { Page } from './page.ts';
import { addressOf, fieldId, queryOf, withQuery } from './paths.ts';
import { noticeAfter, type Outcome, type Post, perform, TurnedAway, Unfit } from './post.ts';
import type { Refusal } from './refusal.ts';
import { notFound, ownerOnly } from './refused.ts';
import { sendOn, sendPage } from './reply.ts';
import { readCookie } from './session.ts';
import { hasTyped, signedOutPage } from './signedOut.ts';
import { rowsAskedFor } from './unseen.ts';
import { admitPerson, type PageAddress, together } from './visit.ts';

/** What the console works with. */
export interface Console extends Resources {
  /** Whether the address that people see is https. */
  isSecure: boolean;
  /** The notices that follow posts, by the value of `done` in the page's query (src/console/post.ts). */
  notices: ReadonlyMap<string, string>;
}

/** What a request asks for. `within`: what the page's query must also say, for a post's form to be on the page. */
function addressIn(req: Request, within: Post['within'] = {}): PageAddress {
  const search = new URLSearchParams(req.search ?? '');
  for (const [name, value] of Object.entries(within)) search.set(name, value);
  return { params: req.params, search };
}

/** The page's own address, whether it is opened or a form is sent to one of its posts. */
const hereOf = (page: Page, { params, search }: PageAddress) =>
  addressOf(page.path, params) + queryOf(search);

/** Where somebody signs in, or proves again who they are, and goes on from there. */
const signIn = (next: string) => withQuery('/sign-in', { next });
const confirm = (next: string) => withQuery('/sign-in/confirm', { next });

/** The handler that shows a page. */
export function showing(given: Console, page: Page): Handler {
  return (req, res) => show(given, req, res, page, addressIn(req));
}

/**
 * The handler that leads from the address of a form to the form's page. After a refusal that address is in the browser's
 * address bar, and people open it from there.
 */
export function leading(page: Page, post: Post): Handler {
  return async (req, res) => sendOn(req, res, hereOf(page, addressIn(req, post.within)));
}

/** The handler of a form. */
export function doing(given: Console, page: Page, post: Post): Handler {
  const most = mostBytes(post.fields);
  return async (req, res) => {
    refuseForeign(req, originOf(given, req));
    const token = readCookie(req, 'corkboard', given.isSecure);
    const at = addressIn(req, post.within);
    const here = hereOf(page, at);
    const path = addressOf(post.path, at.params);
    const workspaceOf = async () => (await admit(given, req))?.person.workspace_id ?? null;
    const senderOf = async () => {
      const group = await workspaceOf();
      return group === null ? stranger(given, req) : ({ sender: 'member', group } as const);
    };
    const form = await readBrought(req, res, { mostBytes: most, senderOf });
    try {
      if (token === '') throw new TurnedAway('signed_out');
      if (rowsAskedFor(form) > 0) {
        if ((await workspaceOf()) === null) throw new TurnedAway('signed_out');
        return await show(given, req, res, page, at, { path, values: form, failures: [], status: 200 });
      }
      const outcome = await perform(given, req, token, post, at, form).finally(() =>
        renewDeadline(given, req, post),
      );
      await answer(given, req, res, post, at, here, outcome);
    } catch (error) {
      if (error instanceof TurnedAway && error.reason === 'signed_out') {
        if (!hasTyped(post, form)) return sendOn(req, res, signIn(here));
        return sendPage(req, res, 422, signedOutPage(post, path + queryOf(at.search), signIn(here), form));
      }
      const refusal =
        error instanceof TurnedAway
          ? unconfirmed(post, path, here, form)
          : error instanceof Unfit
            ? refusalOf(error, post, path, form)
            : null;
      if (refusal === null) throw error;
      await show(given, req, res, page, at, refusal);
    }
  };
}

/** Gives the page after a slow post as much time as a new request has: waiting for another server used up the post's own. */
function renewDeadline({ database }: Console, req: Request, { slow }: Post): void {
  if (slow) req.patience = database.patience(() => req.socket.destroyed);
}

/** The refusal of a form whose sender has to prove again who they are. They do that in another tab, and lose nothing. */
const unconfirmed = ({ button }: Post, path: string, here: string, values: URLSearchParams): Refusal => ({
  path,
  values,
  failures: [],
  status: 422,
  first: html`<p><a href="${confirm(here)}" target="_blank">Confirm that it is you (in a new tab)</a>. Then come back to this one and press ${button} again: what you typed is still here.</p>`,
});

/** A sender whose session is good for nothing: they only get their own form to see again. */
const stranger = ({ config }: Console, req: Request) =>
  ({ sender: 'stranger', group: networkOf(clientAddress(req, config.trustProxy)) }) as const;

/** The console's own origin, as the browser sees it. */
export const originOf = ({ config }: Resources, { headers }: Request) =>
  config.publicUrl === undefined ? `http://${headers.host}` : new URL(config.publicUrl).origin;

async function answer(
  given: Console,
  req: Request,
  res: ServerResponse,
  post: Post,
  at: PageAddress,
  here: string,
  { answer, isPartial }: Outcome,
): Promise<void> {
  if (post.shows === null || isPartial) {
    return sendOn(req, res, withQuery(post.leadsTo?.(answer) ?? here, { done: noticeAfter(post, answer) }));
  }
  const admitted = await admit(given, req);
  if (admitted === null) return sendOn(req, res, signIn(here));
  sendPage(req, res, 200, inConsole(admitted.person, here, post.shows(answer, at), null));
}

/** Lets in whoever the cookie says; see admitPerson. */
export const admit = (given: Console, req: Request, read?: FragmentSqlToken, by?: Page['by']) =>
  admitPerson(given, req, readCookie(req, 'corkboard', given.isSecure), read, by);

async function show(
  given: Console,
  req: Request,
  res: ServerResponse,
  page: Page,
  at: PageAddress,
  refusal?: Refusal,
): Promise<void> {
  const here = hereOf(page, at);
  const { read, refused } = prepare({ page, at, here });
  const admitted = await admit(given, req, read, page.by);
  // A link that was sent to somebody leads to where it was meant to, once they are signed in.
  if (admitted === null) return sendOn(req, res, signIn(here));
  if (refused) throw refused;
  const { rows } = admitted;
  if (rows === null) throw ownerOnly();
  if (Object.values(rows)[0] === null) throw notFound();
  // Where only the proof is missing, the form stays on the page, to be sent again once it was given.
  const person = refusal?.first ? { ...admitted.person, is_fresh: true } : admitted.person;
  const view = page.view(rows, { ...at, person, here, origin: originOf(given, req), refusal });
  const notice = given.notices.get(at.search.get('done') ?? '') ?? null;
  const body = refusal && refusal.status !== 200 ? html`${summary(refusal, here)}${view.body}` : view.body;
  sendPage(req, res, refusal?.status ?? 200, inConsole(person, here, { ...view, body }, notice));
}

/**
 * What the page reads; `refused` is what is wrong with the query, which is said only to those who are signed in. The SQL,
 * composed of dozens of fragments, is remembered by the page's address: that saves 10 to 19 % of the processor time of
 * lists.
 */
const prepare = remembered(
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

/** The refusal of a form, its failures in the words of the labels. The field that is named in them is one to link to. */
export function refusalOf(
  { failures }: Unfit,
  { fields }: Pick<Post, 'fields'>,
  path: string,
  values: URLSearchParams,
): Refusal {
  const placeOf = (name: string) => {
    const [first, at, column] = name.split('.');
    const field = fields.find(({ name }) => name === first);
    if (field === undefined) return { label: name };
    const { label, kind, hidden } = field;
    if (at === undefined || kind === 'choices') return { label, ...(!hidden && { field: first }) };
    const number = Number(at) + 1;
    if (kind === 'lines') return { label: `${label}, line ${number}`, field: first };
    const inner = field.columns.find(({ name }) => name === column);
    return inner
      ? { label: `${label} ${number}, ${inner.label}`, field: name }
      : { label: `${label} ${number}`, field: first };
  };
  const said = failures.map(({ code, message, field }) => {
    if (field === undefined) return new Failure(code, message);
    const place = placeOf(field);
    // Another field that is named has two words in it, or it could be a word of the sentence.
    const rest = message.slice(field.length).replace(/\b[a-z]+[A-Z]\w*/g, name => placeOf(name).label);
    return new Failure(code, message.startsWith(field) ? place.label + rest : message, place.field);
  });
  const status = failures.some(({ code }) => code === 'conflict') ? 409 : 422;
  return { path, values, failures: said, status };
}

/**
 * What is wrong with a form, above everything else on the page. Without `here` it is a client's page: its heading stands
 * below, so this is none.
 */
export function summary({ path, failures, first }: Refusal, here?: string): Html {
  return html`
    <div class="errors" role="alert" tabindex="-1">
      ${here === undefined ? html`<p><strong>Nothing was done</strong></p>` : html`<h2>Nothing was done</h2>`}
      ${first ?? null}
      ${
        failures.length === 0
          ? null
          : html`<ul>${failures.map(({ message, field, body: { upgradeUrl } }) =>
              field === undefined
                ? html`<li>${message}${upgradeUrl === undefined ? null : html` <a href="${upgradeUrl}">See the plan</a>`}</li>`
                : html`<li><a href="#${fieldId(path, field, here)}">${message}</a></li>`,
            )}</ul>`
      }
    </div>`;
}
