import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import { email } from '../../actions/fields.ts';
import { leaveWorkspace, signOutEverywhere } from '../../actions/member.ts';
import { validate } from '../../admission/check.ts';
import { prepared, sql } from '../../database/pool.ts';
import type { FragmentSqlToken } from '../../database/sql.ts';
import { signInTenant } from '../../database/tenantCache.ts';
import { clientAddress } from '../../http/clientAddress.ts';
import type { Handler, Request } from '../../http/handler.ts';
import { type Field, fieldsOf } from '../forms/fields.ts';
import { readForm } from '../forms/formBody.ts';
import { messageOf } from '../forms/rejectedForm.ts';
import { html } from '../html/html.ts';
import { standalonePage } from '../html/layout.ts';
import { authenticate, type ConsoleResources, sessionOf } from '../requests/console.ts';
import { signInAddress, withQuery } from '../requests/paths.ts';
import { redirect, sendPage } from '../requests/reply.ts';
import { browserToken, cookie, hashOf, workspaceIn } from '../sessions/session.ts';
import { nextField, oneFieldForm } from './form.ts';

const Input = z.strictObject({ email });
const [emailField] = fieldsOf(Input, {
  email: { label: 'Email address', autocomplete: 'email', kind: 'email' },
}) as [Field];

const page = (
  typed: string,
  next: string,
  { wrong, notice }: { wrong?: string; notice?: string | undefined } = {},
) =>
  standalonePage(
    'Sign in to Corkboard',
    html`${notice === undefined ? null : html`<p class="notice" role="status">${notice}</p>`}<p>Enter your email address and we’ll send you a code. You don’t need a password.</p>
      ${oneFieldForm('/sign-in', 'Email me a code', emailField, typed, next, wrong)}`,
  );

/** The page that asks for an email address. */
export const emailPage =
  (onwards: (req: Request) => string): Handler =>
  async (req, res) =>
    sendPage(req, res, 200, page('', onwards(req), { notice: noticeOf(req) }));

/** The notice for a person whose last action ended their session. */
function noticeOf({ search }: Request): string | undefined {
  const done = new URLSearchParams(search ?? '').get('done');
  return [signOutEverywhere, leaveWorkspace].find(({ name }) => name === done)?.done as string | undefined;
}

/** Starts a sign-in for any address. */
export function requestSignIn(resources: ConsoleResources, next: (wanted: string | null) => string): Handler {
  return async (req, res) => {
    const form = await readForm(resources, req, res);
    const email = (form.get('email') ?? '').trim();
    const onwards = next(form.get('next'));
    const { issues } = validate(Input, { email });
    if (issues) {
      const wrong = messageOf(issues[0]!, [emailField]).text;
      return sendPage(req, res, 422, page(email, onwards, { wrong }));
    }
    const from = clientAddress(req, resources.config.trustProxy);
    const asks: RequestCall = browser =>
      sql.fragment`corkboard.request_sign_in_code(${email}, ${browser}, ${from}::inet, ${onwards})`;
    await sendCode(resources, req, res, onwards, asks);
  };
}

/** The page that tells a signed-in person why they need a new code. */
export function confirmPage(resources: ConsoleResources, onwards: (req: Request) => string): Handler {
  return async (req, res) => {
    const admitted = await authenticate(resources, req);
    const next = onwards(req);
    if (admitted === null) return redirect(req, res, signInAddress(next));
    const text = html`<p>You need a code from the last 30 minutes to change API keys, webhooks or members, or to download records. We’ll email one to
      ${admitted.person.email}.</p>
      <form method="post" action="/sign-in/confirm">${nextField(next)}<p class="actions"><button>Email me a code</button></p></form>`;
    sendPage(req, res, 200, standalonePage('Confirm that it’s you', text));
  };
}

/** Starts a sign-in for the person who is signed in. */
export function requestReauthentication(
  resources: ConsoleResources,
  next: (wanted: string | null) => string,
): Handler {
  return async (req, res) => {
    const onwards = next((await readForm(resources, req, res)).get('next'));
    if ((await authenticate(resources, req)) === null) return redirect(req, res, signInAddress(onwards));
    const token = sessionOf(resources, req);
    const session = sql.binary(hashOf(token));
    const asks: RequestCall = browser =>
      sql.fragment`corkboard.request_reauthentication(${session}, ${browser}, ${onwards}, ${workspaceIn(token)}::uuid)`;
    await sendCode(resources, req, res, onwards, asks);
  };
}

/** The SQL call that starts a sign-in, with the SHA-256 of the browser's token. */
type RequestCall = (browserHash: ReturnType<typeof sql.binary>) => FragmentSqlToken;

/**
 * Starts a sign-in with the call `asks`. The response is the same whether or not the address is a member's, and beyond
 * the limits.
 */
async function sendCode(
  { database, isSecure }: ConsoleResources,
  req: Request,
  res: ServerResponse,
  next: string,
  asks: RequestCall,
): Promise<void> {
  const browser = browserToken(req, isSecure);
  await database
    .for(req.deadline, signInTenant)
    .one(prepared(sql.type(z.object({}))`select 1 from ${asks(sql.binary(hashOf(browser)))}`));
  res.setHeader('Set-Cookie', cookie('corkboard-browser', browser, isSecure));
  redirect(req, res, next === '/' ? '/sign-in/code' : withQuery('/sign-in/code', { next }));
}
