import type { ServerResponse } from 'node:http';
import type { FragmentSqlToken } from 'slonik';
import { Failure } from '../failure.ts';
import type { Handler, Request, Resources } from '../http/handler.ts';
import { checkBodyHeaders, readBody } from '../http/request.ts';
import { apart, confirmation, fieldId, queryOf } from './form.ts';
import { refuseForeign } from './guard.ts';
import { type Html, html } from './html.ts';
import { inConsole, type View } from './layout.ts';
import type { Page } from './page.ts';
import { addressOf, withQuery } from './paths.ts';
import { noticeAfter, type Outcome, type Post, perform, TurnedAway, Unfit } from './post.ts';
import type { Refusal } from './refusal.ts';
import { notFound, ownerOnly } from './refused.ts';
import { sendOn, sendPage } from './reply.ts';
import { readCookie } from './session.ts';
import { type Asked, admitPerson, type Person, type Reads, type Visit } from './visit.ts';

/** What the console works with. */
export interface Console extends Resources {
  /** Whether the address that people see is https. */
  isSecure: boolean;
  /** The notices that follow posts, by the value of `done` in the page's query (src/console/post.ts). */
  notices: ReadonlyMap<string, string>;
}

/** What a request asks for. `within`: what the page's query must also say, for a post's form to be on the page. */
function asked(req: Request, within: Post['within'] = {}): Asked {
  const search = new URLSearchParams(req.search ?? '');
  for (const [name, value] of Object.entries(within)) search.set(name, value);
  return { params: req.params, search };
}

/** The page's own address, whether it is opened or a form is sent to one of its posts. */
const hereOf = (page: Page, { params, search }: Asked) => addressOf(page.path, params) + queryOf(search);

/** Where somebody signs in, or proves again who they are, and goes on from there. */
const signIn = (next: string) => withQuery('/sign-in', { next });
const confirm = (next: string) => withQuery('/sign-in/confirm', { next });

/** The handler that shows a page. */
export function showing(given: Console, page: Page): Handler {
  return (req, res) => show(given, req, res, page, asked(req), { status: 200 });
}

/** The handler that asks once more, before something is done that cannot be undone. */
export function asking(given: Console, page: Page, post: Post): Handler {
  return (req, res) => {
    const { params, search: whole } = asked(req, post.within);
    const { brought, back: search } = apart(post, whole);
    const path = addressOf(post.path, params);
    return show(
      given,
      req,
      res,
      page,
      { params, search },
      {
        status: 200,
        about: post.about({ params, search }),
        around: (view, { here }, name) => ({
          title: `${post.button}: ${name ?? view.title}`,
          crumbs: [...(view.crumbs ?? []), [view.title, here]],
          body: html`<p>${post.irreversible}</p>${confirmation(path, search, post, brought)}
          <p><a href="${here}">Back, and change nothing</a></p>`,
        }),
      },
    );
  };
}

/** The handler of a form. */
export function doing(given: Console, page: Page, post: Post): Handler {
  return async (req, res) => {
    refuseForeign(req, originOf(given, req));
    const token = readCookie(req, 'corkboard', given.isSecure);
    const form = await readBrought(req, res);
    const on = asked(req, post.within);
    const here = hereOf(page, on);
    if (token === '') return sendOn(req, res, signIn(here));
    try {
      const outcome = await perform(given, req, token, post, on, form);
      await answer(given, req, res, post, on, here, outcome);
    } catch (error) {
      if (error instanceof TurnedAway)
        return sendOn(req, res, (error.reason === 'signed_out' ? signIn : confirm)(here));
      if (!(error instanceof Unfit)) throw error;
      const refusal = refusalOf(error, post, addressOf(post.path, on.params), form);
      const status = error.failures.some(({ code }) => code === 'conflict') ? 409 : 422;
      await show(given, req, res, page, on, { status, refusal });
    }
  };
}

/** The console's own origin, as the browser sees it. */
export const originOf = ({ config }: Resources, { headers }: Request) =>
  config.publicUrl === undefined ? `http://${headers.host}` : new URL(config.publicUrl).origin;

/** The fields of a form that was sent. Throws bad_request and payload_too_large. */
export async function readBrought(req: Request, res: ServerResponse): Promise<URLSearchParams> {
  checkBodyHeaders(req, 'application/x-www-form-urlencoded');
  return new URLSearchParams((await readBody(req, res)).toString());
}

async function answer(
  given: Console,
  req: Request,
  res: ServerResponse,
  post: Post,
  on: Asked,
  here: string,
  { answer, replayed }: Outcome,
): Promise<void> {
  if (post.shows === null || replayed) {
    return sendOn(req, res, withQuery(post.leadsTo?.(answer) ?? here, { done: noticeAfter(post, answer) }));
  }
  const admitted = await admit(given, req, {}, 'member');
  if (admitted === null) return sendOn(req, res, signIn(here));
  sendPage(req, res, 200, inConsole(admitted.person, here, post.shows(answer, on), null));
}

const admit = (given: Console, req: Request, reads: Reads, by: Page['by']) =>
  admitPerson(given, req, readCookie(req, 'corkboard', given.isSecure), reads, by);

/** The name, among the page's reads, of the read that names the record. */
const aboutName = 'the record';

/** How a page is shown this time. */
interface Showing {
  status: number;
  refusal?: Refusal;
  /** The record, where the page is not about it alone: a read of one row with its name. */
  about?: FragmentSqlToken | null;
  around?: (view: View, visit: Visit, name?: string) => View;
}

async function show(
  given: Console,
  req: Request,
  res: ServerResponse,
  page: Page,
  on: Asked,
  { status, refusal, about = null, around = view => view }: Showing,
): Promise<void> {
  const { reads, refused } = prepare(page, on);
  const here = hereOf(page, on);
  const admitted = await admit(given, req, about ? { ...reads, [aboutName]: about } : reads, page.by);
  // A link that was sent to somebody leads to where it was meant to, once they are signed in.
  if (admitted === null) return sendOn(req, res, signIn(here));
  if (refused) throw refused;
  const { person, rows } = admitted;
  if (rows === null) throw ownerOnly();
  const record = rows[aboutName] as { name: string } | null | undefined;
  if (Object.values(rows)[0] === null || record === null) throw notFound();
  const visit: Visit = { ...on, person, here, origin: originOf(given, req), refusal };
  const view = around(page.view(rows, visit), visit, record?.name);
  const notice = given.notices.get(on.search.get('done') ?? '') ?? null;
  const body = refusal ? html`${summary(refusal)}${view.body}` : view.body;
  sendPage(req, res, status, inConsole(person, here, { ...view, body }, notice));
}

/** What the page reads; `refused` is what is wrong with the query, which is said only to those who are signed in. */
function prepare(page: Page, on: Asked): { reads: Reads; refused?: Failure } {
  try {
    return { reads: page.reads(on) };
  } catch (error) {
    if (error instanceof Failure) return { reads: {}, refused: error };
    throw error;
  }
}

/** The failures of a form, in the words of its labels. */
export function refusalOf(
  { failures }: Unfit,
  { fields }: Pick<Post, 'fields'>,
  path: string,
  values: URLSearchParams,
): Refusal {
  const labelOf = (name: string) => {
    const [list, row, column] = name.split('.');
    const field = fields.find(({ name }) => name === list);
    const inner = field?.columns.find(({ name }) => name === column);
    return inner ? `${field!.label} ${Number(row) + 1}, ${inner.label}` : (field?.label ?? name);
  };
  const said = failures.map(({ code, message, field }) => {
    if (field === undefined || !message.startsWith(field)) return new Failure(code, message, field);
    // Another field that is named has two words in it, or it could be a word of the sentence.
    const rest = message.slice(field.length).replace(/\b[a-z]+[A-Z]\w*/g, labelOf);
    return new Failure(code, labelOf(field) + rest, field);
  });
  return { path, values, failures: said };
}

/** What is wrong with a form, above everything else on the page. */
export function summary({ path, failures }: Refusal): Html {
  return html`
    <div class="errors" role="alert" tabindex="-1">
      <h2>Nothing was done</h2>
      <ul>${failures.map(({ message, field, body: { upgradeUrl } }) =>
        field === undefined
          ? html`<li>${message}${upgradeUrl === undefined ? null : html` <a href="${upgradeUrl}">See the plan</a>`}</li>`
          : html`<li><a href="#${fieldId(path, field)}">${message}</a></li>`,
      )}</ul>
    </div>`;
}

export type { Person };
