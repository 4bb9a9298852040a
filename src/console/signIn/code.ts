import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Deadline } from '../../concurrency/deadline.ts';
import { FairSemaphore } from '../../concurrency/semaphore.ts';
import { prepared, sql } from '../../database/pool.ts';
import { signInTenant } from '../../database/tenantCache.ts';
import { Overload } from '../../errors/serviceError.ts';
import { clientAddress } from '../../http/clientAddress.ts';
import type { Handler, Request } from '../../http/handler.ts';
import { hashCode, readCode } from '../../signIn/code.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { type Field, fieldsOf } from '../forms/fields.ts';
import { readForm } from '../forms/formBody.ts';
import { html } from '../html/html.ts';
import { standalonePage } from '../html/layout.ts';
import { type ConsoleResources, sessionOf } from '../requests/console.ts';
import { redirect, sendPage } from '../requests/reply.ts';
import { cookie, hashOf, readCookie, sessionToken } from '../sessions/session.ts';
import { nextField, oneFieldForm } from './form.ts';
import { invitationAddress } from './invitation.ts';

const [codeField] = fieldsOf(z.strictObject({ code: z.string() }), {
  code: { label: 'Code from the email', autocomplete: 'one-time-code' },
}) as [Field];

const page = (typed: string, next: string, messages?: string) =>
  standalonePage(
    'Enter the code',
    html`<p>If the address belongs to a member, we sent it a code. The code works in this browser for 15 minutes. From a new network
      you can request three codes an hour.</p>
      ${oneFieldForm('/sign-in/code', 'Sign in', codeField, typed, next, messages)}
      <p><a href="/sign-in">Request another code</a></p>`,
  );

/** The page for entering the code. The link in the email fills the code in, without using it. */
export const codePage =
  (onwards: (req: Request) => string): Handler =>
  async (req, res) => {
    const typed = new URLSearchParams(req.search ?? '').get('code') ?? '';
    sendPage(req, res, 200, page(typed, onwards(req)));
  };

const CodeAttempt = z.object({
  signIns: z.array(z.string()),
  salts: z.array(z.string()),
  isKnownBrowser: z.boolean(),
  network: z.string(),
});
type CodeAttempt = z.infer<typeof CodeAttempt>;

/** A workspace that the person is a member of. */
const Workspace = z.object({ id: z.string(), name: z.string(), ownerEmail: z.string().nullable() });

const Row = z.object({
  outcome: z.enum(['signed_in', 'invited', 'wrong', 'choose']),
  workspaces: z.array(Workspace).nullable(),
  /** The oldest open invitation of the person. */
  invitation: z.string().nullable(),
  suffix: z.string(),
});

/**
 * The message for a wrong code, and for a browser that has no sign-in. Beyond the request limits, only addresses that
 * are known on a network still get a sign-in there. So two messages would reveal to strangers on that network which
 * addresses belong to members.
 */
const wrong = {
  wrong:
    'That code is wrong or no longer works. Codes work for 15 minutes, in the browser that requested them. Check the code, or request another one.',
  busy: 'Too many people are signing in right now. Your code still works. Try again in a minute.',
};

/**
 * How long a code may wait to be checked, and after that for the database, in ms: a busy moment must not reject a valid
 * code.
 */
const checkTimeoutMs = 15_000;
const signInTimeoutMs = 5_000;

/**
 * Signs a browser in. A person who is a member of several workspaces chooses one with the same code. A person with an open
 * invitation is shown it first, unless they asked for another page; one who is no member yet is shown nothing else.
 */
export function signInByCode(resources: ConsoleResources, next: (wanted: string | null) => string): Handler {
  const { database, isSecure } = resources;
  return async (req, res) => {
    const form = await readForm(resources, req, res);
    const typed = form.get('code') ?? '';
    const onwards = next(form.get('next'));
    const code = readCode(typed);
    const workspace = form.get('workspace') ?? '';
    const browserToken = readCookie(req, 'corkboard-browser', isSecure);
    const token = sessionToken(browserToken, code, workspace);
    const browser = sql.binary(hashOf(browserToken));
    const from = clientAddress(req, resources.config.trustProxy);
    const tried = await database.for(req.deadline, signInTenant).one(
      prepared(sql.type(CodeAttempt)`
        select t.sign_ins as "signIns", t.salts, t.is_known_browser as "isKnownBrowser", t.network
          from corkboard.reserve_code_attempt(${browser}, ${from}::inet) t`),
    );
    const signIns = sql.array(tried.signIns, 'uuid');
    const isGone = () => req.socket.destroyed;
    const hashes = await hashesOf(code, tried, browserToken !== '', isGone).catch(error => {
      if (error instanceof Overload) return null;
      throw error;
    });
    const deadline = new Deadline(signInTimeoutMs);
    if (hashes === null) {
      if (tried.signIns.length > 0)
        await database
          .for(deadline, signInTenant)
          .one(prepared(sql.type(z.object({}))`select 1 from corkboard.release_code_attempt(${signIns})`));
      return sendPage(req, res, 503, page(typed, onwards, wrong.busy));
    }
    const { outcome, workspaces, invitation, suffix } = await database.for(deadline, signInTenant).one(
      prepared(sql.type(Row)`
        select s.outcome, s.workspaces, s.invitation, corkboard.session_suffix(${sql.binary(hashOf(token))}) as suffix
          from corkboard.sign_in_with_code(
          ${browser}, ${signIns}, ${sql.array(hashes, 'bytea')}, ${asUuid(workspace)},
          ${sql.binary(hashOf(sessionOf(resources, req)))}, ${sql.binary(hashOf(token))}) s`),
    );
    if (outcome === 'choose') return sendPage(req, res, 200, workspaceChoice(workspaces!, typed, onwards));
    if (outcome === 'wrong') return sendPage(req, res, 422, page(typed, onwards, wrong.wrong));
    const opened = invitation !== null && onwards === '/' ? invitationAddress(invitation) : onwards;
    if (outcome === 'invited')
      return redirect(req, res, onwards.startsWith('/invite/') ? onwards : invitationAddress(invitation!));
    res.setHeader('Set-Cookie', [
      cookie('corkboard', token + suffix, isSecure),
      cookie('corkboard-browser', browserToken, isSecure),
    ]);
    redirect(req, res, opened);
  };
}

/** The most sign-ins that a code is tried for (sql/functions/sign_in/reserve_code_attempt.sql). */
const maxSignIns = 2;
/** The most waiting hashes of one network: about as many as can be computed before the deadline of the first one. */
const maxWaiting = 600;

/**
 * The hashes of a code with the salts of each sign-in. For a browser that may have requested a code, the number of
 * hashes is the same whether it has sign-ins or not, so that the response time reveals no more than the text. Throws
 * Overload if too many others are checked first, or if the browser has disconnected.
 */
async function hashesOf(
  code: string,
  { salts, isKnownBrowser, network }: CodeAttempt,
  mayHaveRequested: boolean,
  isDisconnected: () => boolean,
): Promise<Buffer[]> {
  const deadline = new Deadline(checkTimeoutMs, isDisconnected);
  const queue = isKnownBrowser ? knownBrowsers : unknownBrowsers;
  const decoys = Array.from({ length: mayHaveRequested ? maxSignIns - salts.length : 0 }, () => randomUUID());
  const hashes = await Promise.all(
    [...salts, ...decoys].map(salt =>
      queue.run(network, deadline, () => {
        deadline.check();
        return hashCode(code, salt);
      }),
    ),
  );
  return hashes.slice(0, salts.length);
}

/**
 * Codes are checked one at a time. Browsers that signed in before do not wait for the others. Known networks get no
 * such priority: from the response time, a stranger on a member's network could tell which addresses signed in from
 * there.
 */
const unknownBrowsers = new FairSemaphore(maxWaiting);
const knownBrowsers = new FairSemaphore(maxWaiting);

/** The page for choosing a workspace. A code works for one workspace; for another one, people sign out and in again. */
const workspaceChoice = (workspaces: z.infer<typeof Workspace>[], code: string, next: string) =>
  standalonePage(
    'Choose a workspace',
    html`<form method="post" action="/sign-in/code">
      ${nextField(next)}<input type="hidden" name="code" value="${code}">
      <ul class="choices">${workspaces.map(
        ({ id, name, ownerEmail }) =>
          html`<li><button name="workspace" value="${id}">${name}</button><span class="hint">Owner: ${ownerEmail}</span></li>`,
      )}</ul>
    </form>`,
  );
