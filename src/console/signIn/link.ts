import { z } from 'zod';
import { prepared, sql } from '../../database/pool.ts';
import { signInTenant } from '../../database/tenantCache.ts';
import { clientAddress } from '../../http/clientAddress.ts';
import type { Handler, Request } from '../../http/handler.ts';
import { readForm } from '../forms/formBody.ts';
import { html } from '../html/html.ts';
import { standalonePage } from '../html/layout.ts';
import { type ConsoleResources, sessionOf } from '../requests/console.ts';
import { PageError } from '../requests/pageError.ts';
import { redirect, sendPage } from '../requests/reply.ts';
import { browserToken, cookie, hashOf, readCookie, sessionToken, workspaceIn } from '../sessions/session.ts';

const LinkStatus = z.object({ works: z.boolean() });
const SignedIn = LinkStatus.extend({ suffix: z.string() });
const linkOf = ({ params: { token = '' } }: Request) => ({
  hash: sql.binary(hashOf(token)),
  workspaceId: workspaceIn(token),
});

/** Shows a button and doesn't use the link up, because programs that scan email open links too. */
export function linkPage({ database, isSecure }: ConsoleResources): Handler {
  return async (req, res) => {
    const link = linkOf(req);
    const query = sql.type(LinkStatus)`
      select corkboard.is_sign_in_link_valid(${link.hash}, ${link.workspaceId}::uuid) as works`;
    const { works } = await database.for(req.deadline, signInTenant).one(prepared(query));
    if (!works) throw linkExpired();
    const button = html`<p>Press the button to sign in on this browser. The link works once.</p>
      <form method="post" action="${req.path}"><p class="actions"><button>Sign in</button></p></form>`;
    res.setHeader('Set-Cookie', cookie('corkboard-browser', browserToken(req, isSecure), isSecure));
    sendPage(req, res, 200, standalonePage('Sign in to Corkboard', button));
  };
}

/** Signs a browser in by a link, once. */
export function signInByLink(resources: ConsoleResources): Handler {
  const { database, isSecure } = resources;
  return async (req, res) => {
    await readForm(resources, req, res);
    const browser = readCookie(req, 'corkboard-browser', isSecure);
    const token = sessionToken(browser, req.params.token ?? '');
    const from = clientAddress(req, resources.config.trustProxy);
    const link = linkOf(req);
    const { works, suffix } = await database.for(req.deadline, signInTenant).one(
      prepared(sql.type(SignedIn)`
        select corkboard.sign_in_with_link(
          ${link.hash}, ${sql.binary(hashOf(sessionOf(resources, req)))},
          ${sql.binary(hashOf(token))}, ${browser === '' ? null : sql.binary(hashOf(browser))}, ${from}::inet, ${link.workspaceId}::uuid) as works,
        corkboard.session_suffix(${sql.binary(hashOf(token))}) as suffix`),
    );
    if (!works) throw linkExpired();
    res.setHeader('Set-Cookie', cookie('corkboard', token + suffix, isSecure));
    redirect(req, res, '/');
  };
}

const linkExpired = () =>
  new PageError(404, {
    title: 'This link no longer works',
    text: 'It was already used, or it expired. You can sign in with a code by email instead.',
  });
