import { z } from 'zod';
import { writing } from '../../database/holders.ts';
import { prepared, sql } from '../../database/pool.ts';
import type { Handler, Request } from '../../http/handler.ts';
import { clientAddress } from '../clientAddress.ts';
import type { Console } from '../console.ts';
import { mostBytes, readForm } from '../formBody.ts';
import { html } from '../html.ts';
import { idempotencyKey } from '../idempotency.ts';
import { forClient } from '../layout.ts';
import { parseInput } from '../parseInput.ts';
import { invalidBy } from '../postOutcome.ts';
import { Refused } from '../refused.ts';
import { type Invalid, type RejectedForm, rejected, summary } from '../rejectedForm.ts';
import { sendOn, sendPage } from '../reply.ts';
import { hashOf, readCookie } from '../session.ts';
import type { GuestPost, Look, Sender, Shared } from './shared.ts';

/** The same for a link that never was, that was renewed, and whose record is in the trash. */
const opensNothing = () =>
  new Refused(
    404,
    'This link opens nothing',
    'It may have been replaced by a newer one, or is not quite complete. Ask whoever sent it to you.',
  );

/** The handler that shows what a link opens. */
export function opening(given: Console, shared: Shared): Handler {
  return (req, res) => show(given, req, res, shared);
}

/** The handler that leads from the address of a client's form to the form's page. */
export function leading({ page }: Shared): Handler {
  return async (req, res) => sendOn(req, res, `/${page}/${tokenOf(req)}`);
}

const Opened = z.object({ workspace_id: z.string() });
const Shown = Opened.extend({ answer: z.string().nullable() });
const Done = z.object({ answer: z.string() });

async function show(
  given: Console,
  req: Request,
  res: Parameters<Handler>[1],
  shared: Shared,
  form?: RejectedForm,
): Promise<void> {
  const { database } = given;
  const token = tokenOf(req);
  const hash = hashOf(token);
  const session = hashOf(readCookie(req, 'corkboard', given.isSecure));
  const look: Look = { token, session, isLook: isLook(req) };
  if (shared.finds && database.holders.isStranger(hash)) await meet(given, req, shared);
  const link = shared.finds?.(look) ?? sql.fragment`corkboard.find_link(${shared.page}, ${token})`;
  // What finds it may note that it was looked at, under the workspace's lock.
  const holder = shared.finds ? writing(database.holders.of(hash)) : database.holders.of(hash);
  const row = await database.forClient(req.patience, holder).maybeOne(
    prepared(sql.type(Shown)`
      select link.workspace_id, (select row_to_json(r)::text from (${shared.reads}) r) as answer from ${link} link`),
  );
  database.holders.learn(hash, row?.workspace_id);
  if (row === null || row.answer === null) throw opensNothing();
  const here = `/${shared.page}/${token}`;
  const { title, body } = shared.view(JSON.parse(row.answer), { here, rejected: form });
  sendPage(req, res, form?.status ?? 200, forClient(title, form ? html`${summary(form)}${body}` : body));
}

/** Asks which workspace a link opens, which waits for no lock; null: none. */
async function workspaceOf({ database }: Console, req: Request, { page }: Shared): Promise<string | null> {
  const token = tokenOf(req);
  const hash = hashOf(token);
  const row = await database
    .forClient(req.patience, database.holders.of(hash))
    .maybeOne(
      prepared(sql.type(Opened)`select link.workspace_id from corkboard.find_link(${page}, ${token}) link`),
    );
  database.holders.learn(hash, row?.workspace_id);
  return row?.workspace_id ?? null;
}

/** Throws where a link that is not known yet opens nothing. */
async function meet(given: Console, req: Request, shared: Shared): Promise<void> {
  if ((await workspaceOf(given, req, shared)) === null) throw opensNothing();
}

/** The handler of a client's form. */
export function sending(given: Console, shared: Shared, post: GuestPost): Handler {
  const most = mostBytes(post.fields);
  return async (req, res) => {
    const token = tokenOf(req);
    const form = await readForm(given, req, res, {
      mostBytes: most,
      senderOf: async () => {
        const group = await workspaceOf(given, req, shared);
        if (group === null) throw opensNothing();
        return { sender: 'client', group };
      },
    });
    const sender = {
      address: clientAddress(req, given.config.trustProxy),
      browser: req.headers['user-agent'] || null,
    };
    const outcome = await perform(given, req, shared, post, form, sender);
    if (outcome.kind === 'done') return sendOn(req, res, `/${shared.page}/${token}`);
    // There is one form on the page, so any path will do to tell its fields from those of others.
    await show(given, req, res, shared, rejected(outcome, post.fields, `/${post.verb}`, form));
  };
}

/** Does what a client's form asks for, in one transaction and one round trip; the same form sent again does nothing more. */
async function perform(
  given: Console,
  req: Request,
  shared: Shared,
  post: GuestPost,
  form: URLSearchParams,
  sender: Sender,
): Promise<{ kind: 'done' } | Invalid> {
  const { database } = given;
  const { page } = shared;
  const token = tokenOf(req);
  const hash = hashOf(token);
  const { issues, value: input } = parseInput(post, form);
  if (issues) return { kind: 'invalid', issues };
  const key = idempotencyKey(`${page} ${hash.toString('base64url')}`, form);
  const { requestId, traceparent } = req.access;
  if (database.holders.isStranger(hash)) await meet(given, req, shared);
  let row: z.infer<typeof Done> | null;
  try {
    row = await database.forClient(req.patience, writing(database.holders.of(hash))).maybeOne(
      prepared(sql.type(Done)`
        select coalesce(begun.response, corkboard.finish_action(
                 begun.workspace_id, ${key}, (select row_to_json(a) from (${post.sqlCall(input, sender)}) a))) as answer
          from corkboard.begin_client_action(
            ${page}, ${token}, ${post.nameOf(input)}, ${post.seenOf(input)}, ${key}, ${requestId}, ${traceparent}) begun`),
    );
  } catch (error) {
    return invalidBy(error, { ...post, path: `/${page}/:token` });
  }
  if (row === null) throw opensNothing();
  return { kind: 'done' };
}

/** The secret part of the link. The database is not asked for what cannot be one. */
function tokenOf({ params }: Request): string {
  const { token = '' } = params;
  if (!/^[\w-]{43}$/.test(token)) throw opensNothing();
  return token;
}

/**
 * Whether somebody looks at the page: a browser's window went there (Fetch Metadata), and did not only fetch it in case
 * somebody would (older browsers say that in headers of their own). Browsers send no Fetch Metadata by plain http, nor did
 * Safari before 16.4: there a GET that asks for HTML by name is a look. A scanner that does so looks like somebody.
 */
function isLook({ method, headers }: Request): boolean {
  const isInAdvance = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some(name => name in headers);
  const goesTo = headers['sec-fetch-dest'];
  const isWindow = goesTo === undefined ? asksForHtml(headers.accept) : goesTo === 'document';
  return method === 'GET' && isWindow && !isInAdvance;
}

/** Whether an Accept header names HTML itself; programs mostly send none, or take whatever comes. */
const asksForHtml = (accept = ''): boolean =>
  accept.split(',').some(range => /^\s*text\/html\s*(?:;|$)/i.test(range));
