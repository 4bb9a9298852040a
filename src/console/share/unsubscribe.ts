import { z } from 'zod';
import { canBeToken } from '../../admission/key.ts';
import { prepared, sql } from '../../database/pool.ts';
import { writerOf } from '../../database/tenantCache.ts';
import type { Handler, Request, Route } from '../../http/handler.ts';
import { checkBodyEncoding, readBody } from '../../http/request.ts';
import { type NotificationKind, whenOf } from '../../vocabulary/notifications.ts';
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
    sendPage(req, res, 200, link.isOn ? question(req, link) : answer(link));
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
    sendPage(req, res, 200, answer(link));
  };
}

const when = ({ kind, workspaceName }: Link): Html =>
  html`when ${whenOf(kind as NotificationKind)} in the workspace <b>${workspaceName}</b>`;

const question = ({ path }: Request, link: Link): Html =>
  standalonePage(
    'Stop these emails?',
    html`<p>Corkboard emails you ${when(link)}.</p>
      <form method="post" action="${path}">${hiddenField(['List-Unsubscribe', 'One-Click'])}
        <p class="actions"><button>Stop these emails</button></p></form>`,
  );

const answer = (link: Link): Html =>
  standalonePage(
    'Emails stopped',
    html`<p role="status">Corkboard no longer emails you ${when(link)}.</p>
      <p>To get them again, <a href="/settings/members#notifications">choose your email notifications</a>.</p>`,
  );

const linkEnded = () =>
  new PageError(
    404,
    'This link no longer works',
    'Part of it may be missing, or it is more than a year old. If you are a member, sign in and choose your email notifications under Settings, Members.',
  );
