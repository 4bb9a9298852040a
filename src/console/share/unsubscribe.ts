import { z } from 'zod';
import { canBeToken } from '../../admission/key.ts';
import { prepared, sql } from '../../database/pool.ts';
import { writerOf } from '../../database/tenantCache.ts';
import type { Handler, Request, Route } from '../../http/handler.ts';
import { checkBodyEncoding, readBody } from '../../http/request.ts';
import { browserLanguage } from '../../languages/browserLanguage.ts';
import { messagesOf } from '../../languages/messages.ts';
import { hiddenField } from '../forms/hiddenFields.ts';
import { type Html, html } from '../html/html.ts';
import { standalonePage } from '../html/layout.ts';
import type { ConsoleResources } from '../requests/console.ts';
import { PageError } from '../requests/pageError.ts';
import { sendPage } from '../requests/reply.ts';
import { hashOf, workspaceIn } from '../sessions/session.ts';

// The link in emails to members that ends further emails of their kind. It needs no session and no cookie: mail programs
// send its form themselves (RFC 8058), from wherever they are, so this is the one form that other sites may send.

export const unsubscribePath = '/unsubscribe/:token';

/** The most bytes of the form, which mail programs send with one field, in either encoding of forms. */
const maxBytes = 4_096;

const Link = z.object({ kind: z.string(), workspaceName: z.string() });
type Link = z.infer<typeof Link>;
const FoundLink = Link.extend({ isOn: z.boolean() });

/** The routes of the unsubscribe link. */
export const unsubscribeRoutes = (resources: ConsoleResources): Route[] => [
  { method: 'GET', pattern: unsubscribePath, handler: showUnsubscribe(resources) },
  { method: 'POST', pattern: unsubscribePath, handler: unsubscribe(resources) },
];

/** The link of a request, and the tenant whose share of the connections it uses. */
function linkOf({ database }: ConsoleResources, { params }: Request) {
  const { token = '' } = params;
  if (!canBeToken(token)) throw linkEnded();
  const hash = hashOf(token);
  return { hash: sql.binary(hash), tenant: database.tenants.of(hash, workspaceIn(token)) };
}

/** Shows a button and changes nothing, because programs that scan email open links too. */
function showUnsubscribe(resources: ConsoleResources): Handler {
  return async (req, res) => {
    const { hash, tenant } = linkOf(resources, req);
    const link = await resources.database.forClient(req.deadline, tenant).maybeOne(
      prepared(sql.type(FoundLink)`
        select l.kind, l."workspaceName", l.kind = any (l.kinds) as "isOn"
          from corkboard.find_unsubscribe_link(${hash}, ${tenant.workspaceId}::uuid) l`),
    );
    if (link === null) throw linkEnded();
    sendPage(req, res, 200, link.isOn ? question(req, link) : answer(req, link));
  };
}

/** Ends the emails of the link's kind. Answers without a redirect, which mail programs may not follow. */
function unsubscribe(resources: ConsoleResources): Handler {
  return async (req, res) => {
    checkBodyEncoding(req);
    await readBody(req, res, maxBytes);
    const { hash, tenant } = linkOf(resources, req);
    const link = await resources.database.forClient(req.deadline, writerOf(tenant)).maybeOne(
      prepared(sql.type(Link)`
        select u.kind, u."workspaceName" from corkboard.unsubscribe(${hash}, ${tenant.workspaceId}::uuid) u`),
    );
    if (link === null) throw linkEnded();
    sendPage(req, res, 200, answer(req, link));
  };
}

/** The languages' texts about the emails of a link, in the language that the browser prefers. */
function textsFor({ headers }: Request, { kind, workspaceName: workspace }: Link) {
  const language = browserLanguage(headers['accept-language']);
  const messages = messagesOf(language, language);
  return { language, messages, values: { workspace, event: messages('notifiedWhen', { kind }) } };
}

function question(req: Request, link: Link): Html {
  const { language, messages, values } = textsFor(req, link);
  const form = html`<p>${messages('unsubscribeText', values)}</p>
      <form method="post" action="${req.path}">${hiddenField(['List-Unsubscribe', 'One-Click'])}
        <p class="actions"><button>${messages('unsubscribeNow')}</button></p></form>`;
  return standalonePage(messages('unsubscribe'), form, language);
}

function answer(req: Request, link: Link): Html {
  const { language, messages, values } = textsFor(req, link);
  const text = html`<p role="status">${messages('unsubscribedText', values)}</p>
      <p><a href="/settings/members#notifications">${messages('notificationsAgain')}</a></p>`;
  return standalonePage(messages('unsubscribed'), text, language);
}

const linkEnded = () => new PageError(404, 'unsubscribeEnded');
